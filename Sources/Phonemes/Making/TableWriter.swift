/// The reason why tables cannot be built from a voice's files.
package struct TableMakingError: Error, Equatable {
  /// The problem, in one line.
  package var message: String

  init(_ message: String) { self.message = message }
}

/// Writes a header and a directory, followed by the sections.
enum TableWriter {
  static func file(_ kind: TableFormat.Kind, sections: [[UInt8]]) -> [UInt8] {
    let start = TableFormat.headerSize + sections.count * TableFormat.sectionSize
    var bytes: [UInt8] = []
    bytes.append(word: TableFormat.magic)
    bytes.append(half: TableFormat.version)
    bytes.append(half: kind.rawValue)
    bytes.append(word: UInt32(start + sections.reduce(0) { $0 + $1.count }))
    bytes.append(word: 0)
    var offset = start
    for section in sections {
      bytes.append(word: UInt32(offset))
      bytes.append(word: UInt32(section.count))
      offset += section.count
    }
    for section in sections { bytes += section }
    return bytes
  }
}

extension [UInt8] {
  mutating func append(word: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  mutating func append(half: UInt16) {
    append(UInt8(truncatingIfNeeded: half))
    append(UInt8(truncatingIfNeeded: half >> 8))
  }
}

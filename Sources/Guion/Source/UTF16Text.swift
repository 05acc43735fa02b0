/// A text in UTF-16 with a byte order mark, converted to UTF-8.
struct UTF16Text {
  let bytes: [UInt8]
  /// A warning if a part of the text cannot be decoded.
  let diagnostics: [Diagnostic]

  /// Decodes a text; nil if it has no byte order mark of UTF-16.
  init?(_ source: [UInt8]) {
    let isLittle = source.starts(with: [0xFF, 0xFE])
    guard isLittle || source.starts(with: [0xFE, 0xFF]) else { return nil }
    let units = stride(from: 2, to: source.count - 1, by: 2).lazy.map { index in
      let (first, second) = (UInt16(source[index]), UInt16(source[index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var firstFault: Int?
    var faults = source.count.isMultiple(of: 2) ? 0 : 1
    var decoder = UTF16()
    var input = units.makeIterator()
    decoding: while true {
      switch decoder.decode(&input) {
      case .scalarValue(let scalar):
        if let encoded = UTF8.encode(scalar) { bytes.append(contentsOf: encoded) }
      case .error:
        firstFault = firstFault ?? bytes.count
        faults += 1
        bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case .emptyInput: break decoding
      }
    }
    self.bytes = bytes
    diagnostics = bytes.withUnsafeBufferPointer { text in
      if faults == 0 { return [] }
      var places = PositionCounter(text)
      let first = places.position(of: firstFault ?? text.count)
      return [.undecodable(as: .utf16, count: faults, at: first)]
    }
  }
}

/// An edit of a file of lines, like those by a failing disk, an incomplete copy or a mistake in an editor.
package enum RandomEdit: CaseIterable, Sendable {
  case flipByte, changeDigit, deleteLine, duplicateLine, cutTail, swapLines

  /// Returns the bytes after one edit of a random kind at a random position.
  ///
  /// The result always differs from the original.
  package static func apply(
    to bytes: [UInt8], using random: inout SeededGenerator
  ) -> (kind: RandomEdit, bytes: [UInt8]) {
    while true {
      let kind = allCases[Int.random(in: allCases.indices, using: &random)]
      let edited = kind.apply(to: bytes, using: &random)
      if edited != bytes { return (kind, edited) }
    }
  }

  /// Returns the bytes after one edit of this kind at a random position.
  ///
  /// A file that is too short stays unchanged.
  package func apply(to bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    switch self {
    case .flipByte:
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    case .changeDigit:
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      guard let place = digits.randomElement(using: &random) else { return bytes }
      bytes[place] = UInt8.random(in: 0x30...0x39, using: &random)
    case .cutTail:
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    case .deleteLine, .duplicateLine, .swapLines:
      return Self.joined(changed(Self.lines(of: bytes), using: &random))
    }
    return bytes
  }

  private func changed(
    _ lines: [ArraySlice<UInt8>], using random: inout SeededGenerator
  ) -> [ArraySlice<UInt8>] {
    var lines = lines
    guard let place = lines.indices.randomElement(using: &random),
      let other = lines.indices.randomElement(using: &random)
    else { return lines }
    switch self {
    case .deleteLine: lines.remove(at: place)
    case .duplicateLine: lines.insert(lines[place], at: other)
    default: lines.swapAt(place, other)
    }
    return lines
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  private static func joined(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    lines.flatMap { Array($0) + [UInt8(ascii: "\n")] }
  }
}

/// The part of a body that a request asks for (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
  /// All of it: no part is asked for, or in a way that a server may ignore, such as several parts.
  case whole
  /// A part of at least one byte.
  case part(Range<Int>)
  /// A part that the body does not have.
  case unsatisfiable

  /// Reads the value of `Range` for a body of so many bytes.
  init(_ header: String?, of count: Int) {
    self = .whole
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy(Self.isNumberOrEmpty) else { return }
    let (first, last) = (Int(ends[0]), Int(ends[1]))
    switch (first, last) {
    case (nil, nil): return
    case (nil, let length?):
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      self =
        first < count ? .part(first..<min(last.map { $0 + 1 } ?? count, count)) : .unsatisfiable
    }
  }

  /// Only the digits of ASCII count, and no more of them than a size has.
  private static func isNumberOrEmpty(_ text: Substring) -> Bool {
    text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

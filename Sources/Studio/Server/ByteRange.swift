/// The part of a body that a request wants (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// The entire body. The request has no range, or a range that a server may ignore, such as several parts.
  case whole
  /// A part of at least one byte.
  case part(Range<Int>)
  /// A part that is outside the body.
  case unsatisfiable

  /// Parses the value of the header `Range` for a body of `count` bytes.
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

  /// Returns whether a text is empty, or has only ASCII digits and fits into an `Int`.
  private static func isNumberOrEmpty(_ text: Substring) -> Bool {
    text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

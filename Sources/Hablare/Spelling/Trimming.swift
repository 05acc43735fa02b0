extension BidirectionalCollection {
  /// Returns the elements without the blank elements at both ends.
  func trimmed(of isBlank: (Element) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return prefix(0) }
    return self[first...last]
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without surrounding ASCII whitespace.
  var trimmedOfBlanks: SubSequence { trimmed { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

extension String {
  /// The text without surrounding whitespace.
  var trimmed: String { String(trimmed(of: \.isWhitespace)) }
}

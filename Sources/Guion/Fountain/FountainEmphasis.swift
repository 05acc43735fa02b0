/// Inline emphasis (R17): which marks are marks, and the text without them.
public enum FountainEmphasis {
  /// The words as they are spoken: marks and the backslashes that escape sigils are gone.
  ///
  /// Marks without a partner on their line stay, as they are plain text (R17.3).
  public static func plainText(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: isStarUnderscoreOrBackslash) else { return nil }
      return plainText(bytes)
    } ?? text
  }

  private static func isStarUnderscoreOrBackslash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
  }

  private static func plainText(_ text: Bytes) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var start = 0
    while true {
      let end = text.first(UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      var next = start
      for dropped in EmphasisMarks(text, start..<end).dropped {
        kept.append(contentsOf: text[next..<dropped.lowerBound])
        next = dropped.upperBound
      }
      kept.append(contentsOf: text[next..<end])
      if end == text.count { break }
      kept.append(UInt8(ascii: "\n"))
      start = end + 1
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

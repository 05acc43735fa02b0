/// Macros of text editors and templates, `{{…}}`, which are never read aloud.
enum Macros {
  static func count(in text: String) -> Int { ranges(in: text).count }

  /// Returns the text without its macros.
  /// If spaces separated the words before and after a macro, one space stays.
  static func removed(from text: String) -> String {
    let ranges = ranges(in: text)
    guard !ranges.isEmpty else { return text }
    var result = ""
    var start = text.startIndex
    for range in ranges {
      append(text[start..<range.lowerBound], to: &result)
      start = range.upperBound
    }
    append(text[start...], to: &result)
    return result
  }

  /// Appends the text after a macro.
  /// A second space is left out, and also a space before a punctuation mark.
  private static func append(_ text: Substring, to result: inout String) {
    guard !result.isEmpty, let first = text.first else { return result += text }
    if result.last == " ", first == " " || ".,;:!?".contains(first) { result.removeLast() }
    result += text
  }

  /// Returns the ranges of macros.
  /// Macros cannot be nested, and an unclosed macro is ordinary text.
  private static func ranges(in text: String) -> [Range<String.Index>] {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return [] }
    var ranges: [Range<String.Index>] = []
    var opening: String.Index?
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      let isPair = next < bytes.endIndex && bytes[index] == bytes[next]
      if isPair, bytes[index] == UInt8(ascii: "{") {
        opening = index
        index = bytes.index(after: next)
      } else if isPair, bytes[index] == UInt8(ascii: "}"), let start = opening {
        let end = bytes.index(after: next)
        ranges.append(start..<end)
        (opening, index) = (nil, end)
      } else {
        index = next
      }
    }
    return ranges
  }
}

/// A mark for the reader in a comment of a document, such as `<!-- pause 1.5 -->`.
package enum ReadingMark: Equatable {
  /// A pause in seconds.
  case pause(Double)
  /// The role that speaks the next paragraphs; nil for the narrator.
  case voice(String?)
  /// The beginning and the end of a passage that is not read.
  case skip, read
  /// The marks of other programs below count: `[pause:1]`, `[break]`, `<<VOICE:MARA>>`.
  case others

  /// Reads the text of a comment with its signs; nil if it is no mark.
  package init?(_ comment: String) {
    guard comment.hasPrefix("<!--"), comment.hasSuffix("-->"), comment.count < 200 else {
      return nil
    }
    let words = comment.dropFirst(4).dropLast(3).split(whereSeparator: \.isWhitespace)
    let rest = words.dropFirst().joined(separator: " ")
    switch words.first?.lowercased() {
    case "pause":
      guard words.count == 2,
        let seconds = Double(rest.hasSuffix("s") ? rest.dropLast() : rest[...]),
        seconds > 0, seconds.isFinite
      else { return nil }
      self = .pause(seconds)
    case "voice": self = .voice(rest.isEmpty ? nil : rest)
    case "skip" where rest.isEmpty: self = .skip
    case "read" where rest.isEmpty: self = .read
    case "marks" where rest.isEmpty: self = .others
    default: return nil
    }
  }

  /// Returns the comment for a mark of another program without its brackets: `pause:1.5`, `break`; nil for another text.
  /// `break` and `pause` without a length are a second, as in the programs that write them.
  static func comment(ofPause typed: String) -> String? {
    guard let match = typed.wholeMatch(of: /(?:pause|break)(?: ?: ?([0-9.]+) ?(ms|s)?)?/) else {
      return nil
    }
    guard let length = match.1 else { return "<!-- pause 1 -->" }
    let seconds = Double(length).map { match.2 == "ms" ? $0 / 1_000 : $0 }
    return seconds.map { "<!-- pause \($0) -->" }
  }
}

extension GuionElement {
  /// The mark, if this element is the comment of a document that has one.
  package var readingMark: ReadingMark? {
    elementType == .comment ? ReadingMark(elementText) : nil
  }
}

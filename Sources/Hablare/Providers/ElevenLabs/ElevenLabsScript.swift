/// A text as a model is to get it.
struct ElevenLabsScript: Sendable, Equatable {
  /// What stands before each piece: directions in brackets, for models that take them.
  var direction: String
  /// The words.
  var text: String

  /// Prepares a text.
  ///
  /// A style such as `whispering, sad` becomes `[whispering] [sad] ` for models of v3 and later; for
  /// others it is left out, since they would read it aloud. For the same models square brackets of the
  /// text itself become round ones: what an author has set in brackets is text, not a direction.
  init(text: String, style: String?, model: ElevenLabsModel) {
    guard model.takesTags else {
      (direction, self.text) = ("", text)
      return
    }
    direction = Self.tags(style ?? "").map { "[\($0)] " }.joined()
    self.text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 }))
  }

  /// One text for the service.
  struct Piece: Sendable, Equatable {
    /// What is sent.
    var sent: String
    /// Scalars of `sent` that are direction.
    var directionLength: Int
    /// Where the words begin in the whole text, in Unicode scalars.
    var offset: Int
    /// What is said before and after within the same text; empty at its ends.
    var previous = ""
    var next = ""
  }

  /// The text in pieces of at most `limit` Unicode scalars, direction included; blanks around a piece
  /// are not sent, since they are paid for too.
  func pieces(limit: Int) throws(VoiceProviderError) -> [Piece] {
    let length = direction.unicodeScalars.count
    guard length < limit else { throw .textTooLong(limit: limit) }
    let parts = Self.words(of: TextCutter.pieces(of: text, limit: limit - length))
    return parts.enumerated().map { index, part in
      Piece(
        sent: direction + part.text, directionLength: length, offset: part.offset,
        previous: index > 0 ? Self.ending(of: parts[index - 1].text) : "",
        next: index + 1 < parts.count ? Self.beginning(of: parts[index + 1].text) : "")
    }
  }

  /// The parts that are not blank, without the blanks around them, and where they begin.
  private static func words(of parts: [String]) -> [(text: String, offset: Int)] {
    var place = 0
    return parts.compactMap { part in
      defer { place += part.unicodeScalars.count }
      guard let first = part.firstIndex(where: { !$0.isWhitespace }),
        let last = part.lastIndex(where: { !$0.isWhitespace })
      else { return nil }
      return (String(part[first...last]), place + part[..<first].unicodeScalars.count)
    }
  }

  /// The most that is sent of the text around a text, in characters.
  ///
  /// The service names no limit; this is a paragraph, more than prosody reaches.
  static let contextLength = 500

  /// The last of a text, from the beginning of a word.
  static func ending(of text: String) -> String {
    if text.count <= contextLength { return text }
    let end = text.suffix(contextLength)
    return String(end.drop { !$0.isWhitespace }.drop(while: \.isWhitespace))
  }

  /// The first of a text, to the end of a word.
  static func beginning(of text: String) -> String {
    if text.count <= contextLength { return text }
    let start = text.prefix(contextLength)
    guard let blank = start.lastIndex(where: \.isWhitespace) else { return String(start) }
    return String(start[..<blank])
  }

  /// Directions without what would end or break them.
  private static func tags(_ style: String) -> [String] {
    style.split { $0 == "," || $0 == ";" || $0.isNewline }.compactMap { part in
      let words = part.filter { !"[]<>".contains($0) }.lowercased()
      let tag = ServiceMessage.shown(words, limit: 80)
      return tag.contains { $0.isLetter } ? tag : nil
    }
  }
}

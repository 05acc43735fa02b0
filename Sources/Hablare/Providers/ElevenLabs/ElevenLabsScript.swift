/// A text in the form that a model needs.
struct ElevenLabsScript: Sendable, Equatable {
  /// The text sent before each piece: directions in brackets, for models that accept them.
  var direction: String
  /// The text to speak.
  var text: String

  /// Prepares a text for a model.
  ///
  /// For models of v3 and later, a style such as `whispering, sad` becomes `[whispering] [sad] `.
  /// For other models the style is left out, because these models would read the style aloud. For
  /// v3 and later, square brackets in the text become parentheses: an author's brackets are text,
  /// not a direction.
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

  /// The text of one request.
  struct Piece: Sendable, Equatable {
    /// The text to send.
    var sent: String
    /// The number of scalars in `sent` that belong to the direction.
    var directionLength: Int
    /// The position of the piece in the whole text, in Unicode scalars.
    var offset: Int
    /// The end of the previous piece, sent as context.
    ///
    /// Empty for the first piece.
    var previous = ""
    var next = ""
  }

  /// Returns the text in pieces of at most `limit` Unicode scalars, including the direction.
  ///
  /// Spaces around a piece are not sent, because spaces cost credits too.
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

  /// Returns the parts that are not blank, without the spaces around them, each with its position
  /// in Unicode scalars.
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

  /// The maximum length of the surrounding text on each side, in characters.
  ///
  /// The service states no limit. 500 characters are about a paragraph, more than prosody needs.
  static let contextLength = 500

  /// Returns at most `contextLength` characters from the end of a text, beginning with a whole
  /// word.
  static func ending(of text: String) -> String {
    if text.count <= contextLength { return text }
    let end = text.suffix(contextLength)
    return String(end.drop { !$0.isWhitespace }.drop(while: \.isWhitespace))
  }

  /// Returns at most `contextLength` characters from the start of a text, ending with a whole word.
  static func beginning(of text: String) -> String {
    if text.count <= contextLength { return text }
    let start = text.prefix(contextLength)
    guard let blank = start.lastIndex(where: \.isWhitespace) else { return String(start) }
    return String(start[..<blank])
  }

  /// Splits a style into directions, without characters that would break the tags.
  private static func tags(_ style: String) -> [String] {
    style.split { $0 == "," || $0 == ";" || $0.isNewline }.compactMap { part in
      let words = part.filter { !"[]<>".contains($0) }.lowercased()
      let tag = ServiceMessage.shown(words, limit: 80)
      return tag.contains { $0.isLetter } ? tag : nil
    }
  }
}

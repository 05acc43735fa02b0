/// Pictographs in text.
enum Emoji {
  /// Returns the text with spaces in place of emoji.
  /// Digits stay. Some symbols are emoji only if a selector follows. Without a selector, these symbols stay.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xE2 }) else { return text }
    return String(text.map { isEmoji($0) ? " " : $0 })
  }

  /// Whether a character is displayed as a picture: by default, or because of a selector, a skin tone or a joiner
  /// (Unicode Technical Standard 51, section 1.4.3).
  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, !first.isASCII, first.properties.isEmoji
    else { return false }
    return first.properties.isEmojiPresentation
      || character.unicodeScalars.contains {
        $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier
      }
  }
}

public import Guion

/// What a script says of its characters where it first shows them.
///
/// "EDWARD, 50s, gravelly, sits by the fire."
public enum CharacterNotes {
  /// The longest note, in characters.
  private static let longest = 80

  /// The description of a name in capitals in the action; nil where there is none.
  ///
  /// It is what stands in brackets behind the name, or behind a comma up to the end of the sentence.
  public static func note(on name: String, in elements: some Sequence<GuionElement>) -> String? {
    let name = CharacterNormalizer.name(of: name).uppercased()
    guard !name.isEmpty else { return nil }
    for element in elements where element.elementType == .action {
      var rest = Substring(element.elementText)
      while let found = rest.firstRange(of: name) {
        let before = rest[..<found.lowerBound].last
        let behind = rest[found.upperBound...]
        if before.map({ !$0.isLetter && !$0.isNumber }) ?? true, let note = note(at: behind) {
          return note
        }
        rest = behind
      }
    }
    return nil
  }

  private static func note(at text: Substring) -> String? {
    var note: Substring
    if text.hasPrefix(" (") {
      guard let end = text.firstIndex(of: ")") else { return nil }
      note = text[text.index(text.startIndex, offsetBy: 2)..<end]
    } else if text.hasPrefix(", ") {
      note = text.dropFirst(2).prefix { !".;:!?\n".contains($0) }
      // Another name in capitals is a list of people.
      let words = note.split { !$0.isLetter }
      guard !words.contains(where: { $0.count > 1 && $0.allSatisfy(\.isUppercase) }) else {
        return nil
      }
      // An age or a look comes first; "JOHN, then MARY" and "JOHN, running" tell of no voice.
      guard let first = note.first, first.isNumber || note.contains(", ") else { return nil }
    } else {
      return nil
    }
    let words = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    return words.count > longest ? words.prefix(longest - 1) + "…" : words
  }
}

public import Guion
import Hablare

/// The descriptions that a script gives of its characters where they first appear.
public enum CharacterNotes {
  /// The longest note, in characters.
  private static let longest = 80
  /// How many characters after a name are read.
  private static let reach = 1000

  /// Returns descriptions by name: the first description after the name in capitals in the action.
  ///
  /// Names without a description are left out.
  ///
  /// A description is in brackets after the name, or after a comma up to the end of the sentence.
  public static func notes(
    on names: [String], in elements: some Sequence<GuionElement>
  ) -> [String: String] {
    let capitals = names.map { Array(CharacterNormalizer.name(of: $0).uppercased()) }
    let words = SortedWords(capitals)
    var notes: [String: String] = [:]
    for element in elements where element.elementType == .action {
      let text = element.elementText
      for (range, numbers) in WordOccurrences(of: words, in: text) {
        // Names that differ only in case have the same capitals.
        for name in numbers.map({ names[$0] }) where notes[name] == nil {
          guard let note = note(at: text[range.upperBound...]) else { break }
          notes[name] = note
        }
      }
    }
    return notes
  }

  private static func note(at text: Substring) -> String? {
    let text = text.prefix(reach)
    var note: Substring
    if text.hasPrefix(" (") {
      guard let end = text.firstIndex(of: ")") else { return nil }
      note = text[text.index(text.startIndex, offsetBy: 2)..<end]
    } else if text.hasPrefix(", ") {
      note = text.dropFirst(2).prefix { !".;:!?\n".contains($0) }
      // Another name in capitals means that this is a list of characters.
      let words = note.split { !$0.isLetter }
      guard !words.contains(where: { $0.count > 1 && $0.allSatisfy(\.isUppercase) }) else {
        return nil
      }
      // An age or appearance comes first. "JOHN, then MARY" and "JOHN, running" describe no voice.
      guard let first = note.first, first.isNumber || note.contains(", ") else { return nil }
    } else {
      return nil
    }
    let words = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    return words.count > longest ? words.prefix(longest - 1) + "…" : words
  }
}

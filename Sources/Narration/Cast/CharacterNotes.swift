public import Guion
import Hablare

/// What a script says of its characters where it first shows them.
///
/// "EDWARD, 50s, gravelly, sits by the fire."
public enum CharacterNotes {
  /// The longest note, in characters.
  private static let longest = 80
  /// How many characters behind a name are read.
  private static let reach = 1000

  /// By name: the first description of the name in capitals in the action; names without one are left out.
  ///
  /// A description stands in brackets behind the name, or behind a comma up to the end of the sentence.
  public static func notes(
    on names: [String], in elements: some Sequence<GuionElement>
  ) -> [String: String] {
    let capitals = names.map { Array(CharacterNormalizer.name(of: $0).uppercased()) }
    let words = SortedWords(capitals)
    var notes: [String: String] = [:]
    for element in elements where element.elementType == .action {
      let text = element.elementText
      for (range, numbers) in WordOccurrences(of: words, in: text) {
        // Names that differ in case are one in capitals.
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

package import Guion
import Hablare

/// The descriptions of characters in the action of a script.
package enum CharacterNotes {
  /// The maximum length of a note, in characters of text.
  private static let longest = 80
  /// The length of the searched text after a name, in characters of text.
  private static let reach = 1000

  /// Returns the first description of each name, by name.
  /// In the action, a description follows the name in capitals. It is text in brackets, or the text from a comma to the
  /// end of the sentence.
  /// Names without a description are left out.
  package static func notes(
    on names: [String], in elements: some Sequence<GuionElement>
  ) -> [String: String] {
    let capitals = names.map { Array(CharacterNormalizer.name(of: $0).uppercased()) }
    let words = SortedWords(capitals)
    var notes: [String: String] = [:]
    for element in elements where element.elementType == .action {
      let text = element.elementText
      for (range, numbers) in WordOccurrences(of: words, in: text) {
        // In capitals, names that differ only in case are equal.
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
      // Another name in capitals means that the sentence lists characters.
      let words = note.split { !$0.isLetter }
      guard !words.contains(where: { $0.count > 1 && $0.allSatisfy(\.isUppercase) }) else {
        return nil
      }
      // A description begins with an age, or has several parts. "JOHN, then MARY" and "JOHN, running" are not
      // descriptions.
      guard let first = note.first, first.isNumber || note.contains(", ") else { return nil }
    } else {
      return nil
    }
    let words = note.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    return words.count > longest ? words.prefix(longest - 1) + "…" : words
  }
}

import Hablare

/// The occurrences of many words in a text.
/// No letter or digit precedes an occurrence, but a letter or a digit may follow it.
struct WordOccurrences: Sequence, IteratorProtocol {
  private let words: SortedWords<Character>
  private let text: [Character]
  private let indices: [String.Index]
  private var start = 0
  private var end = 0
  private var branch: SortedWords<Character>.Branch?

  /// Starts a search for many words in one pass over the text.
  init(of words: SortedWords<Character>, in text: String) {
    self.words = words
    self.text = Array(text)
    indices = Array(text.indices) + [text.endIndex]
    branch = words.root
  }

  /// Returns the range of the next occurrence and the indices of the words there, or nil at the end of the text.
  /// If one word is the beginning of another word, the occurrence of the shorter word comes first.
  mutating func next() -> (range: Range<String.Index>, numbers: ArraySlice<Int>)? {
    while start < text.count {
      if end < text.count, let longer = branch.flatMap({ words.child(of: $0, by: text[end]) }) {
        branch = longer
        end += 1
        let numbers = words.ends(of: longer)
        if !numbers.isEmpty { return (indices[start]..<indices[end], numbers) }
      } else {
        goOn()
      }
    }
    return nil
  }

  /// Moves to the next position where a word can begin.
  private mutating func goOn() {
    repeat { start += 1 } while start < text.count && Self.isPartOfWord(text[start - 1])
    end = start
    branch = words.root
  }

  /// Whether a character directly before or after an occurrence makes the occurrence part of a longer word.
  static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}

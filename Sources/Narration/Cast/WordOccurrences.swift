import Hablare

/// Where some of many words occur in a text: each place at which no letter or digit stands before a word.
struct WordOccurrences: Sequence, IteratorProtocol {
  private let words: SortedWords<Character>
  private let text: [Character]
  private let indices: [String.Index]
  private var start = 0
  private var end = 0
  private var branch: SortedWords<Character>.Branch?

  /// Looks for words, which may have nothing in common, in one walk over the text.
  init(of words: SortedWords<Character>, in text: String) {
    self.words = words
    self.text = Array(text)
    indices = Array(text.indices) + [text.endIndex]
    branch = words.root
  }

  /// A place, and the numbers of the equal words that stand there; of words that begin alike the shorter
  /// one comes first.
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

  /// Goes to the next place where a word may begin.
  private mutating func goOn() {
    repeat { start += 1 } while start < text.count && Self.isPartOfWord(text[start - 1])
    end = start
    branch = words.root
  }

  /// Whether the letters before and behind a word must be no such one.
  static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}

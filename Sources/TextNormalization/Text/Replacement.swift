/// Words that replace a part of a line.
package struct Replacement: Sendable, Hashable {
  /// A word, with the part of the line that it reads.
  package struct Word: Sendable, Hashable {
    package var text: String
    /// The source range of the word in the scalars of the line.
    package var range: Range<Int>

    package init(text: String, range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  /// The range of scalars that the words replace.
  package var range: Range<Int>
  /// The words in order; empty for a symbol that is not spoken.
  package var words: [Word]

  package init(range: Range<Int>, words: [Word]) {
    self.range = range
    self.words = words
  }
}

/// A builder for the words of a reading.
struct SpokenWords: Sendable, Equatable {
  private(set) var list: [Replacement.Word] = []

  init() {}

  init(_ text: String, from range: Range<Int>) { add(text, from: range) }

  /// Adds a text, split at its spaces.
  mutating func add(_ text: String, from range: Range<Int>) {
    for word in text.split(separator: " ") {
      list.append(Replacement.Word(text: String(word), range: range))
    }
  }

  mutating func add(_ other: SpokenWords) { list += other.list }

  /// Adds a punctuation mark, such as a comma, to the last word.
  mutating func close(with symbol: String) {
    guard !list.isEmpty else { return }
    list[list.count - 1].text += symbol
  }

  /// Changes the last word, for example from "fifty" to "fifties".
  mutating func replaceLast(_ change: (String) -> String) {
    guard !list.isEmpty else { return }
    list[list.count - 1].text = change(list[list.count - 1].text)
  }

  mutating func capitalize() {
    guard !list.isEmpty else { return }
    list[0].text = list[0].text.capitalizedFirst
  }

  var isEmpty: Bool { list.isEmpty }

  /// The words, joined by spaces.
  var text: String { list.map(\.text).joined(separator: " ") }
}

/// Words in place of a part of a line.
package struct Replacement: Sendable, Hashable {
  /// A word, with the part of the line that it reads.
  package struct Word: Sendable, Hashable {
    package var text: String
    /// The scalars of the line that the word comes from.
    package var range: Range<Int>

    package init(text: String, range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  /// The scalars of the line that the words replace.
  package var range: Range<Int>
  /// The words in order; none for a sign that is silent.
  package var words: [Word]

  package init(range: Range<Int>, words: [Word]) {
    self.range = range
    self.words = words
  }
}

/// The words of a reading while they are put together.
struct SpokenWords: Sendable, Equatable {
  private(set) var list: [Replacement.Word] = []

  init() {}

  init(_ text: String, from range: Range<Int>) { add(text, from: range) }

  /// Adds a text, cut at its spaces.
  mutating func add(_ text: String, from range: Range<Int>) {
    for word in text.split(separator: " ") {
      list.append(Replacement.Word(text: String(word), range: range))
    }
  }

  mutating func add(_ other: SpokenWords) { list += other.list }

  /// Puts a sign behind the last word, such as a comma.
  mutating func close(with sign: String) {
    guard !list.isEmpty else { return }
    list[list.count - 1].text += sign
  }

  /// Glues a text to the last word ("fifty" and "ies").
  mutating func replaceLast(_ change: (String) -> String) {
    guard !list.isEmpty else { return }
    list[list.count - 1].text = change(list[list.count - 1].text)
  }

  /// Gives the first word a capital letter.
  mutating func capitalize() {
    guard !list.isEmpty else { return }
    list[0].text = list[0].text.capitalizedFirst
  }

  var isEmpty: Bool { list.isEmpty }

  /// The words with one space between.
  var text: String { list.map(\.text).joined(separator: " ") }
}

/// The numbers of a long document's footnotes, assigned in the order in which its parts refer to them.
/// cmark numbers the footnotes of a part in the order of the first references to them. So the
/// document's footnotes are numbered part by part, and a footnote that already has a number keeps it.
struct FootnoteNumbers {
  /// The footnotes that have numbers, in the order of the numbers, as indices into the list of all
  /// footnotes.
  private(set) var order: [Int] = []
  private let texts: [MarkedText]
  private var numbers: [Int?]

  /// Creates the numbering; `texts` are the texts of all footnotes.
  init(_ texts: [MarkedText]) {
    self.texts = texts
    numbers = Array(repeating: nil, count: texts.count)
  }

  /// Returns the footnotes that a part refers to, in the order of their numbers in the part.
  mutating func footnotes(of part: borrowing MarkdownTree) -> [Footnote] {
    part.footnotes.compactMap { definition in
      // The preamble of a part begins with one line for each footnote.
      let index = definition.startLine - 1
      guard numbers.indices.contains(index) else { return nil }
      let number = numbers[index] ?? order.count + 1
      if numbers[index] == nil {
        numbers[index] = number
        order.append(index)
      }
      return Footnote(number: number, text: texts[index])
    }
  }

  /// All footnotes.
  /// A footnote without a reference has the number 0.
  var all: [Footnote] {
    zip(numbers, texts).map { Footnote(number: $0 ?? 0, text: $1) }
  }
}

/// The number and the text of a footnote.
struct Footnote {
  let number: Int
  let text: MarkedText
}

/// The numbers of a long document's footnotes, given as its parts refer to them.
///
/// cmark numbers the footnotes of a part by first references, in the order of the text. So the
/// numbers of the document are those of its parts, one after the other, without the known ones.
struct FootnoteNumbers {
  /// The footnotes that have numbers, in their order, as numbers from 0 in the list of all.
  private(set) var order: [Int] = []
  private let texts: [MarkedText]
  private var numbers: [Int?]

  /// `texts` is what each of all footnotes says.
  init(_ texts: [MarkedText]) {
    self.texts = texts
    numbers = Array(repeating: nil, count: texts.count)
  }

  /// The footnotes that a part refers to, by their numbers in the part.
  mutating func footnotes(of part: borrowing MarkdownTree) -> [Footnote] {
    part.footnotes.compactMap { definition in
      // What parts are told begins with a line for each footnote.
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

  /// All footnotes; one that nothing refers to has the number 0.
  var all: [Footnote] {
    zip(numbers, texts).map { Footnote(number: $0 ?? 0, text: $1) }
  }
}

/// What a reader sees of a footnote where it is referred to.
struct Footnote {
  let number: Int
  let text: MarkedText
}

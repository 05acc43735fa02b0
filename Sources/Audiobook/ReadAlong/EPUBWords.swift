/// Writes the text of a block: a span for each sentence, with the formatting inside the span.
/// Each sentence and each word must be a single element, so formatting is inside these elements. Formatting that
/// crosses the edge of a sentence or word is split there.
struct EPUBWords {
  private let text: PageText
  private let scalars: [Unicode.Scalar]
  private(set) var context: Context
  /// The indices in `text.formatting` of the marks and pictures that have been written.
  private var shown: Set<Int> = []
  private var open: [Span] = []
  private(set) var units: [EPUBUnit] = []

  /// An element around text: a highlighted word, or formatting by its index in `text.formatting`.
  private enum Span: Equatable {
    case word(id: String, end: Int)
    case formatting(Int)
  }

  /// The state, besides the text, that the output depends on.
  struct Context {
    var overlay: OverlayUnit
    /// Whether the text is code, in which blanks and line ends are preserved.
    var isCode = false
    /// The numbers of the chapter's footnotes.
    /// Marks can link only to these footnotes.
    var notes: Set<Int>
    /// The numbers of the footnotes whose first mark has been written.
    var marked: Set<Int> = []
  }

  init(_ text: PageText, _ context: Context) {
    (self.text, self.context) = (text, context)
    scalars = Array(text.text.unicodeScalars)
  }

  /// Writes the text.
  /// `first` is the number of the text's first sentence.
  mutating func write(to output: inout XMLText, first: Int) {
    var end = 0
    for (number, sentence) in zip(first..., text.sentences) {
      let range = clamped(sentence.range, from: end)
      write(end..<range.lowerBound, to: &output)
      let id = "s\(number)"
      output.open("span", ["id": id])
      let words = context.overlay == .word ? words(of: sentence, in: range) : []
      write(range, words: words.map { (id + $0.suffix, $0.range) }, to: &output)
      output.close("span")
      end = range.upperBound
      if words.isEmpty {
        units.append(EPUBUnit(id: id, start: sentence.time.lowerBound))
      } else {
        for (index, word) in words.enumerated() {
          let start = index == 0 ? sentence.time.lowerBound : word.start
          units.append(EPUBUnit(id: id + word.suffix, start: start))
        }
      }
    }
    write(end..<scalars.count, to: &output)
  }

  private func clamped(_ range: Range<Int>, from start: Int) -> Range<Int> {
    let lower = min(max(range.lowerBound, start), scalars.count)
    return lower..<min(max(range.upperBound, lower), scalars.count)
  }

  /// Returns the words of a sentence that have a time, in order.
  private func words(
    of sentence: PageSentence, in range: Range<Int>
  ) -> [(suffix: String, range: Range<Int>, start: Int)] {
    var end = range.lowerBound
    var words: [(suffix: String, range: Range<Int>, start: Int)] = []
    for word in sentence.words {
      let place = word.range.clamped(to: range)
      guard !place.isEmpty, place.lowerBound >= end else { continue }
      words.append(("w\(words.count + 1)", place, word.start))
      end = place.upperBound
    }
    return words
  }

  // MARK: Pieces

  /// Writes a part of the text: a sentence, or the text between two sentences.
  private mutating func write(
    _ range: Range<Int>, words: [(id: String, range: Range<Int>)] = [], to output: inout XMLText
  ) {
    let formatting = text.formatting.indices.filter { isShown(text.formatting[$0]) }
    let marks = formatting.filter { text.formatting[$0].range.isEmpty && isMark($0, within: range) }
    let around = formatting.filter { text.formatting[$0].range.overlaps(range) }
      .sorted {
        (text.formatting[$0].range.lowerBound, $0) < (text.formatting[$1].range.lowerBound, $1)
      }
    var edges = Set([range.lowerBound, range.upperBound] + marks.map(place))
    for index in around {
      let part = text.formatting[index].range.clamped(to: range)
      edges.formUnion([part.lowerBound, part.upperBound])
    }
    for word in words { edges.formUnion([word.range.lowerBound, word.range.upperBound]) }
    let places = edges.sorted()
    let marksByPlace = Dictionary(grouping: marks, by: place)
    var nextWord = words.startIndex
    // The formatting that is open at the current position, and the formatting that begins later.
    var (open, waiting) = ([Int](), around[...])
    for (index, place) in places.enumerated() {
      for mark in marksByPlace[place] ?? [] where shown.insert(mark).inserted {
        writeMark(text.formatting[mark], at: place, to: &output)
      }
      guard index + 1 < places.count else { break }
      let end = places[index + 1]
      while nextWord < words.endIndex, words[nextWord].range.upperBound <= place { nextWord += 1 }
      open.removeAll { text.formatting[$0].range.upperBound <= place }
      while let next = waiting.first, text.formatting[next].range.lowerBound <= place {
        if text.formatting[next].range.contains(place) { open.append(next) }
        waiting.removeFirst()
      }
      var spans: [Span] = []
      if nextWord < words.endIndex, words[nextWord].range.contains(place) {
        spans.append(.word(id: words[nextWord].id, end: words[nextWord].range.upperBound))
      }
      spans += open.map(Span.formatting)
      change(to: withoutInnerLinks(spans), &output)
      write(scalars[place..<end], to: &output)
    }
    change(to: [], &output)
  }

  private func place(of mark: Int) -> Int {
    min(text.formatting[mark].range.lowerBound, scalars.count)
  }

  /// Returns whether formatting without text, such as a footnote mark, belongs to a part of the text.
  /// Such formatting belongs to the part before it.
  private func isMark(_ mark: Int, within range: Range<Int>) -> Bool {
    let place = place(of: mark)
    if range.isEmpty { return scalars.isEmpty }
    return range.lowerBound < place && place <= range.upperBound
      || place == 0 && range.lowerBound == 0
  }

  private func isShown(_ formatting: PageFormatting) -> Bool {
    switch formatting.kind {
    case .image(let file): EPUBImage.mediaType(file) != nil
    case .link(let target): target.asLink != nil
    case .code: !context.isCode
    case .footnote: true
    default: !formatting.range.isEmpty
    }
  }

  /// Returns the spans without links inside links, which are not allowed.
  private func withoutInnerLinks(_ spans: [Span]) -> [Span] {
    var hasLink = false
    return spans.filter { span in
      guard case .formatting(let index) = span, case .link = text.formatting[index].kind else {
        return true
      }
      defer { hasLink = true }
      return !hasLink
    }
  }

  private func write(_ part: ArraySlice<Unicode.Scalar>, to output: inout XMLText) {
    guard !context.isCode else { return output.words(part) }
    let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 { output.empty("br") }
      output.words(line)
    }
  }

  // MARK: Elements

  /// Closes and opens elements so that exactly the elements in `spans` are open.
  private mutating func change(to spans: [Span], _ output: inout XMLText) {
    let kept = zip(open, spans).prefix { $0 == $1 }.count
    for span in open[kept...].reversed() { close(span, &output) }
    for span in spans[kept...] { begin(span, &output) }
    open = spans
  }

  private mutating func begin(_ span: Span, _ output: inout XMLText) {
    switch span {
    case .word(let id, _): output.open("span", ["id": id])
    case .formatting(let index):
      let formatting = text.formatting[index]
      switch formatting.kind {
      case .link(let target): output.open("a", ["href": target.asLink])
      case .image(let file):
        output.open("span", ["class": "picture"])
        if shown.insert(index).inserted { picture(file, &output) }
      case .voice(let speaker): output.open("span", ["class": EPUBStyle.quotation(of: speaker)])
      default: output.open(Self.element(of: formatting.kind))
      }
    }
  }

  private func close(_ span: Span, _ output: inout XMLText) {
    guard case .formatting(let index) = span else { return output.close("span") }
    output.close(Self.element(of: text.formatting[index].kind))
  }

  private static func element(of kind: PageFormatting.Kind) -> String {
    switch kind {
    case .emphasis: "em"
    case .strong: "strong"
    case .underline: "u"
    case .strikethrough: "s"
    case .code: "code"
    case .link: "a"
    case .image, .footnote, .voice: "span"
    }
  }

  /// Writes a picture within text.
  /// The text already contains the picture's description, so the alternative text is empty.
  private func picture(_ file: String, _ output: inout XMLText) {
    output.empty("img", ["src": "../" + EPUBNames.image(file).asAddress, "alt": ""])
  }

  /// Writes formatting that covers no text: a footnote mark, or a picture.
  private mutating func writeMark(
    _ formatting: PageFormatting, at place: Int, to output: inout XMLText
  ) {
    // Inside a word, the word's element stays open, because a word must be a single element.
    if case .word(_, let end)? = open.first, end > place {
      change(to: [open[0]], &output)
    } else {
      change(to: [], &output)
    }
    switch formatting.kind {
    case .image(let file): picture(file, &output)
    case .footnote(let number) where context.notes.contains(number):
      let id = context.marked.insert(number).inserted ? "fnref\(number)" : nil
      output.open(
        "a",
        [
          "class": "noteref", "epub:type": "noteref", "role": "doc-noteref",
          "href": "#fn\(number)", "id": id,
        ])
      output.words(String(number))
      output.close("a")
    case .footnote(let number): output.element("sup", words: String(number))
    default: break
    }
  }
}

import Basics

/// A PDF as a screenplay: its title page, its elements, and what was understood.
struct PDFScript {
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var skipped: SkippedWords
  private(set) var elements: [GuionElement] = []
  private let pages: Int
  private let furniture: Int
  private let isTypewritten: Bool
  private let grid: ScriptGrid
  private let script: PrintedScript
  private let revisionMarks: Int
  /// Whether a text has the headings and the names of a screenplay, wherever they are on the page.
  let hasWordsOfScreenplay: Bool

  init(_ pages: [PDFPage]) {
    let printed = PrintedLines(pages)
    (self.pages, furniture, skipped) = (pages.count, printed.furniture, printed.skipped)
    (isTypewritten, revisionMarks) = (printed.isTypewritten, printed.revisionMarks)
    let main = printed.lines.map(\.mainPiece)
    hasWordsOfScreenplay =
      main.count(where: \.isHeading) > 2
      && main.count { $0.text.utf8.count <= 40 && $0.isInCapitals } > min(100, 2 * pages.count)
    grid = ScriptGrid(printed.lines, characterWidth: printed.characterWidth)
    var rest = printed.lines[...]
    var titleLines: [PrintedLine] = []
    for number in 1...3 {
      let page = Array(rest.prefix { $0.page == number })
      let width = pages.first { $0.number == number }?.width ?? 612
      guard Self.isTitlePage(page, grid, width: width, isFirst: number == 1) else { break }
      titleLines += page
      rest = rest.dropFirst(page.count)
    }
    let titles = FinalDraftTitlePage(
      Self.titleLines(titleLines, grid, width: pages.first?.width ?? 612), waitsForCredit: true
    ) { SourcePosition(line: $0, column: 1) }
    titlePage = titles.entries
    for line in titleLines { skipped.add(line.text, .titlePage) }
    script = PrintedScript(Array(rest), grid)
    skipped.add(script.skipped)
    elements = script.elements
  }

  // MARK: Title page

  private static func isTitlePage(
    _ lines: [PrintedLine], _ grid: ScriptGrid, width: Double, isFirst: Bool
  ) -> Bool {
    guard !lines.isEmpty, lines.count <= 28 else { return false }
    let pieces = lines.map(\.mainPiece)
    if pieces.contains(where: \.isHeading) { return false }
    let hasSpeech = zip(lines.indices, lines.indices.dropFirst()).contains { index, next in
      grid.isNamedCue(pieces[index])
        && grid.isNear(pieces[next].left, grid.dialogue)
        && grid.isClose(lines[next], below: lines[index])
    }
    let centred = lines.count { isCentred($0, grid, width) }
    let long = pieces.count { $0.text.count >= 50 }
    let hasCredit = isFirst && lines.contains { TitleWording.isCredit($0.text) }
    if hasSpeech || centred * 10 < lines.count * 4 && !hasCredit { return false }
    return isFirst ? long * 2 <= lines.count : long * 5 <= lines.count && lines.count >= 3
  }

  /// Whether a line is in the middle of the page or of its text.
  private static func isCentred(_ line: PrintedLine, _ grid: ScriptGrid, _ width: Double) -> Bool {
    let middle = (line.left + line.right) / 2
    let places = [width / 2, (grid.action + grid.actionEnd) / 2]
    return places.contains { abs(middle - $0) < 2.5 * grid.characterWidth }
  }

  private static func titleLines(
    _ lines: [PrintedLine], _ grid: ScriptGrid, width: Double
  ) -> [FinalDraftTitleLine] {
    var result: [FinalDraftTitleLine] = []
    for (index, line) in lines.enumerated() {
      let offset = line.place.line
      if index > 0, !grid.isTight(line, below: lines[index - 1], inSpeech: false) {
        result.append(FinalDraftTitleLine(words: "", isCentered: false, offset: offset))
      }
      result.append(
        FinalDraftTitleLine(
          words: line.text.inOneLine ?? "", isCentered: isCentred(line, grid, width),
          offset: offset))
    }
    return result
  }

  // MARK: What was understood

  private func count(_ type: ElementType) -> Int { elements.count { $0.elementType == type } }

  /// Whether the PDF is a screenplay. Measured: no prose of 100 PDFs had so many cues.
  var isScreenplay: Bool {
    let (cues, headings) = (count(.character), count(.sceneHeading))
    let hasSpeech = grid.dialogue != nil && cues > 0
    if pages <= 3, isTypewritten, hasSpeech || headings > 0 { return true }
    return hasSpeech && cues >= pages && (headings > 0 || cues >= 3 * pages)
  }

  /// The place of the first line, if too little of the layout was understood.
  var unusualLayout: SourcePosition? {
    let cues = count(.character)
    let isUnusual =
      cues < pages || script.strayLines * 20 > elements.count * 3 || script.emptyCues * 33 > cues
    return isUnusual
      ? elements.first?.sourceRange?.start ?? SourcePosition(page: 1, line: 1) : nil
  }

  var summary: String {
    let roles = Set(elements.filter { $0.elementType == .character }.map(\.elementText)).count
    let dropped = [
      (furniture, "line of page headers", "lines of page headers"),
      (script.mores, "(MORE)", "(MORE)"),
      (script.continuations, "CONTINUED", "CONTINUED"),
      (revisionMarks + script.revisionMarks, "revision mark", "revision marks"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return "\(Quantity.count(pages, "page")), \(Quantity.count(count(.sceneHeading), "scene")), "
      + Quantity.count(roles, "role")
      + (dropped.isEmpty ? "" : ", without " + dropped.joined(separator: ", "))
  }
}

extension GuionElement {
  /// Creates an element from printed lines.
  static func printed(
    _ type: ElementType, _ words: StyledWords, at range: SourceRange, number: String? = nil,
    isDual: Bool = false
  ) -> Self {
    var words = words
    if words.text.hasSuffix("\u{AD}") { words = words.slice(0..<words.bytes.count - 2) }
    words.joinSpans()
    let plain = Self(elementType: type, elementText: words.onOneLine.text, sourceRange: range)
    switch type {
    case .sceneHeading, .transition, .comment:
      var element = plain
      element.sceneNumber = number
      return element
    case .character:
      var element = plain
      let bytes = Array(plain.elementText.utf8)
      let form = bytes.withUnsafeBufferPointer { CueForm(forced: $0, 0..<$0.count) }
      if let form, !form.isDual, let suffix = form.extension {
        element.elementText = String(decoding: bytes[form.name], as: UTF8.self)
        element.extension = String(decoding: bytes[suffix], as: UTF8.self)
      }
      element.isDualDialogue = isDual
      return element
    case .parenthetical:
      let line = words.onOneLine
      let inner = line.bytes.withUnsafeBufferPointer { LineForm.parenthetical($0, 0..<$0.count) }
      return GuionElement(type, inner.map(line.slice) ?? line, at: range)
    case .action where CueWords.isSound(words.text):
      return GuionElement(.sound, words.onOneLine, at: range)
    default: return GuionElement(type, words, at: range)
    }
  }
}

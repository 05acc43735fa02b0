import Basics

/// The script in an office document whose paragraphs have the styles of a script.
struct OfficeScript {
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var elements: [GuionElement] = []
  private(set) var skipped = SkippedWords()

  /// Creates a script from the elements of a page, whose ranges are paragraphs.
  init(_ document: [GuionElement], _ page: OfficePage, _ edition: ReadingEdition) {
    let lines = Self.hasStyles(page) ? page.lines : OfficeColumns.typed(page.lines) ?? page.lines
    let looks = Dictionary(lines.map { ($0.paragraph, $0) }) { first, _ in first }
    let look = { (element: GuionElement) in
      element.sourceRange.flatMap { looks[$0.start.line] } ?? OfficePage.Line(paragraph: 1)
    }
    let top = Self.titlePage(of: document, look)
    for element in document[..<top] { skipped.add(element.elementText, .titlePage) }
    titlePage = Self.entries(of: document[..<top], look)
    // In a text of line feeds, the offsets of paragraphs are their lines.
    let count = page.lines.map(\.paragraph).max() ?? 0
    elements = [UInt8](repeating: 0x0A, count: count + 1).withUnsafeBufferPointer { lines in
      var script = FinalDraftScript(LineTable(lines), edition)
      var (startsPage, cues, row) = (false, 0, -1)
      for element in document[top...] {
        if element.elementType == .pageBreak {
          startsPage = true
          continue
        }
        let line = look(element)
        let type = element.mark.isNote ? .action : line.script ?? .action
        if Self.isFurniture(element.elementText) {
          skipped.add(element.elementText, .pageFurniture)
          continue
        }
        // Simultaneous speeches are the cells of a row.
        if line.row != row { (row, cues) = (line.row, 0) }
        let isCue = type == .character && row > 0
        script.append(
          FinalDraftParagraph(
            type, element, isCentered: line.isCentered, startsPage: startsPage,
            offset: line.paragraph - 1),
          isSecond: isCue && cues > 0)
        if isCue { cues += 1 }
        startsPage = false
      }
      return script.elements
    }
  }

  /// Whether the styles of a page are those of a script. Programs have other styles with the name "Character".
  static func isScript(_ page: OfficePage) -> Bool {
    hasStyles(page) || OfficeColumns.typed(page.lines) != nil
  }

  private static func hasStyles(_ page: OfficePage) -> Bool {
    page.lines.contains { $0.script == .character }
      && page.lines.contains { $0.script == .dialogue }
  }

  /// Returns the number of elements of the title page: those in other styles before the first new page.
  private static func titlePage(
    of document: [GuionElement], _ look: (GuionElement) -> OfficePage.Line
  ) -> Int {
    let end = document.prefix { $0.elementType != .pageBreak }
    return end.count < document.count && end.allSatisfy { look($0).script == nil } ? end.count : 0
  }

  private static func entries(
    of elements: ArraySlice<GuionElement>, _ look: (GuionElement) -> OfficePage.Line
  ) -> [TitlePageEntry] {
    var lines: [FinalDraftTitleLine] = []
    for element in elements {
      let line = look(element)
      // Paragraphs without text divide the title page.
      if let last = lines.last, line.paragraph > last.offset + 1 {
        lines.append(FinalDraftTitleLine(words: "", isCentered: false, offset: line.paragraph))
      }
      for words in element.elementText.split(separator: "\n").compactMap({ String($0).inOneLine }) {
        lines.append(
          FinalDraftTitleLine(
            words: words, isCentered: line.isCentered, offset: line.paragraph,
            isCredit: words.lowercased().hasSuffix(" by")))
      }
    }
    return FinalDraftTitlePage(lines, waitsForCredit: true) {
      SourcePosition(line: $0, column: 1)
    }.entries
  }

  /// Whether a text is one that programs print at the ends of pages.
  private static func isFurniture(_ text: String) -> Bool {
    let letters = text.uppercased().filter { $0.isLetter }
    return ["MORE", "CONTINUED"].contains(letters) && text.contains { "(:".contains($0) }
  }

  /// A script without styles, whose columns are only indented.
  enum OfficeColumns {
    private static let pageWidth = 432.0
    private static let characterWidth = 7.2

    /// Returns the lines with their types; nil if they are not a script. A script has two headings of scenes and three
    /// speeches.
    static func typed(_ lines: [OfficePage.Line]) -> [OfficePage.Line]? {
      var middle = 0.0
      let printed = lines.map { line in
        middle += line.isApart ? 24 : 12
        return PrintedLine(
          page: 1, row: line.paragraph, middle: middle, pieces: [piece(of: line)])
      }
      let pieces = printed.map(\.mainPiece)
      guard pieces.count(where: \.isHeading) >= 2 else { return nil }
      let grid = ScriptGrid(printed, characterWidth: characterWidth)
      guard grid.cue != nil, grid.dialogue != nil else { return nil }
      var (typed, isSpeaking) = (lines, false)
      for (index, piece) in pieces.enumerated() {
        let next = index + 1 < pieces.count ? pieces[index + 1] : nil
        let type = type(of: piece, lines[index], before: next, grid, isSpeaking: isSpeaking)
        isSpeaking = [.character, .dialogue, .parenthetical].contains(type)
        typed[index].script = type
        // The title page has no types.
        if lines[index].isCentered, type != .character { typed[index].script = nil }
      }
      return typed.count { $0.script == .character } >= 3 ? typed : nil
    }

    private static func piece(of line: OfficePage.Line) -> PrintedLine.Piece {
      var words = StyledWords()
      words.append(line.text.utf8)
      let width = min(Double(line.text.count) * characterWidth, pageWidth)
      var left = line.indent
      if line.isCentered { left = (pageWidth - width) / 2 }
      if line.isRight { left = pageWidth - width }
      return PrintedLine.Piece(words: words, left: left, right: left + width)
    }

    private static func type(
      of piece: PrintedLine.Piece, _ line: OfficePage.Line, before next: PrintedLine.Piece?,
      _ grid: ScriptGrid, isSpeaking: Bool
    ) -> FinalDraftType {
      if piece.isHeading { return .sceneHeading }
      if grid.isNamedCue(piece), let next, grid.isSpeech(next) { return .character }
      if isSpeaking, grid.isSpeech(piece) {
        return piece.text.hasPrefix("(") ? .parenthetical : .dialogue
      }
      let isFar = !grid.hasCentredCues && piece.left > (grid.cue ?? .infinity)
      let isTransition = line.isRight || isFar || piece.text.hasSuffix("TO:")
      return piece.isInCapitals && isTransition ? .transition : .action
    }
  }
}

extension Mark? {
  fileprivate var isNote: Bool { if case .footnote = self { true } else { false } }
}

extension FinalDraftParagraph {
  /// Creates a paragraph from an element of another document.
  init(
    _ type: FinalDraftType, _ element: GuionElement, isCentered: Bool, startsPage: Bool,
    offset: Int
  ) {
    (self.type, self.isCentered, self.startsPage) = (type, isCentered, startsPage)
    (number, isOmitted, self.offset) = (nil, false, offset)
    words.append(element.elementText.utf8)
    for span in element.inlines { words.mark(span.range, as: span.kind) }
    range = offset..<offset + 1
  }
}

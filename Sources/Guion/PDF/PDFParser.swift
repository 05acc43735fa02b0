import Basics

/// Reads a PDF into elements (Documentation/formats.md).
struct PDFParser {
  private(set) var format: DocumentFormat
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var elements: [GuionElement] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var skipped = SkippedWords()

  /// Reads the bytes of a PDF; `format` can say that it is a screenplay or that it is none.
  init(
    _ bytes: [UInt8], format: DocumentFormat, _ converter: DocumentConverter
  ) throws(Diagnostic) {
    self.format = format
    let output = try PDFOutput(bytes, converter)
    guard var runs = PDFRuns(output.xml) else { throw .badPDF("it has no pages") }
    if runs.isTooLarge { throw .hugePDF("has more than 5,000 pages or 2,000,000 pieces of text") }
    (diagnostics, skipped) = (output.diagnostics, runs.skipped)
    // A page of pictures can have a stamp or a number as text.
    let hasBarePages = runs.pages.contains { $0.runs.count <= 2 }
    let pictures = hasBarePages ? Set(PDFOutput.pagesWithPictures(bytes, converter)) : []
    if output.isRecognized {
      diagnostics.append(.recognizedText)
    } else if !pictures.isEmpty, let hidden = try? PDFOutput.withHiddenText(bytes, converter),
      let recognized = PDFRuns(hidden), runs.replacePages(in: pictures, by: recognized)
    {
      diagnostics.append(.recognizedText)
    }
    try checkText(runs, pictures)
    if format != .pdfText {
      let script = PDFScript(runs.pages)
      if format == .pdfScript || script.isScreenplay {
        read(script, runs)
      } else if script.hasWordsOfScreenplay {
        diagnostics.append(.unusualScreenplay)
      }
    }
    if self.format != .pdfScript { read(PDFProse(runs)) }
    if titlePage.isEmpty { titlePage = output.titlePage }
  }

  private mutating func read(_ script: PDFScript, _ runs: PDFRuns) {
    format = .pdfScript
    (titlePage, elements) = (script.titlePage, script.elements)
    skipped.add(script.skipped)
    if let place = script.unusualLayout { diagnostics.append(.unusualLayout(at: place)) }
    diagnostics.append(.readPDF("as a screenplay: " + script.summary, or: .pdfText))
  }

  private mutating func read(_ prose: PDFProse) {
    format = .pdfText
    elements = prose.elements
    skipped.add(prose.skipped)
    diagnostics.append(.readPDF("as a text: " + prose.summary, or: .pdfScript))
  }

  // MARK: Pages without text

  private mutating func checkText(
    _ runs: PDFRuns, _ pictures: Set<Int>
  ) throws(Diagnostic) {
    let empty = runs.pages.filter { $0.runs.isEmpty }.map(\.number)
    if empty.count * 10 >= runs.pages.count * 9 {
      if runs.rotatedLetters > runs.letters { throw .noText("its text is vertical") }
      throw .noText("its pages are pictures, as a scanner makes them")
    }
    if runs.unmapped * 20 > max(1, runs.letters)
      || runs.unreadable.count * 2 > runs.pages.count - empty.count
    {
      throw .noText("its fonts do not say which letters they show")
    }
    if let first = runs.unreadable.first {
      diagnostics.append(.unreadablePages(runs.unreadable, first))
    }
    let pages = empty.filter(pictures.contains)
    if let first = pages.first { diagnostics.append(.pagesWithoutText(pages, first)) }
    let all = max(1, runs.letters + runs.rotatedLetters)
    if runs.rotatedLetters * 5 > all { diagnostics.append(.rotatedText) }
    if runs.mathLetters * 20 > all { diagnostics.append(.formulas) }
  }
}

/// The headings of a text: paragraphs in a larger size, or those that the PDF's own table of contents names.
struct ProseHeadings {
  /// The levels of paragraphs that are headings.
  private(set) var levels: [Int: Int] = [:]

  init(_ paragraphs: [ProseParagraph], _ text: ProseLines, _ bookmarks: [PDFBookmark]) {
    let named = Self.named(paragraphs, bookmarks)
    if named.count >= 2, named.count * 10 >= bookmarks.count * 6 {
      levels = named
      return
    }
    let sizes = Self.sizes(paragraphs, text)
    for (index, paragraph) in paragraphs.enumerated() {
      guard Self.canBeHeading(paragraph) else { continue }
      if let rank = sizes.firstIndex(of: paragraph.first.size) {
        levels[index] = rank + 1
      } else if paragraph.first.isBold, paragraph.lineCount == 1, !paragraph.first.isLarge,
        Self.hasGap(above: index, paragraphs, text)
      {
        levels[index] = sizes.count + 1
      }
    }
    // If most paragraphs are bold, bold says nothing.
    let bold = levels.filter { $0.value == sizes.count + 1 }
    if bold.count * 3 > paragraphs.count { for index in bold.keys { levels[index] = nil } }
  }

  /// Finds the paragraphs that the table of contents names, in order.
  private static func named(
    _ paragraphs: [ProseParagraph], _ bookmarks: [PDFBookmark]
  ) -> [Int: Int] {
    var (found, next): ([Int: Int], Int) = ([:], 0)
    let keys = paragraphs.map { letters(of: $0.words.text) }
    for bookmark in bookmarks {
      let title = letters(of: bookmark.title)
      let place = paragraphs[next...].firstIndex { $0.first.page >= bookmark.page }
      guard !title.isEmpty, var index = place else { continue }
      while index < paragraphs.count, paragraphs[index].first.page <= bookmark.page + 1 {
        if keys[index] == title, canBeHeading(paragraphs[index]) {
          found[index] = bookmark.level
          next = index + 1
          break
        }
        index += 1
      }
    }
    return found
  }

  private static func letters(of text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  private static func canBeHeading(_ paragraph: ProseParagraph) -> Bool {
    let text = paragraph.words.text
    return paragraph.first.note == nil && text.utf8.count <= 200
      && text.contains { $0.isLetter || $0.isNumber } && paragraph.lineCount <= 4
      && !(text.hasSuffix(",") || text.hasSuffix(";"))
  }

  /// Returns the sizes of headings, the largest first: at most three, because more are the labels of figures.
  private static func sizes(_ paragraphs: [ProseParagraph], _ text: ProseLines) -> [Double] {
    let large = paragraphs.filter { $0.first.isLarge && canBeHeading($0) }
    let sizes = Dictionary(grouping: large, by: \.first.size).filter { _, own in
      let placed = own.count {
        abs($0.first.indent) < 3 || abs($0.first.indent - $0.first.space) < 9
      }
      return placed * 10 >= own.count * 8
    }
    return Array(sizes.keys.sorted(by: >).prefix(3))
  }

  /// Whether a bold line stands alone and does not end as a sentence.
  private static func hasGap(
    above index: Int, _ paragraphs: [ProseParagraph], _ text: ProseLines
  ) -> Bool {
    let own = paragraphs[index].first
    if paragraphs[index].words.endsSentence || own.words.text.count > 80 { return false }
    let above = index > 0 ? paragraphs[index - 1].last : nil
    guard let above, above.page == own.page else { return true }
    return own.middle - above.middle > 1.3 * text.pitch || own.middle < above.middle
  }
}

extension Diagnostic {
  fileprivate static func noText(_ reason: String) -> Self {
    Self(
      code: "pdf-no-text", severity: .error,
      message:
        "this PDF has no text to read: \(reason); make a text of it with a program for OCR, such "
        + "as ocrmypdf")
  }

  fileprivate static var recognizedText: Self {
    Self(
      code: "pdf-ocr", severity: .warning,
      message:
        "pages are pictures, and their text is what a program recognized in them; compare "
        + "the text with the pages")
  }

  fileprivate static func pagesWithoutText(_ pages: [Int], _ first: Int) -> Self {
    Self(
      code: "pdf-page-without-text", severity: .warning,
      message:
        "\(Quantity.count(pages.count, "page")) of this PDF \(pages.count == 1 ? "is" : "are") "
        + "only pictures, so no text is read there: \(list(pages))",
      position: SourcePosition(page: first, line: 1))
  }

  fileprivate static func unreadablePages(_ pages: [Int], _ first: Int) -> Self {
    Self(
      code: "pdf-page-without-text", severity: .warning,
      message:
        "on \(Quantity.count(pages.count, "page")) of this PDF, the fonts do not say which letters "
        + "they show, so the words there are wrong: \(list(pages))",
      position: SourcePosition(page: first, line: 1))
  }

  private static func list(_ pages: [Int]) -> String {
    pages.prefix(10).map(String.init).joined(separator: ", ") + (pages.count > 10 ? " …" : "")
  }

  fileprivate static var rotatedText: Self {
    Self(
      code: "pdf-rotated", severity: .warning,
      message:
        "more than a fifth of the text of this PDF is vertical and is not read; turn the pages, "
        + "and save the PDF again")
  }

  fileprivate static var formulas: Self {
    Self(
      code: "pdf-formulas", severity: .warning,
      message:
        "this PDF has many formulas, which cannot be read as words; read its source instead, if "
        + "you have it")
  }

  fileprivate static func unusualLayout(at place: SourcePosition) -> Self {
    Self(
      code: "pdf-layout", severity: .warning,
      message:
        "the layout of this screenplay is unusual; check the cast, and correct the script that "
        + "\"guion2audio convert --to fountain\" writes", position: place)
  }

  fileprivate static var unusualScreenplay: Self {
    Self(
      code: "pdf-layout", severity: .warning,
      message:
        "this PDF has the words of a screenplay, but its layout is unusual, so it is read as a "
        + "text; if it is a screenplay, read it with --from pdf-script, and check the cast")
  }

  fileprivate static func readPDF(_ summary: String, or other: DocumentFormat) -> Self {
    Self(
      code: "pdf-reading", severity: .note,
      message:
        "this PDF is read \(summary); if this is wrong, read it with --from \(other.rawValue)")
  }
}

public import Basics

/// Reads a document in CommonMark with GitHub's extensions into elements, by the rules of
/// Documentation/markdown.md.
///
/// Any bytes are valid Markdown: problems are diagnostics, never errors. The work is linear in the length
/// of the text.
public struct CommonMarkParser: Sendable {
  /// The keys and values of the front matter; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text, each with its position.
  ///
  /// Footnotes come last.
  public private(set) var elements: [GuionElement]
  /// The warnings and errors: about the front matter, about bytes that cannot be decoded, about a wide
  /// table.
  public private(set) var diagnostics: [Diagnostic]
  /// The front matter's `guion2audio` block, which can contain the keys of a cast file.
  public let settings: JSONNode?
  /// The words that are in no element.
  private(set) var skipped: SkippedWords

  /// Parses a document that is already text.
  public init(string: String, edition: ReadingEdition = .second) {
    var string = string
    self = string.withUTF8 { Self.read($0, isValid: true, edition, [:]) }
  }

  /// Parses the bytes of a document.
  ///
  /// Bytes that cannot be decoded become U+FFFD.
  public init(bytes: [UInt8], edition: ReadingEdition = .second) {
    self.init(bytes: bytes, edition: edition, soundWords: [:])
  }

  /// Parses the bytes of a document; `soundWords` are a cast's own words for sounds, and `language` is that of the
  /// text if the front matter names none.
  package init(
    bytes: [UInt8], edition: ReadingEdition = .second, soundWords: SoundCue.Words,
    language: String? = nil
  ) {
    self = bytes.withUnsafeBufferPointer {
      Self.read($0, isValid: false, edition, soundWords, language: language)
    }
  }

  /// Parses the bytes of a document, cut into parts of the given sizes.
  init(bytes: [UInt8], sizes: MarkdownSizes, edition: ReadingEdition = .second) {
    self = bytes.withUnsafeBufferPointer {
      Self.read($0, isValid: false, edition, [:], language: nil, sizes)
    }
  }

  /// Parses the file at a path.
  ///
  /// Throws only if the file cannot be read.
  public init(file: String, edition: ReadingEdition = .second) throws(FileError) {
    self.init(bytes: try SourceFile.bytes(of: file), edition: edition)
  }

  /// Parses a text without the comments of templates, which are removed first.
  private static func read(
    _ source: Bytes, isValid: Bool, _ edition: ReadingEdition, _ soundWords: SoundCue.Words,
    language: String? = nil, _ sizes: MarkdownSizes = .init()
  ) -> Self {
    let comments = edition == .second ? TemplateComments(in: source) : nil
    let parseNotes = { (text: Bytes) in
      Self(source: text, isValid: isValid, edition, soundWords, language: language, sizes)
    }
    let parseLines = { (text: Bytes) in
      guard edition == .second, let notes = InlineNotes(in: text) else { return parseNotes(text) }
      var parser = notes.text.withUnsafeBufferPointer(parseNotes)
      guard let elements = notes.placed(parser.elements) else { return parseNotes(text) }
      parser.elements = elements
      return parser
    }
    let parse = { (text: Bytes) in
      guard edition == .second, let outlines = IndentedOutlines(in: text) else {
        return parseLines(text)
      }
      var parser = outlines.text.withUnsafeBufferPointer(parseLines)
      parser.elements = parser.elements.map { $0.moved(by: outlines.removedColumns) }
      parser.diagnostics = parser.diagnostics.map { $0.moved(by: outlines.removedColumns) }
      return parser
    }
    guard let comments else { return parse(source) }
    var parser = comments.text.map { $0.withUnsafeBufferPointer(parse) } ?? parse(source)
    parser.skipped.add(comments.skipped)
    if let unclosed = comments.unclosed {
      var places = PositionCounter(source, from: source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      let place = places.position(of: unclosed.offset)
      parser.diagnostics.append(.unclosedComment(at: place, unclosed.signs))
    }
    return parser
  }

  private init(
    source: Bytes, isValid: Bool, _ edition: ReadingEdition, _ soundWords: SoundCue.Words,
    language: String? = nil, _ sizes: MarkdownSizes = .init()
  ) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let undecodable = isValid ? [] : Diagnostic.undecodable(in: source, from: start)
    let front = FrontMatter(in: source, from: start, edition)
    titlePage = front.titlePage
    settings = front.settings
    if edition == .second, FrontMatter.isDrawing(source, from: start) {
      (elements, diagnostics, skipped) = ([], undecodable, SkippedWords())
      skipped.add(Bytes(rebasing: source[start...]), .media)
      return
    }
    let wide = WideTable.first(in: source, from: front.end)
    let warning = wide.map { table in
      var places = PositionCounter(source, from: start)
      return Diagnostic.wideTable(table, at: places.position(of: table.offset))
    }
    var traits = MarkdownTraits(
      isValid: undecodable.isEmpty, hasTables: wide == nil,
      hasFootnotes: FootnoteLabels.areIn(source, from: front.end), edition: edition,
      soundWords: soundWords)
    traits.readKinds(of: source, from: front.end)
    let own = front.titlePage.first { ["lang", "language"].contains($0.key.lowercased()) }
    traits.language = String((own?.values.first ?? language ?? "en").prefix(2)).lowercased()
    let comments =
      edition == .second
      ? BlockComments(in: source, from: front.end, isMDX: traits.isMDX) : nil
    let unclosed = [
      comments?.unclosed.map { ($0, ("%%", "%%")) },
      comments?.unclosedScript.map { ($0, ("{/*", "*/}")) },
      comments?.divided.unclosed[0].map { ($0, DividedComments.marks[0]) },
      comments?.divided.hidden == nil
        ? comments?.divided.unclosed[1].map { ($0, DividedComments.marks[1]) } : nil,
    ].map { found -> Diagnostic? in
      var places = PositionCounter(source, from: start)
      return found.map { .unclosedComment(at: places.position(of: $0.0), $0.1) }
    }
    let hidden = comments?.divided.hidden.map { open in
      var places = PositionCounter(source, from: start)
      return Diagnostic.unclosedComment(
        at: places.position(of: open), DividedComments.marks[1], isRead: false)
    }
    let code =
      edition == .second ? Diagnostic.unclosedCode(in: source, below: front.end, from: start) : nil
    var faults =
      front.diagnostics + undecodable + ([warning] + unclosed + [hidden, code]).compactMap(\.self)
    var words = comments?.skipped ?? SkippedWords()
    var notes: [Diagnostic?] = []
    let read = { [traits] (text: Bytes) in
      let found = MarkdownReader.reader(of: text, below: front, traits: traits, sizes)
      words.add(found.skipped)
      notes = [found.noteOnMarks, found.unheard.map(Diagnostic.unheardSound)]
      return found.elements
    }
    let rewrite = { [traits] (text: Bytes) in
      let directives = Directives(
        in: text, from: front.end, lineCount: front.lineCount, isMDX: traits.isMDX)
      if let open = directives.openComment {
        var places = PositionCounter(text, from: start)
        faults.append(
          .unclosedComment(at: places.position(of: open), ("{% comment %}", "{% endcomment %}")))
      }
      guard let rewritten = directives.text else { return read(text) }
      words.add(directives.skipped)
      let elements = rewritten.withUnsafeBufferPointer(read)
      return elements.map { $0.moved(by: directives.removedColumns) }
    }
    let found =
      edition == .first
      ? read(source) : comments?.text.map { $0.withUnsafeBufferPointer(rewrite) } ?? rewrite(source)
    if front.element == nil {
      words.add(Bytes(rebasing: source[start..<max(start, front.end)]), .frontMatter)
    }
    (elements, skipped) = (found, words)
    let skip = edition == .second ? found.openSkip?.sourceRange?.start : nil
    diagnostics = faults + ([skip.map(Diagnostic.unclosedSkip)] + notes).compactMap(\.self)
  }
}

/// The sizes for cutting a long document into parts, which are parsed separately.
struct MarkdownSizes {
  /// The size of the largest document that is parsed whole, in bytes.
  /// A tree needs ten to twenty times as much memory as its document. Up to this size, there is enough
  /// memory for the tree.
  var whole = 1 << 20
  /// The minimum length of a part, in bytes.
  /// Longer parts would only need more memory.
  var part = 256 << 10
  /// The maximum total length of the document's labels, in bytes.
  /// Every part gets a preamble with all labels.
  var labels = 256 << 10
  /// The minimum ratio of a part's length to its preamble's length, so that parsing the preamble stays
  /// cheap.
  var minimumRatio = 8
}

/// A table that is too wide for cmark 0.29.
/// If a document contains such a table, all its tables are read as text.
/// cmark 0.29 fills short rows up to the width of the header, so 40 KB of text can create 25 million
/// cells and need 7 GB. For each cell it also walks over all earlier cells of the row, so 100 KB in
/// one row take seconds. Later versions of cmark limit the number of cells.
struct WideTable: Equatable {
  /// The reason why cmark cannot read the table.
  enum Fault: Equatable {
    /// Nearly all cells of the table would be empty.
    case empty(columns: Int, rows: Int)
    /// One row has this many cells.
    case longRow(cells: Int)
  }

  /// The offset of the line that causes the problem.
  let offset: Int
  let fault: Fault

  /// The maximum number of bars in a row.
  /// Up to this number, cmark reads a row about as fast as other text. No page has room for so many
  /// columns.
  static let maximumBars = 500
  /// A table with at most this many columns fits into memory, for any text of an accepted size.
  static let defaultWidth = 100
  /// The maximum number of cells for each byte of a table's rows.
  /// A cell with its bar takes two bytes.
  static let cellsPerByte = 4

  /// Returns the first table that is too wide; nil if the text has no such table.
  static func first(in text: Bytes, from start: Int) -> Self? {
    var lines = TableLines(text, from: start)
    while let paragraph = lines.nextParagraph() {
      if paragraph.hasDelimiters, let table = table(in: paragraph, lines) { return table }
    }
    return nil
  }

  private static func table(in paragraph: TableLines.Paragraph, _ lines: TableLines) -> Self? {
    var lines = lines
    lines.goBack(to: paragraph)
    for index in 0..<paragraph.lineCount {
      let line = lines.next()
      let bars = lines.bars(in: line)
      if bars > maximumBars { return Self(offset: line.lowerBound, fault: .longRow(cells: bars)) }
      let rows = paragraph.lineCount - index - 1
      let cells = cellsPerByte * (paragraph.range.upperBound - line.lowerBound) + 100_000
      if bars > defaultWidth, bars * rows > cells, lines.isDelimiters(line) {
        return Self(offset: line.lowerBound, fault: .empty(columns: bars, rows: rows))
      }
    }
    return nil
  }
}

extension Diagnostic {
  static func wideTable(_ table: WideTable, at place: SourcePosition) -> Self {
    let reason =
      switch table.fault {
      case .empty(let columns, let rows):
        "this table has room for \(columns) × \(rows) cells, but nearly all of them are empty"
      case .longRow(let cells):
        "this row has \(cells) cells, but a table row is limited to \(WideTable.maximumBars)"
      }
    return Self(
      code: "wide-table", severity: .warning,
      message: "\(reason), so all tables in this document are read as lines of text; split this "
        + "table or make it narrower",
      position: place)
  }
}

/// An iterator over the lines of a text, for finding tables.
struct TableLines {
  /// The lines up to the next blank line.
  /// A table and the text directly above it are one paragraph.
  struct Paragraph {
    /// The range from the start of the first line to the end of the last line.
    var range: Range<Int>
    var lineCount = 0
    /// Whether one of the lines may be the delimiters of a table.
    var hasDelimiters = false
  }

  private let text: Bytes
  /// Whether the text contains CR, which may end a line.
  private let hasReturns: Bool
  private(set) var offset: Int

  init(_ text: Bytes, from start: Int) {
    self.text = text
    offset = start
    hasReturns = text.first(UInt8(ascii: "\r"), in: start..<text.count) != nil
  }

  /// Returns the next paragraph, or nil at the end of the text.
  mutating func nextParagraph() -> Paragraph? {
    var paragraph: Paragraph?
    while offset < text.count {
      let line = next()
      if isBlank(line) {
        if paragraph != nil { return paragraph }
        continue
      }
      let start = paragraph?.range.lowerBound ?? line.lowerBound
      var found = paragraph ?? Paragraph(range: line)
      found.range = start..<line.upperBound
      found.lineCount += 1
      found.hasDelimiters = found.hasDelimiters || isDelimiters(line)
      paragraph = found
    }
    return paragraph
  }

  /// Goes back to the first line of a paragraph.
  mutating func goBack(to paragraph: Paragraph) { offset = paragraph.range.lowerBound }

  var isAtEnd: Bool { offset >= text.count }

  /// Returns the next line without its end.
  /// CR LF, LF and CR each end a line.
  mutating func next() -> Range<Int> {
    let start = offset
    let end = lineEnd
    offset = end + 1
    if end + 1 < text.count, text[end] == UInt8(ascii: "\r"), text[end + 1] == UInt8(ascii: "\n") {
      offset += 1
    }
    return start..<end
  }

  /// Returns the number of bars that may end a cell in a line.
  /// A bar after a backslash is not counted.
  func bars(in line: Range<Int>) -> Int {
    var (bars, isEscaped) = (0, false)
    for byte in text[line] {
      if byte == UInt8(ascii: "|"), !isEscaped { bars += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return bars
  }

  /// Whether a line has only delimiter characters, quotation signs and blanks.
  func isDelimiters(_ line: Range<Int>) -> Bool {
    for byte in text[line] {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ">"): break
      case 0x20, 0x09, 0x0B, 0x0C: break
      default: return false
      }
    }
    return true
  }

  private var lineEnd: Int {
    guard hasReturns else {
      return text.first(UInt8(ascii: "\n"), in: offset..<text.count) ?? text.count
    }
    var end = offset
    while end < text.count, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }

  private func isBlank(_ line: Range<Int>) -> Bool {
    text[line].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

// MARK: - Lines

extension MarkdownTraits {
  /// Returns the line breaks that the author asked for without a mark. The line is short, and the next one begins with a
  /// capital or a digit: a list without bullets, an address.
  func shortLines(in bytes: [UInt8], _ spans: [InlineSpan]) -> [InlineSpan] {
    guard bytes.contains(UInt8(ascii: "\n")) else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let links = spans.compactMap { Self.targetLength(of: $0, in: bytes) }
    // The author's line has the targets of its links too.
    let width = { (line: ArraySlice<UInt8>) in
      let own = links.filter { line.startIndex < $0.end && $0.end <= line.endIndex }
      return line.count + own.reduce(0) { $0 + $1.length }
    }
    let begins = Set(links.map(\.start))
    let longest = lines.lazy.map(width).max() ?? 0
    // A program that breaks lines at 41 to 60 bytes fills each of them.
    let limit = 41...60 ~= longest ? longest : 60
    let known = Set(spans.lazy.filter { $0.kind == .lineBreak }.map(\.range.lowerBound))
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      guard let first = next.first, !known.contains(line.endIndex) else { return nil }
      let isNew =
        first &- UInt8(ascii: "A") < 26 || first &- UInt8(ascii: "0") < 10
        || first == DollarSign.byte && isEquation(line)
      let word = next.prefix { $0 != 0x20 }
      // Lines that begin with links are a list.
      let isList = begins.contains(line.startIndex) && begins.contains(next.startIndex)
      let length = isList ? line.count + word.count : width(line) + width(word)
      if isNew, Self.areParallel(line, next) {
        return InlineSpan(.lineBreak, line.endIndex..<line.endIndex + 1)
      }
      let isMeant = isUnwrapped ? isNew || width(line) < 50 : isNew && length + 1 <= limit
      if isMeant, !isList, goesOn(line, isWrapped: longest > 60) { return nil }
      return isMeant ? InlineSpan(.lineBreak, line.endIndex..<line.endIndex + 1) : nil
    }
  }

  /// Whether two lines begin with the same words, as lines of a list do: "If the rate rises → …".
  private static func areParallel(_ line: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>) -> Bool {
    let shared = zip(line, next).prefix { $0 == $1 }.map(\.0)
    return shared.count > 7 && shared.count { $0 == 0x20 } > 1
  }

  /// Whether a line is an equation: `$x = 2$`.
  private func isEquation(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == DollarSign.byte && line.last == DollarSign.byte && line.count > 4
      && line.contains(UInt8(ascii: "=")) && line.count { $0 == DollarSign.byte } == 2
  }

  /// Whether a line ends with a word that needs the next line: "of the". In wrapped prose, so do other short words and
  /// words without a capital, such as "zentralen": a capital behind them is a noun or a name.
  private func goesOn(_ line: ArraySlice<UInt8>, isWrapped: Bool) -> Bool {
    let word = line.split(separator: 0x20).last ?? []
    if Self.joining.contains(String(decoding: word, as: UTF8.self).lowercased()) { return true }
    guard !isUnwrapped, let first = word.first,
      word.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 })
    else { return false }
    let isSmall = (first & 0x20) != 0 && first < 0x80
    return word.count < 4 && word.count > 1 && isSmall || isWrapped && (isSmall || word.count < 4)
  }

  /// Words that need the next word.
  static let joining: Set<String> = [
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "as",
    "is", "are", "than", "that", "der", "die", "das", "und", "oder", "von", "mit", "le", "la",
    "les",
    "de", "du", "des", "et", "ou", "el", "los", "las", "y", "con", "que",
  ]

  /// Returns the place of a link, and the length of what is around its words: `[words](target)`. Nil for other spans,
  /// and for an address that is its own text.
  private static func targetLength(
    of span: InlineSpan, in bytes: [UInt8]
  ) -> (start: Int, end: Int, length: Int)? {
    guard case .link(let target) = span.kind else { return nil }
    let words = bytes[span.range.clamped(to: bytes.indices)]
    guard !target.utf8.suffix(words.count).elementsEqual(words) else { return nil }
    return (span.range.lowerBound, span.range.upperBound, target.utf8.count + 4)
  }
}

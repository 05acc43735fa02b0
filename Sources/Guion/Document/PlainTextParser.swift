public import Basics

/// Reads plain text: paragraphs between blank lines, pages between form feeds.
///
/// Any bytes are a valid text: problems are diagnostics, never errors. The work is linear in the length of
/// the text.
public struct PlainTextParser: Sendable {
  /// The paragraphs and page breaks in the order of the text, each with its position.
  public let elements: [GuionElement]
  /// The warnings.
  public let diagnostics: [Diagnostic]

  /// Reads a text.
  public init(string: String, edition: ReadingEdition = .second) {
    var string = string
    self = string.withUTF8 { Self(source: $0, isValid: true, edition) }
  }

  /// Reads the bytes of a text.
  ///
  /// Bytes that cannot be decoded become U+FFFD.
  public init(bytes: [UInt8], edition: ReadingEdition = .second) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false, edition) }
  }

  /// Reads the file at a path.
  ///
  /// Throws only if the file cannot be read.
  public init(file: String, edition: ReadingEdition = .second) throws(FileError) {
    self.init(bytes: try SourceFile.bytes(of: file), edition: edition)
  }

  private init(source: Bytes, isValid: Bool, _ edition: ReadingEdition) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let faults = isValid ? [] : Diagnostic.undecodable(in: source, from: start)
    var reader = PlainTextReader(source)
    var lines = LineCursor(source, from: start, spans: [])
    var headings: [SourcePosition] = []
    while let line = lines.next() {
      reader.read(line)
      if edition == .second, HeadingForm.isLine(source, line) {
        headings.append(lines.position(of: line.content.lowerBound, in: line))
      }
    }
    let script = headings.count < 5 ? nil : headings.first
    diagnostics =
      faults + [script.map { .looksLikeScript(at: $0, headings.count) }].compactMap(\.self)
    let found = reader.finish()
    elements = edition == .second ? PlainChapters.marked(found) : found
  }
}

extension Diagnostic {
  fileprivate static func looksLikeScript(at position: SourcePosition, _ count: Int) -> Self {
    Self(
      code: "looks-like-script", severity: .warning,
      message:
        "this text has \(count) lines like headings of scenes, but it is read as prose, in the "
        + "narrator's voice; if it is a screenplay, read it with --from fountain",
      position: position)
  }
}

/// A screenplay that somebody pasted into a plain text.
enum PastedScript {
  /// Whether a text is a screenplay: it has many speeches below names that come again, which are a sixth of its paragraphs
  /// at least, and a heading of a scene or a transition, or most names are to the right of the text; or many of its lines
  /// begin with a speaker and a colon.
  static func isScript(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var lines = LineCursor(text, from: 0, spans: [])
      var (isBlankAbove, paragraphs, marks, inset) = (true, 0, 0, 0)
      var names: [String: Int] = [:]
      var alone: [String: Int] = [:]
      var labels: [Int: CueForm] = [:]
      let left = leftColumn(text)
      while let line = lines.next() {
        let isFirst = isBlankAbove && line.kind == .text
        isBlankAbove = line.kind != .text
        if line.kind == .text, let label = LineForm.label(text, line.content) {
          labels[line.start] = label
        }
        guard isFirst else { continue }
        paragraphs += 1
        let words = line.content
        let withBlank = words.lowerBound..<line.whole.upperBound
        let isHeading =
          HeadingForm.hasPrefix(text, withBlank, .second) && !text.hasLowerCase(words)
          || HeadingForm.marginNumber(text, words).map {
            HeadingForm.hasPrefix(text, $0.words, .second)
          } == true
        if isHeading || LineForm.isTransition(text, words)
          || LineForm.isNamedTransition(text, words)
        {
          marks += 1
        } else if words.count < 40, let below = lines.peek(),
          let cue = LineForm.cue(text, line, .second)
        {
          if below.kind != .text {
            alone[text.string(cue.name), default: 0] += 1
          } else {
            names[text.string(cue.name), default: 0] += 1
            let column = lines.indentation(of: line).count
            if column >= left + 4 || column >= max(15, lines.indentation(of: below).count + 4) {
              inset += 1
            }
          }
        }
      }
      if labels.count * 4 >= paragraphs, PrintedPages.areSpeakers(text, labels) { return true }
      let speeches = repeated(names)
      // In a double-spaced script, names are alone.
      if marks > 0, speeches < 30, repeated(alone) >= 60, repeated(alone) * 6 >= paragraphs {
        return true
      }
      return speeches >= 30 && speeches * 6 >= paragraphs
        && (marks > 0 || inset * 5 >= speeches * 4)
    }
  }

  private static func repeated(_ names: [String: Int]) -> Int {
    names.values.reduce(0) { $1 > 2 ? $0 + $1 : $0 }
  }

  /// The first column in which a tenth of the lines begin.
  private static func leftColumn(_ text: Bytes) -> Int {
    var lines = LineCursor(text, from: 0, spans: [])
    var (columns, count) = ([Int: Int](), 0)
    while let line = lines.next() {
      guard line.kind == .text else { continue }
      columns[lines.indentation(of: line).count, default: 0] += 1
      count += 1
    }
    return columns.filter { $0.value * 10 >= count }.keys.min() ?? 0
  }

  /// Whether a text has marks that only Fountain has: a title page, sections, forced headings or speakers, centered text.
  static func hasMarks(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var lines = LineCursor(text, from: 0, spans: [])
      if TitlePage(lines, .second) != nil { return true }
      var marks = 0
      while let line = lines.next() {
        guard line.kind == .text, let last = line.content.last else { continue }
        let second = line.content.count > 1 ? text[line.content.lowerBound + 1] : 0
        let isMark =
          switch text[line.content.lowerBound] {
          case UInt8(ascii: "#"): LineForm.section(text, line.content) != nil && second != 0x30
          case UInt8(ascii: ">"): text[last] == UInt8(ascii: "<") || text[last] == UInt8(ascii: ":")
          case UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "!"): second &- 0x41 < 26
          default: false
          }
        if isMark { marks += 1 }
        if marks > 1 { return true }
      }
      return false
    }
  }
}

extension Diagnostic {
  static let textAsScript = Self(
    code: "text-as-script", severity: .note,
    message:
      "this plain text is read as a screenplay, because it has speakers and scenes; if it is prose, read it "
      + "with --from text")
}

/// Collects lines into paragraphs.
private struct PlainTextReader {
  private let text: Bytes
  private var elements: [GuionElement] = []
  private var words: [UInt8] = []
  private var start = SourcePosition(line: 1, column: 1)
  private var end = SourcePosition(line: 1, column: 1)

  init(_ text: Bytes) {
    self.text = text
  }

  mutating func read(_ line: ScriptLine) {
    var rest = line.whole
    while let feed = text.first(0x0C, in: rest) {
      add(text.trimmed(rest.lowerBound..<feed), of: line)
      endParagraph()
      breakPage(at: SourcePosition(line: line.number, column: feed - line.start + 1))
      rest = feed + 1..<rest.upperBound
      if text.trimmed(rest).isEmpty { return }
    }
    let content = text.trimmed(rest)
    if content.isEmpty { endParagraph() } else { add(content, of: line) }
  }

  mutating func finish() -> [GuionElement] {
    endParagraph()
    return elements
  }

  private mutating func add(_ content: Range<Int>, of line: ScriptLine) {
    guard !content.isEmpty else { return }
    if words.isEmpty {
      start = SourcePosition(line: line.number, column: content.lowerBound - line.start + 1)
    } else {
      words.append(UInt8(ascii: "\n"))
    }
    words.append(contentsOf: text[content])
    end = SourcePosition(line: line.number, column: content.upperBound - line.start)
  }

  private mutating func endParagraph() {
    guard !words.isEmpty else { return }
    elements.append(
      GuionElement(
        elementType: .action, elementText: String(decoding: words, as: UTF8.self),
        sourceRange: SourceRange(start: start, end: end)))
    words.removeAll(keepingCapacity: true)
  }

  private mutating func breakPage(at place: SourcePosition) {
    elements.append(
      GuionElement(
        elementType: .pageBreak, elementText: "",
        sourceRange: SourceRange(start: place, end: place)))
  }
}

/// Chapters of a plain text: lines such as `CHAPTER I.` between blank lines, as in the books of Project Gutenberg.
enum PlainChapters {
  /// Returns the paragraphs with the headings of chapters as headings.
  /// Three headings or more without text between them are a table of contents, which stays text.
  static func marked(_ elements: [GuionElement]) -> [GuionElement] {
    var elements = elements
    if elements.lazy.filter(isHeading).prefix(2).count > 1 { markHeadings(&elements) }
    markContents(&elements)
    return elements
  }

  private static func markHeadings(_ elements: inout [GuionElement]) {
    var run: [Int] = []
    for index in elements.indices {
      if isHeading(elements[index]) {
        run.append(index)
      } else if elements[index].elementType == .action {
        mark(run, in: &elements)
        run = []
      }
    }
    mark(run, in: &elements)
  }

  private static func mark(_ run: [Int], in elements: inout [GuionElement]) {
    let start = run.count < 3 ? 0 : firstChapter(of: run.map { key(elements[$0]) }) ?? run.count
    for index in run[..<start] { elements[index].isBackMatter = true }
    for index in run[start...] {
      elements[index].elementText = elements[index].elementText.inOneLine ?? ""
      elements[index].elementType = .sectionHeading(level: 1)
    }
  }

  /// Returns the index of the first heading below a table of contents: the title with which the table begins, or else
  /// any title that is repeated. Nil if the text below the table does not begin with a chapter.
  private static func firstChapter(of keys: [[String]]) -> Int? {
    if let again = keys.lastIndex(of: keys[0]), again > 0 { return again }
    var seen: Set<[String]> = []
    return keys.indices.filter { !seen.insert(keys[$0]).inserted }.last
  }

  /// The name and the number of a heading.
  private static func key(_ element: GuionElement) -> [String] {
    element.elementText.split(whereSeparator: \.isWhitespace).prefix(2).map {
      ChapterLabel.plain(String($0))
    }
  }

  /// Marks tables of contents as back matter: entries below a title such as "Contents", and a list of numbered titles
  /// before the first chapter.
  private static func markContents(_ elements: inout [GuionElement]) {
    var title: Int?
    var isBeforeChapters = elements.contains { $0.elementType.isSectionHeading }
    for index in elements.indices {
      let element = elements[index]
      if element.elementType.isSectionHeading { (title, isBeforeChapters) = (nil, false) }
      guard element.elementType == .action else { continue }
      let lines = element.elementText.split(separator: "\n")
      if lines.count == 1, ContentsTitles.contains(element.elementText) {
        title = index
      } else if lines.allSatisfy(isEntry), title != nil || isBeforeChapters && lines.count > 2 {
        for entry in (title ?? index)...index { elements[entry].isBackMatter = true }
        title = title == nil ? nil : index
      } else if lines.count > 1 || element.elementText.utf8.count > 60
        || element.elementText.contains(where: \.isLowercase)
      {
        // Short lines in capitals, such as "PREFACE", can stand between the entries.
        title = nil
      }
    }
  }

  /// Whether a line is a title with a number before it or with the number of its page behind it.
  private static func isEntry(_ line: Substring) -> Bool {
    guard line.utf8.count <= 120 else { return false }
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, let last = words.last else { return false }
    if ChapterLabel.names.contains(ChapterLabel.plain(first)), words.count > 1,
      ChapterLabel.isNumber(ChapterLabel.plain(words[1]))
    {
      return true
    }
    if words.count == 1 { return ChapterLabel.plain(first) == "PAGE" }
    return ChapterLabel.isNumber(ChapterLabel.plain(first))
      && first.count > ChapterLabel.plain(first).count
      || last.allSatisfy(\.isNumber) && leaders.contains(where: line.contains)
  }

  /// Whether a paragraph is the heading of a chapter, with its title on the same line or the next.
  private static func isHeading(_ element: GuionElement) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, text.utf8.count <= 120,
      text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) <= 1
    else { return false }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let second = text.split(separator: "\n").dropFirst().first?.split(separator: " ").first
    if let second, ChapterLabel.names.contains(ChapterLabel.plain(String(second))) { return false }
    guard let first = words.first, let sign = first.first, sign.isUppercase || sign.isNumber else {
      return false
    }
    let name = ChapterLabel.plain(first)
    if alone.contains(name) || aloneInCapitals.contains(first) { return words.count == 1 }
    // "VII. THE BLUE CARBUNCLE"
    if words.count > 1, ChapterLabel.isNumber(name), first.hasSuffix("."), text == text.uppercased()
    {
      return words[1...].contains { $0.count { $0.isLetter } > 2 }
    }
    guard ChapterLabel.names.contains(name) else { return false }
    let start = words.count > 2 && ChapterLabel.plain(words[1]) == "THE" ? 2 : 1
    guard start < words.count, ChapterLabel.isNumber(ChapterLabel.plain(words[start])) else {
      return false
    }
    let title = words[(start + 1)...]
    guard let last = title.last else { return true }
    // "Part one was over." is a sentence.
    let ends =
      text.contains("\n") || ".:—–-".contains(words[start].suffix(1))
      || ["—", "–", "-"].contains(title.first)
    return ends && (!last.hasSuffix(".") || title.allSatisfy { $0 == $0.uppercased() })
  }

  private static let alone: Set<String> = [
    "PROLOGUE", "EPILOGUE", "PROLOG", "EPILOG", "PRÓLOGO",
  ]
  private static let leaders = ["..", ". .", "…", "  ", "\t"]
  private static let aloneInCapitals: Set<String> = [
    "PREFACE", "INTRODUCTION", "CONCLUSION", "APPENDIX", "BIBLIOGRAPHY", "INDEX",
  ]
}

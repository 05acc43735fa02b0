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
  /// Whether a text is a screenplay: it has many speeches below names that come again, which are a sixth of its
  /// paragraphs at least, and a heading of a scene or a transition, or most names are to the right of the text; or many
  /// of its lines begin with a speaker and a colon.
  static func isScript(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var lines = LineCursor(text, from: 0, spans: [])
      var (isBlankAbove, paragraphs, marks, inset) = (true, 0, 0, 0)
      var headings = 0
      var names: [String: Int] = [:]
      var alone: [String: Int] = [:]
      var labels: [Int: CueForm] = [:]
      let left = leftColumn(text)
      var spacing = ScriptColumns.Spacing()
      while let line = lines.next() {
        spacing.add(line, text, isBlankAbove: isBlankAbove)
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
          || HeadingForm.hasNumberedPrefix(text, words)
        if isHeading || LineForm.isTransition(text, words)
          || LineForm.isNamedTransition(text, words)
        {
          marks += 1
          if isHeading { headings += 1 }
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
      if spacing.isUniform {
        let top = LineCursor(text, from: 0, spans: [])
        if PrintedPages(in: text, top).columns.isScript { return true }
      }
      let speeches = repeated(names)
      // In a double-spaced script, names are alone.
      if marks > 0, speeches < 30, repeated(alone) >= 60, repeated(alone) * 6 >= paragraphs {
        return true
      }
      // In a short script, several headings of scenes are the sign.
      let all = names.values.reduce(0, +)
      if headings > 1, all > 1, all < 30, (headings + all) * 3 >= paragraphs,
        inset == all || all > 3 && (headings + all) * 2 >= paragraphs
      {
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

  /// Whether a text has marks that only Fountain has: a title page, sections, forced headings or speakers, centered
  /// text.
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
          // A scanned "..." can be one point.
          case UInt8(ascii: "."): second &- 0x41 < 26 && !text.hasLowerCase(line.content)
          case UInt8(ascii: "@"), UInt8(ascii: "!"): second &- 0x41 < 26
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

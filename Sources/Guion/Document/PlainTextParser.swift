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

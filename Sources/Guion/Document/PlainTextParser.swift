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

/// A play printed in a plain text, as in the books of Project Gutenberg: the names of its speakers are above their speeches
/// or before them, and directions are in brackets.
struct PrintedPlay {
  /// The speeches, directions and scenes; empty if the text is no play.
  private(set) var elements: [GuionElement] = []
  private var names: [Substring: Int] = [:]
  private var areInCapitals = true
  /// Whether most names are alone in their paragraphs, so that each paragraph below belongs to the speech.
  private var areAlone = false
  private var speaker: Substring?
  private var needsCue = false

  init(_ paragraphs: [GuionElement]) {
    guard isPlay(paragraphs) else { return }
    let headings = Set(
      paragraphs.indices.filter { Self.isHeading(paragraphs[$0]) })
    for (index, paragraph) in paragraphs.enumerated() {
      let isListed =
        headings.contains(index - 1) && headings.contains(index + 1)
        || headings.isSuperset(of: [index + 1, index + 2])
        || headings.isSuperset(of: [index - 1, index - 2])
      if paragraph.elementType != .action {
        speaker = nil
        elements.append(paragraph)
      } else if headings.contains(index), !isListed {
        speaker = nil
        var heading = paragraph
        heading.elementText = paragraph.elementText.replacing("_", with: "").inOneLine ?? ""
        heading.elementType = .sceneHeading
        elements.append(heading)
      } else {
        read(paragraph)
      }
    }
  }

  private mutating func isPlay(_ paragraphs: [GuionElement]) -> Bool {
    let texts = paragraphs.lazy.filter { $0.elementType == .action }.map(\.elementText)
    return hasSpeeches(texts, inCapitals: true) || hasSpeeches(texts, inCapitals: false)
  }

  private mutating func hasSpeeches(
    _ texts: some Sequence<String>, inCapitals: Bool
  ) -> Bool {
    var (alone, others) = (0, 0)
    (names, areInCapitals) = ([:], inCapitals)
    for text in texts {
      guard let cue = cue(text[...]) else {
        if !Self.isDirection(text) { others += 1 }
        continue
      }
      names[cue.name, default: 0] += 1
      if cue.direction == nil, cue.speech.isEmpty { alone += 1 }
    }
    let speeches = names.values.reduce(0) { $1 > 2 ? $0 + $1 : $0 }
    areAlone = alone * 2 > speeches
    return speeches >= 30 && names.values.count { $0 > 2 } > 1
      && speeches * (inCapitals ? 3 : 2) >= speeches + max(0, others - alone)
  }

  /// Returns the cue at the start of a paragraph. Names in small letters are before their speeches.
  private func cue(_ text: Substring) -> Cue? {
    guard let cue = Cue(text), cue.isInCapitals || !areInCapitals && !cue.speech.isEmpty else {
      return nil
    }
    return cue
  }

  private mutating func read(_ paragraph: GuionElement) {
    let text = paragraph.elementText[...]
    if let cue = cue(text),
      names[cue.name, default: 0] > 1 || cue.isInCapitals && !cue.speech.isEmpty
    {
      speaker = cue.name
      needsCue = true
      if let direction = cue.direction { add(.parenthetical, direction, of: paragraph) }
      addSpeech(cue.speech, of: paragraph)
      if cue.direction == nil, cue.speech.isEmpty { return }
      if !areAlone { speaker = nil }
    } else if speaker != nil, !Self.isDirection(text) {
      addSpeech(text, of: paragraph)
    } else {
      add(.action, Self.unbracketed(text), of: paragraph)
    }
  }

  /// Adds a speech. A direction before its words says how they are spoken; any other direction is action.
  private mutating func addSpeech(_ text: Substring, of paragraph: GuionElement) {
    var rest = text
    var isFirst = true
    while let first = rest.first {
      let isOpen = first == "[" || rest.hasPrefix("(_")
      guard isOpen else {
        let end = rest.indices.first { rest[$0] == "[" || rest[$0...].hasPrefix("(_") }
        add(.dialogue, rest[..<(end ?? rest.endIndex)], of: paragraph)
        rest = rest[(end ?? rest.endIndex)...]
        isFirst = false
        continue
      }
      let close = rest.prefix(Self.longest).firstIndex(of: first == "[" ? "]" : ")")
      let end = close ?? rest.firstIndex { $0 == "\n" } ?? rest.endIndex
      let direction = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[end...].drop { "])".contains($0) }
      let isManner = isFirst && rest.contains(where: \.isLetter)
      add(isManner ? .parenthetical : .action, direction, of: paragraph)
      isFirst = false
    }
  }

  /// Adds a part of a paragraph, with the cue that it needs.
  private mutating func add(
    _ type: ElementType, _ part: Substring, of paragraph: GuionElement
  ) {
    let words = part.trimming(while: \.isWhitespace)
    guard words.contains(where: { $0.isLetter || $0.isNumber }) else { return }
    let place = Self.range(of: words, in: paragraph)
    if type != .action, needsCue, let speaker {
      elements.append(
        GuionElement(elementType: .character, elementText: String(speaker), sourceRange: place))
      needsCue = false
    }
    if type == .action { needsCue = true }
    let text = type == .dialogue ? String(words) : String(words.replacing("_", with: ""))
    elements.append(GuionElement(elementType: type, elementText: text, sourceRange: place))
  }

  private static func range(of part: Substring, in paragraph: GuionElement) -> SourceRange? {
    guard paragraph.elementText.utf8.count < longest * 10 else { return paragraph.sourceRange }
    return paragraph.sourceRange.map { range in
      func position(_ end: String.Index) -> SourcePosition {
        let before = paragraph.elementText[..<end].split(
          separator: "\n", omittingEmptySubsequences: false)
        let column = before.last?.utf8.count ?? 0
        return SourcePosition(
          line: range.start.line + before.count - 1,
          column: column + (before.count == 1 ? range.start.column : 1))
      }
      let last = part.index(before: part.endIndex)
      return SourceRange(
        start: position(part.startIndex), end: max(position(part.startIndex), position(last)),
        source: range.source)
    }
  }

  /// The maximum length of a direction within a speech.
  private static let longest = 2000

  /// Whether a paragraph is only a direction: in brackets or in italics, or with a word that begins directions.
  private static func isDirection(_ text: some StringProtocol) -> Bool {
    let starts = ["[", "(_", "Enter ", "Re-enter ", "Exit ", "Exeunt"]
    if starts.contains(where: text.hasPrefix) {
      return text.hasPrefix("E") || "])".contains(text.last ?? " ")
    }
    return text.hasPrefix("_") && text.hasSuffix("_") && text.count { $0 == "_" } == 2
  }

  private static func unbracketed(_ text: Substring) -> Substring {
    guard isDirection(text), text.first == "[" || text.first == "(" else { return text }
    return text.dropFirst().dropLast("])".contains(text.last ?? " ") ? 1 : 0)
  }

  /// Whether a paragraph is the heading of an act or a scene: "SCENE II. A street", "THE FIRST ACT".
  private static func isHeading(_ element: GuionElement) -> Bool {
    let text = element.elementText
    guard element.elementType == .action, text.utf8.count <= 160 else { return false }
    let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(8).map { $0.uppercased() }
    guard let first = words.first, let last = words.last, words.count > 1 else { return false }
    if acts.contains(first) { return ChapterLabel.isNumber(words[1]) }
    return acts.contains(last) && words.count < 4 && !words.contains("END")
      && text.prefix(5).contains(where: \.isUppercase)
  }

  private static let acts: Set<String> = [
    "ACT", "SCENE", "AKT", "AUFZUG", "AUFTRITT", "SZENE", "ACTE", "SCÈNE", "ACTO", "ESCENA",
  ]

  /// A name, perhaps with a direction, and the speech behind it: "NORA (laughing). Oh!", "Algernon.  [Rises.] Yes."
  private struct Cue {
    var name: Substring
    var direction: Substring?
    var speech: Substring
    var isInCapitals: Bool

    init?(_ paragraph: Substring) {
      let isItalic = paragraph.first == "_"
      let text = isItalic ? paragraph.dropFirst() : paragraph
      let line = text.prefix(60).prefix { $0 != "\n" }
      var start = line.startIndex
      var sign = line.startIndex
      repeat {
        guard let next = line[start...].firstIndex(where: { ".:[(".contains($0) }) else {
          return nil
        }
        (sign, start) = (next, line.index(after: next))
      } while line[sign] == "." && Self.isTitle(line[..<sign])
      name = line[..<sign].trimming(while: \.isWhitespace)
      isInCapitals = !name.contains(where: \.isLowercase)
      speech = text[sign...]
      if let open = speech.first, open == "[" || open == "(" {
        let close: Character = open == "[" ? "]" : ")"
        guard let end = speech.prefix(400).firstIndex(of: close) else { return nil }
        direction = speech[speech.index(after: speech.startIndex)..<end]
        speech = speech[speech.index(after: end)...]
        let hasSign = speech.first == "." || speech.first == ":"
        guard hasSign || open == "[" || isInCapitals else { return nil }
        if hasSign { speech = speech.dropFirst() }
      } else {
        guard speech.first == "." || isInCapitals else { return nil }
        speech = speech.dropFirst()
      }
      if isItalic {
        guard speech.first == "_" else { return nil }
        speech = speech.dropFirst()
      }
      guard speech.first?.isWhitespace != false, Self.isName(name, isInCapitals) else { return nil }
      speech = speech.trimming(while: \.isWhitespace)
    }

    private static func isTitle(_ text: Substring) -> Bool {
      ["MR", "MRS", "MS", "DR", "ST", "MME", "REV", "CAPT", "SRA", "SR"].contains(
        text.split(separator: " ").last?.uppercased())
    }

    private static func isName(_ name: Substring, _ isInCapitals: Bool) -> Bool {
      let words = name.split(separator: " ")
      guard let first = words.first, words.count < 6, name.count(where: \.isLetter) > 1,
        !others.contains(first.uppercased()), !acts.contains(words[words.count - 1].uppercased())
      else { return false }
      let isWord: (Character) -> Bool = {
        $0.isLetter || $0.isNumber || " '’-.&,#".contains($0)
      }
      return name.allSatisfy(isWord) && first.first?.isUppercase == true
        && (isInCapitals
          || words.count < 4
            && words.allSatisfy { $0.first?.isUppercase == true || ["of", "the"].contains($0) })
    }

    private static let others: Set<String> = PrintedPlay.acts.union([
      "CURTAIN", "END", "FINIS", "CHAPTER", "NOTE", "CONTENTS", "ILLUSTRATION",
    ])
  }
}

extension Substring {
  fileprivate func trimming(while isLeftOut: (Character) -> Bool) -> Substring {
    let head = drop(while: isLeftOut)
    guard let last = head.lastIndex(where: { !isLeftOut($0) }) else { return head }
    return head[...last]
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

public import Basics
import Glibc

/// Reads a screenplay in Fountain 1.1 into elements, by the rules of Documentation/fountain.md.
///
/// Any bytes are a valid screenplay: problems are diagnostics, never errors. The work is linear in the
/// length of the text.
public struct FountainParser: Sendable {
  /// The keys and values of the title page; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the text, each with its position.
  public let elements: [GuionElement]
  /// The warnings, in the order of the text.
  public let diagnostics: [Diagnostic]
  /// The words that are in no element.
  let skipped: SkippedWords

  /// Parses a screenplay that is already text.
  public init(string: String, edition: ReadingEdition = .second) {
    var string = string
    self = string.withUTF8 { Self(source: $0, isValid: true, edition) }
  }

  /// Parses the bytes of a screenplay.
  ///
  /// Bytes that cannot be decoded become U+FFFD.
  public init(bytes: [UInt8], edition: ReadingEdition = .second) {
    self = bytes.withUnsafeBufferPointer { Self(source: $0, isValid: false, edition) }
  }

  /// Parses a screenplay that was pasted into a plain text, without the marks of Fountain.
  init(plain bytes: [UInt8]) {
    let mended = bytes.withoutGlyphNumbers.withoutWebMarks.withScannedExtensions.withScannedMarks
      .withScannedCalls.withoutScannedSigns.withScannedNames.withScannedWords
    self = mended.withUnsafeBufferPointer {
      Self(source: $0, isValid: false, .second, isPlain: true)
    }
  }

  /// Parses the bytes of a screenplay in memory that the caller owns.
  public init(bytes: UnsafeRawBufferPointer, edition: ReadingEdition = .second) {
    self = bytes.withMemoryRebound(to: UInt8.self) { Self(source: $0, isValid: false, edition) }
  }

  /// Parses the file at a path.
  ///
  /// Throws only if the file cannot be read.
  public init(file: String, edition: ReadingEdition = .second) throws(FileError) {
    self.init(bytes: try SourceFile.bytes(of: file), edition: edition)
  }

  // The steps are in the order of R19.
  private init(
    source: Bytes, isValid: Bool, _ edition: ReadingEdition, isPlain: Bool = false
  ) {
    let start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0  // R1.1
    var found = isValid ? [] : Diagnostic.undecodable(in: source, from: start)

    let boneyards = Boneyards(in: isPlain ? Bytes(rebasing: source[..<start]) : source, from: start)
    found += boneyards.diagnostics
    if edition == .second { found += boneyards.nested.map(Diagnostic.nestedBoneyard) }
    var text = ScriptText(source)
    text.remove(boneyards.ranges)

    let front = text.withBytes {
      Front($0, from: start, boneyards: boneyards.spans, edition, isPlain: isPlain)
    }
    found += front.diagnostics
    var words = text.withBytes { front.words(in: $0, from: start, edition) }
    text.remove(front.notes)

    titlePage = front.titlePage
    let body = text.withBytes {
      BodyReader.read(
        LineCursor($0, from: front.body, spans: front.spans), edition, isPlain: isPlain)
    }
    words.add(body.skipped)
    skipped = words
    var speakers = body.elements
    if edition == .second {
      speakers =
        speakers.withMendedNames(isPasted: isPlain).withGendersInNames.withDualSpeeches
    }
    if isPlain { speakers = speakers.withBracketedActions.withInnerDirections.withKnownCompounds }
    elements = Self.styled(consume speakers, source)
    found += body.diagnostics
    diagnostics = found.sorted(by: Diagnostic.isInTextOrder)
  }

  /// The text of a script, and what remains after boneyards and notes are removed.
  /// The text is copied only when something is removed.
  struct ScriptText {
    private let source: Bytes
    private var remaining: [UInt8]?

    init(_ source: Bytes) {
      self.source = source
    }

    /// Calls `body` with the current text.
    func withBytes<Result>(_ body: (Bytes) -> Result) -> Result {
      remaining?.withUnsafeBufferPointer(body) ?? body(source)
    }

    /// Removes ranges, which must be ascending and not overlap.
    mutating func remove(_ ranges: [Range<Int>]) {
      guard !ranges.isEmpty else { return }
      if remaining == nil {
        remaining = Self.copy(source, without: ranges)
      } else {
        removeInPlace(ranges)
      }
    }

    private static func copy(_ text: Bytes, without ranges: [Range<Int>]) -> [UInt8] {
      let removed = ranges.reduce(0) { $0 + $1.count }
      return [UInt8](unsafeUninitializedCapacity: text.count - removed) { buffer, count in
        var next = 0
        for range in ranges + [text.count..<text.count] {
          let kept = Bytes(rebasing: text[next..<range.lowerBound])
          _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: kept)
          count += kept.count
          if count > 0 { keepLineEndsApart(buffer, at: count, in: text, after: range.upperBound) }
          next = range.upperBound
        }
      }
    }

    private mutating func removeInPlace(_ ranges: [Range<Int>]) {
      remaining?.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        var (count, next) = (0, 0)
        for range in ranges + [buffer.count..<buffer.count] {
          let kept = range.lowerBound - next
          memmove(base + count, base + next, kept)
          count += kept
          let text = Bytes(buffer)
          if count > 0 { keepLineEndsApart(buffer, at: count, in: text, after: range.upperBound) }
          next = range.upperBound
        }
      }
      remaining?.removeLast(ranges.reduce(0) { $0 + $1.count })
    }
  }
}

extension FountainParser {
  /// Returns the elements with the styles of their text.
  /// Notes and boneyards are shown as typed.
  private static func styled(
    _ elements: consuming [GuionElement], _ source: Bytes
  ) -> [GuionElement] {
    let marks = [UInt8(ascii: "*"), UInt8(ascii: "_")].filter {
      source.first($0, in: 0..<source.count) != nil
    }
    guard !marks.isEmpty else { return elements }
    for index in elements.indices {
      switch elements[index].elementType {
      case .comment, .boneyard, .pageBreak: continue
      default: break
      }
      guard marks.contains(where: elements[index].elementText.hasByte) else { continue }
      let spans = FountainEmphasis.spans(in: elements[index].elementText)
      if !spans.isEmpty {
        elements[index].inlines = (elements[index].inlines + spans).sorted(by: InlineSpan.isInOrder)
      }
    }
    return elements
  }
}

extension [GuionElement] {
  /// The elements with names of two speakers that only the gender in their extensions tells apart:
  /// `P.A. SYSTEM (FEMALE V.O.)` and `P.A. SYSTEM (MALE V.O.)` (R6.10).
  fileprivate var withGendersInNames: Self {
    var genders: [String: Set<Substring>] = [:]
    for element in self where element.elementType == .character {
      guard let gender = element.genderInExtension else { continue }
      genders[element.elementText, default: []].insert(gender)
    }
    genders = genders.filter { $0.value.count > 1 }
    guard !genders.isEmpty else { return self }
    return map { element in
      guard element.elementType == .character, genders[element.elementText] != nil,
        let gender = element.genderInExtension
      else { return element }
      var element = element
      element.elementText += ", \(gender)"
      let rest = element.extension?.split(separator: gender, maxSplits: 1).joined() ?? ""
      element.extension =
        rest.contains(where: \.isLetter) ? rest.replacing("( ", with: "(") : nil
      return element
    }
  }

  /// The elements of a pasted script, in which a line of a speech that is a description in brackets is action:
  /// `[He sits.]`, `[applause]` (R21.13). Other words in brackets can be a translation.
  fileprivate var withBracketedActions: Self {
    let names = Set(
      lazy.filter { $0.elementType == .character }.map { $0.elementText.lowercased() })
    var (result, cue) = (Self(), GuionElement?.none)
    for element in self {
      if element.elementType == .character { cue = element }
      let lines = element.elementText.split(separator: "\n", omittingEmptySubsequences: false)
      guard element.elementType == .dialogue, lines.contains(where: { names.describes($0) }),
        let start = element.sourceRange?.start
      else {
        result.append(element)
        continue
      }
      let end = element.sourceRange?.end.line ?? 0
      var isInterrupted = false
      for (index, line) in lines.enumerated() {
        let isAction = names.describes(line)
        var part = element
        part.elementText = isAction ? String(line.dropFirst().dropLast()) : String(line)
        part.elementType = isAction ? .action : .dialogue
        if end - start.line == lines.count - 1 {
          let place = SourcePosition(line: start.line + index, column: start.column)
          let last = SourcePosition(line: place.line, column: place.column + line.utf8.count - 1)
          part.sourceRange = SourceRange(start: place, end: last)
        }
        if !isAction, isInterrupted, var cue {
          cue.sourceRange = part.sourceRange
          result.append(cue)
        }
        if !isAction, !isInterrupted, index > 0, let above = result.indices.last {
          result[above].elementText += "\n" + line
          if let range = result[above].sourceRange, let end = part.sourceRange?.end {
            result[above].sourceRange = SourceRange(start: range.start, end: end)
          }
        } else {
          result.append(part)
        }
        isInterrupted = isAction
      }
    }
    return result
  }
}

extension GuionElement {
  /// The gender that an extension begins with: `(FEMALE V.O.)`.
  fileprivate var genderInExtension: Substring? {
    guard let words = `extension`, words.hasText("MALE") else { return nil }
    let first = words.dropFirst().split { !$0.isLetter }.first
    return first.flatMap { ["FEMALE", "MALE"].contains($0) ? $0 : nil }
  }
}

extension Set<String> {
  /// Whether a line in brackets says what happens. `self` are the names of speakers, in small letters.
  fileprivate func describes(_ line: some StringProtocol) -> Bool {
    guard line.first == "[", line.last == "]", line.count > 3 else { return false }
    let words = line.dropFirst().dropLast().split(separator: " ")
    guard let first = words.first, !words.joined().contains(where: { "[]?".contains($0) }) else {
      return false
    }
    let key = first.lowercased().filter { $0.isLetter || $0 == "'" }
    if first.first?.isLowercase == true || bracketed.contains(key) { return true }
    guard words.count > 1 else { return false }
    let isSubject = ["he", "she", "they", "we", "the", "a", "an"].contains(key) || contains(key)
    return isSubject
      && words[1...].prefix(3).contains {
        $0.first?.isLowercase == true && $0.prefix(while: \.isLetter).hasSuffix("s")
          && !["is", "was", "his", "as", "this", "has"].contains($0)
      }
  }
}

/// Sounds that a transcript has in brackets.
private let bracketed: Set<String> = [
  "applause", "laughter", "laughs", "laughing", "crosstalk", "inaudible", "music", "silence",
  "pause",
  "cheering", "cheers", "sighs", "coughs", "crying", "sobbing", "singing", "whispers", "enter",
  "enters",
  "exit", "exits", "exeunt", "curtain", "end",
]

/// The data that is needed before the body is read: where the body begins and which notes are in it.
private struct Front {
  var titlePage: [TitlePageEntry]
  var body: LineCursor.Place
  /// The ranges of notes to remove.
  var notes: [Range<Int>]
  /// All removed spans: boneyards and notes.
  var spans: [RemovedSpan]
  /// The boneyards inside notes, which become no elements.
  private let nested: [RemovedSpan]
  var diagnostics: [Diagnostic]

  init(
    _ text: Bytes, from start: Int, boneyards: [RemovedSpan], _ edition: ReadingEdition,
    isPlain: Bool
  ) {
    let top = LineCursor(text, from: start, spans: boneyards)
    let page = isPlain ? nil : TitlePage(top, edition)
    let lines = page?.body ?? top
    let end = isPlain ? lines.offset : text.count
    let found = Notes(in: text, lines.offset..<end, lines: lines)
    (titlePage, body, notes) = (page?.entries ?? [], lines.place, found.ranges)
    (spans, nested) = found.spans(in: text, from: start, boneyards: boneyards)
    diagnostics = found.diagnostics(in: text, from: start, boneyards: boneyards)
  }

  /// Returns the words of the title page, of boneyards inside notes, and of notes that name a language.
  func words(in text: Bytes, from start: Int, _ edition: ReadingEdition) -> SkippedWords {
    var words = SkippedWords()
    if !titlePage.isEmpty {
      words.add(Bytes(rebasing: text[start..<body.offset]), .titlePage)
      for boneyard in spans where boneyard.offset < body.offset {
        words.add(boneyard.text, .titlePage)
      }
    }
    for boneyard in nested { words.add(boneyard.text, .nestedBoneyard) }
    if edition == .second {
      for note in spans where note.offset >= body.offset && note.language != nil {
        words.add(note.text, .markup)
        words.endWord()
      }
    }
    return words
  }
}

extension Diagnostic {
  fileprivate static func isInTextOrder(_ left: Self, _ right: Self) -> Bool {
    guard let first = left.position, let second = right.position else { return false }
    return first < second
  }
}

/// The boneyards of a text (R16), which are found before anything else is parsed.
struct Boneyards {
  /// The ranges to remove, brackets included.
  private(set) var ranges: [Range<Int>] = []
  /// The boneyards that become elements.
  /// Each offset is a place in the text without boneyards.
  private(set) var spans: [RemovedSpan] = []
  /// The places of the first boneyards with another `/*` within them, so that the first may not be closed.
  private(set) var nested: [SourcePosition] = []
  /// A warning if a boneyard is never closed.
  private(set) var diagnostics: [Diagnostic] = []

  /// Finds the boneyards from the offset `start`, where line 1 begins.
  init(in text: Bytes, from start: Int) {
    guard var opening = text.first(Self.open, in: start..<text.count) else { return }
    var places = PositionCounter(text, from: start)
    var removed = 0
    while let closing = text.first(Self.close, in: opening + 2..<text.count) {
      let first = places.position(of: opening)
      spans.append(
        RemovedSpan(
          kind: .boneyard, offset: opening - removed,
          range: SourceRange(start: first, end: places.position(of: closing + 1)),
          text: BlockText.inner(text, opening + 2..<closing)))
      ranges.append(opening..<closing + 2)
      if nested.count < 10, text.first(Self.open, in: opening + 2..<closing) != nil {
        nested.append(first)
      }
      removed += closing + 2 - opening
      guard let next = text.first(Self.open, in: closing + 2..<text.count) else { return }
      opening = next
    }
    // R16.3: later boneyards cannot be closed either, so only the first one gets a warning.
    diagnostics.append(.unclosedBoneyard(at: places.position(of: opening)))
  }

  private static let open = (UInt8(ascii: "/"), UInt8(ascii: "*"))
  private static let close = (UInt8(ascii: "*"), UInt8(ascii: "/"))
}

extension Diagnostic {
  fileprivate static func nestedBoneyard(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-boneyard", severity: .warning,
      message: "another /* is before the */ of this /*, and the text between them is left out; "
        + "close the first one or delete it",
      position: position)
  }

  fileprivate static func unclosedBoneyard(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-boneyard", severity: .warning,
      message: "this /* has no */ after it, so it is read as text; close it or delete it",
      position: position)
  }
}

/// Changes a CR before a removed range to LF if an LF follows the range.
/// Otherwise CR and LF would become a single line end (R19.1 comes before R19.2).
private func keepLineEndsApart(
  _ kept: UnsafeMutableBufferPointer<UInt8>, at count: Int, in text: Bytes, after offset: Int
) {
  guard kept[count - 1] == UInt8(ascii: "\r"), offset < text.count else { return }
  if text[offset] == UInt8(ascii: "\n") { kept[count - 1] = UInt8(ascii: "\n") }
}

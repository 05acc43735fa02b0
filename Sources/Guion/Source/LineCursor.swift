/// An iterator over the lines of a text.
/// To look ahead, copy the cursor.
struct LineCursor {
  /// A position between two lines.
  /// A `Place` can outlive the text.
  struct Place {
    fileprivate(set) var offset: Int
    fileprivate var number: Int
    fileprivate var isFinished: Bool
  }

  let text: Bytes
  let spans: [RemovedSpan]
  /// The offset of the next line.
  private(set) var offset: Int
  /// The line number of the next line in the file.
  private(set) var number = 1
  private var nextSpan = 0
  private var isFinished = false
  private let hasCarriageReturns: Bool

  init(_ text: Bytes, from start: Int, spans: [RemovedSpan]) {
    (self.text, self.spans, offset) = (text, spans, start)
    hasCarriageReturns = text.first(UInt8(ascii: "\r"), in: start..<text.count) != nil
  }

  /// Creates a cursor that continues where another cursor stopped.
  /// Since then, more spans may have been removed from the text, but only after that position.
  init(_ text: Bytes, from place: Place, spans: [RemovedSpan]) {
    self.init(text, from: place.offset, spans: spans)
    (number, isFinished) = (place.number, place.isFinished)
    while nextSpan < spans.count, spans[nextSpan].offset < offset { nextSpan += 1 }
  }

  /// The current position, for another cursor.
  var place: Place { Place(offset: offset, number: number, isFinished: isFinished) }

  /// Returns the next line; nil at the end.
  /// A line end at the very end of the text does not begin another line (R1.3).
  mutating func next() -> ScriptLine? {
    if isFinished || (offset == text.count && nextSpan == spans.count) { return nil }
    let start = offset
    let end = endOfLine()
    let firstSpan = nextSpan
    while nextSpan < spans.count, spans[nextSpan].offset <= end { nextSpan += 1 }
    let content = text.trimmed(start..<end)
    let line = ScriptLine(
      whole: start..<end, content: content,
      kind: kind(start..<end, content, firstSpan..<nextSpan),
      spans: firstSpan..<nextSpan, number: number)
    number = (firstSpan < nextSpan ? spans[nextSpan - 1].range.end.line : number) + 1
    step(over: end)
    return line
  }

  /// Returns the indentation of a line.
  /// Blanks after a note that was removed at the start of the line do not count.
  func indentation(of line: ScriptLine) -> Range<Int> {
    let span = line.spans.first.map { spans[$0].offset } ?? line.content.lowerBound
    return line.start..<min(span, line.content.lowerBound)
  }

  /// Returns the languages that the notes in a line name, with the offsets of the notes.
  func languages(of line: ScriptLine) -> [(offset: Int, tag: String)] {
    line.spans.compactMap { index in spans[index].language.map { (spans[index].offset, $0) } }
  }

  /// Returns the position in the file of a byte in a line.
  func position(of target: Int, in line: ScriptLine) -> SourcePosition {
    guard let span = line.spans.last(where: { spans[$0].offset <= target }) else {
      return SourcePosition(line: line.number, column: target - line.start + 1)
    }
    var position = spans[span].range.end
    position.column += 1 + target - spans[span].offset
    return position
  }

  private func endOfLine() -> Int {
    guard hasCarriageReturns else {
      return text.first(UInt8(ascii: "\n"), in: offset..<text.count) ?? text.count
    }
    var end = offset
    while end < text.count, text[end] != UInt8(ascii: "\n"), text[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }

  /// R1.2: CR LF, LF and CR each end one line.
  private mutating func step(over end: Int) {
    guard end < text.count else {
      (offset, isFinished) = (end, true)
      return
    }
    let isPair = !text.endsLine(at: end)
    offset = end + (isPair ? 2 : 1)
  }

  private func kind(
    _ whole: Range<Int>, _ content: Range<Int>, _ standingIn: Range<Int>
  ) -> ScriptLine.Kind {
    guard content.isEmpty else { return .text }
    guard standingIn.isEmpty else {
      return standingIn.contains { spans[$0].kind == .note } ? .notes : .boneyards
    }
    guard whole.count >= 2 else { return .empty }
    let first = text.whiteSpace(at: whole.lowerBound, before: whole.upperBound)
    return first < whole.count ? .wide : .empty
  }
}

extension LineCursor {
  /// Returns the next line without moving to it.
  func peek() -> ScriptLine? {
    var copy = self
    return copy.next()
  }

  /// Whether there is a next line and it has text.
  var hasTextNext: Bool {
    if offset == text.count { return false }
    var place = offset
    while place < text.count, text[place] == 0x20 { place += 1 }
    // Other blanks are rare.
    guard place < text.count, 0x21..<0x80 ~= text[place] else {
      return place < text.count && text[place] == 0x0A ? false : peek()?.kind == .text
    }
    return true
  }
}

/// One line of the text that remains after boneyards and notes are removed.
struct ScriptLine {
  enum Kind {
    case text
    /// No characters, or one character of white space.
    case empty
    /// Two or more blanks, which have a meaning in speech and in notes (R7.3, R15.2).
    case wide
    /// Only notes, and perhaps boneyards (R15.6).
    case notes
    /// Only boneyards (R16.4).
    case boneyards
  }

  /// The whole line without its end.
  let whole: Range<Int>
  /// The line without white space at its ends (R1.5).
  var content: Range<Int>
  var kind: Kind
  /// The indices of the spans that were removed from this line.
  let spans: Range<Int>
  /// The line number in the file.
  /// If the removed text contained line ends, this is the number of the first of several lines.
  let number: Int

  /// The offset at which the line begins.
  var start: Int { whole.lowerBound }
}

/// A note or a boneyard that was removed from the text (R15, R16), with its position.
struct RemovedSpan {
  enum Kind {
    case boneyard, note
  }

  let kind: Kind
  /// The position in the remaining text: the offset of the byte after the removed span.
  var offset: Int
  /// The range in the file, from the first opening bracket to the last closing bracket.
  let range: SourceRange
  /// The trimmed text inside the brackets.
  let text: String
}

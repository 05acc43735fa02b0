import Basics

/// The notes in a range of text (R15), which are found after the boneyards are removed.
struct Notes {
  /// The ranges to remove, brackets included.
  private(set) var ranges: [Range<Int>] = []
  /// For each paragraph with unclosed notes, the offset of the first unclosed `[[`.
  private(set) var unclosed: [Int] = []

  /// Finds the notes; `lines` begins at the start of the range.
  init(in text: Bytes, _ range: Range<Int>, lines: LineCursor) {
    guard var opening = text.first(Self.open, in: range) else { return }
    var closings = ClosingBrackets(text, in: range)
    var breaks = EmptyLines(lines)
    var reportedBefore = 0
    while true {
      let closing = closings.first(after: opening + 2)
      let limit = breaks.first(after: opening, before: closing ?? range.upperBound)
      if let closing, limit == nil {
        ranges.append(opening..<closing + 2)
      } else if opening >= reportedBefore {
        // R15.3: an empty line comes before the `]]`, or there is no `]]`.
        unclosed.append(opening)
        reportedBefore = limit ?? range.upperBound
      }
      let next = ranges.last.map { max($0.upperBound, opening + 2) } ?? opening + 2
      guard let found = text.first(Self.open, in: next..<range.upperBound) else { return }
      opening = found
    }
  }

  private static let open = (UInt8(ascii: "["), UInt8(ascii: "["))

  /// The offsets of `]]`.
  /// Callers ask in ascending order, so the text is searched only once.
  private struct ClosingBrackets {
    private let text: Bytes
    private let end: Int
    private var found: Int?

    init(_ text: Bytes, in range: Range<Int>) {
      (self.text, end) = (text, range.upperBound)
      found = range.lowerBound - 1
    }

    mutating func first(after start: Int) -> Int? {
      guard let last = found else { return nil }
      if last < start {
        let pair = (UInt8(ascii: "]"), UInt8(ascii: "]"))
        found = start <= end ? text.first(pair, in: start..<end) : nil
      }
      return found
    }
  }

  /// The empty lines that break a note.
  /// Callers ask in ascending order, so each line is read once.
  private struct EmptyLines {
    private var lines: LineCursor
    private var found = -1

    init(_ lines: LineCursor) {
      self.lines = lines
    }

    mutating func first(after start: Int, before end: Int) -> Int? {
      while found < start {
        guard lines.offset < end, let line = lines.next() else { return nil }
        // R15.2: a line of two blanks does not end a note. R16.6: a boneyard inside a note is part of
        // the note.
        if line.start > start, line.kind == .empty { found = line.start }
      }
      return found < end ? found : nil
    }
  }
}

extension Notes {
  /// Returns all removed spans, boneyards and notes, with offsets in the remaining text.
  /// A boneyard inside a note is part of the note (R16.6), and is returned in `nested`.
  func spans(
    in text: Bytes, from start: Int, boneyards: [RemovedSpan]
  ) -> (spans: [RemovedSpan], nested: [RemovedSpan]) {
    guard !ranges.isEmpty else { return (boneyards, []) }
    var places = PositionCounter(text, from: start, gaps: boneyards)
    var (spans, nested): ([RemovedSpan], [RemovedSpan]) = ([], [])
    var (nextBoneyard, removed) = (0, 0)
    for note in ranges {
      while nextBoneyard < boneyards.count, boneyards[nextBoneyard].offset <= note.lowerBound {
        spans.append(boneyards[nextBoneyard].moved(back: removed))
        nextBoneyard += 1
      }
      let first = places.position(of: note.lowerBound)
      let last = places.position(of: note.upperBound - 1)
      spans.append(
        RemovedSpan(
          kind: .note, offset: note.lowerBound - removed,
          range: SourceRange(start: first, end: last),
          text: BlockText.inner(text, note.lowerBound + 2..<note.upperBound - 2)))
      while nextBoneyard < boneyards.count, boneyards[nextBoneyard].offset < note.upperBound {
        nested.append(boneyards[nextBoneyard])
        nextBoneyard += 1
      }
      removed += note.count
    }
    spans += boneyards[nextBoneyard...].map { $0.moved(back: removed) }
    return (spans, nested)
  }

  /// Returns a warning for each paragraph in which a note is opened and not closed (R15.3).
  func diagnostics(
    in text: Bytes, from start: Int, boneyards: [RemovedSpan]
  ) -> [Diagnostic] {
    guard !unclosed.isEmpty else { return [] }
    var places = PositionCounter(text, from: start, gaps: boneyards)
    guard unclosed.count > 10 else {
      return unclosed.map { .unclosedNote(at: places.position(of: $0)) }
    }
    return [.unclosedNote(at: places.position(of: unclosed[0]), count: unclosed.count)]
  }
}

extension RemovedSpan {
  fileprivate func moved(back distance: Int) -> Self {
    var copy = self
    copy.offset -= distance
    return copy
  }
}

extension Diagnostic {
  fileprivate static func unclosedNote(at position: SourcePosition, count: Int = 1) -> Self {
    let marks =
      count > 1
      ? "this [[ and \(count - 1) others have no ]] before the next empty line, so they are"
      : "this [[ has no ]] before the next empty line, so it is"
    return Self(
      code: "unclosed-note", severity: .warning,
      message: "\(marks) read as text; "
        + "close the note with ]], or put two spaces on the empty line to continue the note",
      position: position)
  }
}

/// The notes that name the language of the words after them: `[[lang: fr]]` (R15.8).
struct PassageNotes {
  /// The language of the next words, from a note on a line of its own or at a cue.
  private var waiting: String?
  /// The language of the rest of a speech, from a note at or before its cue.
  private var speech: String?
  /// The languages of the open block, each with the place where it begins.
  private var marks: [(place: Int, tag: String)] = []

  /// Returns the language that a note names, or nil for any other note.
  /// The language is empty if the note ends a passage.
  static func tag(in note: String) -> String? {
    guard note.utf8.count <= 100, let first = note.utf8.first(where: { $0 > 0x20 }),
      first | 0x20 == UInt8(ascii: "l"), let colon = note.firstIndex(of: ":")
    else { return nil }
    let name = note[..<colon].filter { !$0.isWhitespace }.lowercased()
    guard name == "lang" || name == "language" else { return nil }
    return PassageTag.tag(String(note[note.index(after: colon)...]))
  }

  /// Takes a note before the next words.
  mutating func wait(_ tag: String) { waiting = tag }

  /// Begins a block of words.
  mutating func open(isSpeech: Bool) {
    marks = take(isSpeech: isSpeech).map { [(0, $0)] } ?? []
  }

  /// Returns the language of words that begin now.
  private mutating func take(isSpeech: Bool) -> String? {
    defer { waiting = nil }
    return waiting ?? (isSpeech ? speech : nil)
  }

  /// Takes a cue: the notes at or before it hold for its whole speech.
  mutating func takeCue(_ tag: String?) { (speech, waiting) = (tag ?? waiting, nil) }

  mutating func endSpeech() { speech = nil }

  /// Takes a note in a line of the open block.
  /// A note behind the words of a line holds for this line.
  mutating func add(_ tag: String, at place: Int, line: Range<Int>) {
    marks.append((place == line.upperBound && !tag.isEmpty ? line.lowerBound : place, tag))
  }

  /// Returns the spans of the closed block, whose text has `count` bytes.
  mutating func takeSpans(_ count: Int) -> [InlineSpan] {
    if marks.isEmpty { return [] }
    defer { marks = [] }
    return marks.indices.compactMap { index in
      let end = index + 1 < marks.count ? marks[index + 1].place : count
      let range = marks[index].place..<max(marks[index].place, min(end, count))
      guard !range.isEmpty, !marks[index].tag.isEmpty else { return nil }
      return InlineSpan(.language(tag: marks[index].tag), range)
    }
  }

  /// Returns the spans of words on a single line.
  mutating func spans(_ tag: String?, isSpeech: Bool, count: Int) -> [InlineSpan] {
    guard let tag = tag ?? take(isSpeech: isSpeech), !tag.isEmpty, count > 0 else { return [] }
    return [InlineSpan(.language(tag: tag), 0..<count)]
  }
}

/// The private comments of Obsidian and CriticMarkup on a line of a script: `%%…%%`, `{>>…<<}`.
/// Fountain does not know them, but programs in which people write scripts hide them.
struct ScriptComments {
  /// The text with blanks for the comments, so that all columns stay.
  private(set) var text: [UInt8]
  private(set) var skipped = SkippedWords()

  /// Reads a script; nil if it has no such comments.
  init?(in source: [UInt8]) {
    text = source
    let ranges = source.withUnsafeBufferPointer { source -> [Range<Int>] in
      let signs = [("{>>", "<<}"), ("%%", "%%")].filter {
        source.first(of: $0.0, in: 0..<source.count) != nil
      }
      guard !signs.isEmpty else { return [] }
      var (ranges, lines) = ([Range<Int>](), TableLines(source, from: 0))
      while !lines.isAtEnd {
        let line = lines.next()
        for (open, close) in signs {
          var offset = line.lowerBound
          while let start = source.first(of: open, in: offset..<line.upperBound),
            let end = source.first(
              of: close, in: min(start + open.utf8.count, line.upperBound)..<line.upperBound)
          {
            // "100%% of 20%%" is no comment.
            let isFree = start == line.lowerBound || source[start - 1] <= 0x20
            let isEmpty = end == start + open.utf8.count
            offset = isFree || open != "%%" ? end + close.utf8.count : start + open.utf8.count
            if !isEmpty, isFree || open != "%%" { ranges.append(start..<offset) }
          }
        }
      }
      return ranges
    }
    guard !ranges.isEmpty else { return nil }
    source.withUnsafeBufferPointer { source in
      for range in ranges {
        skipped.add(Bytes(rebasing: source[range]), .privateComment)
        skipped.endWord()
      }
    }
    for range in ranges { for offset in range { text[offset] = 0x20 } }
  }
}

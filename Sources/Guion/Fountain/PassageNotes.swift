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
    guard note.utf8.count <= 100, let colon = note.firstIndex(of: ":") else { return nil }
    let name = note[..<colon].filter { !$0.isWhitespace }.lowercased()
    guard name == "lang" || name == "language" else { return nil }
    return PassageTag.tag(String(note[note.index(after: colon)...]))
  }

  /// Takes a note before the next words.
  mutating func wait(_ tag: String) { waiting = tag }

  /// Begins a block of words.
  mutating func open(isSpeech: Bool) {
    marks = [(0, take(isSpeech: isSpeech) ?? "")]
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

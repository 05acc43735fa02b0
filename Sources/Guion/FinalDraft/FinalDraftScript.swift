import Basics

/// Converts the paragraphs of a Final Draft script to elements.
struct FinalDraftScript {
  private var found: [GuionElement] = []
  /// The speech that the next paragraph can continue.
  /// It becomes an element when it ends, so that a long speech is copied once.
  private var speech: (words: StyledWords, start: SourcePosition, end: SourcePosition)?
  private let places: LineTable
  /// Whether the previous paragraph belongs to a speech, which the next paragraph can continue.
  private var isSpeaking = false
  /// Whether dialogue can continue the last element.
  private var canJoin = false

  private let edition: ReadingEdition

  init(_ places: LineTable, _ edition: ReadingEdition) {
    (self.places, self.edition) = (places, edition)
  }

  /// The elements so far.
  var elements: [GuionElement] {
    mutating get {
      endSpeech()
      return found
    }
  }

  /// Adds a paragraph.
  /// `isSecond` marks the cue of a speech that is simultaneous with the previous speech.
  mutating func append(_ paragraph: FinalDraftParagraph, isSecond: Bool) {
    if paragraph.startsPage, !found.isEmpty || speech != nil { breakPage(at: paragraph.offset) }
    add(paragraph, isSecond: isSecond)
    for note in paragraph.notes { addNote(note) }
  }

  private mutating func add(_ paragraph: FinalDraftParagraph, isSecond: Bool) {
    let words = paragraph.words.trimmed
    guard !words.isEmpty, let range = paragraph.range.map(places.range) else { return }
    if paragraph.isOmitted || Self.isOmission(paragraph, words) {
      append(GuionElement(.comment, words, at: range))
      return
    }
    switch paragraph.type {
    case .sceneHeading:
      end()
      append(GuionElement(.sceneHeading, words.onOneLine, at: range))
      found[found.count - 1].sceneNumber = paragraph.number
    case .character: addCue(words.onOneLine, at: range, isSecond: isSecond)
    case .parenthetical where isSpeaking: addParenthetical(words.onOneLine, at: range)
    case .dialogue where isSpeaking: addDialogue(words, at: range)
    case .lyrics: addLyrics(words, at: range)
    case .transition:
      end()
      append(GuionElement(.transition, words.onOneLine, at: range))
    case .newAct: addSection(1, words, at: range)
    case .endOfAct: addAction(words, at: range, isCentered: true)
    case .planning where edition == .first:
      addAction(words, at: range, isCentered: paragraph.isCentered)
    case .outlineBody, .planning:
      append(GuionElement(.synopsis, words.onOneLine, at: range))
    case .outline(let level): addSection(level, words, at: range)
    case .action where edition == .second && CueWords.isSound(words.text):
      end()
      append(GuionElement(.sound, words.onOneLine, at: range))
    case .action, .dialogue, .parenthetical:
      addAction(words, at: range, isCentered: paragraph.isCentered)
    }
  }

  /// Whether this is the heading of a removed scene.
  /// Such a heading stays in the script so that the other scenes keep their numbers.
  private static func isOmission(_ paragraph: FinalDraftParagraph, _ words: StyledWords) -> Bool {
    paragraph.type == .sceneHeading && words.bytes.count < 16
      && ["OMITTED", "OMIT"].contains(words.text.uppercased().filter { $0.isLetter })
  }

  private mutating func append(_ element: GuionElement) {
    endSpeech()
    found.append(element)
  }

  private mutating func end() { (isSpeaking, canJoin) = (false, false) }

  private mutating func breakPage(at offset: Int) {
    let place = places.position(of: offset)
    append(
      GuionElement(
        elementType: .pageBreak, elementText: "",
        sourceRange: SourceRange(start: place, end: place)))
    canJoin = false
  }

  /// Adds a cue: the name, and the text in parentheses after it as the extension.
  private mutating func addCue(_ words: StyledWords, at range: SourceRange, isSecond: Bool) {
    let parts = words.bytes.withUnsafeBufferPointer { CueForm(forced: $0, 0..<$0.count) }
    var element = GuionElement(.character, words, at: range)
    if let parts, !parts.isDual, let suffix = parts.extension {
      element = GuionElement(.character, words.slice(parts.name), at: range)
      element.extension = words.slice(suffix).text
    } else if edition == .second, let player = Self.player(in: words.bytes) {
      element = GuionElement(.character, words.slice(0..<player.lowerBound).trimmed, at: range)
      element.extension = words.slice(player).text
    }
    element.isDualDialogue = isSecond
    append(element)
    (isSpeaking, canJoin) = (true, false)
  }

  /// Returns the name of the player in brackets behind a role: `Madman [Sharpe]`.
  private static func player(in name: [UInt8]) -> Range<Int>? {
    guard name.last == UInt8(ascii: "]"), let open = name.lastIndex(of: UInt8(ascii: "[")),
      name[..<open].contains(where: { $0 > 0x20 })
    else { return nil }
    return open..<name.count
  }

  /// Adds a parenthetical without its outer parentheses, as in Fountain.
  private mutating func addParenthetical(_ words: StyledWords, at range: SourceRange) {
    let inner = words.bytes.withUnsafeBufferPointer {
      LineForm.parenthetical($0, 0..<$0.count)
    }
    append(
      GuionElement(.parenthetical, inner.map(words.slice) ?? words, at: range))
    canJoin = false
  }

  /// Adds dialogue.
  /// Paragraphs of a speech become one element, like lines in Fountain.
  private mutating func addDialogue(_ words: StyledWords, at range: SourceRange) {
    let lines = StyledWords.joined(words.lines.map(\.trimmed), by: "\n")
    if canJoin, speech != nil {
      speech?.words.append("\n".utf8)
      speech?.words.append(lines)
      speech?.end = range.end
    } else {
      endSpeech()
      speech = (lines, range.start, range.end)
    }
    canJoin = true
  }

  /// Adds the element of the speech so far.
  private mutating func endSpeech() {
    guard let speech else { return }
    let range = SourceRange(start: speech.start, end: speech.end)
    found.append(GuionElement(.dialogue, speech.words, at: range))
    self.speech = nil
  }

  /// Adds lyrics.
  /// Each sung line is an element, as in Fountain.
  private mutating func addLyrics(_ words: StyledWords, at range: SourceRange) {
    for line in words.lines.map(\.trimmed) where !line.isEmpty {
      append(GuionElement(.lyrics, line, at: range))
    }
    canJoin = false
  }

  /// Adds action.
  /// Lines keep their indentation, and an empty line separates two paragraphs.
  private mutating func addAction(
    _ words: StyledWords, at range: SourceRange, isCentered: Bool
  ) {
    end()
    for lines in words.lines.map(\.trimmedAtEnd).split(whereSeparator: \.isEmpty) {
      let paragraphs = isCentered ? lines.map { [$0.trimmed] } : [Array(lines)]
      for paragraph in paragraphs {
        append(
          GuionElement(.action, StyledWords.joined(paragraph, by: "\n"), at: range))
        found[found.count - 1].isCentered = isCentered
      }
    }
  }

  private mutating func addSection(_ level: Int, _ words: StyledWords, at range: SourceRange) {
    end()
    append(
      GuionElement(.sectionHeading(level: level), words.onOneLine, at: range))
  }

  private mutating func addNote(_ note: FinalDraftParagraph.Note) {
    let words = note.words.trimmed
    guard !words.isEmpty else { return }
    let isSynopsis = note.type == .synopsis
    append(
      GuionElement(
        note.type, isSynopsis ? words.onOneLine : words, at: places.range(note.range)))
    canJoin = false
  }
}

extension LineTable {
  /// Returns the positions of a non-empty range.
  func range(_ range: Range<Int>) -> SourceRange {
    SourceRange(
      start: position(of: range.lowerBound),
      end: position(of: max(range.lowerBound, range.upperBound - 1)))
  }
}

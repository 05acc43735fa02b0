import Basics

/// Reads the body of a script line by line (R19.5).
struct BodyReader {
  let text: Bytes
  let edition: ReadingEdition
  private let isPlain: Bool
  private(set) var lines: LineCursor
  private var next: ScriptLine?
  private var isSpeaking = false
  /// Whether the state *blank above* is set (R19.5).
  private var isBlankAbove = true
  /// Whether the last printed element is a speech, so that the next speech may be simultaneous (R9).
  private var followsSpeech = false
  private var block = OpenBlock()
  private var passages = PassageNotes()
  /// The indentation of the last line of speech below the cue.
  private var speechIndent: Int?
  /// The number of notes and boneyards that have become elements.
  private var reportedSpans = 0
  /// The number of notes and boneyards in the lines read so far.
  /// Those that are not reported yet become elements when the open block closes.
  private var seenSpans = 0
  private var elements: [GuionElement] = []
  private var diagnostics: [Diagnostic] = []
  /// Nothing, in the first edition.
  private let pages: PrintedPages
  private var skipped = SkippedWords()

  private init(_ lines: LineCursor, _ edition: ReadingEdition, isPlain: Bool) {
    (text, self.lines, self.edition, self.isPlain) = (lines.text, lines, edition, isPlain)
    pages = edition == .second ? PrintedPages(in: text, lines, isPlain: isPlain) : PrintedPages()
    // A screenplay has about one element per 50 bytes. Reserved memory that is never used costs nothing.
    elements.reserveCapacity((text.count - lines.offset) / 50)
    next = nextLine()
    reportedSpans = next?.spans.lowerBound ?? 0
    seenSpans = reportedSpans
  }

  /// Reads a body and returns its elements and warnings.
  static func read(
    _ lines: LineCursor, _ edition: ReadingEdition, isPlain: Bool
  ) -> (elements: [GuionElement], diagnostics: [Diagnostic], skipped: SkippedWords) {
    var reader = BodyReader(lines, edition, isPlain: isPlain)
    while let line = reader.next {
      reader.next = reader.nextLine()
      reader.take(line)
    }
    reader.closeBlock()
    return (reader.elements, reader.diagnostics, reader.skipped)
  }

  /// Returns the next line that does not belong to a printed page.
  private mutating func nextLine() -> ScriptLine? {
    while let line = pages.next(&lines) {
      guard pages.lines.contains(line.start) else { return line }
      if skipped == SkippedWords() {
        let place = lines.position(of: line.content.lowerBound, in: line)
        diagnostics.append(.pageFurniture(at: place, text.string(line.content), pages.lines.count))
      }
      skip(line.content)
    }
    return nil
  }

  private mutating func skip(_ words: Range<Int>) {
    skipped.add(Bytes(rebasing: text[words]), .pageFurniture)
    skipped.endWord()
  }

  // R19.5, 1 to 3
  private mutating func take(_ line: ScriptLine) {
    switch line.kind {
    case .notes:
      for (_, tag) in languages(of: line) { takeNote(tag) }
    case .boneyards:
      if !isSpeaking { closeBlock() }
      isBlankAbove = true
    case .wide where isSpeaking:
      block.emptyLines += 1
    case .wide, .empty:
      closeBlock()
      (isSpeaking, isBlankAbove) = (false, true)
    case .text:
      takeText(line)
    }
    seenSpans = line.spans.upperBound
    if !isSpeaking { passages.endSpeech() }
    if block.kind == nil { reportSpans() }
  }

  // R19.5, 4 to 13
  private mutating func takeText(_ line: ScriptLine) {
    if !isPlain, !isSpeaking, LineForm.isBareSigil(text, line.content) { return }
    switch text[line.content.lowerBound] {
    case _ where isPlain: break
    case UInt8(ascii: "!")
    where !(isSpeaking && !isBlankAbove && LineForm.isStray(text, line.content, edition)):
      return takeForcedAction(line)
    case UInt8(ascii: "~"): return takeLyric(line)
    case UInt8(ascii: "=") where LineForm.isPageBreak(text, line.content):
      return takePageBreak(line)
    default: break
    }
    if pages.isBreak(line) {
      closeBlock()
      (isSpeaking, isBlankAbove) = (false, true)
    }
    if let label = pages.labels[line.start] { return takeLabel(line, label) }
    if isSpeaking, !isBlankAbove { return takeSpeech(line) }
    let isKnown =
      !isPlain && takeStructure(line) || takeHeading(line) || takeTransition(line) || takeCue(line)
    if isKnown { return }
    if isSpeaking { takeSpeech(line) } else { takeAction(line, words: line.content) }
  }
}

// MARK: - What a line may be

extension BodyReader {
  // R5.3, R5.4
  private mutating func takeForcedAction(_ line: ScriptLine) {
    let marked = line.content.dropFirst()
    let isShot = edition == .second && LineForm.isShot(text, marked)
    if isSpeaking || isShot { closeBlock() }
    (isSpeaking, isBlankAbove) = (false, false)
    let words = isShot ? marked.dropFirst() : marked
    if !words.isEmpty { takeAction(line, words: words) }
    if isShot { closeBlock() }
  }

  // R21.11
  private mutating func takeLabel(_ line: ScriptLine, _ label: PrintedPages.Label) {
    emit(.character, line, label.cue.name) { [text] in
      $0.extension = label.cue.extension.map(text.string)
    }
    finish(followsSpeech: true, isSpeaking: true)
    if let aside = label.aside { emit(.parenthetical, line, aside) }
    var speech = line
    speech.content = text.trimmed(label.speech..<line.content.upperBound)
    if !speech.content.isEmpty { takeSpeech(speech) }
  }

  // R5.2
  private mutating func takeAction(_ line: ScriptLine, words typed: Range<Int>) {
    let number = isBlankAbove ? pages.shotNumbers[line.start] : nil
    if let number { skip(number) }
    let words = (number?.upperBound ?? typed.lowerBound)..<typed.upperBound
    if edition == .second, isBlankAbove, CueWords.isSound(text.string(words)) {
      openBlock(.sound, at: line)
    } else if block.kind == nil || block.kind == .dialogue {
      openBlock(.action, at: line)
    }
    let part = pages.columns.parts[line.start]
    block.text.appendAction(text, indentation: lines.indentation(of: line), words, part)
    addLanguages(of: line, words)
    block.end = lines.position(of: line.content.upperBound - 1, in: line)
    finish(followsSpeech: false)
    // A sound is one line, or the line below a label.
    if block.kind == .sound, text[words.upperBound - 1] != UInt8(ascii: ":") { closeBlock() }
  }

  // R7, R8
  private mutating func takeSpeech(_ line: ScriptLine) {
    isBlankAbove = false
    if let words = LineForm.parenthetical(text, line.content) {
      return emit(.parenthetical, line, words)
    }
    if edition == .second, LongParenthetical.begins(text, line), takeLongParenthetical(line) {
      return
    }
    if block.kind != .dialogue { openBlock(.dialogue, at: line) }
    speechIndent = lines.indentation(of: line).count
    for _ in 0..<block.emptyLines { block.text.appendEmptyLine(text) }
    block.emptyLines = 0
    block.text.append(
      text, indentation: line.content.prefix(0), line.content, pages.columns.parts[line.start])
    addLanguages(of: line, line.content)
    block.end = lines.position(of: line.content.upperBound - 1, in: line)
  }

  /// Reads a parenthetical of several lines (R8.6).
  private mutating func takeLongParenthetical(_ line: ScriptLine) -> Bool {
    let isInner = speechIndent.map { $0 < lines.indentation(of: line).count } ?? false
    let found = LongParenthetical(
      line, below: next, lines, isInner: isInner, isColumned: pages.columns.isColumned,
      step: pages.next)
    guard let found else { return false }
    emit(.parenthetical, line, line.content) { [start = start(of: line)] in
      ($0.elementText, $0.sourceRange) = (found.text, SourceRange(start: start, end: found.end))
    }
    (lines, next) = (found.rest, found.below)
    if next == nil { next = nextLine() }
    return true
  }

  // R10, R7.5
  private mutating func takeLyric(_ line: ScriptLine) {
    let words = text.trimmed(line.content.lowerBound + 1..<line.content.upperBound)
    if words.isEmpty { closeBlock() } else { emit(.lyrics, line, words) }
    finish(followsSpeech: isSpeaking, isSpeaking: isSpeaking)
  }

  // R18, R7.5: a page break has the effect of a blank line, but it does not end a speech.
  private mutating func takePageBreak(_ line: ScriptLine) {
    emit(.pageBreak, line, line.content.upperBound..<line.content.upperBound)
    if !isSpeaking { isBlankAbove = true }
  }

  // R19.5, 6
  private mutating func takeStructure(_ line: ScriptLine) -> Bool {
    if let section = LineForm.section(text, line.content) {
      emit(.sectionHeading(level: section.level), line, section.title)
      finish(isBlankAbove: true, followsSpeech: false)
    } else if let words = LineForm.synopsis(text, line.content) {
      emit(.synopsis, line, words)
      finish(isBlankAbove: true, followsSpeech: followsSpeech)
    } else if let words = LineForm.centered(text, line.content) {
      if words.isEmpty { closeBlock() } else { emit(.action, line, words) { $0.isCentered = true } }
      finish(followsSpeech: false)
    } else if text[line.content.lowerBound] == UInt8(ascii: ">"), line.content.count > 1 {
      let words = text.trimmed(line.content.lowerBound + 1..<line.content.upperBound)
      emit(.transition, line, words)
      finish(followsSpeech: false)
    } else {
      return false
    }
    return true
  }

  // R19.5, 7 and 8
  private mutating func takeHeading(_ line: ScriptLine) -> Bool {
    guard isBlankAbove else { return false }
    var words = line.content
    let hasEnd = pages.headingEnds[line.start] != nil
    if edition == .second, let margin = HeadingForm.marginNumber(text, words),
      margin.repeated != nil || hasEnd || isBlankAfter(line)
    {
      if let repeated = margin.repeated { skip(repeated) }
      return takeHeading(line, margin.words, number: text.string(margin.number))
    }
    if !isPlain, HeadingForm.isForced(text, words) {
      words = words.lowerBound + 1..<words.upperBound
    } else {
      let withBlanks = words.lowerBound..<line.whole.upperBound
      let isPrefixed = HeadingForm.hasPrefix(text, withBlanks, edition)
      guard isPrefixed || edition == .second && HeadingForm.isNumberedShot(text, words),
        hasEnd || isBlankAfter(line)
      else { return false }
    }
    let numbered =
      HeadingForm.sceneNumber(text, words)
      ?? (edition == .second ? HeadingForm.farNumber(text, words) : nil)
    return takeHeading(
      line, numbered?.words ?? words, number: numbered.map { text.string($0.number) })
  }

  /// Emits a heading, with the end that stands on a later line.
  private mutating func takeHeading(
    _ line: ScriptLine, _ words: Range<Int>, number: String?
  ) -> Bool {
    emit(.sceneHeading, line, words) { $0.sceneNumber = number }
    if let end = pages.headingEnds[line.start] {
      let last = elements.count - 1
      elements[last].elementText = pages.whole(elements[last].elementText, end, text)
      while let below = next, below.content != end { next = nextLine() }
      next = nextLine()
      let margin = HeadingForm.marginNumber(text, end)
      for number in [margin?.number, margin?.repeated].compactMap(\.self) { skip(number) }
    }
    finish(followsSpeech: false)
    return true
  }

  // R19.5, 9
  private mutating func takeTransition(_ line: ScriptLine) -> Bool {
    let withBlanks = line.content.lowerBound..<line.whole.upperBound
    let isTransition =
      edition == .first
      ? LineForm.isTransition(text, withBlanks) : LineForm.isSilent(text, line.content, withBlanks)
    guard isBlankAbove, isTransition, isBlankAfter(line) else { return false }
    emit(.transition, line, line.content)
    finish(followsSpeech: false)
    return true
  }

  // R19.5, 10 and 11
  private mutating func takeCue(_ line: ScriptLine) -> Bool {
    let cue: CueForm?
    if !isPlain, text[line.content.lowerBound] == UInt8(ascii: "@") {
      let name = text.trimmed(line.content.lowerBound + 1..<line.content.upperBound)
      cue = CueForm(forced: text, name)
    } else {
      let isName = pages.names.contains(line.start)
      cue = isBlankAbove ? LineForm.cue(text, line, edition, isName: isName) : nil
    }
    guard let cue, isSpeechAfter(), !pages.columns.shown.contains(line.start) else {
      return false
    }
    if edition == .second, !isPlain, !isSpeaking,
      pages.isShout(text, line, cue, below: elements.last)
    {
      isSpeaking = true
      takeSpeech(line)
      return true
    }
    if edition == .second, !isSpeaking, let kind = pages.falseCue(text, cue, line, above: next) {
      takeFalseCue(line, kind)
      return true
    }
    let isDual = cue.isDual && followsSpeech  // R9: no effect without a speech before.
    if cue.isDual, !isDual {
      diagnostics.append(.loneDualDialogue(at: start(of: line)))
    }
    emit(.character, line, cue.name) { [text] element in
      if let marks = cue.closingMarks { element.elementText += text.string(marks) }
      element.extension = cue.extension.map(text.string)
      element.isDualDialogue = isDual
    }
    speechIndent = nil
    finish(followsSpeech: true, isSpeaking: true)
    return true
  }

  /// Reads a shot or a label as action. The lines below it are a paragraph of their own, except below a colon.
  private mutating func takeFalseCue(_ line: ScriptLine, _ kind: CueWords.Kind) {
    if kind == .shot { diagnostics.append(.unforcedShot(at: start(of: line))) }
    takeAction(line, words: line.content)
    if !LineForm.goesOn(text, line, next) { closeBlock() }
    isBlankAbove = next.map { HeadingForm.isPlaceAndTime(text, $0) } ?? false
  }

  private func start(of line: ScriptLine) -> SourcePosition {
    lines.position(of: line.content.lowerBound, in: line)
  }

  private mutating func finish(
    isBlankAbove: Bool = false, followsSpeech: Bool, isSpeaking: Bool = false
  ) {
    self.isBlankAbove = isBlankAbove
    self.followsSpeech = followsSpeech
    self.isSpeaking = isSpeaking
  }
}

// MARK: - What comes below

extension BodyReader {
  private func lineBelow(_ skipped: ScriptLine.Kind...) -> ScriptLine? {
    var (ahead, line) = (lines, next)
    while let below = line, skipped.contains(below.kind) { line = pages.next(&ahead) }
    return line
  }

  /// Whether a heading or transition has a blank line after it (end of R19).
  private func isBlankAfter(_ line: ScriptLine) -> Bool {
    guard let below = lineBelow(.notes), below.kind == .text else { return true }
    let words = below.content
    return isPlain && text.hasLowerCase(words) && HeadingForm.isLine(text, line)
      || pages.isBreak(below) || LineForm.isPageBreak(text, words)
      || LineForm.section(text, words) != nil || LineForm.synopsis(text, words) != nil
  }

  /// Whether a cue is followed by speech (end of R19).
  private func isSpeechAfter() -> Bool {
    lineBelow(.notes, .boneyards).map { $0.kind != .empty && !pages.isBreak($0) } ?? false
  }
}

// MARK: - Elements

extension BodyReader {
  /// Adds an element that is a single line.
  private mutating func emit(
    _ type: ElementType, _ line: ScriptLine, _ words: Range<Int>,
    _ complete: (inout GuionElement) -> Void = { _ in }
  ) {
    closeBlock()
    let last = lines.position(of: line.content.upperBound - 1, in: line)
    var element = GuionElement(
      elementType: type, elementText: text.string(words),
      sourceRange: SourceRange(start: start(of: line), end: last))
    complete(&element)
    let tag = languages(of: line).last?.tag
    switch type {
    case .character: passages.takeCue(tag)
    case .action, .lyrics:
      let spans = passages.spans(tag, isSpeech: isSpeaking, count: words.count)
      if !spans.isEmpty { element.inlines = spans }
    default: break
    }
    elements.append(element)
  }

  // R15.8
  private func languages(of line: ScriptLine) -> [(offset: Int, tag: String)] {
    edition == .second ? lines.languages(of: line) : []
  }

  /// Takes a note on a line of its own: inside a block, it holds from the next line on.
  private mutating func takeNote(_ tag: String) {
    guard block.kind != nil else { return passages.wait(tag) }
    passages.add(tag, at: block.text.count, line: block.text.count..<block.text.count)
  }

  /// Adds the notes in a line that has just been added to the open block.
  private mutating func addLanguages(of line: ScriptLine, _ words: Range<Int>) {
    for (offset, tag) in languages(of: line) {
      let end = block.text.count
      let rest = words.upperBound - min(max(offset, words.lowerBound), words.upperBound)
      passages.add(tag, at: max(0, end - rest), line: max(0, end - words.count)..<end)
    }
  }

  private mutating func openBlock(_ kind: OpenBlock.Kind, at line: ScriptLine) {
    closeBlock()
    passages.open(isSpeech: kind == .dialogue)
    block.kind = kind
    block.start = start(of: line)
  }

  private mutating func closeBlock() {
    block.emptyLines = 0
    guard let kind = block.kind else { return }
    let spans = passages.takeSpans(block.text.count)
    elements.append(
      GuionElement(
        elementType: kind.type, elementText: block.text.take(text), inlines: spans,
        sourceRange: SourceRange(start: block.start, end: block.end)))
    block.kind = nil
    reportSpans()
  }

  // R19.6
  private mutating func reportSpans() {
    while reportedSpans < seenSpans {
      let span = lines.spans[reportedSpans]
      if edition == .first || span.language == nil { elements.append(span.element) }
      reportedSpans += 1
    }
  }
}

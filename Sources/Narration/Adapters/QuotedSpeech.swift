package import Basics
package import Guion

/// The quotations of a manuscript with their speakers, and the elements in which they speak.
package struct QuotedSpeech: Sendable {
  /// Who speaks what.
  package let attribution: Attribution
  /// For each paragraph of the attribution, the index of its element.
  package let places: [Int]
  /// For each turn, the place of the paragraph in which it begins.
  package private(set) var positions: [ScriptPosition] = []
  /// For each turn, the person whose voice speaks it; nil for the narrator.
  package let voices: [Int?]
  /// The file of answers that was read; nil if there is none.
  private let answers: VoicesFile?
  /// For each element with quotations in other voices, the turns in the paragraph with their pieces, in order.
  private var spoken: [Int: [VoicedPiece]] = [:]
  /// For each element, the tags that are not read.
  private var skipped: [Int: [Range<Int>]] = [:]
  /// For each element, the ends of the pieces that end a sentence, because the tag behind them is not read.
  private var ended: [Int: Set<Int>] = [:]
  /// The tags that are not read, and a note for each of them.
  package private(set) var skippedTags: [String] = []
  private var skippedNotes: [Diagnostic] = []
  /// The probability from which a tag is superfluous.
  private static let certain = 0.95

  private struct VoicedPiece {
    var piece: QuotationFinder.Piece
    var name: String
    /// The tag, if it says how the words are said: "whispered Tom".
    var manner: String?
  }

  /// Attributes the quotations in the paragraphs of prose.
  /// `leaving` has the elements that already have a speaker, such as labelled paragraphs.
  package init(
    of manuscript: Manuscript, cast: Cast, language: String?, leaving labelled: Set<Int> = []
  ) {
    let language = language ?? cast.language ?? manuscript.language ?? "en-US"
    let (texts, breaks, places) = Self.paragraphs(of: manuscript, leaving: labelled)
    let people = cast.characters.map { role in
      var person = Attribution.Person(
        name: role.name, aliases: role.aliases, gender: role.gender == .neutral ? nil : role.gender)
      person.age = role.age
      return person
    }
    answers = cast.answers
    attribution = Attribution(
      texts, breaks: breaks, cast: people, narrator: cast.dialogue.narrator, answers: cast.answers,
      language: language)
    voices = attribution.speakers(confidence: cast.dialogue.confidence)
    self.places = places
    positions = attribution.turns.map { turn in
      let range = manuscript.elements[places[turn.pieces[0].paragraph]].sourceRange
      return ScriptPosition(source: range?.source ?? 0, line: range?.start.line ?? 0)
    }
    let table = DeliveryTable(languageCode: language, additions: cast.delivery)
    for (turn, voice) in zip(attribution.turns, voices) {
      guard let voice else { continue }
      let isCertain = turn.guesses.contains { $0.person == voice && $0.probability >= Self.certain }
      if cast.dialogue.tags == .skip, isCertain {
        for tag in turn.bareTags { skip(tag, in: manuscript) }
      }
      let manner = turn.tags.map { tag in
        String(decoding: Array(texts[tag.paragraph].utf8)[tag.range], as: UTF8.self)
      }.first { table.delivery(for: $0) != nil }
      for piece in turn.pieces {
        spoken[places[piece.paragraph], default: []].append(
          VoicedPiece(piece: piece.place, name: attribution.people[voice].name, manner: manner))
      }
    }
  }

  /// Leaves a tag out, and notes it.
  private mutating func skip(_ tag: Attribution.Words, in manuscript: Manuscript) {
    let element = manuscript.elements[places[tag.paragraph]]
    let text = Array(element.elementText.utf8)
    skipped[places[tag.paragraph], default: []].append(tag.range)
    let words = String(decoding: text[tag.range], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    skippedTags.append(words)
    // "“Come,” said Tom, “or stay.”" goes on behind the tag.
    if words.last.map({ ",;:–—-".contains($0) }) != true {
      ended[places[tag.paragraph], default: []].insert(tag.range.lowerBound)
    }
    let start = text[tag.range].firstIndex { !QuotationMarks.isSpace($0) } ?? tag.range.lowerBound
    let before = text[..<start]
    let lines = before.count { $0 == 0x0A }
    let line = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[line...], as: UTF8.self).count
    let position = element.sourceRange.map { range in
      SourcePosition(
        line: range.start.line + lines, column: (lines > 0 ? 1 : range.start.column) + column)
    }
    skippedNotes.append(
      Diagnostic(
        code: LintCode.skippedTag, severity: .note, message: "\"\(words)\" is not read",
        file: manuscript.document(of: element)?.path, position: position))
  }

  /// What the author should know: answers without effect, tags that are not read, and how many turns are in doubt.
  package func findings(_ cast: Cast) -> [Diagnostic] {
    let open = doubts.count
    let note = Diagnostic(
      code: LintCode.unsureSpeaker, severity: .note,
      message:
        "the narrator speaks \(Quantity.count(open, "turn")) whose speaker is in doubt; guion2audio speakers lists them"
    )
    let shared = attribution.shared.map { name, people in
      let owners = people.map { attribution.people[$0].name }.joined(separator: " and of ")
      return Diagnostic(
        code: LintCode.sharedName, severity: .note, message: "\"\(name)\" is a name of \(owners)")
    }
    return (cast.answers.map { findings($0) } ?? []) + shared + skippedNotes
      + (open > 0 ? [note] : [])
  }

  /// Returns the number of quotations in prose: the pieces that are said without narration between them.
  package static func count(in manuscript: Manuscript, language: String) -> Int {
    // The words of the language are a table that a screenplay does not need.
    guard manuscript.elements.contains(where: { SpeakerLabels.canHold($0, in: manuscript) }) else {
      return 0
    }
    let texts = paragraphs(of: manuscript, leaving: []).texts
    return QuotationFinder(texts, language: language).pieces(of: texts).reduce(0) { $0 + $1.count }
  }

  /// Returns the paragraphs of prose, the numbers of those that end a scene, and the indices of their elements.
  private static func paragraphs(
    of manuscript: Manuscript, leaving labelled: Set<Int>
  ) -> (texts: [String], breaks: Set<Int>, places: [Int]) {
    var (texts, breaks, places): ([String], Set<Int>, [Int]) = ([], [], [])
    var source = 0
    for (index, element) in manuscript.elements.enumerated() where !labelled.contains(index) {
      let isParagraph = SpeakerLabels.canHold(element, in: manuscript)
      let isBreak =
        element.elementType.isSectionHeading || element.elementType == .sceneHeading
        || element.elementType == .pageBreak || isParagraph && !element.elementText.hasLetterOrDigit
        || element.source != source
      source = element.source
      guard isParagraph || isBreak else { continue }
      if isBreak { breaks.insert(texts.count) }
      if isBreak, isParagraph, element.elementText.hasLetterOrDigit {
        // The first paragraph of another document.
        (texts, places) = (texts + [""], places + [index])
      }
      texts.append(element.elementText)
      places.append(index)
    }
    return (texts, breaks, places)
  }

  /// Returns the elements that a paragraph becomes, or nil if the narrator reads all of it.
  package func elements(of element: GuionElement, at index: Int) -> [GuionElement]? {
    guard let spoken = spoken[index] else { return nil }
    let text = Array(element.elementText.utf8)
    var parts: [(range: Range<Int>, speech: VoicedPiece?, isSilent: Bool)] = []
    var end = 0
    func narrate(to next: Int) {
      if let tag = skipped[index]?.first(where: { $0.lowerBound == end }) {
        parts.append((tag.clamped(to: end..<max(end, next)), nil, true))
        end = min(tag.upperBound, next)
      }
      if next > end { parts.append((end..<next, nil, false)) }
    }
    for speech in spoken {
      let piece = speech.piece
      narrate(to: piece.outer.lowerBound)
      parts.append((max(end, piece.outer.lowerBound)..<piece.outer.upperBound, speech, false))
      end = max(end, piece.outer.upperBound)
    }
    narrate(to: text.count)
    var result: [GuionElement] = []
    for (range, speech, isSilent) in parts {
      guard let part = element.part(range, of: text) else { continue }
      let place: ParagraphPart = isSilent ? .silent : result.isEmpty ? .first : .within
      if let speech {
        var cue = GuionElement(
          elementType: .character, elementText: speech.name,
          extension: speech.manner.map { "(\($0))" }, sourceRange: element.sourceRange)
        cue.paragraphPart = place
        result.append(cue.withIdentity(of: element))
      }
      var words = part
      words.elementType = speech == nil ? .action : .dialogue
      words.paragraphPart = place
      words.endsSentence = speech != nil && ended[index]?.contains(range.upperBound) == true
      result.append(words.withIdentity(of: element))
    }
    return result
  }
}

extension GuionElement {
  /// Returns a part of the text with its formatting and without spaces around it; nil if the part has no words.
  fileprivate func part(_ range: Range<Int>, of text: [UInt8]) -> GuionElement? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, text[start] == 0x20 || text[start] == 0x0A { start += 1 }
    while end > start, text[end - 1] == 0x20 || text[end - 1] == 0x0A { end -= 1 }
    guard start < end else { return nil }
    var part = self
    part.elementText = String(decoding: text[start..<end], as: UTF8.self)
    part.inlines = inlines.compactMap { span in
      let own = span.range.clamped(to: start..<end)
      let isInside =
        span.range.isEmpty
        ? range.contains(span.range.lowerBound)
          || span.range.lowerBound == range.upperBound && range.upperBound == text.count
        : !own.isEmpty
      guard isInside else { return nil }
      let shown = max(own.lowerBound, start) - start..<max(own.upperBound, start) - start
      return InlineSpan(span.kind, shown)
    }
    return part
  }
}

extension QuotedSpeech {
  /// The turns whose answer helps, in the order of the text: uncertain turns that somebody may speak.
  /// Of a run that is uncertain only in who begins, only the first turn is one of them.
  package var doubts: [Int] {
    var result: [Int] = []
    var run: Set<Int>?
    for (index, turn) in attribution.turns.enumerated() {
      guard voices[index] == nil, let best = turn.guesses.first?.person,
        best != attribution.narrator, attribution.answers[index] == nil
      else {
        run = nil
        continue
      }
      let pair = attribution.pair(index)
      if pair == nil || pair != run { result.append(index) }
      run = pair
    }
    return result
  }

  /// Whether a turn is a letter in marks, which the narrator reads.
  package func isLetter(_ turn: Int) -> Bool {
    let best = attribution.turns[turn]
    return best.guesses.first?.person == nil && best.evidence.contains { $0.rule == .nobodyLetter }
  }

  /// The uncertain turns, those first whose answer repairs most turns.
  package var mostUseful: [Int] {
    let all = doubts
    let known = Set(all)
    // Long books have too many doubts to try each answer, so those with many uncertain neighbours are tried.
    func use(_ turn: Int) -> Double {
      let near = (turn - 4...turn + 4).count {
        known.contains($0) && attribution.turns[$0].scene == attribution.turns[turn].scene
      }
      return Double(near) * (1 - (attribution.turns[turn].guesses.first?.probability ?? 1))
    }
    let ranked = all.map { ($0, use($0)) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
    return attribution.mostUseful(of: ranked)
  }

  /// Returns the file of answers: a line for each uncertain turn, and the author's answers. `all` adds a line for each of
  /// the other turns, so that a speaker who is sure and wrong can be corrected.
  package func file(all: Bool = false) -> String {
    var lines = VoicesFile.headers.dropLast() + (answers?.comments ?? [])
    let open = Set(doubts)
    let uses = Dictionary(attribution.keys.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, turn) in attribution.turns.enumerated() {
      let answer = attribution.answers[index]
      guard all || answer != nil || open.contains(index) || isLetter(index) else { continue }
      let names: [String] =
        answer.map { $0.sign == .narrator ? [] : Array($0.names.prefix(1)) }
        ?? turn.guesses.prefix(2).compactMap { $0.person.map { attribution.people[$0].name } }
      let sure = Int((turn.guesses.first?.probability ?? 0) * 100)
      var line = "\(answer?.sign.rawValue ?? "?")  \(names.joined(separator: " | "))  "
      if answer == nil { line += "\(sure)  " }
      line += place(of: index).dropFirst(2) + words(of: index)
      let key = attribution.keys[index]
      if uses[key, default: 0] > 1, index > 0 {
        line += "  < \(words(of: index - 1))"
      }
      lines.append(line)
    }
    lines += (answers?.shapes ?? []).map(\.text)
    let places = attribution.answers.map { turn, answer in (place(of: turn), answer) }
    // The author has answered again after a change of the words.
    let gone = attribution.gone.filter { line in
      !places.contains { line.text.contains($0) && $1.text.contains($0) }
    }
    let rest =
      (gone + attribution.unknown + attribution.twice).map(\.text)
      + (answers?.unread ?? [])
    if !rest.isEmpty { lines += [""] + VoicesFile.headers.suffix(1) + rest }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the place of a turn in the file of answers, with the spaces around it.
  private func place(of turn: Int) -> String {
    let found = attribution.turns[turn]
    return "  ch \(found.scene + 1) §\(found.pieces[0].paragraph + 1)  "
  }

  /// Returns the line with the author's answer for a turn, or with the program's guess, in the file that was read; nil if
  /// the file has no such line.
  package func answerLine(of turn: Int) -> VoicesFile.Line? {
    if let answer = attribution.answers[turn] { return answer }
    let open = (answers?.lines ?? []).filter { $0.sign == .open }
    return VoicesFile.found(open, at: \.row, in: attribution.keys).places[turn]
  }

  /// Whether a file of answers has a line of this book, or no line yet.
  package func holds(_ file: VoicesFile) -> Bool {
    file.lines.isEmpty
      || !VoicesFile.found(file.lines, at: \.row, in: attribution.keys).places.isEmpty
  }

  /// Whether the author has answered who speaks a turn.
  package func isAnswered(_ turn: Int) -> Bool { attribution.answers[turn] != nil }

  /// Returns the most probable speakers of a turn, for a question.
  package func candidates(for turn: Int) -> [String] {
    let people = attribution.turns[turn].guesses.compactMap(\.person)
    return people.prefix(4).map { attribution.people[$0].name }
  }

  /// Returns the name that an answer means: a number of `candidates`, `n` for the narrator, or any name of a person; the
  /// narrator's name is empty. Returns nil if it means nobody.
  package func answer(_ text: String, to turn: Int) -> String? {
    let candidates = candidates(for: turn)
    if let number = Int(text) {
      return candidates.indices.contains(number - 1) ? candidates[number - 1] : nil
    }
    if text == "n" || text.lowercased() == "narrator" { return "" }
    let folded = CharacterNormalizer.folded(text)
    return attribution.people.first { person in
      ([person.name] + person.aliases).contains { CharacterNormalizer.folded($0) == folded }
    }?.name
  }

  /// The words that tell a turn from the others, also after an answer to another turn.
  package func identity(of turn: Int) -> String {
    "\(attribution.turns[turn].pieces[0].paragraph) \(attribution.keys[turn])"
  }

  /// Returns the line with an answer for a turn; an empty name is the narrator.
  package func line(for turn: Int, answer name: String) -> String {
    let key = attribution.keys[turn]
    let isShared = attribution.keys.count { $0 == key } > 1
    return VoicesFile.line(
      name.isEmpty ? "-" : "=", name, chapter: attribution.turns[turn].scene + 1,
      section: attribution.turns[turn].pieces[0].paragraph + 1, words: words(of: turn),
      before: isShared && turn > 0 ? words(of: turn - 1) : nil)
  }

  /// Returns the first words of a turn on one line.
  package func words(of turn: Int) -> String {
    String(
      attribution.words[turn].split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(
        60))
  }

  /// Returns why a person is in the cast: the number of quotations, the first of them, and what tells the gender.
  package func note(onPerson number: Int) -> String {
    let person = attribution.people[number]
    var parts = [Quantity.count(person.quotations, "quotation")]
    let first = attribution.turns.firstIndex { $0.guesses.first?.person == number }
    if let first, positions[first].line > 0 {
      let words = words(of: first)
      let quoted = words.hasSuffix(",") ? String(words.dropLast()) : words
      parts[0] += ", first in line \(positions[first].line): \(quoted)"
    }
    if person.gender != nil {
      parts.append(
        person.isByName ? "a guess: the first name" : "gender by titles and pronouns in the text")
    }
    return parts.joined(separator: "; ")
  }

  /// Warnings about answers that have no effect.
  package func findings(_ file: VoicesFile) -> [Diagnostic] {
    file.diagnostics
      + attribution.unknown.map {
        file.report(
          "no character of the book or the cast has the name \($0.names[0])", at: $0.number)
      }
      + attribution.twice.map {
        file.report("these words already have an answer", at: $0.number)
      }
      + attribution.gone.map {
        file.report(
          "no quotation begins with these words any more; answer again with speakers --ask",
          at: $0.number)
      }
  }
}

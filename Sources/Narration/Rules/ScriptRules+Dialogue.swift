public import Guion
import Hablare

extension ScriptRules {
  /// Reads a speech: its announcement if one is needed, and the whole speech as one item.
  public func processDialogueBlock(
    startIndex: Int, elements: ArraySlice<GuionElement>, context: inout SceneContext
  ) -> (steps: [NarrationStep], consumed: Int) {
    let cue = elements[startIndex]
    let end = blockEnd(after: startIndex, in: elements)
    guard let assignment = casting.assignment(of: cue) else {
      return ([], end - startIndex)
    }
    var block = SpeechBlock(
      rules: self, cue: cue, assignment: assignment,
      call: call(around: startIndex, in: elements, &context))
    block.addLabel()
    for element in elements[(startIndex + 1)..<end] { block.add(element) }
    var speech = block.finish()
    guard speech.hasItems else { return (speech, end - startIndex) }
    let isBrokenOff =
      Edition.ruleSet >= .v1_1 && Self.isBrokenOff(elements[(startIndex + 1)..<end])
    if isBrokenOff { speech.breakOff() }
    let announcement = announcement(
      of: assignment, cue: cue, context: context, isSilent: speech.allSatisfy(\.isAside))
    context.note(
      CharacterNormalizer.folded(assignment.announced), voice: assignment.role.voice,
      isBrokenOff: isBrokenOff)
    return ((announcement.map { [.item($0)] } ?? []) + speech, end - startIndex)
  }

  /// Returns the telephone call of the scene; nil in prose and in older rule sets.
  private func call(
    around index: Int, in elements: ArraySlice<GuionElement>, _ context: inout SceneContext
  ) -> PhoneCall? {
    guard Edition.ruleSet >= .v1_2, format.isScreenplay else { return nil }
    if context.call == nil {
      context.call = PhoneCall(around: index, in: elements, delivery)
    }
    return context.call
  }

  /// Returns the index after the last element of the speech.
  /// A page break after the last line is not part of the speech.
  private func blockEnd(after start: Int, in elements: ArraySlice<GuionElement>) -> Int {
    var end = start + 1
    var index = end
    while index < elements.endIndex {
      switch elements[index].elementType {
      case .dialogue, .parenthetical, .lyrics:
        index += 1
        end = index
      case .comment, .boneyard, .pageBreak: index += 1
      default: return end
      }
    }
    return end
  }

  /// Whether the last line of a speech ends in a dash.
  private static func isBrokenOff(_ speech: ArraySlice<GuionElement>) -> Bool {
    let last = speech.last { $0.elementType == .dialogue || $0.elementType == .lyrics }
    guard
      let words = last?.elementText.reversed().drop(while: {
        $0.isWhitespace || "\"”’*_)".contains($0)
          || $0.unicodeScalars.allSatisfy(PassageMarks.contain)
      })
    else { return false }
    return words.first == "—" || words.starts(with: "--")
  }

  /// Whether the speaker must be announced.
  private func isAnnounced(
    _ assignment: Casting.Assignment, isQuotation: Bool, in context: SceneContext
  ) -> Bool {
    let name = CharacterNormalizer.folded(assignment.announced)
    // The text itself says who speaks a quotation.
    if isQuotation { return false }
    switch settings.announce ?? .firstInScene {
    case .never: return false
    case .always: return true
    // Speakers in prose are not announced, because prose has no scene headings and listeners recognize the voices.
    // After a speech that breaks off, there is no announcement either, because the next speaker interrupts. But nobody
    // hears that several people speak.
    case _ where !format.isScreenplay: return false
    case _ where context.isBrokenOff && !(Edition.ruleSet >= .v1_2 && assignment.isPlural):
      return false
    case .firstInScene: return !context.hasSpoken(name)
    case .whenNeeded:
      guard let turns = context.turnsOfOthers(since: name) else { return true }
      return turns >= 3 || context.isTakenForAnother(name, voice: assignment.role.voice)
    }
  }

  /// Returns the announcement "John says:", or nil if no announcement is needed.
  /// If the character says nothing, the announcement is only the name, before what the character does.
  private func announcement(
    of assignment: Casting.Assignment, cue: GuionElement, context: SceneContext, isSilent: Bool
  ) -> SpokenItem? {
    let isQuotation = cue.paragraphPart != nil
    let isSilent = isSilent && readsBusiness && !isQuotation
    guard isSilent || isAnnounced(assignment, isQuotation: isQuotation, in: context) else {
      return nil
    }
    let name = spokenNames(assignment.announced)
    guard name.hasLetterOrDigit else { return nil }
    let isPlural =
      assignment.isPlural || layoutSettings.rules >= .v1_2 && words.areSeveral(name)
    let spans = spans(
      isSilent ? name + ":" : announcement(of: name, isPlural: isPlural),
      role: casting.narrator,
      delivery: announcing, pause: 0, at: cue.line, guessesLanguage: false)
    guard !spans.isEmpty else { return nil }
    return SpokenItem(
      kind: .announcement, role: nil, line: cue.line, source: cue.source, spans: spans)
  }
}

extension SpeechSettings {
  /// Whether the narrator reads directions that no voice can act.
  var readsBusiness: Bool { parentheticals == .direct && directions == .essential }
}

extension ScriptRules {
  fileprivate var readsBusiness: Bool { settings.readsBusiness }

  /// Returns the words that announce a speaker: the cast's template, or the language's "says".
  private func announcement(of name: String, isPlural: Bool) -> String {
    guard let template = settings.announcement else {
      return name + (isPlural ? words.say : words.says) + ":"
    }
    return (isPlural ? template.many ?? template.one : template.one).replacing("{name}", with: name)
  }
}

extension NarrationStep {
  /// Whether the step is no speech: a pause, or a direction that the narrator reads.
  fileprivate var isAside: Bool { item.map { $0.kind == .element(.parenthetical) } ?? true }
}

extension [NarrationStep] {
  /// Marks the last spoken item as broken off.
  fileprivate mutating func breakOff() {
    guard let index = lastIndex(where: { $0.item != nil }), case .item(var item) = self[index]
    else {
      return
    }
    item.isBrokenOff = true
    self[index] = .item(item)
  }
}

/// Collects the spans of one speech.
/// A new span starts at each change of delivery and at each beat.
private struct SpeechBlock<Edition: RuleEdition> {
  let rules: ScriptRules<Edition>
  let cue: GuionElement
  let assignment: Casting.Assignment
  private let call: PhoneCall?
  private let speakerName: String
  private let base: Delivery
  private var delivery: Delivery
  private var spans: [SpokenSpan] = []
  private var pendingPause = 0
  private var firstLine = 0
  /// The speaker of the first pending words.
  private var speaker: Role?
  private var isSung = true
  private var spoken: [NarrationStep] = []
  private var asides: [GuionElement] = []
  /// Whether the last parenthetical was only a pause.
  private var isAfterPause = false

  init(
    rules: ScriptRules<Edition>, cue: GuionElement, assignment: Casting.Assignment,
    call: PhoneCall?
  ) {
    self.rules = rules
    self.cue = cue
    self.assignment = assignment
    self.call = call
    let name = CharacterNormalizer.folded(CharacterNormalizer.name(of: cue.elementText))
    speakerName = name
    let words = cue.extension ?? ""
    var extensionDelivery = rules.delivery.delivery(for: words) ?? Delivery()
    if let call { extensionDelivery = call.placed(extensionDelivery, of: words, by: name) }
    base = extensionDelivery
    delivery = extensionDelivery
  }

  mutating func add(_ element: GuionElement) {
    switch element.elementType {
    case .dialogue, .lyrics: addSpeech(element)
    case .parenthetical: addParenthetical(element)
    case .pageBreak: pendingPause = max(pendingPause, rules.pauses.pageBreak)
    default: break
    }
  }

  mutating func finish() -> [NarrationStep] {
    if spans.isEmpty, spoken.isEmpty { addAside() }
    if spans.isEmpty, spoken.isEmpty { addSounds() }
    guard !spans.isEmpty else { return spoken + (pendingPause > 0 ? [.pause(pendingPause)] : []) }
    flush()
    return spoken
  }

  /// Adds the lines of an element of the speech.
  /// An empty line is a pause. The lines between two empty lines are one text.
  private mutating func addSpeech(_ element: GuionElement) {
    var paragraph: [Substring] = []
    var text = rules.inlines.text(of: element)
    if element.endsSentence { text = InlineReader.ended(text) }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.contains(where: { !$0.isWhitespace }) {
        paragraph.append(line)
      } else {
        addText(paragraph, element)
        paragraph = []
        pendingPause = max(pendingPause, rules.pauses.emptyLine)
      }
    }
    addText(paragraph, element)
  }

  private mutating func addText(_ lines: [Substring], _ element: GuionElement) {
    guard !lines.isEmpty else { return }
    let pause = spans.isEmpty ? pendingPause : max(pendingPause, rules.pauses.sameSpeaker)
    let isNew = rules.layoutSettings.rules >= .v1_2
    let text = (isNew ? WrappedLines.heard(WrappedLines.mended(lines)) : lines).joined(
      separator: "\n")
    let role = rules.casting.speaker(of: element, under: assignment)
    var manner = delivery
    if isAfterPause, role.abilities.varies {
      // A voice of a service gets the request that it got before; gain and effect are applied to its clip.
      manner = base
      (manner.gain, manner.effect) = (delivery.gain, delivery.effect)
    }
    if isNew, element.elementType == .lyrics { manner = manner.combined(with: Manner.sung) }
    if !role.abilities.supportsDirections { manner.direction = nil }
    let new = rules.spans(text, role: role, delivery: manner, pause: pause, at: element.line)
    guard !new.isEmpty else {
      return pendingPause = max(pendingPause, rules.pauses.emptyLine)
    }
    if spans.isEmpty { (firstLine, speaker) = (element.line, role) }
    if element.elementType == .dialogue { isSung = false }
    spans += new
    pendingPause = 0
  }

  /// Speaks a speech that has only sentences in brackets, such as "(They are doomed! Ha ha.)".
  private mutating func addAside() {
    guard Edition.ruleSet >= .v1_1, rules.settings.parentheticals != .speak,
      var aside = asides.last,
      let words = Self.sentences(in: aside.elementText)
    else { return }
    (aside.elementType, aside.elementText) = (.dialogue, words)
    delivery = base
    addSpeech(aside)
  }

  /// Reads the directions of a speech without words, such as "(laughter)": no voice can act them.
  private mutating func addSounds() {
    guard Edition.ruleSet >= .v1_2, rules.format.isScreenplay, rules.readsBusiness else { return }
    for aside in asides where rules.business.isHeardAlone(aside.elementText) {
      readDirection(aside)
    }
  }

  /// Returns the text in brackets if it is sentences, which are not a direction.
  private static func sentences(in text: String) -> String? {
    guard text.utf8.count(where: { $0 == 0x2E || $0 == 0x21 || $0 == 0x3F }) > 1 else { return nil }
    let words = String(text.drop { $0 == "(" }.reversed().drop { $0 == ")" }.reversed())
    let sentences = words.split { ".!?".contains($0) }.count { $0.contains(where: \.isLetter) }
    return sentences > 1 && words.last.map { ".!?".contains($0) } == true ? words : nil
  }

  /// Whether sentences in brackets are actions, not words: "(Drops it. Looks up.)", but not "(They are doomed! Ha ha.)".
  private static func isBusiness(_ text: String) -> Bool {
    let told = ["i", "i'm", "i’m", "you", "we", "my", "your", "our"]
    return !text.contains { "!?".contains($0) }
      && text.split(separator: " ").allSatisfy { !told.contains($0.lowercased()) }
  }

  /// Adds the direction of a label in prose: "MARA: (to Tom) Come."
  mutating func addLabel() {
    guard !rules.format.isScreenplay, let words = cue.extension, rules.readsBusiness,
      rules.business.isEssential(words)
    else { return }
    var direction = cue
    (direction.elementType, direction.elementText) = (.parenthetical, words)
    readDirection(direction)
  }

  private mutating func addParenthetical(_ element: GuionElement) {
    asides.append(element)
    switch rules.settings.parentheticals {
    case .skip: break
    case .direct:
      var manner = rules.delivery.delivery(for: element.elementText) ?? Delivery()
      manner = call?.placed(manner, of: element.elementText, by: speakerName) ?? manner
      pendingPause = max(pendingPause, manner.pause)
      let hasPause = manner.pause > 0
      manner.pause = 0
      // Behind "(beat)", a manner goes on.
      isAfterPause = hasPause && manner == Delivery() && Edition.ruleSet >= .v1_2
      // "(beat)" is only a pause, so the voice does not get it as a direction.
      if !hasPause { manner.direction = element.elementText }
      if !isAfterPause { delivery = base.combined(with: manner) }
      let tag = DirectedLanguages.tag(in: element.elementText)
      let isSpoken = tag.map { element.isIn($0) && speaks($0) } ?? false
      if rules.readsBusiness,
        rules.business.isEssential(element.elementText, isInLanguage: isSpoken),
        Self.sentences(in: element.elementText) == nil
          || Edition.ruleSet >= .v1_2 && Self.isBusiness(element.elementText)
      {
        readDirection(element)
      }
    case .speak: readDirection(element)
    }
  }

  /// Whether a voice speaks the role's passages in a language.
  private func speaks(_ tag: String) -> Bool {
    rules.casting.passages?.speakers[assignment.role.name]?[tag] != nil
  }

  /// Adds a direction that the narrator reads.
  private mutating func readDirection(_ element: GuionElement) {
    let pause = spans.isEmpty ? pendingPause : max(pendingPause, rules.pauses.betweenSpeakers)
    let words = rules.spans(
      element.elementText, role: rules.casting.narrator(of: element),
      delivery: rules.readsBusiness ? rules.announcing : Delivery(), pause: pause,
      at: element.line)
    guard !words.isEmpty else { return }
    flush()
    spoken.append(
      .item(
        SpokenItem(
          kind: .element(.parenthetical), role: nil, line: element.line, source: element.source,
          spans: words)))
    if rules.readsBusiness { pendingPause = 0 }
  }

  private mutating func flush() {
    guard !spans.isEmpty else { return }
    spoken.append(
      .item(
        SpokenItem(
          kind: .element(isSung ? .lyrics : .dialogue), role: speaker ?? assignment.role,
          cue: assignment.cue, line: firstLine, source: cue.source, spans: spans,
          pauseAfter: pendingPause)))
    (spans, speaker) = ([], nil)
    pendingPause = 0
    isSung = true
  }
}

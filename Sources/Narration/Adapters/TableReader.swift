public import Guion

/// Turns the elements of a chapter into its table read: the spoken items with their voices, and the pauses between
/// them.
///
/// The result depends only on the chapter, not on other chapters.
public struct TableReader: Sendable {
  /// The opening of a chapter, before its elements.
  public enum Opening: Sendable {
    /// The document's title and authors.
    case credits(title: String?, credit: String?, authors: [String])
    /// The section headings that are the title of the chapter.
    case titles([GuionElement])
  }

  private let rules: any SpeechLogicRules
  private var sounds = SoundSettings()

  /// Creates a reader with these rules.
  public init(rules: any SpeechLogicRules) { self.rules = rules }

  /// Creates a reader for a script with its casting.
  ///
  /// The cast selects the rule set.
  ///
  /// `rate` is a factor for the tempo of every voice. `format` is the format of the script.
  public init(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) {
    let ruleSet = cast.ruleSet
    self.init(
      rules: ruleSet.rules(casting: casting, cast: cast, rate: rate, format: format))
    sounds = cast.sounds
  }

  /// Returns the title under which a chapter with this heading is listed.
  public func title(of heading: GuionElement) -> String { rules.title(of: heading) }

  /// Returns the words with which a role introduces itself.
  /// By default, these words are the role's name, or the language's word for a narrator if the name is empty.
  package func introduction(of role: String) -> String { rules.introduction(of: role) }

  /// Reads a chapter: first its opening, then its elements.
  ///
  /// `omitted` is the index of an element that the opening already contains. This element is not read again.
  ///
  /// The result has no passages if the chapter has no spoken text.
  public func read(
    _ chapter: ArraySlice<GuionElement>, opening: [Opening] = [], omitting omitted: Int? = nil
  ) -> TableRead {
    tableRead(of: chapter, opening: opening, omitting: omitted) { _ in }
  }

  /// Returns the pauses of a chapter: those of the rules, with the edges of a scene if the chapter is a scene.
  private func pauses(of chapter: ArraySlice<GuionElement>, _ opening: [Opening]) -> Pauses {
    var pauses = rules.pauses
    let scenes = chapter.count { $0.elementType == .sceneHeading }
    let isScene =
      rules.layoutSettings.format.isScreenplay && scenes == 1
      && opening.allSatisfy { $0.titles.isEmpty }
    if isScene {
      (pauses.chapterStart, pauses.chapterEnd) = (pauses.sceneStart, pauses.sceneEnd)
    }
    return pauses
  }

  /// Reads a chapter as `read` does, and also returns the element of each span, in the order of the passages, their
  /// items and the spans of these.
  /// The element is nil for the credits.
  func readWithOrigins(
    _ chapter: ArraySlice<GuionElement>, opening: [Opening], omitting omitted: Int?
  ) -> (read: TableRead, origins: [GuionElement?]) {
    var origins: [GuionElement?] = []
    let read = tableRead(of: chapter, opening: opening, omitting: omitted) { said in
      for item in said.utterances.flatMap(\.items) {
        origins += item.spans.map { said.origin(of: $0, of: item) }
      }
    }
    return (read, origins)
  }

  private func tableRead(
    of chapter: ArraySlice<GuionElement>, opening: [Opening], omitting omitted: Int?,
    visit: (Said) -> Void
  ) -> TableRead {
    var assembly = Assembly(pauses: pauses(of: chapter, opening))
    walk(chapter, opening, omitting: omitted) { said in
      assembly.add(said.writtenUtterances(rules.layoutSettings), said.cues)
      visit(said)
    }
    return assembly.finish()
  }

  /// Visits all utterances in order, with their elements.
  private func walk(
    _ chapter: ArraySlice<GuionElement>, _ opening: [Opening], omitting omitted: Int?,
    visit: (Said) -> Void
  ) {
    for part in opening {
      visit(Said(steps(for: part).map { .step($0) }, at: part.titles[...]))
    }
    let titles = opening.flatMap(\.titles)
    var reading = ChapterWalk(chapter, after: titles, omitting: omitted, rules: rules)
    while let unit = reading.next() {
      let (elements, cues) = (chapter[unit.elements], cues(in: chapter[unit.elements]))
      var said = Said(
        isHeardInstead(elements, cues) ? [] : unit.utterances, at: elements, of: chapter)
      said.cues = cues
      visit(said)
    }
    visit(Said(reading.finish(), after: chapter, titles))
  }

  /// Returns the sounds that elements ask for.
  private func cues(in elements: ArraySlice<GuionElement>) -> [SoundStep] {
    elements.flatMap { element -> [SoundStep] in
      switch element.elementType {
      case .comment, .sound:
        return SoundCue(element, words: sounds.words).map { [.sound($0)] } ?? []
      case .sceneHeading where !sounds.files.isEmpty:
        guard !ScreenplayMarks.isShot(element.elementText) else { return [] }
        let music = sounds.between.map { SoundStep.between(SoundCue(.music, named: $0)) }
        return [.sceneEnd, music, sounds.ambience(of: element.elementText).map(SoundStep.sound)]
          .compactMap(\.self)
      default: return []
      }
    }
  }

  /// Whether a file takes the place of the words of a line such as `SFX: A DOOR SLAMS`.
  private func isHeardInstead(_ elements: ArraySlice<GuionElement>, _ cues: [SoundStep]) -> Bool {
    guard elements.count == 1, elements.first?.elementType == .sound,
      case .sound(let cue)? = cues.first
    else { return false }
    return cue.mode == .stop ? !sounds.files.isEmpty : sounds.bound(cue.name) != nil
  }

  /// Returns a book's last chapter with the closing credits, if the settings ask for them.
  package func closed(_ read: TableRead, title: String, authors: [String]) -> TableRead {
    guard rules.settings.allCredits else { return read }
    let words = rules.layoutSettings.words.closing(
      title: title, authors: authors, narrator: rules.settings.creditedNarrator)
    let nowhere = GuionElement(elementType: .action, elementText: "")
    var closed = read
    for case .item(var item) in rules.narrate([words], at: nowhere, placement: .paragraph) {
      item.kind = .credits
      closed.passages.append(Passage(pauseBefore: rules.pauses.beforeScene, items: [item]))
    }
    return closed
  }

  /// Whether a chapter has spoken text.
  /// The omitted element is ignored. Reading stops at the first spoken text.
  package func hasWords(
    in chapter: ArraySlice<GuionElement>, omitting omitted: Int? = nil
  ) -> Bool {
    var reading = ChapterWalk(chapter, after: [], omitting: omitted, rules: rules)
    while let unit = reading.next() {
      if unit.utterances.contains(where: \.isSpoken) { return true }
    }
    return reading.finish().contains(where: \.isSpoken)
  }

  private func steps(for opening: Opening) -> [NarrationStep] {
    switch opening {
    case .credits(let title, let credit, let authors):
      guard rules.settings.credits else { return [] }
      let written = rules.layoutSettings.words.credits(
        title: title, credit: credit, authors: authors,
        narrator: rules.settings.creditedNarrator)
      return rules.processCredits(title: title, credit: credit, authors: authors).map { step in
        guard case .item(var item) = step, item.kind == .credits else { return step }
        if written != item.readText { item.written = written }
        return .item(item)
      }
    case .titles(let headings):
      return headings.flatMap { rules.processTitle($0) }
    }
  }

  /// Builds a table read from utterances, with pauses between them.
  /// If two pauses meet, the longer one is used. The pauses are not added.
  private struct Assembly {
    let pauses: Pauses
    private var passages: [Passage] = []
    private var last: SpokenItem?
    private var pending = 0
    private var sounds: [PlacedCue] = []

    init(pauses: Pauses) { self.pauses = pauses }

    mutating func add(_ utterances: [ChapterWalk.Utterance], _ cues: [SoundStep]) {
      // A sound stands before the first words on a later line.
      let first = passages.count
      let isSaid = utterances.contains { $0.items.contains { isSpeech($0.kind) } }
      if !isSaid { for cue in cues { place(cue, first, 0) } }
      add(utterances)
      guard isSaid else { return }
      for cue in cues {
        guard case .sound(let sound) = cue else { continue }
        let (passage, span) = place(after: sound.line, from: first)
        place(cue, passage, span)
      }
    }

    private mutating func place(_ cue: SoundStep, _ passage: Int, _ span: Int) {
      switch cue {
      case .sound(let sound):
        sounds.append(PlacedCue(passage: passage, span: span, cue: sound))
      case .sceneEnd: sounds.append(PlacedCue(passage: passage, cue: nil))
      case .between(let music):
        guard passage > 0 else { return }
        sounds.append(PlacedCue(passage: passage, cue: music))
      }
    }

    /// Returns the first place at which a passage from `first` on has words below a line.
    private func place(after line: Int32, from first: Int) -> (passage: Int, span: Int) {
      for passage in first..<passages.count {
        for item in passages[passage].items {
          if item.line > line { return (passage, 0) }
          let isAlone = passages[passage].items.count == 1
          if isAlone, let span = item.spans.firstIndex(where: { $0.line > line }) {
            return (passage, span)
          }
        }
      }
      return (passages.count, 0)
    }

    private mutating func add(_ utterances: [ChapterWalk.Utterance]) {
      for utterance in utterances {
        switch utterance {
        case .step(let step): add(step)
        case .together(let items): add(together: items)
        }
      }
    }

    mutating func add(_ step: NarrationStep) {
      switch step {
      case .pause(let milliseconds): pending = max(pending, milliseconds)
      case .item(let item): add(together: [item])
      }
    }

    mutating func add(together items: [SpokenItem]) {
      guard let first = items.first else { return }
      // The pause before a passage is at least the pause before its first span, such as a beat. The span then gets no
      // pause, so that the mixer does not add the pause again.
      let leading = items.compactMap { $0.spans.first?.pauseBefore }.max() ?? 0
      let between = last.map { max(pending, pause(between: $0, and: first)) } ?? pauses.chapterStart
      var items = items
      for index in items.indices where !items[index].spans.isEmpty {
        items[index].spans[0].pauseBefore = 0
      }
      passages.append(Passage(pauseBefore: max(between, leading), items: items))
      pending = items.map(\.pauseAfter).max() ?? 0
      last = first
      // After simultaneous speeches, the next speaker always counts as another speaker.
      if items.count > 1 { last?.role = nil }
    }

    func finish() -> TableRead {
      var read = TableRead(
        passages: passages, pauseAfter: max(pauses.chapterEnd, pauses.afterScene, pending),
        pausesInside: pauses.inside)
      read.sounds = settled()
      return read
    }

    /// Returns the sounds with those that are noted between two scenes on their own side of the scene's end.
    private func settled() -> [PlacedCue] {
      var sounds = sounds
      var place = 0
      while let end = sounds[place...].firstIndex(where: { $0.cue == nil }) {
        let passage = sounds[end].passage
        let heading = passages.indices.contains(passage) ? passages[passage].items.first?.line : nil
        // The music between scenes and the ambience of a heading have no line.
        let first = sounds[..<end].lastIndex { $0.passage != passage || ($0.cue?.line ?? 0) == 0 }
        let noted = (first.map { $0 + 1 } ?? 0)..<end
        let rest = sounds[(end + 1)...].firstIndex { $0.passage != passage || $0.cue?.line != 0 }
        let own = (end + 1)..<(rest ?? sounds.count)
        var (above, below) = ([PlacedCue](), [PlacedCue]())
        for var sound in sounds[noted] {
          if sound.cue?.isBelow(heading: heading) == true {
            below.append(sound)
          } else {
            // The end of the scene would end music at once.
            if sound.cue?.bus == .music, sound.cue?.mode == nil { sound.cue?.mode = .wait }
            above.append(sound)
          }
        }
        sounds.replaceSubrange(
          noted.lowerBound..<own.upperBound, with: above + [sounds[end]] + sounds[own] + below)
        place = own.upperBound
      }
      return sounds
    }

    private func pause(between last: SpokenItem, and next: SpokenItem) -> Int {
      if next.placement == .within { return pauses.withinSentence }
      if next.kind == .element(.sceneHeading) { return max(pauses.beforeScene, pauses.afterScene) }
      if next.placement == .closing { return pauses.afterAnnouncement }
      if last.placement == .closing { return pauses.paragraph }
      if last.placement == .listItem, next.placement == .listItem { return pauses.listItem }
      switch last.kind {
      case .announcement: return pauses.afterAnnouncement
      case .element(let type) where type == .sceneHeading || type.isSectionHeading:
        return pauses.afterHeading
      default: break
      }
      guard isSpeech(last.kind), isSpeech(next.kind) else { return pauses.paragraph }
      if last.isBrokenOff { return pauses.interruption }
      if next.kind == .announcement { return pauses.betweenSpeakers }
      return last.role == next.role ? pauses.sameSpeaker : pauses.betweenSpeakers
    }

    /// Whether items of a kind are speeches, their announcements or their parentheticals.
    /// All other items are separate paragraphs.
    private func isSpeech(_ kind: SpokenItem.Kind) -> Bool {
      switch kind {
      case .announcement, .element(.dialogue), .element(.lyrics), .element(.parenthetical): true
      default: false
      }
    }
  }
}

/// A place in a chapter at which sounds begin or end.
private enum SoundStep {
  case sound(SoundCue)
  case sceneEnd
  /// The music between two scenes.
  case between(SoundCue)
}

/// Utterances, and the elements that they come from.
private struct Said {
  /// The sounds that the elements ask for.
  var cues: [SoundStep] = []
  let utterances: [ChapterWalk.Utterance]
  private let elements: ArraySlice<GuionElement>
  /// The headings that are spoken before the elements.
  /// Their footnotes can be read at the end of the chapter.
  private let titles: [GuionElement]
  /// The element for utterances without a known position; nil at the end of a chapter.
  private let first: GuionElement?
  /// The indices of the elements within their chapter.
  /// Empty for titles, and for utterances at the end of a chapter.
  private var places = 0..<0
  /// Whether the utterances, such as footnotes, belong to the end of the chapter.
  private var isLate: Bool { first == nil }

  /// Creates the utterances of elements that were read together.
  /// The elements are part of `chapter`. If `chapter` is nil, the elements are titles.
  init(
    _ utterances: [ChapterWalk.Utterance], at elements: ArraySlice<GuionElement>,
    of chapter: ArraySlice<GuionElement>? = nil
  ) {
    (self.utterances, self.elements, titles) = (utterances, elements, [])
    first = elements.first
    if let start = chapter?.startIndex {
      places = elements.startIndex - start..<elements.endIndex - start
    }
  }

  /// Creates the utterances at the end of a chapter.
  /// These utterances can come from any element of the chapter, or from the titles of the chapter.
  init(
    _ utterances: [ChapterWalk.Utterance], after elements: ArraySlice<GuionElement>,
    _ titles: [GuionElement]
  ) {
    (self.utterances, self.elements, self.titles, first) = (utterances, elements, titles, nil)
  }

  /// Returns the element that contains the text of a span, or nil if no element does.
  func origin(of span: SpokenSpan, of item: SpokenItem) -> GuionElement? {
    SpokenOrigin.index(of: span, of: item, in: elements).map { elements[$0] }
      ?? titles.first { $0.line > 0 && $0.line == Int(item.line) } ?? first
  }
}

extension Said {
  /// The utterances with the author's text.
  /// The text of each element is added only once.
  fileprivate func writtenUtterances(_ layout: LayoutSettings) -> [ChapterWalk.Utterance] {
    guard !isLate else { return utterances }
    var seen: Set<SourceRange> = []
    func written(_ item: SpokenItem) -> SpokenItem {
      var item = item
      item.elements = places
      if self.elements.first?.paragraphPart == .within { item.placement = .within }
      let elements = item.spans.compactMap { origin(of: $0, of: item) }
        .filter { $0.sourceRange.map { seen.insert($0).inserted } ?? false }
      guard item.kind != .credits else { return item }
      item.written = WrittenWords.words(
        of: item, from: elements, format: layout.format,
        includingStruckThrough: layout.settings.strikethrough != .skip)
      return item
    }
    return utterances.map { utterance in
      switch utterance {
      case .step(.item(let item)): .step(.item(written(item)))
      case .step: utterance
      case .together(let items): .together(items.map(written))
      }
    }
  }
}

extension TableReader.Opening {
  /// The headings to speak; empty for credits.
  fileprivate var titles: [GuionElement] {
    if case .titles(let headings) = self { headings } else { [] }
  }
}

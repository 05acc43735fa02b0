public import Guion

/// Turns the elements of a chapter into its table read: who says what, with which silences between.
///
/// A pure function of the chapter: what stands in another chapter changes nothing here.
public struct TableReader: Sendable {
  /// What a chapter opens with, before its elements.
  public enum Opening: Sendable {
    /// The document's title and authors.
    case credits(title: String?, credit: String?, authors: [String])
    /// Section headings whose words are the chapter's title.
    case titles([GuionElement])
  }

  private let rules: SpeechLogicRulesV1_0

  /// Makes a reader for a script that has been cast; `rate` is the tempo of every voice, and `format`
  /// what the script is written in.
  public init(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) {
    rules = SpeechLogicRulesV1_0(casting: casting, cast: cast, rate: rate, format: format)
  }

  /// The title a chapter is listed under when it starts with this heading.
  public func title(of heading: GuionElement) -> String { rules.title(of: heading) }

  /// Reads a chapter: what it opens with, and its elements but for one that the opening has said.
  ///
  /// It has no passages where nothing in it is spoken.
  public func read(
    _ chapter: ArraySlice<GuionElement>, opening: [Opening] = [], without omitted: Int? = nil
  ) -> TableRead {
    let elements = rules.withNotesOnce(chapter)
    var assembly = Assembly(pauses: rules.pauses)
    for step in opening.flatMap(steps) { assembly.add(step) }
    var context = SceneContext()
    var layout = LayoutContext()
    for case .titles(let headings) in opening {
      for heading in headings { rules.collectNotes(of: heading, into: &layout) }
    }
    var index = elements.startIndex
    while index < elements.endIndex {
      let element = elements[index]
      switch element.elementType {
      case .character:
        for step in rules.leaveQuotes(before: element, &layout) { assembly.add(step) }
        let start = index
        index = addSpeeches(from: start, elements, &context, to: &assembly)
        for spoken in elements[start..<index] { rules.collectNotes(of: spoken, into: &layout) }
        continue
      case .sceneHeading:
        for step in rules.processSceneHeading(element, context: &context) { assembly.add(step) }
        index += 1
      default:
        if index == omitted {
          rules.collectNotes(of: element, into: &layout)
          for step in rules.notesOfTitle(element) { assembly.add(step) }
          index += 1
          continue
        }
        let (steps, consumed) = rules.processDocumentElement(
          index, of: elements, layout: &layout, context: &context)
        for step in steps { assembly.add(step) }
        index += consumed
      }
    }
    for step in rules.finishLayout(&layout, after: elements.last) { assembly.add(step) }
    return assembly.finish()
  }

  private func steps(for opening: Opening) -> [NarrationStep] {
    switch opening {
    case .credits(let title, let credit, let authors):
      guard rules.settings.credits else { return [] }
      return [rules.credits(title: title, credit: credit, authors: authors)].compactMap(\.self)
    case .titles(let headings):
      return rules.sections == .silent ? [] : headings.compactMap(rules.sectionItem)
    }
  }

  /// Adds a speech, and with it the speeches that are simultaneous with it.
  private func addSpeeches(
    from start: Int, _ elements: ArraySlice<GuionElement>, _ context: inout SceneContext,
    to assembly: inout Assembly
  ) -> Int {
    var (steps, consumed) = rules.processDialogueBlock(
      startIndex: start, elements: elements, context: &context)
    var index = start + consumed
    var lanes = [Lane(steps)]
    while rules.settings.dualDialogue == .together, let next = dualCue(at: index, in: elements) {
      (steps, consumed) = rules.processDialogueBlock(
        startIndex: next, elements: elements, context: &context)
      index = next + consumed
      lanes.append(Lane(steps))
    }
    if lanes.count > 1, lanes.allSatisfy({ $0.speech != nil }) {
      for lane in lanes { lane.before.forEach { assembly.add($0) } }
      assembly.add(together: lanes.compactMap(\.speech))
    } else {
      for lane in lanes { lane.all.forEach { assembly.add($0) } }
    }
    return index
  }

  /// The index of a cue here that is simultaneous with the speech before it, past comments.
  private func dualCue(at start: Int, in elements: ArraySlice<GuionElement>) -> Int? {
    var index = start
    while index < elements.endIndex {
      let element = elements[index]
      switch element.elementType {
      case .comment, .boneyard: index += 1
      case .character: return element.isDualDialogue ? index : nil
      default: return nil
      }
    }
    return nil
  }

  /// One of several simultaneous speeches: its announcement, and the one item that can be mixed.
  private struct Lane {
    var all: [NarrationStep]
    var before: [NarrationStep] = []
    /// Nil where the speech is more than one item and cannot sound beside another.
    var speech: SpokenItem?

    init(_ steps: [NarrationStep]) {
      all = steps
      before = steps.filter { $0.item?.kind == .announcement }
      let items = steps.compactMap(\.item).filter { $0.kind != .announcement }
      speech = items.count == 1 ? items[0] : nil
    }
  }
}

/// Puts the silences between what is said: the larger of adjoining pauses counts, not their sum.
private struct Assembly {
  let pauses: Pauses
  private var passages: [Passage] = []
  private var last: SpokenItem?
  private var pending = 0

  init(pauses: Pauses) { self.pauses = pauses }

  mutating func add(_ step: NarrationStep) {
    switch step {
    case .pause(let milliseconds): pending = max(pending, milliseconds)
    case .item(let item): add(together: [item])
    }
  }

  mutating func add(together items: [SpokenItem]) {
    guard let first = items.first else { return }
    // A beat that opens a speech counts against the pause before it; the mixer must not add it again.
    let leading = items.compactMap { $0.spans.first?.pauseBefore }.max() ?? 0
    let between = last.map { max(pending, pause(between: $0, and: first)) } ?? pauses.chapterStart
    var items = items
    for index in items.indices where !items[index].spans.isEmpty {
      items[index].spans[0].pauseBefore = 0
    }
    passages.append(Passage(pauseBefore: max(between, leading), items: items))
    pending = items.map(\.pauseAfter).max() ?? 0
    last = first
    // Behind simultaneous speeches everyone is another speaker.
    if items.count > 1 { last?.role = nil }
  }

  func finish() -> TableRead {
    TableRead(passages: passages, pauseAfter: max(pauses.chapterEnd, pauses.afterScene, pending))
  }

  private func pause(between last: SpokenItem, and next: SpokenItem) -> Int {
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
    if next.kind == .announcement { return pauses.betweenSpeakers }
    return last.role == next.role ? pauses.sameSpeaker : pauses.betweenSpeakers
  }

  /// Speeches and their announcements; everything else is a paragraph of its own.
  private func isSpeech(_ kind: SpokenItem.Kind) -> Bool {
    switch kind {
    case .announcement, .element(.dialogue), .element(.lyrics), .element(.parenthetical): true
    default: false
    }
  }
}

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

  private let rules: any SpeechLogicRules

  /// Makes a reader that reads by these rules.
  public init(rules: any SpeechLogicRules) { self.rules = rules }

  /// Makes a reader for a script that has been cast, by the rule set that the cast asks for; `rate` is the tempo of
  /// every voice, and `format` what the script is written in.
  public init(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) {
    let ruleSet = cast.rules ?? .current
    self.init(
      rules: ruleSet.rules(casting: casting, cast: cast, rate: rate, format: format))
  }

  /// The title a chapter is listed under when it starts with this heading.
  public func title(of heading: GuionElement) -> String { rules.title(of: heading) }

  /// A role's name as it says it; the narrator's, which is empty, is the language's word for one.
  public func introduction(of role: String) -> String { rules.introduction(of: role) }

  /// Reads a chapter: what it opens with, and its elements but for one that the opening has said.
  ///
  /// It has no passages where nothing in it is spoken.
  public func read(
    _ chapter: ArraySlice<GuionElement>, opening: [Opening] = [], without omitted: Int? = nil
  ) -> TableRead {
    var assembly = Assembly(pauses: rules.pauses)
    walk(chapter, opening, without: omitted) { said in
      assembly.add(said.writtenUtterances(rules.layoutSettings))
    }
    return assembly.finish()
  }

  /// A span with the element that its words come from; nil for the credits.
  typealias PlacedSpan = (span: SpokenSpan, element: GuionElement?)

  /// Reads a chapter as `read` does, and gives its spans in order, each with its element.
  func spans(
    of chapter: ArraySlice<GuionElement>, opening: [Opening], without omitted: Int?
  ) -> [PlacedSpan] {
    var assembly = Assembly(pauses: rules.pauses)
    var origins: [GuionElement?] = []
    walk(chapter, opening, without: omitted) { said in
      assembly.add(said.utterances)
      for item in said.utterances.flatMap(\.items) {
        origins += item.spans.map { said.origin(of: $0, of: item) }
      }
    }
    let spans = assembly.finish().passages.flatMap { $0.items.flatMap(\.spans) }
    return zip(spans, origins).map { ($0, $1) }
  }

  /// Hands over what is said, in order, with the elements that it comes from.
  private func walk(
    _ chapter: ArraySlice<GuionElement>, _ opening: [Opening], without omitted: Int?,
    visit: (Said) -> Void
  ) {
    for part in opening {
      visit(Said(steps(for: part).map { .step($0) }, at: part.titles[...]))
    }
    let titles = opening.flatMap(\.titles)
    var reading = ChapterWalk(chapter, behind: titles, without: omitted, rules: rules)
    while let unit = reading.next() {
      visit(Said(unit.utterances, at: chapter[unit.elements], of: chapter))
    }
    visit(Said(reading.finish(), behind: chapter, titles))
  }

  /// Whether anything is spoken in a chapter, but for one element; as soon as something is, the rest is
  /// not read.
  public func hasWords(
    in chapter: ArraySlice<GuionElement>, without omitted: Int? = nil
  ) -> Bool {
    var reading = ChapterWalk(chapter, behind: [], without: omitted, rules: rules)
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
        title: title, credit: credit, authors: authors)
      return rules.processCredits(title: title, credit: credit, authors: authors).map { step in
        guard case .item(var item) = step, item.kind == .credits else { return step }
        if written != item.readText { item.written = written }
        return .item(item)
      }
    case .titles(let headings):
      return headings.flatMap { rules.processTitle($0) }
    }
  }
}

/// What is said, and the elements that it comes from.
private struct Said {
  let utterances: [ChapterWalk.Utterance]
  private let elements: ArraySlice<GuionElement>
  /// Headings before the elements, whose footnotes may be read at the end.
  private let titles: [GuionElement]
  /// The element of what knows no place.
  private let first: GuionElement?
  /// The elements as they are counted in their chapter; empty for titles and late words.
  private var places = 0..<0
  /// Whether these are words that wait for the end of a chapter, such as footnotes.
  private var isLate: Bool { first == nil }

  /// What is said at elements that are read as one, of a chapter if they are not its titles.
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

  /// What is said at the end of a chapter, of any element in it.
  init(
    _ utterances: [ChapterWalk.Utterance], behind elements: ArraySlice<GuionElement>,
    _ titles: [GuionElement]
  ) {
    (self.utterances, self.elements, self.titles, first) = (utterances, elements, titles, nil)
  }

  /// The element that has the words of a span; nil if no element has.
  func origin(of span: SpokenSpan, of item: SpokenItem) -> GuionElement? {
    SpokenOrigin.index(of: span, of: item, in: elements).map { elements[$0] }
      ?? titles.first { $0.line > 0 && $0.line == Int(item.line) } ?? first
  }
}

extension Said {
  /// What is said, with the author's words beside it: those of an element once.
  fileprivate func writtenUtterances(_ layout: LayoutSettings) -> [ChapterWalk.Utterance] {
    guard !isLate else { return utterances }
    var seen: Set<SourceRange> = []
    func written(_ item: SpokenItem) -> SpokenItem {
      var item = item
      item.elements = places
      let elements = item.spans.compactMap { origin(of: $0, of: item) }
        .filter { $0.sourceRange.map { seen.insert($0).inserted } ?? false }
      guard item.kind != .credits else { return item }
      item.written = WrittenWords.words(
        of: item, from: elements, format: layout.format,
        keptIfStruck: layout.settings.strikethrough != .skip)
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
  /// The headings that are said; none for credits.
  fileprivate var titles: [GuionElement] {
    if case .titles(let headings) = self { headings } else { [] }
  }
}

/// Puts the silences between what is said: the larger of adjoining pauses counts, not their sum.
private struct Assembly {
  let pauses: Pauses
  private var passages: [Passage] = []
  private var last: SpokenItem?
  private var pending = 0

  init(pauses: Pauses) { self.pauses = pauses }

  mutating func add(_ utterances: [ChapterWalk.Utterance]) {
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
    if last.isBrokenOff { return pauses.interruption }
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

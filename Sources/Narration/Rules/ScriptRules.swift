import Basics
public import Guion
import Hablare

/// The built-in rules (Documentation/speech.md): what is read, with which voice and which delivery.
///
/// This is a class because the rules are used for every element. Each copy of a struct would increase the reference
/// count of every table in it.
public final class ScriptRules<Edition: RuleEdition>: SpeechLogicRules {
  /// The version, such as "1.0", which is part of fingerprints.
  public static var version: String { Edition.ruleSet.rawValue }

  /// The cast's settings for reading the layout of documents.
  public let layoutSettings: LayoutSettings

  let casting: Casting
  let settings: SpeechSettings
  let pauses: Pauses
  let delivery: DeliveryTable
  let business: StageBusiness
  let words: LanguageWords
  let performances: PerformanceBook
  let format: DocumentFormat
  let inlines: InlineReader
  private let cleaner: TextCleaner
  private let cleaners: [PhonemeNotation: TextCleaner]
  private let passageCleaners: [PassageVoices.Voicing: TextCleaner]
  private let sluglines: SluglineReader

  /// Creates the rules for a script with its casting.
  ///
  /// `rate` is a factor for the tempo of every voice. `format` is the format of the script.
  public init(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) {
    self.casting = casting
    self.format = format
    let ruleSet = Edition.ruleSet
    layoutSettings = LayoutSettings(
      settings: cast.speech.resolved(for: ruleSet), pauses: Pauses(cast.pauses, for: ruleSet),
      language: casting.language, format: format, rules: ruleSet, casting: casting)
    settings = layoutSettings.settings
    pauses = layoutSettings.pauses
    words = layoutSettings.words
    inlines = layoutSettings.inlines
    delivery = DeliveryTable(
      languageCode: casting.language, additions: cast.delivery, rules: ruleSet)
    business = StageBusiness(language: casting.language, deliveries: delivery)
    let names = casting.roles.map(\.name)
    let markup: TextCleaner.Markup = format == .fountain ? .fountain : .none
    func made(_ notation: PhonemeNotation, _ language: String) -> TextCleaner {
      TextCleaner(
        languageCode: language, markup: markup, pronunciations: cast.pronunciations,
        names: names, notation: notation, skipsEmoji: cast.speech.emoji == .skip,
        isPlainText: format == .text, rules: ruleSet)
    }
    let language = casting.language
    cleaner = made(.espeak, language)
    cleaners = [.none: made(.none, language), .espeak: cleaner, .ipa: made(.ipa, language)]
    let voicings = casting.passages?.voicings ?? []
    passageCleaners = Dictionary(
      uniqueKeysWithValues: voicings.map { ($0, made($0.notation, $0.language)) })
    sluglines = SluglineReader(words: words, cleaner: cleaner, rules: ruleSet)
    performances = PerformanceBook(
      language: casting.language, rate: rate, speakingGain: ruleSet < .v1_2 ? 0 : 1,
      places: casting.places, isCalm: ruleSet >= .v1_2)
  }

  // MARK: Headings and single elements

  /// Reads the slugline as sentences, and starts a new scene.
  ///
  /// From rule set 1.1 on, a heading that only names a shot does not start a scene.
  public func processSceneHeading(_ element: GuionElement, context: inout SceneContext)
    -> [NarrationStep]
  {
    let isShot = Edition.ruleSet >= .v1_1 && ScreenplayMarks.isShot(element.elementText)
    if !isShot { context = SceneContext(sceneID: element.elementText) }
    guard settings.sceneHeadings else {
      return [.pause(max(pauses.beforeScene, pauses.afterScene))]
    }
    return narrated(element, sluglines.spoken(element.elementText))
  }

  /// Reads action, transitions, sections and similar elements with the narrator's voice, if the settings include them.
  public func processSingleElement(_ element: GuionElement, context: inout SceneContext)
    -> [NarrationStep]
  {
    context.isBrokenOff = false
    switch element.elementType {
    case .action where readsPages && element.mark == nil: return page(element, &context)
    case .action where settings.action, .sound where settings.action,
      .transition where settings.transitions || settings.action && saysMore(element),
      .synopsis where settings.synopses:
      return narrated(element, joinedLines(of: element))
    case .sectionHeading where sections == .spoken: return [sectionItem(element)].compactMap(\.self)
    case .dialogue, .lyrics:
      return narrated(element, joinedLines(of: element))
    case .pageBreak: return [.pause(pauses.pageBreak)]
    case .comment:
      guard Edition.ruleSet >= .v1_2, case .pause(let seconds)? = element.readingMark else {
        return []
      }
      return [.pause(Int(min(seconds * 1000, Double(Pauses.longest))))]
    default: return []
    }
  }

  /// Whether a transition names more than a cut: `> CUT TO: THE GIRLS`, `> INSIDE THE CAR:`.
  private func saysMore(_ element: GuionElement) -> Bool {
    Edition.ruleSet >= .v1_2 && !ScreenplayMarks.isBareTransition(element.elementText)
  }

  /// Whether sections are read.
  /// By default, all sections of prose are read. In a screenplay, only the titles of chapters are read.
  var sections: SpeechSettings.Sections {
    settings.sections ?? (format.isScreenplay ? .title : .spoken)
  }

  /// Returns the title of a chapter or a section, spoken by the narrator, or nil if the title has no words.
  func sectionItem(_ element: GuionElement) -> NarrationStep? {
    var title = inlines.text(of: element)
    guard title.hasLetterOrDigit else { return nil }
    title = casting.romanTitles?.numbered(title) ?? title
    guard settings.announceLevels else { return narrated(element, title)[0] }
    return narrated(element, words.announced(title, level: element.elementType.level))[0]
  }

  /// Reads a heading as the title that opens a chapter.
  ///
  /// Returns no steps if sections are silent.
  public func processTitle(_ heading: GuionElement) -> [NarrationStep] {
    sections == .silent ? [] : [sectionItem(heading)].compactMap(\.self)
  }

  /// Reads the opening credits: "Title. Written by Author."
  public func processCredits(
    title: String?, credit: String?, authors: [String]
  ) -> [NarrationStep] {
    let text = words.credits(
      title: title.map(cleaned), credit: credit.map(cleaned), authors: authors.map(cleaned),
      narrator: settings.creditedNarrator.map(cleaned))
    guard let text else { return [] }
    let item = SpokenItem(
      kind: .credits, role: nil, line: 1,
      spans: spans(
        text, role: casting.narrator, delivery: Delivery(), pause: 0, guessesLanguage: false))
    return [.item(item)]
  }

  /// Returns the title under which a chapter is listed.
  public func title(of element: GuionElement) -> String {
    WrittenWords.title(of: element, format: format) ?? ""
  }

  /// Returns the names on a cue as the narrator speaks them.
  /// Several names become "Alice, Bob and Carol".
  func spokenNames(_ cue: String) -> String {
    let names = CharacterNormalizer.parts(of: cue, words: words).map(cleaner.spokenName)
      .filter(\.hasLetterOrDigit)
    return words.list(names)
  }

  /// Returns the words with which a role introduces itself.
  ///
  /// These words are the role's name, or the language's word for a narrator if the name is empty.
  public func introduction(of role: String) -> String {
    let name = spokenNames(role)
    return name.isEmpty ? words.narrator : name
  }

  private func cleaned(_ text: String) -> String { cleaner.prepared(text) }

  /// Returns the text of a single element, regardless of the settings that leave elements out.
  func words(of element: GuionElement) -> String {
    switch element.elementType {
    case .sceneHeading: return sluglines.spoken(element.elementText)
    case .character: return spokenNames(CharacterNormalizer.name(of: element.elementText))
    case .sectionHeading: return text(of: [sectionItem(element)].compactMap(\.self))
    case .action where element.mark != nil && !element.isFootnote:
      var (layout, context) = (LayoutContext(), SceneContext())
      layout.quoteDepth = element.quoteDepth
      return text(
        of: processDocumentElement(0, of: [element], layout: &layout, context: &context).steps)
    default: return cleaner.clean(PassageMarks.removed(from: joinedLines(of: element))).text
    }
  }

  private func text(of steps: [NarrationStep]) -> String {
    steps.compactMap { $0.item?.text }.joined(separator: " ")
  }

  /// Reads lines as one item of the narrator.
  ///
  /// Each line is a separate span.
  public func narrate(
    _ lines: [String], at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep] {
    let role = casting.narrator(of: element)
    var all: [SpokenSpan] = []
    for line in lines {
      all += spans(
        line, role: role, delivery: Delivery(), pause: all.isEmpty ? 0 : pauses.sameSpeaker,
        at: element.line, guessesLanguage: element.elementType != .sceneHeading && !element.isCode)
    }
    guard !all.isEmpty else { return [.pause(pauses.emptyLine)] }
    return [
      .item(
        SpokenItem(
          kind: .element(element.elementType), role: nil, line: element.line,
          source: element.source, spans: all, placement: placement))
    ]
  }

  /// The delivery of the announcement of a speaker: thrown away, as a reader does.
  /// The tempo of a voice that costs money stays, because its clips depend on the tempo.
  var announcing: Delivery {
    guard Edition.ruleSet >= .v1_2 else { return Delivery() }
    return Delivery(gain: -2, rate: casting.quickensAnnouncements ? 1.1 : 1)
  }

  /// Reads words as an announcement by the narrator.
  public func announce(
    _ words: String, at element: GuionElement, placement: SpokenItem.Placement
  ) -> [NarrationStep] {
    let spans = spans(
      words, role: casting.narrator, delivery: Delivery(), pause: 0, at: element.line,
      guessesLanguage: false)
    return [
      .item(
        SpokenItem(
          kind: .announcement, role: nil, line: element.line, source: element.source, spans: spans,
          placement: placement))
    ]
  }

  /// Returns cleaned text as one span, or as several spans if the text is too long for one request or has passages in
  /// other languages. `line` is the line of the document that contains the text. If `guessesLanguage` is false, the
  /// text has names, so only the languages count that the author names.
  func spans(
    _ text: String, role: Role, delivery: Delivery, pause: Int, at line: Int = 0,
    guessesLanguage: Bool = true
  ) -> [SpokenSpan] {
    guard let passages = casting.passages else {
      return spans(.init(text: text), role, delivery, pause, line)
    }
    var all: [SpokenSpan] = []
    for run in passages.runs(of: text, by: role, guesses: guessesLanguage) {
      let pause = all.last.map { pauses.inside(after: $0.text) } ?? pause
      all += spans(run, role, delivery, pause, line)
    }
    return all
  }

  private func spans(
    _ run: PassageVoices.Run, _ role: Role, _ delivery: Delivery, _ pause: Int, _ line: Int
  ) -> [SpokenSpan] {
    let speaker = run.speaker ?? role
    let notation = PhonemeNotation(speaker.abilities)
    let own = run.language.flatMap { passageCleaners[.init(language: $0, notation: notation)] }
    let cleaner = own ?? cleaners[notation] ?? cleaner
    let (typed, stressed) = PassageMarks.unstressed(run.text)
    let result = cleaner.clean(typed, speaker: role.name)
    guard result.text.hasLetterOrDigit else { return [] }
    let performance = performances.performance(
      of: speaker, with: delivery, in: run.speaker == nil ? nil : run.language)
    let pieces = result.hasPhonemes ? [result.text] : SpanCutter.pieces(of: result.text)
    let written = result.written.map { pieces.count == 1 ? [$0] : SpanCutter.pieces(of: $0) }
    // If the text for readers and the spoken text are cut into different numbers of pieces, the pieces do not match.
    let shown = written?.count == pieces.count ? written : nil
    var spans = pieces.enumerated().map { index, piece in
      SpokenSpan(
        text: piece, hasPhonemes: result.hasPhonemes, written: shown?[index],
        pauseBefore: index == 0 ? pause : pauses.sameSpeaker, performance: performance,
        line: line)
    }
    guard Edition.ruleSet >= .v1_2, speaker.abilities.stress == .marked else { return spans }
    let isSpeech = !role.name.isEmpty
    let reader = StressReader(
      cleaner: cleaner, isFountain: format == .fountain,
      readsCapitals: isSpeech || !format.isScreenplay,
      calls: isSpeech && delivery.colour == nil && !delivery.whispers
        && speaker.abilities.supportsColour)
    let stresses = reader.stresses(
      in: pieces, typed: typed, ranges: stressed, speaker: role.name)
    for index in spans.indices { spans[index].stresses = stresses[index] }
    return spans
  }
}

extension GuionElement {
  var line: Int { sourceRange?.start.line ?? 0 }
  var source: Int { sourceRange?.source ?? 0 }

  var isFootnote: Bool { if case .footnote = mark { true } else { false } }
  var isCode: Bool { if case .code = mark { true } else { false } }
}

// Lines of action that come from screenwriting programs or printed pages (from rule set 1.1 on).
extension ScriptRules {
  /// Whether these rules recognize page furniture in action, such as `CONTINUED` and page numbers.
  var readsPages: Bool { format.isScreenplay && Edition.ruleSet >= .v1_1 }

  /// Reads action without page furniture.
  /// The setting for transitions also applies to transitions in the action. A numbered heading is read as a scene
  /// heading.
  func page(_ element: GuionElement, _ context: inout SceneContext) -> [NarrationStep] {
    var kept: [Substring] = []
    let lines = element.elementText.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count == 1, case .heading(let heading) = PageLine(lines[0]) {
      var said = element
      said.elementText = heading
      return processSceneHeading(said, context: &context)
    }
    for line in lines {
      switch PageLine(line, knowsLanguages: Edition.ruleSet >= .v1_2) {
      case .furniture: continue
      case .transition where !settings.transitions: continue
      default: kept.append(line)
      }
    }
    guard settings.action || kept.contains(where: { PageLine($0) == .transition }) else {
      return []
    }
    guard kept.count < lines.count else { return narrated(element, headed(element)) }
    guard !kept.isEmpty else { return [] }
    var rest = element
    rest.elementText = kept.joined(separator: "\n")
    rest.inlines = []
    return narrated(rest, headed(rest))
  }

  /// Returns the words of action, whose first line may be a heading without a blank line below it.
  private func headed(_ element: GuionElement) -> String {
    let lines = element.elementText.split(separator: "\n", maxSplits: 1).map(\.trimmed)
    guard Edition.ruleSet >= .v1_2, element.inlines.isEmpty, let line = lines.first,
      line == line.uppercased(), sluglines.isHeading(line)
    else { return joinedLines(of: element) }
    var rest = element
    rest.elementText = lines.dropFirst().joined()
    return [sluglines.spoken(line), joinedLines(of: rest)].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

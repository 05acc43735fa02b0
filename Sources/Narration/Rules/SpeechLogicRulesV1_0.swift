public import Guion
import Hablare

/// Rule set 1.0 (Documentation/speech.md): what is read, by whom, and in which manner.
///
/// By reference, because they are asked for every element, and a copy counts every table they hold.
public final class SpeechLogicRulesV1_0: SpeechLogicRules {
  /// The version, "1.0", by which a fingerprint knows the rules.
  public static let version = "1.0"

  let casting: Casting
  let settings: SpeechSettings
  let pauses: Pauses
  let delivery: DeliveryTable
  let words: LanguageWords
  let performances: PerformanceBook
  let format: DocumentFormat
  let inlines: InlineReader
  /// Without footnotes, which belong into no list of titles.
  private let titleInlines: InlineReader
  private let cleaner: TextCleaner
  private let plainCleaner: TextCleaner
  /// For titles, which are read by people: pronunciations have no say in them.
  private let titles: TextCleaner
  private let sluglines: SluglineReader

  /// Makes the rules for a script that has been cast; `rate` is the tempo of every voice, and
  /// `format` what the script is written in.
  public init(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) {
    self.casting = casting
    self.format = format
    settings = cast.speech
    pauses = cast.pauses
    words = LanguageWords.of(casting.language)
    inlines = InlineReader(settings: settings, words: words.layout)
    var withoutNotes = settings
    withoutNotes.footnotes = .skip
    titleInlines = InlineReader(settings: withoutNotes, words: words.layout)
    delivery = DeliveryTable(languageCode: casting.language, additions: cast.delivery)
    let names = casting.roles.map(\.name)
    let markup: TextCleaner.Markup = format == .fountain ? .fountain : .none
    func made(takesPhonemes: Bool) -> TextCleaner {
      TextCleaner(
        languageCode: casting.language, markup: markup, pronunciations: cast.pronunciations,
        names: names, takesPhonemes: takesPhonemes, skipsEmoji: cast.speech.emoji == .skip)
    }
    cleaner = made(takesPhonemes: true)
    plainCleaner = made(takesPhonemes: false)
    titles = TextCleaner(languageCode: casting.language, markup: markup, names: names)
    sluglines = SluglineReader(words: words, cleaner: cleaner)
    performances = PerformanceBook(language: casting.language, rate: rate)
  }

  // MARK: Headings and single elements

  /// Starts a new scene; the slugline is opened into sentences.
  public func processSceneHeading(_ element: GuionElement, context: inout SceneContext)
    -> [NarrationStep]
  {
    context = SceneContext(sceneID: element.elementText)
    guard settings.sceneHeadings else {
      return [.pause(max(pauses.beforeScene, pauses.afterScene))]
    }
    return narrated(element, sluglines.spoken(element.elementText))
  }

  /// Action, transitions, sections and the like: by the narrator, where the settings have them read.
  public func processSingleElement(_ element: GuionElement, context: inout SceneContext)
    -> [NarrationStep]
  {
    switch element.elementType {
    case .action where settings.action, .transition where settings.transitions,
      .synopsis where settings.synopses:
      return narrated(element, joinedLines(of: element))
    case .sectionHeading where sections == .spoken: return [sectionItem(element)].compactMap(\.self)
    case .dialogue, .lyrics:
      return narrated(element, joinedLines(of: element))
    case .pageBreak: return [.pause(pauses.pageBreak)]
    default: return []
    }
  }

  /// Whether sections are read: in prose they are, in a screenplay only as titles of chapters.
  var sections: SpeechSettings.Sections {
    settings.sections ?? (format == .fountain ? .title : .spoken)
  }

  /// The title of a chapter or a section, said by the narrator; nil where it has no words.
  func sectionItem(_ element: GuionElement) -> NarrationStep? {
    let title = inlines.text(of: element)
    guard title.hasLetterOrDigit else { return nil }
    guard settings.announceLevels else { return narrated(element, title)[0] }
    return narrated(element, words.announced(title, level: element.elementType.level))[0]
  }

  /// A heading as the title with which a chapter opens; nothing where sections are silent.
  func title(saidOf heading: GuionElement) -> [NarrationStep] {
    sections == .silent ? [] : [sectionItem(heading)].compactMap(\.self)
  }

  /// The opening credits: "Title. Written by Author."
  func credits(title: String?, credit: String?, authors: [String]) -> NarrationStep? {
    var sentences = [title].compactMap(\.self).map(cleaned).filter(\.hasLetterOrDigit)
    let names = authors.map(cleaned).filter(\.hasLetterOrDigit)
    if !names.isEmpty {
      let credit = credit.map(cleaned).flatMap { $0.hasLetterOrDigit ? $0 : nil }
      let by = (credit ?? words.writtenBy).capitalizedFirst
      sentences.append("\(by) \(list(names))")
    }
    guard !sentences.isEmpty else { return nil }
    let text = sentences.map { $0.unicodeScalars.last?.isSentenceEnd == true ? $0 : $0 + "." }
      .joined(separator: " ")
    let item = SpokenItem(
      kind: .credits, role: nil, line: 1,
      spans: spans(text, role: casting.narrator, delivery: Delivery(), pause: 0))
    return .item(item)
  }

  /// The words a chapter is listed under.
  func title(of element: GuionElement) -> String {
    element.elementType == .sceneHeading
      ? SluglineReader(words: words, cleaner: titles).title(element.elementText)
      : titles.prepared(titleInlines.text(of: element))
  }

  /// A name as the narrator says it; of several, "Alice, Bob and Carol".
  func spokenNames(_ cue: String) -> String {
    let names = CharacterNormalizer.parts(of: cue, words: words).map(cleaner.spokenName)
      .filter(\.hasLetterOrDigit)
    return list(names)
  }

  private func list(_ names: [String]) -> String {
    names.count < 2
      ? names.joined()
      : names.dropLast().joined(separator: ", ") + " \(words.and) " + names[names.count - 1]
  }

  private func cleaned(_ text: String) -> String { cleaner.prepared(text) }

  /// The words of an element that is spoken alone, whatever the settings have read or left out.
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
    default: return cleaner.clean(joinedLines(of: element)).text
    }
  }

  private func text(of steps: [NarrationStep]) -> String {
    steps.compactMap { $0.item?.text }.joined(separator: " ")
  }

  /// Hard line breaks are spaces, unless the author centred or indented the lines.
  func joinedLines(of element: GuionElement) -> String {
    let text =
      element.quoteDepth > 0 ? alert(inlines.text(of: element)) : inlines.text(of: element)
    guard text.contains("\n") else { return text }
    let lines = text.split(separator: "\n")
    guard format == .fountain else { return lines.joined(separator: " ") }
    let isSetOut = element.isCentered || lines.contains { $0.first == " " || $0.first == "\t" }
    guard isSetOut, element.elementType == .action else { return lines.joined(separator: " ") }
    return lines.map { line in
      let trimmed = line.drop { $0 == " " }
      let ends = trimmed.unicodeScalars.last.map { $0.isSentenceEnd || !$0.isLetterOrDigit } ?? true
      return ends ? String(trimmed) : trimmed + "."
    }.joined(separator: " ")
  }

  func narrated(
    _ element: GuionElement, _ text: String, placement: SpokenItem.Placement = .paragraph
  ) -> [NarrationStep] {
    let spans = spans(
      text, role: casting.narrator(of: element), delivery: Delivery(), pause: 0)
    guard !spans.isEmpty else { return [.pause(pauses.emptyLine)] }
    return [
      .item(
        SpokenItem(
          kind: .element(element.elementType), role: nil, line: element.line,
          source: element.source, spans: spans, placement: placement))
    ]
  }

  /// Cleaned words as one span, or several where they are longer than one request should be.
  func spans(_ text: String, role: Role, delivery: Delivery, pause: Int) -> [SpokenSpan] {
    let cleaner = role.abilities.takesPhonemes ? cleaner : plainCleaner
    let result = cleaner.clean(text, speaker: role.name)
    guard result.text.hasLetterOrDigit else { return [] }
    let performance = performances.performance(of: role, with: delivery)
    let pieces = result.hasPhonemes ? [result.text] : SpanCutter.pieces(of: result.text)
    return pieces.enumerated().map { index, piece in
      SpokenSpan(
        text: piece, hasPhonemes: result.hasPhonemes, written: result.written,
        pauseBefore: index == 0 ? pause : pauses.sameSpeaker, performance: performance)
    }
  }
}

extension GuionElement {
  var line: Int { sourceRange?.start.line ?? 0 }
  var source: Int { sourceRange?.source ?? 0 }

  /// Whether it holds the words of a footnote.
  var isFootnote: Bool { if case .footnote = mark { true } else { false } }
}

public import Guion
import Hablare

/// Rule set 1.0 (Documentation/speech.md): what is read, by whom, and in which manner.
public struct SpeechLogicRulesV1_0: SpeechLogicRules {
  /// The version, "1.0", by which a fingerprint knows the rules.
  public static let version = "1.0"

  let casting: Casting
  let settings: SpeechSettings
  let pauses: Pauses
  let delivery: DeliveryTable
  let words: LanguageWords
  let performances: PerformanceBook
  private let cleaner: TextCleaner
  private let plainCleaner: TextCleaner
  /// For titles, which are read by people: pronunciations have no say in them.
  private let titles: TextCleaner
  private let sluglines: SluglineReader

  /// Makes the rules for a script that has been cast; `rate` is the tempo of every voice.
  public init(casting: Casting, cast: Cast, rate: Double = 1) {
    self.casting = casting
    settings = cast.speech
    pauses = cast.pauses
    words = LanguageWords.of(casting.language)
    delivery = DeliveryTable(languageCode: casting.language, additions: cast.delivery)
    let names = casting.roles.map(\.name)
    cleaner = TextCleaner(
      languageCode: casting.language, pronunciations: cast.pronunciations, names: names,
      takesPhonemes: true)
    plainCleaner = TextCleaner(
      languageCode: casting.language, pronunciations: cast.pronunciations, names: names,
      takesPhonemes: false)
    titles = TextCleaner(languageCode: casting.language, names: names)
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
    case .sectionHeading where settings.sections == .spoken: return [sectionItem(element)]
    case .dialogue, .lyrics:
      return narrated(element, joinedLines(of: element))
    case .pageBreak: return [.pause(pauses.pageBreak)]
    default: return []
    }
  }

  /// The title of a chapter, said by the narrator.
  func sectionItem(_ element: GuionElement) -> NarrationStep {
    let title = element.elementText
    guard settings.announceLevels else { return narrated(element, title)[0] }
    let level = element.elementType.level
    let name =
      level > 0 && level <= words.sectionLevels.count
      ? words.sectionLevels[level - 1] : words.deeperSection
    let isDoubled = title.lowercased().hasPrefix(name.lowercased())
    return narrated(element, isDoubled ? title : "\(name): \(title)")[0]
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
      : titles.prepared(element.elementText)
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

  /// Hard line breaks are spaces, unless the author centred or indented the lines.
  private func joinedLines(of element: GuionElement) -> String {
    let text = element.elementText
    guard text.contains("\n") else { return text }
    let lines = text.split(separator: "\n")
    let isSetOut = element.isCentered || lines.contains { $0.first == " " || $0.first == "\t" }
    guard isSetOut, element.elementType == .action else { return lines.joined(separator: " ") }
    return lines.map { line in
      let trimmed = line.drop { $0 == " " }
      let ends = trimmed.unicodeScalars.last.map { $0.isSentenceEnd || !$0.isLetterOrDigit } ?? true
      return ends ? String(trimmed) : trimmed + "."
    }.joined(separator: " ")
  }

  private func narrated(_ element: GuionElement, _ text: String) -> [NarrationStep] {
    let spans = spans(text, role: casting.narrator, delivery: Delivery(), pause: 0)
    guard !spans.isEmpty else { return [.pause(pauses.emptyLine)] }
    return [
      .item(
        SpokenItem(
          kind: .element(element.elementType), role: nil, line: element.line, spans: spans))
    ]
  }

  /// Cleaned words as one span, or several where they are longer than one request should be.
  func spans(_ text: String, role: Role, delivery: Delivery, pause: Int) -> [SpokenSpan] {
    let cleaner = role.takesPhonemes ? cleaner : plainCleaner
    let result = cleaner.clean(text, speaker: role.name)
    guard result.text.hasLetterOrDigit else { return [] }
    let performance = performances.performance(of: role, with: delivery)
    let pieces = result.hasPhonemes ? [result.text] : SpanCutter.pieces(of: result.text)
    return pieces.enumerated().map { index, piece in
      SpokenSpan(
        text: piece, hasPhonemes: result.hasPhonemes,
        pauseBefore: index == 0 ? pause : pauses.sameSpeaker, performance: performance)
    }
  }
}

extension GuionElement {
  var line: Int { sourceRange?.start.line ?? 0 }
}

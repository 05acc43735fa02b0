public import Guion
public import Hablare

/// A chapter: its heading, and all that is read in it, with the scenes inside.
public struct ChapterSpeakable: SpeakableGroup, Sendable {
  /// The heading; nil for what stands before the first chapter.
  public let chapterHeading: GuionElement?
  /// The elements behind the heading.
  public let elements: ArraySlice<GuionElement>
  let reading: NarratedPart

  /// Makes a chapter that a build reads: `opening` says what comes before the elements, `omitted` is
  /// the index of an element that it says already.
  package init(
    chapterHeading: GuionElement?, elements: ArraySlice<GuionElement>,
    opening: [TableReader.Opening], omitted: Int? = nil, reader: TableReader
  ) {
    self.chapterHeading = chapterHeading
    self.elements = elements
    reading = NarratedPart(elements: elements, opening: opening, omitted: omitted, reader: reader)
  }

  /// Makes a chapter whose voices the caller chooses; `voiceProvider` is the one that speaks, and
  /// `otherProviders` are those that a mapping may name beside it.
  public init(
    chapterHeading: GuionElement?, elements: [GuionElement],
    voiceMapping: @escaping VoiceMapping, voiceProvider: any VoiceProvider,
    otherProviders: [any VoiceProvider] = [],
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    format: DocumentFormat = .fountain, cast: Cast = Cast()
  ) {
    self.chapterHeading = chapterHeading
    self.elements = elements[...]
    reading = NarratedPart(
      elements: elements, opening: chapterHeading.map { [.titles([$0])] } ?? [], format: format,
      languageCode: languageCode, providers: [voiceProvider] + otherProviders, cast: cast,
      mapping: voiceMapping)
  }

  /// Makes a chapter whose voices are all of one provider, named by their ids.
  public init(
    chapterHeading: GuionElement?, elements: [GuionElement],
    voiceMapping: @escaping @Sendable (GuionElement) -> String, voiceProvider: any VoiceProvider,
    languageCode: String = LanguageCodeResolver.systemLanguageCode,
    format: DocumentFormat = .fountain, cast: Cast = Cast()
  ) {
    let id = voiceProvider.providerId
    let mapping: VoiceMapping = { VoiceURI(providerId: id, voiceId: voiceMapping($0)) }
    self.init(
      chapterHeading: chapterHeading, elements: elements, voiceMapping: mapping,
      voiceProvider: voiceProvider, languageCode: languageCode, format: format, cast: cast)
  }

  /// Makes a chapter that is read by rules of the app's own; the rules choose the voices, and `providers`
  /// have them.
  public init(
    chapterHeading: GuionElement?, elements: [GuionElement], rules: any SpeechLogicRules,
    providers: [any VoiceProvider]
  ) {
    self.chapterHeading = chapterHeading
    self.elements = elements[...]
    reading = NarratedPart(
      elements: elements[...], opening: chapterHeading.map { [.titles([$0])] } ?? [],
      reader: TableReader(rules: rules), providers: providers)
  }

  init(chapterHeading: GuionElement?, reading: NarratedPart) {
    self.chapterHeading = chapterHeading
    elements = reading.elements
    self.reading = reading
  }

  /// The scenes of the chapter; none where it has no scene headings.
  public var scenes: [SceneSpeakable] {
    let own = Array(elements)
    return DocumentOutline(own, format: .fountain).scenes(of: own).compactMap { part in
      part.heading.map { heading in
        SceneSpeakable(
          sceneHeading: own[heading], reading: reading.with(own[part.elements]))
      }
    }
  }

  /// The table read: who says what, with which silences between.
  public var tableRead: TableRead { reading.tableRead }

  /// What is said, in order, each piece as one request to its voice.
  public func getGroupedElements() -> [any SpeakableItem] { reading.items }

  /// The heading's words.
  public var groupName: String { chapterHeading?.elementText ?? "" }

  /// "25 elements (3 scenes, 12 dialogue lines)"; the heading does not count.
  public var groupDescription: String? {
    let scenes = elements.count { $0.elementType == .sceneHeading }
    let lines = elements.count { $0.elementType == .dialogue }
    return "\(counted(elements.count, "element")) "
      + "(\(counted(scenes, "scene")), \(counted(lines, "dialogue line")))"
  }
}

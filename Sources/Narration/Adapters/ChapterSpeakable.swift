public import Guion
public import Hablare

/// A chapter: its heading and its elements, including those of its scenes.
public struct ChapterSpeakable: SpeakableGroup, Sendable {
  /// The heading, or nil for the elements before the first chapter.
  public let chapterHeading: GuionElement?
  /// The elements after the heading.
  public let elements: ArraySlice<GuionElement>
  let reading: NarratedPart

  /// Creates a chapter for a build.
  /// `opening` is read before the elements, and `omitted` is the index of an element that the opening already contains.
  package init(
    chapterHeading: GuionElement?, elements: ArraySlice<GuionElement>,
    opening: [TableReader.Opening], omitted: Int? = nil, reader: TableReader
  ) {
    self.chapterHeading = chapterHeading
    self.elements = elements
    reading = NarratedPart(elements: elements, opening: opening, omitted: omitted, reader: reader)
  }

  /// Creates a chapter whose voices the caller chooses.
  ///
  /// `voiceProvider` is the main provider. The mapping can also return voices of `otherProviders`.
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

  /// Creates a chapter whose voices all belong to one provider.
  ///
  /// `voiceMapping` returns the id of the voice for an element.
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

  /// Creates a chapter that is read by the app's own rules.
  ///
  /// The rules choose voices of `providers`.
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

  /// The scenes of the chapter; empty if it has no scene headings.
  public var scenes: [SceneSpeakable] {
    let own = Array(elements)
    return DocumentOutline(own, format: .fountain).scenes(of: own).compactMap { part in
      part.heading.map { heading in
        SceneSpeakable(
          sceneHeading: own[heading], reading: reading.with(own[part.elements]))
      }
    }
  }

  /// The table read: the spoken items with their voices, and the pauses between them.
  package var tableRead: TableRead { reading.tableRead }

  /// Returns the spoken items in order.
  ///
  /// Each item is one request to its voice.
  public func getGroupedElements() -> [any SpeakableItem] { reading.items }

  /// The text of the heading; empty if there is no heading.
  public var groupName: String { chapterHeading?.elementText ?? "" }

  /// A summary such as "25 elements (3 scenes, 12 dialogue lines)".
  ///
  /// The heading of the chapter is not counted.
  public var groupDescription: String? {
    let scenes = elements.count { $0.elementType == .sceneHeading }
    let lines = elements.count { $0.elementType == .dialogue }
    return "\(counted(elements.count, "element")) "
      + "(\(counted(scenes, "scene")), \(counted(lines, "dialogue line")))"
  }
}

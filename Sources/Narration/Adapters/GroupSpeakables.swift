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

/// A scene: its heading and its elements.
public struct SceneSpeakable: SpeakableGroup, Sendable {
  /// The heading, or nil for the elements before the first scene.
  public let sceneHeading: GuionElement?
  /// The elements of the scene.
  ///
  /// In the scenes of a chapter, they include the heading. In a scene that an app creates, they begin after the
  /// heading.
  public let elements: ArraySlice<GuionElement>
  let reading: NarratedPart

  /// Creates a scene for a build.
  /// `elements` includes the heading.
  package init(
    sceneHeading: GuionElement?, elements: ArraySlice<GuionElement>, reader: TableReader
  ) {
    self.sceneHeading = sceneHeading
    self.elements = elements
    reading = NarratedPart(elements: elements, reader: reader)
  }

  /// Creates a scene whose voices the caller chooses.
  ///
  /// `voiceProvider` is the main provider. The mapping can also return voices of `otherProviders`.
  public init(
    sceneHeading: GuionElement, elements: [GuionElement], voiceMapping: @escaping VoiceMapping,
    voiceProvider: any VoiceProvider, otherProviders: [any VoiceProvider] = [],
    languageCode: String = LanguageCodeResolver.systemLanguageCode, cast: Cast = Cast()
  ) {
    self.sceneHeading = sceneHeading
    self.elements = elements[...]
    reading = NarratedPart(
      elements: [sceneHeading] + elements, format: .fountain, languageCode: languageCode,
      providers: [voiceProvider] + otherProviders, cast: cast, mapping: voiceMapping)
  }

  /// Creates a scene whose voices all belong to one provider.
  ///
  /// `voiceMapping` returns the id of the voice for an element.
  public init(
    sceneHeading: GuionElement, elements: [GuionElement],
    voiceMapping: @escaping @Sendable (GuionElement) -> String, voiceProvider: any VoiceProvider,
    languageCode: String = LanguageCodeResolver.systemLanguageCode, cast: Cast = Cast()
  ) {
    let id = voiceProvider.providerId
    let mapping: VoiceMapping = { VoiceURI(providerId: id, voiceId: voiceMapping($0)) }
    self.init(
      sceneHeading: sceneHeading, elements: elements, voiceMapping: mapping,
      voiceProvider: voiceProvider, languageCode: languageCode, cast: cast)
  }

  /// Creates a scene that is read by the app's own rules.
  ///
  /// The rules choose voices of `providers`.
  public init(
    sceneHeading: GuionElement, elements: [GuionElement], rules: any SpeechLogicRules,
    providers: [any VoiceProvider]
  ) {
    self.sceneHeading = sceneHeading
    self.elements = elements[...]
    reading = NarratedPart(
      elements: ([sceneHeading] + elements)[...], reader: TableReader(rules: rules),
      providers: providers)
  }

  init(sceneHeading: GuionElement?, reading: NarratedPart) {
    self.sceneHeading = sceneHeading
    elements = reading.elements
    self.reading = reading
  }

  /// The table read: the spoken items with their voices, and the pauses between them.
  package var tableRead: TableRead { reading.tableRead }

  /// Returns the spoken items in order.
  ///
  /// Each item is one request to its voice.
  public func getGroupedElements() -> [any SpeakableItem] { reading.items }

  /// The text of the heading; empty if there is no heading.
  public var groupName: String { sceneHeading?.elementText ?? "" }

  /// A summary such as "5 elements (2 dialogue lines)".
  ///
  /// Scene headings are not counted.
  public var groupDescription: String? {
    let own = elements.filter { $0.elementType != .sceneHeading }
    let lines = own.count { $0.elementType == .dialogue }
    return "\(counted(own.count, "element")) (\(counted(lines, "dialogue line")))"
  }
}

/// A document of prose.
///
/// One voice reads it, or several voices if its speakers have labels.
public struct MarkdownDocumentSpeakable: SpeakableGroup, Sendable {
  /// The name of the file.
  public let filename: String
  /// The elements of the document.
  public let elements: ArraySlice<GuionElement>
  let reading: NarratedPart

  package init(
    filename: String, elements: ArraySlice<GuionElement>, opening: [TableReader.Opening],
    omitted: Int? = nil, reader: TableReader
  ) {
    self.filename = filename
    self.elements = elements
    reading = NarratedPart(elements: elements, opening: opening, omitted: omitted, reader: reader)
  }

  /// Creates a document that one voice reads.
  public init(
    filename: String, elements: [GuionElement], voiceProvider: any VoiceProvider,
    defaultVoiceId: String, languageCode: String = LanguageCodeResolver.systemLanguageCode,
    cast: Cast = Cast()
  ) {
    self.filename = filename
    self.elements = elements[...]
    let voice = VoiceURI(providerId: voiceProvider.providerId, voiceId: defaultVoiceId)
    reading = NarratedPart(
      elements: elements, format: .markdown, languageCode: languageCode,
      providers: [voiceProvider], cast: cast, mapping: { _ in voice })
  }

  /// Creates a document whose voices the caller chooses.
  ///
  /// Several voices read the document if its speakers have labels (`SpeakerLabels`). `voiceProvider` is the main
  /// provider. The mapping can also return voices of `otherProviders`.
  public init(
    filename: String, elements: [GuionElement], voiceMapping: @escaping VoiceMapping,
    voiceProvider: any VoiceProvider, otherProviders: [any VoiceProvider] = [],
    languageCode: String = LanguageCodeResolver.systemLanguageCode, cast: Cast = Cast()
  ) {
    self.filename = filename
    self.elements = elements[...]
    reading = NarratedPart(
      elements: elements, format: .markdown, languageCode: languageCode,
      providers: [voiceProvider] + otherProviders, cast: cast, mapping: voiceMapping)
  }

  /// Creates a document that is read by the app's own rules.
  ///
  /// The rules choose voices of `providers`.
  public init(
    filename: String, elements: [GuionElement], rules: any SpeechLogicRules,
    providers: [any VoiceProvider]
  ) {
    self.filename = filename
    self.elements = elements[...]
    reading = NarratedPart(
      elements: elements[...], reader: TableReader(rules: rules), providers: providers)
  }

  /// The chapters of the document, including the part before the first heading.
  ///
  /// A document without chapters is a single chapter.
  public var chapters: [ChapterSpeakable] {
    let own = Array(elements)
    let parts =
      DocumentOutline(own, format: .markdown).chapters(of: own)
      ?? [.init(elements: own.indices, heading: nil)]
    return parts.compactMap { part in
      guard part.heading != nil || !part.elements.isEmpty else { return nil }
      let heading = part.heading.map { own[$0] }
      let opening = heading.map { [TableReader.Opening.titles([$0])] } ?? []
      return ChapterSpeakable(
        chapterHeading: heading, reading: reading.with(own[part.elements], opening: opening))
    }
  }

  /// The table read: the spoken items with their voices, and the pauses between them.
  package var tableRead: TableRead { reading.tableRead }

  /// Returns the spoken items in order.
  ///
  /// Each item is one request to its voice.
  public func getGroupedElements() -> [any SpeakableItem] { reading.items }

  /// The name of the file.
  public var groupName: String { filename }

  /// A summary such as "12 elements (3 headings, 9 paragraphs)".
  public var groupDescription: String? {
    let headings = elements.count { $0.elementType.isSectionHeading }
    let paragraphs = elements.count { $0.elementType == .action }
    return "\(counted(elements.count, "element")) "
      + "(\(counted(headings, "heading")), \(counted(paragraphs, "paragraph")))"
  }
}

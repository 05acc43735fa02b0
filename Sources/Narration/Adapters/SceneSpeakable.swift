public import Guion
public import Hablare

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

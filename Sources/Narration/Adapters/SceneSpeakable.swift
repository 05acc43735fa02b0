public import Guion
public import Hablare

/// A scene: its heading, and all that is read in it.
public struct SceneSpeakable: SpeakableGroup, Sendable {
  /// The heading; nil for what stands before the first scene.
  public let sceneHeading: GuionElement?
  /// The elements behind the heading.
  public let elements: ArraySlice<GuionElement>
  let reading: NarratedPart

  /// Makes a scene that a build reads; the heading is among the elements.
  package init(
    sceneHeading: GuionElement?, elements: ArraySlice<GuionElement>, reader: TableReader
  ) {
    self.sceneHeading = sceneHeading
    self.elements = elements
    reading = NarratedPart(elements: elements, reader: reader)
  }

  /// Makes a scene whose voices the caller chooses; `voiceProvider` is the one that speaks, and
  /// `otherProviders` are those that a mapping may name beside it.
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

  /// Makes a scene whose voices are all of one provider, named by their ids.
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

  /// Makes a scene that is read by rules of the app's own; the rules choose the voices, and `providers`
  /// have them.
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

  /// The table read: who says what, with which silences between.
  public var tableRead: TableRead { reading.tableRead }

  /// What is said, in order, each piece as one request to its voice.
  public func getGroupedElements() -> [any SpeakableItem] { reading.items }

  /// The heading's words.
  public var groupName: String { sceneHeading?.elementText ?? "" }

  /// "5 elements (2 dialogue lines)"; the heading does not count.
  public var groupDescription: String? {
    let own = elements.filter { $0.elementType != .sceneHeading }
    let lines = own.count { $0.elementType == .dialogue }
    return "\(counted(own.count, "element")) (\(counted(lines, "dialogue line")))"
  }
}

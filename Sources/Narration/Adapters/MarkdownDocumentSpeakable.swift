public import Guion
public import Hablare

/// A document of prose, read by one voice, or by several if its speakers are labelled.
public struct MarkdownDocumentSpeakable: SpeakableGroup, Sendable {
  /// The name of the file.
  public let filename: String
  /// The elements of the document.
  public let elements: ArraySlice<GuionElement>
  let reading: NarratedPart

  /// Makes a document that a build reads as one piece.
  package init(
    filename: String, elements: ArraySlice<GuionElement>, opening: [TableReader.Opening],
    omitted: Int? = nil, reader: TableReader
  ) {
    self.filename = filename
    self.elements = elements
    reading = NarratedPart(elements: elements, opening: opening, omitted: omitted, reader: reader)
  }

  /// Makes a document that one voice reads.
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

  /// Makes a document whose voices the caller chooses, where its speakers are labelled (`SpeakerLabels`);
  /// `voiceProvider` is the one that speaks, and `otherProviders` are those that a mapping may name beside
  /// it.
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

  /// Makes a document that is read by rules of the app's own; the rules choose the voices, and `providers`
  /// have them.
  public init(
    filename: String, elements: [GuionElement], rules: any SpeechLogicRules,
    providers: [any VoiceProvider]
  ) {
    self.filename = filename
    self.elements = elements[...]
    reading = NarratedPart(
      elements: elements[...], reader: TableReader(rules: rules), providers: providers)
  }

  /// The chapters of the document, what stands before the first included; one for all of it where it
  /// has no chapters.
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

  /// The table read: who says what, with which silences between.
  public var tableRead: TableRead { reading.tableRead }

  /// What is said, in order, each piece as one request to its voice.
  public func getGroupedElements() -> [any SpeakableItem] { reading.items }

  /// The name of the file.
  public var groupName: String { filename }

  /// "12 elements (3 headings, 9 paragraphs)".
  public var groupDescription: String? {
    let headings = elements.count { $0.elementType.isSectionHeading }
    let paragraphs = elements.count { $0.elementType == .action }
    return "\(counted(elements.count, "element")) "
      + "(\(counted(headings, "heading")), \(counted(paragraphs, "paragraph")))"
  }
}

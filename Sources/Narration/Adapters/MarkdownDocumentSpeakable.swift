public import Guion
public import Hablare

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

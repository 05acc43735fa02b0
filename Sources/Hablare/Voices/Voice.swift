public import FoundationEssentials

/// A voice as its provider describes it.
public struct Voice: Codable, Hashable, Sendable, Identifiable {
  /// The id that the provider uses for the voice, as in `VoiceURI.voiceId`.
  public var id: String
  /// The voice's name, as shown to people.
  public var name: String
  /// The id of the provider that speaks with this voice, such as `espeak`.
  public var providerId: String
  /// The BCP 47 tag of the voice's main language, such as `en-US`.
  public var language: String?
  /// The region or accent, such as `US` or `Scotland`.
  public var locality: String?
  /// `female`, `male` or `neutral`, from the provider's data; nil if the provider does not state it.
  public var gender: String?
  /// The provider's own grade of quality.
  public var quality: String?
  /// The provider's own category, such as `premade` or `variant`.
  public var category: String?
  /// Other facts from the provider, keyed by the provider's own names.
  public var labels: [String: String]
  /// A sentence about the voice.
  public var description: String?
  /// The address of a sample of the voice.
  public var previewURL: URL?

  /// Creates a voice.
  ///
  /// Omit the properties that the provider does not know.
  public init(
    id: String, name: String, providerId: String, language: String? = nil,
    locality: String? = nil, gender: String? = nil, quality: String? = nil,
    category: String? = nil, labels: [String: String] = [:], description: String? = nil,
    previewURL: URL? = nil
  ) {
    self.id = id
    self.name = name
    self.providerId = providerId
    self.language = language
    self.locality = locality
    self.gender = gender
    self.quality = quality
    self.category = category
    self.labels = labels
    self.description = description
    self.previewURL = previewURL
  }
}

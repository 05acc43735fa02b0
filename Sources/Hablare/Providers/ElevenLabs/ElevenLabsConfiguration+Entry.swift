import Basics

extension ElevenLabsConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case baseURL, model, concurrency, context
  }

  static let type = "elevenlabs"
  static let isBuiltIn = true

  mutating func read(_ key: Key, _ value: JSONNode, of entry: inout ProviderEntryReader) {
    switch key {
    case .baseURL: baseURL = entry.baseURL(value) ?? baseURL
    case .model: model = entry.text(value, "model")
    case .concurrency: concurrency = entry.concurrency(value) ?? concurrency
    case .context: usesContext = entry.values.bool(value, "context") ?? usesContext
    }
  }

  func displayName(of id: String) -> String {
    id == Self.type ? "ElevenLabs" : "ElevenLabs (\(id))"
  }

  var keyVariables: [String]? { [CredentialVariables.elevenLabs] }

  func isPaidService(_ id: String) -> Bool { id == Self.type }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    ElevenLabsVoiceProvider(
      id: entry.id, name: entry.displayName, configuration: self, key: workshop.key(of: entry),
      client: workshop.client, spending: workshop.account(of: entry))
  }
}

extension ProviderSettings.Kind {
  /// ElevenLabs, or a service that speaks its protocol.
  public static func elevenLabs(_ configuration: ElevenLabsConfiguration) -> Self {
    Self(configuration)
  }
}

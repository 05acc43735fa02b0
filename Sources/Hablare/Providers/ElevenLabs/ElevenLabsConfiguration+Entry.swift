import Basics

extension ElevenLabsConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case baseURL, model, concurrency, context
  }

  static let type = "elevenlabs"
  static let isBuiltIn = true
  static let loginCheck = ProviderPanel.LoginCheck.request

  static func field(_ key: Key) -> SettingField {
    switch key {
    case .baseURL:
      .address(.secureOrLoopback, help: "The address of the service, or of a compatible server")
    case .model: .model
    case .concurrency: .concurrency("requests")
    case .context:
      SettingField(
        "Context", .toggle,
        help: "Whether each request also contains the lines before and after the line, so that the "
          + "melody of speech continues")
    }
  }

  mutating func set(_ key: Key, to value: JSONValue) {
    switch key {
    case .baseURL: baseURL = value.text ?? baseURL
    case .model: model = value.text
    case .concurrency: concurrency = value.integer ?? concurrency
    case .context: usesContext = value.flag ?? usesContext
    }
  }

  func value(of key: Key) -> JSONValue? {
    switch key {
    case .baseURL: .string(baseURL)
    case .model: model.map(JSONValue.string)
    case .concurrency: .int(concurrency)
    case .context: .bool(usesContext)
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
  /// ElevenLabs, or a service that implements its protocol.
  public static func elevenLabs(_ configuration: ElevenLabsConfiguration) -> Self {
    Self(configuration)
  }
}

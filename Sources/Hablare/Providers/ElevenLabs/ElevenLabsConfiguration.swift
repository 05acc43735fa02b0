import Basics

/// The settings of the ElevenLabs provider.
public struct ElevenLabsConfiguration: Sendable, Equatable {
  /// The address of the service or of a compatible server.
  public var baseURL = "https://api.elevenlabs.io"
  /// The model for voices that name no model.
  ///
  /// Nil means `eleven_multilingual_v2`.
  public var model: String?
  /// The maximum number of requests in flight.
  ///
  /// The free plan allows two requests in flight (vendor's plans, 2025-08).
  public var concurrency = 2
  /// Whether each request also contains the lines before and after its line, for continuous prosody (`context` in
  /// the user's configuration).
  ///
  /// If true, an edit of one line costs up to three requests, because the neighbouring lines must
  /// be requested again.
  public var usesContext = false

  /// Creates the configuration for the service itself.
  public init() {}
}

extension ElevenLabsConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case baseURL, model, concurrency, context
  }

  static let type = "elevenlabs"
  static let isBuiltIn = true
  static let loginCheck = ProviderPanel.LoginCheck.request
  static let summary: String? = "A paid service. It needs a key and the network."
  static let textLimit: Int? = ElevenLabsModel.leastLimit

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

  /// The variable that ElevenLabs's own client libraries read.
  var keyVariables: [String]? { ["ELEVENLABS_API_KEY"] }

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

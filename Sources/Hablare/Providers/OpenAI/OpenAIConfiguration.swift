import Basics

/// The settings of a server that implements OpenAI's speech endpoint.
public struct OpenAIConfiguration: Sendable, Equatable {
  /// The address of the server, up to and including `/v1`.
  ///
  /// The `/v1` may be left out. OpenAI's key is sent only to OpenAI.
  public var baseURL = "https://api.openai.com/v1"
  /// The model for voices that name no model.
  public var model: String?
  /// The environment variable that holds the key.
  ///
  /// If nil, OpenAI gets the key in `OPENAI_API_KEY`, and other servers get no key.
  public var keyVariable: String?
  /// The maximum number of requests in flight.
  public var concurrency = 2
  /// The ids of the voices, for a server that does not list its voices.
  public var voices: [String] = []
  /// The sample rate of headerless audio, in hertz, for servers that do not report it.
  ///
  /// If nil, WAV is requested.
  public var sampleRate: Int?

  /// Creates the configuration for OpenAI itself.
  public init() {}
}

extension OpenAIConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case baseURL, model, concurrency, keyVariable, voices, sampleRate
  }

  static let type = "openai"
  static let isBuiltIn = true
  static let loginCheck = ProviderPanel.LoginCheck.request
  static let summary: String? = "A paid service. It needs a key and the network."
  static let textLimit: Int? = OpenAISpeech.maximumLength

  static func field(_ key: Key) -> SettingField {
    switch key {
    case .baseURL: .address(.any, help: "The address of the server, with or without /v1")
    case .model: .model
    case .concurrency: .concurrency("requests")
    case .keyVariable:
      SettingField(
        "Key variable", .text(.pattern(variablePattern)),
        help: "The environment variable with the key (default for OpenAI itself: OPENAI_API_KEY)"
      )
    case .voices:
      SettingField(
        "Voices", .list(of: .text()), help: "The voices of a server that does not list them itself")
    case .sampleRate: .sampleRate
    }
  }

  /// The pattern of an environment variable's name.
  /// The error message does not repeat the value, because the user may have entered the key itself
  /// by mistake.
  private static let variablePattern = TextPattern(
    "[A-Z_][A-Z0-9_]*", code: "bad-variable",
    message: "keyVariable must be the name of an environment variable, such as KOKORO_API_KEY, "
      + "not the key")

  mutating func set(_ key: Key, to value: JSONValue) {
    switch key {
    case .baseURL: baseURL = value.text ?? baseURL
    case .model: model = value.text
    case .concurrency: concurrency = value.integer ?? concurrency
    case .keyVariable: keyVariable = value.text
    case .voices: voices = value.strings ?? []
    case .sampleRate: sampleRate = value.integer
    }
  }

  func value(of key: Key) -> JSONValue? {
    switch key {
    case .baseURL: .string(baseURL)
    case .model: model.map(JSONValue.string)
    case .concurrency: .int(concurrency)
    case .keyVariable: keyVariable.map(JSONValue.string)
    case .voices: JSONValue(voices)
    case .sampleRate: sampleRate.map(JSONValue.int)
    }
  }

  func displayName(of id: String) -> String { id == Self.type ? "OpenAI" : id }

  static var keyDependsOnSettings: Bool { true }
  var keyVariables: [String]? { variable.map { [$0] } ?? [] }

  func isPaidService(_ id: String) -> Bool { isOpenAI }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    OpenAIVoiceProvider(
      id: entry.id, name: entry.displayName, configuration: self,
      isBilled: entry.prices.map { _ in true }, key: workshop.key(of: entry),
      client: workshop.client, spending: workshop.account(of: entry))
  }
}

extension ProviderSettings.Kind {
  /// OpenAI, or another server that implements OpenAI's speech endpoint.
  public static func openAI(_ configuration: OpenAIConfiguration) -> Self { Self(configuration) }
}

extension OpenAIConfiguration {
  /// The environment variable that holds the key, or nil if the server needs no key.
  /// If the user names no variable, the variable for OpenAI is `OPENAI_API_KEY`. Other servers
  /// never get OpenAI's key.
  var variable: String? {
    keyVariable ?? (isOpenAI ? "OPENAI_API_KEY" : nil)
  }

  /// Whether the server is OpenAI's own.
  var isOpenAI: Bool {
    let host = "https://api.openai.com"
    guard baseURL.lowercased().hasPrefix(host) else { return false }
    let rest = baseURL.utf8.dropFirst(host.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}

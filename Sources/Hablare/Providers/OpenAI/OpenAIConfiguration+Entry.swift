import Basics

extension OpenAIConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case baseURL, model, concurrency, keyVariable, voices, sampleRate
  }

  static let type = "openai"
  static let isBuiltIn = true

  mutating func read(_ key: Key, _ value: JSONNode, of entry: inout ProviderEntryReader) {
    switch key {
    case .baseURL: baseURL = entry.baseURL(value) ?? baseURL
    case .model: model = entry.text(value, "model")
    case .concurrency: concurrency = entry.concurrency(value) ?? concurrency
    case .keyVariable: keyVariable = Self.variable(value, &entry.values)
    case .voices: voices = entry.texts(value, "voices") ?? []
    case .sampleRate: sampleRate = entry.sampleRate(value)
    }
  }

  /// The name of an environment variable, in capitals: what is written here may be the key itself, by
  /// mistake, and is not repeated in the message.
  private static func variable(_ node: JSONNode, _ values: inout PlacedValueReader) -> String? {
    guard let text = values.string(node, "keyVariable") else { return nil }
    let isName = text.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
    }
    if isName, let first = text.first, !first.isNumber { return text }
    values.complain(
      "bad-variable",
      "keyVariable must be the name of an environment variable, such as KOKORO_API_KEY, not the key",
      at: node.position)
    return nil
  }

  func displayName(of id: String) -> String { id == Self.type ? "OpenAI" : id }

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
  /// OpenAI, or a server that speaks its route.
  public static func openAI(_ configuration: OpenAIConfiguration) -> Self { Self(configuration) }
}

extension OpenAIConfiguration {
  /// The environment variable that holds the key: what the user names, OpenAI's own for OpenAI; other
  /// servers are never given OpenAI's key.
  var variable: String? {
    keyVariable ?? (isOpenAI ? CredentialVariables.openAI : nil)
  }

  /// Whether the server is OpenAI's.
  var isOpenAI: Bool {
    let host = "https://api.openai.com"
    guard baseURL.lowercased().hasPrefix(host) else { return false }
    let rest = baseURL.utf8.dropFirst(host.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}

extension VoiceProviderDescriptor {
  /// The built-in providers (espeak, ElevenLabs, OpenAI) and those of the user's configuration.
  ///
  /// ElevenLabs and OpenAI are off until they are enabled or their key is in the environment; servers
  /// and programs that the user has configured are on. `espeakSlots` is how many lines espeak may speak
  /// at once.
  public static func standard(
    configuration: UserConfiguration, credentials: CredentialStore, client: HTTPClient,
    spending: SpendingMeter, environment: [String: String], espeakSlots: Int
  ) -> [VoiceProviderDescriptor] {
    var settings = builtIn
    for provider in configuration.providers { settings[provider.id] = provider }
    let workshop = ProviderWorkshop(
      credentials: credentials, client: client, spending: spending, espeakSlots: espeakSlots)
    let variables = CredentialVariables(configuration: configuration)
    // The store may be one that an app has made of other variables.
    SecretVariables.add(variables)
    return settings.values.sorted { $0.id < $1.id }.map { provider in
      VoiceProviderDescriptor(
        id: provider.id, displayName: provider.displayName,
        isEnabledByDefault: !provider.isPaidService
          || variables.areSet(for: provider.id, in: environment),
        requiresConfiguration: provider.requiresKey
      ) { try workshop.make(provider) }
    }
  }

  private static var builtIn: [String: ProviderSettings] {
    [
      "espeak": ProviderSettings(id: "espeak", kind: .espeak),
      "elevenlabs": ProviderSettings(
        id: "elevenlabs", kind: .elevenLabs(ElevenLabsConfiguration())),
      "openai": ProviderSettings(id: "openai", kind: .openAI(OpenAIConfiguration())),
    ]
  }
}

/// Makes providers of what is set for them.
private struct ProviderWorkshop: Sendable {
  let credentials: CredentialStore
  let client: HTTPClient
  let spending: SpendingMeter
  let espeakSlots: Int

  func make(_ provider: ProviderSettings) throws -> any VoiceProvider {
    switch provider.kind {
    case .espeak: return EspeakNGVoiceProvider(slots: espeakSlots)
    case .elevenLabs(let configuration): return try elevenLabs(provider, configuration)
    case .openAI(let configuration): return try openAI(provider, configuration)
    case .command(let configuration): return try command(provider, configuration)
    case .piper(let configuration): return try piper(provider, configuration)
    }
  }

  // Each asks for its key when it sends a request, not before.
  private func key(_ provider: ProviderSettings) -> @Sendable () async throws -> SecureString? {
    let key = CredentialStore.key(for: provider.id)
    return { [credentials] in try await credentials.get(key: key) }
  }

  private func elevenLabs(
    _ provider: ProviderSettings, _ configuration: ElevenLabsConfiguration
  ) throws -> any VoiceProvider {
    ElevenLabsVoiceProvider(
      id: provider.id, name: provider.displayName, configuration: configuration,
      key: key(provider), client: client, spending: spending.account(of: provider.id))
  }

  private func openAI(
    _ provider: ProviderSettings, _ configuration: OpenAIConfiguration
  ) throws -> any VoiceProvider {
    OpenAIVoiceProvider(
      id: provider.id, name: provider.displayName, configuration: configuration,
      isBilled: provider.prices.map { _ in true }, key: key(provider), client: client,
      spending: spending.account(of: provider.id))
  }

  /// The account of a program; nil if the user has set no price for it.
  private func account(_ provider: ProviderSettings) -> SpendingAccount? {
    provider.prices.map { _ in spending.account(of: provider.id) }
  }

  private func command(
    _ provider: ProviderSettings, _ configuration: CommandConfiguration
  ) throws -> any VoiceProvider {
    CommandVoiceProvider(
      id: provider.id, name: provider.displayName, configuration: configuration,
      spending: account(provider))
  }

  private func piper(
    _ provider: ProviderSettings, _ configuration: PiperConfiguration
  ) throws -> any VoiceProvider {
    PiperVoiceProvider(
      id: provider.id, name: provider.displayName, configuration: configuration,
      spending: account(provider))
  }
}

extension ProviderSettings {
  /// The name shown to people: the user's, else the usual one, with the id of a further server.
  package var displayName: String {
    if let name { return name }
    return switch kind {
    case .espeak: "eSpeak NG"
    case .elevenLabs: id == "elevenlabs" ? "ElevenLabs" : "ElevenLabs (\(id))"
    case .openAI: id == "openai" ? "OpenAI" : id
    case .command: id
    case .piper: id == "piper" ? "Piper" : "Piper (\(id))"
    }
  }

  /// Whether it cannot speak without a key.
  package var requiresKey: Bool {
    switch kind {
    case .espeak, .command, .piper: false
    case .elevenLabs: true
    case .openAI(let configuration): configuration.variable != nil
    }
  }

  /// Whether it is one of the built-in services that cost money, and not a server or a program that
  /// the user has taken the trouble to configure.
  fileprivate var isPaidService: Bool {
    switch kind {
    case .espeak, .command, .piper: false
    case .elevenLabs: id == "elevenlabs"
    case .openAI(let configuration): configuration.isOpenAI
    }
  }
}

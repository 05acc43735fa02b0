extension VoiceProviderDescriptor {
  /// The built-in providers (espeak, hibari, Piper, ElevenLabs, OpenAI) and those of the user's configuration.
  ///
  /// ElevenLabs and OpenAI are off until they are enabled or their key is in the environment; servers
  /// and programs that the user has configured are on. `slots` is how many lines each engine
  /// of this machine may speak at once, `memory` what the program may take with the models of natural voices, `advice` what errors say is to be done.
  public static func standard(
    configuration: UserConfiguration, credentials: CredentialStore, client: HTTPClient,
    spending: SpendingMeter, environment: [String: String], slots: Int,
    memory: VoiceMemory = VoiceMemory(), advice: ProviderAdvice = .library
  ) -> [VoiceProviderDescriptor] {
    var settings = ProviderKinds.builtIn
    for provider in configuration.providers { settings[provider.id] = provider }
    let workshop = ProviderWorkshop(
      credentials: credentials, client: client, spending: spending, slots: slots, memory: memory,
      advice: advice, environment: environment)
    let variables = CredentialVariables(configuration: configuration)
    // The store may be one that an app has made of other variables.
    SecretVariables.add(variables)
    return settings.values.sorted { $0.id < $1.id }.map { provider in
      let isEnabled =
        !provider.kind.configuration.isPaidService(provider.id)
        || variables.areSet(for: provider.id, in: environment)
      return VoiceProviderDescriptor(
        id: provider.id, displayName: provider.displayName, isEnabledByDefault: isEnabled,
        requiresConfiguration: provider.requiresKey,
        panel: ProviderPanel(provider, isEnabledByDefault: isEnabled)
      ) { try provider.kind.configuration.makeProvider(provider, in: workshop) }
    }
  }
}

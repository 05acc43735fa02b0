extension VoiceProviderDescriptor {
  /// Returns the built-in providers (espeak, hibari, Kokoro, Piper, ElevenLabs, OpenAI) and the
  /// providers of the user's configuration.
  ///
  /// ElevenLabs and OpenAI are off until they are enabled or their key is in the environment.
  /// Servers and programs in the user's configuration are on. `slots` is how many texts each engine
  /// on this machine can speak at once. `memory` limits the memory for natural voices. `advice`
  /// provides the advice in errors.
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
    // The programs that this process starts must not get these variables. The store may not have
    // added them, because the app may have created the store with other variables.
    SecretVariables.add(variables)
    return settings.values.sorted { $0.id < $1.id }.map { provider in
      let isPaid = provider.kind.configuration.isPaidService(provider.id)
      let isEnabled =
        !isPaid
        || variables.areSet(for: provider.id, in: environment)
      return VoiceProviderDescriptor(
        id: provider.id, displayName: provider.displayName, isEnabledByDefault: isEnabled,
        requiresConfiguration: provider.requiresKey, isPaidService: isPaid,
        panel: ProviderPanel(provider, isEnabledByDefault: isEnabled)
      ) { try provider.kind.configuration.makeProvider(provider, in: workshop) }
    }
  }
}

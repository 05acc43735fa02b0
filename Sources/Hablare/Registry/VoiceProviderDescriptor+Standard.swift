extension VoiceProviderDescriptor {
  /// The built-in providers (espeak, hibari, ElevenLabs, OpenAI) and those of the user's configuration.
  ///
  /// ElevenLabs and OpenAI are off until they are enabled or their key is in the environment; servers
  /// and programs that the user has configured are on. `slots` is how many lines each engine
  /// of this machine may speak at once.
  public static func standard(
    configuration: UserConfiguration, credentials: CredentialStore, client: HTTPClient,
    spending: SpendingMeter, environment: [String: String], slots: Int
  ) -> [VoiceProviderDescriptor] {
    var settings = ProviderKinds.builtIn
    for provider in configuration.providers { settings[provider.id] = provider }
    let workshop = ProviderWorkshop(
      credentials: credentials, client: client, spending: spending, slots: slots)
    let variables = CredentialVariables(configuration: configuration)
    // The store may be one that an app has made of other variables.
    SecretVariables.add(variables)
    return settings.values.sorted { $0.id < $1.id }.map { provider in
      VoiceProviderDescriptor(
        id: provider.id, displayName: provider.displayName,
        isEnabledByDefault: !provider.kind.configuration.isPaidService(provider.id)
          || variables.areSet(for: provider.id, in: environment),
        requiresConfiguration: provider.requiresKey
      ) { try provider.kind.configuration.makeProvider(provider, in: workshop) }
    }
  }
}

public import FoundationEssentials

extension CredentialVariables {
  /// Creates the list of environment variables that can contain keys.
  ///
  /// It contains the variables of the built-in services (such as `ELEVENLABS_API_KEY`) and of the
  /// providers in the user's configuration.
  public init(configuration: UserConfiguration) {
    self.init(ProviderKinds.builtIn.compactMapValues { $0.kind.configuration.keyVariables })
    for provider in configuration.providers {
      names[provider.id] = provider.kind.configuration.keyVariables
    }
  }
}

extension CredentialStore {
  /// Creates the store for this user and this process.
  ///
  /// The environment variables of keys are those of the user's configuration and of the built-in
  /// services.
  public init(
    configuration: UserConfiguration = UserConfiguration(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(
      environment: environment, folder: ConfigurationFolder.path(environment: environment),
      variables: CredentialVariables(configuration: configuration))
  }
}

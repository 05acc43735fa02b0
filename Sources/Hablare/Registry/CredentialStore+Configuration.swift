public import FoundationEssentials

extension CredentialVariables {
  /// Creates the variables `ELEVENLABS_API_KEY` and `OPENAI_API_KEY`, and those named in the user's
  /// configuration.
  public init(configuration: UserConfiguration) {
    self.init(ProviderKinds.builtIn.compactMapValues { $0.kind.configuration.keyVariables })
    for provider in configuration.providers {
      names[provider.id] = provider.kind.configuration.keyVariables
    }
  }
}

extension CredentialStore {
  /// Creates the store of this user and this process, with the variables of the user's configuration.
  public init(
    configuration: UserConfiguration = UserConfiguration(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(
      environment: environment, folder: ConfigurationFolder.path(environment: environment),
      variables: CredentialVariables(configuration: configuration))
  }
}

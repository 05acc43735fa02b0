extension VoiceProviderRegistry {
  /// The settings of every provider that describes them, enabled or not, sorted by id.
  public func panels() -> [ProviderPanel] { availableProviders().compactMap(\.panel) }

  /// The settings of a provider; nil if there is no such provider, or it describes none.
  public func panel(for id: String) -> ProviderPanel? {
    availableProviders().first { $0.id == id }?.panel
  }

  /// Tries whether a provider can speak: with the key, if one is given, else with what it has.
  ///
  /// A key costs one request to the service, which charges nothing for it (`KeyValidating`). Without a key
  /// no request is made. Throws `VoiceProviderError`: `unsupportedProvider` if there is no such provider,
  /// `notSupported` if it takes no key, `authenticationFailed` if the service refuses the key; and what
  /// keeps the provider from speaking, or the service from being asked.
  public func checkLogin(of id: String, key: SecureString? = nil) async throws {
    guard let provider = try await provider(for: id) else {
      throw VoiceProviderError.unsupportedProvider
    }
    if let key {
      guard let provider = provider as? any KeyValidating else {
        throw VoiceProviderError.notSupported("\(id) takes no key")
      }
      try await provider.validate(key: key)
    } else if let error = await provider.configurationError() {
      throw error
    }
  }
}

extension VoiceProviderRegistry {
  /// Returns the panels of all providers that have one, enabled or not, sorted by id.
  public func panels() -> [ProviderPanel] { availableProviders().compactMap(\.panel) }

  /// Returns the panel of a provider; nil if the provider does not exist or has no panel.
  public func panel(for id: String) -> ProviderPanel? {
    availableProviders().first { $0.id == id }?.panel
  }

  /// Checks whether a provider can speak.
  ///
  /// Uses the given key, or the provider's current settings if `key` is nil.
  ///
  /// To check a key, one request is sent to the service. The service charges nothing for this request
  /// (`KeyValidating`). If `key` is nil, no request is sent.
  ///
  /// Throws `VoiceProviderError`: `unsupportedProvider` if the provider does not exist, `notSupported` if the provider
  /// does not use a key, `authenticationFailed` if the service refuses the key. It also throws any other error that
  /// prevents the provider from speaking or the request from being sent.
  public func checkLogin(of id: String, key: SecureString? = nil) async throws {
    guard let provider = try await provider(for: id) else {
      throw VoiceProviderError.unsupportedProvider
    }
    if let key {
      guard let provider = provider as? any KeyValidating else {
        throw VoiceProviderError.notSupported("\(id) does not use a key")
      }
      try await provider.validate(key: key)
    } else if let error = await provider.configurationError() {
      throw error
    }
  }
}

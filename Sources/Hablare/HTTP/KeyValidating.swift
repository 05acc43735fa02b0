/// A provider that can try a key before it is kept.
public protocol KeyValidating: VoiceProvider {
  /// Asks the service, by one request that costs nothing, whether it takes the key.
  ///
  /// Throws `VoiceProviderError.authenticationFailed` where it does not, and what stands in the way of
  /// asking.
  func validate(key: SecureString) async throws
}

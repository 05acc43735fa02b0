/// A provider that can check a key before it is stored.
public protocol KeyValidating: VoiceProvider {
  /// Asks the service, with one free request, whether it accepts the key.
  ///
  /// Throws `VoiceProviderError.authenticationFailed` if the service refuses the key, and other
  /// errors if the check is not possible.
  func validate(key: SecureString) async throws
}

public import Hablare

/// The reason why an existing provider cannot speak now.
public struct UnusableProvider: Sendable, Equatable {
  /// A message for the user: what is wrong and what to do.
  public var message: String
  /// Whether the user must act (enable the provider, log in) instead of waiting.
  public var isRefusal: Bool

  /// Creates the message for an error that occurred while the provider was prepared.
  ///
  /// `advice` words what the user can do.
  public init(_ id: String, _ error: any Error, advice: ProviderAdvice = .library) {
    switch error {
    case VoiceProviderError.notConfigured:
      message = "the provider \(id) needs a key; \(advice.words(.noKey(providerId: id)))"
      isRefusal = true
    case VoiceProviderError.authenticationFailed:
      message =
        "the provider \(id) refused the key; \(advice.words(.keyRefused(providerId: id)))"
      isRefusal = true
    case VoiceProviderError.notSupported(let what):
      message = what
      isRefusal = true
    case let error as VoiceProviderError:
      message = "\(id): \(error)"
      isRefusal = error == .quotaExceeded
    default:
      // For example, a key file that other users can read, or a damaged file of switches.
      message = "\(id): \(advice.description(of: error))"
      isRefusal = true
    }
  }
}

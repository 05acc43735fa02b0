public import Hablare

/// The reason why an existing provider cannot speak now.
public struct UnusableProvider: Sendable, Equatable {
  /// A message for the user: what is wrong and what to do.
  public var message: String
  /// Whether the user must act (enable the provider, log in).
  ///
  /// If false, it may be enough to wait until the provider can be reached again.
  public var isRefusal: Bool

  /// Creates the message for an error that occurred while the provider was prepared.
  ///
  /// `advice` returns the advice for the end of the message.
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
      // For example, the error says that other users can read the key file, or that the file with the user's provider
      // switches is damaged.
      message = "\(id): \(advice.description(of: error))"
      isRefusal = true
    }
  }
}

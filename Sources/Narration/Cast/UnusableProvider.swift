public import Hablare

/// Why a provider that exists cannot speak now.
public struct UnusableProvider: Sendable, Equatable {
  /// What is wrong and what to do, in words for people.
  public var message: String
  /// Whether the user must do something (enable it, log in) rather than wait.
  public var isRefusal: Bool

  /// Explains an error that came up when the provider was made ready; `advice` is what is to be done.
  public init(_ id: String, _ error: any Error, advice: ProviderAdvice = .library) {
    switch error {
    case VoiceProviderError.notConfigured:
      message = "the provider \(id) needs a key: \(advice.words(.noKey(providerId: id)))"
      isRefusal = true
    case VoiceProviderError.authenticationFailed:
      message =
        "the provider \(id) refused the key: \(advice.words(.keyRefused(providerId: id)))"
      isRefusal = true
    case VoiceProviderError.notSupported(let what):
      message = what
      isRefusal = true
    case let error as VoiceProviderError:
      message = "\(id): \(error)"
      isRefusal = error == .quotaExceeded
    default:
      // A key file that others can read, a file of switches that is damaged.
      message = "\(id): \(advice.description(of: error))"
      isRefusal = true
    }
  }
}

extension VoiceProviderError {
  /// What to do about the error, as a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .notConfigured: "Enter the provider's key or the missing setting."
    case .networkError: "Check the network and the service's address, then try again."
    case .serviceFailed: "Try again later, or choose another voice."
    case .invalidResponse: "Check the service's address: something else may be answering there."
    case .unusableSound: "Choose another output format or model for this provider."
    case .unsupportedProvider: "Choose a registered provider."
    case .notSupported:
      "Follow the message, or choose another voice, model or provider."
    case .invalidRequest: "Change the text or the settings as the message says."
    case .authenticationFailed: "Enter another key."
    case .rateLimited: "Wait a while and try again: finished audio is not rendered again."
    case .quotaExceeded: "Wait until the account's quota is renewed, or buy more from the service."
    case .costLimit: "Raise the cost limit, or generate less."
    case .voiceNotFound: "Choose a voice from the provider's list."
    case .voiceNotInstalled: "Install the voice as the message says, or choose another voice."
    case .modelNotFound: "Choose a model from the provider's list."
    case .textTooLong(let limit): "Split the text into parts of at most \(limit) characters."
    case .engineCrashed: "Change the text, or choose another voice."
    case .timedOut: "Try again, or split the text."
    case .engineUnavailable: "Install the engine, or choose another provider."
    }
  }
}

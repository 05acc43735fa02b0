public import FoundationEssentials

/// Why a provider could not list voices or speak.
public enum VoiceProviderError: LocalizedError, Equatable, Sendable {
  /// The provider is missing a key or a setting.
  case notConfigured
  /// The connection to the service failed, for this reason.
  case networkError(String)
  /// The service reported a fault of its own, such as HTTP 500.
  case serviceFailed(String)
  /// The service answered with data that is not speech.
  case invalidResponse
  /// The service answered with audio that cannot be used. The text names the kind of audio and says
  /// what to do.
  case unusableSound(String)
  /// No provider with this id exists.
  case unsupportedProvider
  /// The provider does not support or does not allow the request. The text is a sentence with the
  /// reason.
  case notSupported(String)
  /// The request is not valid, for this reason.
  case invalidRequest(String)
  /// The service refused the key.
  case authenticationFailed
  /// The service asks the client to wait for a time in seconds; nil if the service states no time.
  case rateLimited(retryAfter: TimeInterval?)
  /// The account's quota is used up.
  case quotaExceeded
  /// A request was not sent because it could exceed the run's cost limit. The text gives the
  /// details.
  case costLimit(String)
  /// The voice does not exist. `nearest` contains the most similar existing names.
  case voiceNotFound(nearest: [String])
  /// The voice is known, but its files are not on this machine. The text names the voice and says
  /// how to install it.
  case voiceNotInstalled(String)
  /// The model does not exist. `nearest` contains the most similar existing names.
  case modelNotFound(String, nearest: [String])
  /// The text is longer than the engine's limit, in characters.
  case textTooLong(limit: Int)
  /// The engine failed on this utterance. Other utterances are not affected.
  case engineCrashed(reason: String)
  /// The engine was stopped because it had not finished after this many seconds.
  case timedOut(seconds: Int)
  /// The engine could not be started, for this reason.
  case engineUnavailable(String)

  /// The message for people.
  public var errorDescription: String? { description }
}

extension VoiceProviderError: CustomStringConvertible {
  /// What happened and what to do, in one sentence.
  public var description: String {
    switch self {
    case .notConfigured: "the provider needs a key or a setting that is missing"
    case .networkError(let reason): "the connection to the service failed: \(reason)"
    case .serviceFailed(let reason): "the service failed: \(reason)"
    case .invalidResponse:
      "the service answered with data that is not speech; check its address and its model"
    case .unusableSound(let kind): "the service sends \(kind)"
    case .unsupportedProvider: "no such provider"
    case .notSupported(let reason): reason
    case .invalidRequest(let reason): "the request is not valid: \(reason)"
    case .authenticationFailed: "the service refused the key"
    case .rateLimited(let seconds):
      seconds.flatMap { $0 >= 0 ? Int(exactly: $0.rounded(.up)) : nil }
        .map { "too many requests: try again in \($0) s" }
        ?? "too many requests: try again later"
    case .quotaExceeded: "the account's quota is used up"
    case .costLimit(let reason): "the cost limit is reached: \(reason)"
    case .voiceNotFound(let nearest): "no such voice" + Self.suggestion(nearest)
    case .voiceNotInstalled(let what): what
    case .modelNotFound(let model, let nearest):
      "no model named \(ServiceMessage.shown(model))" + Self.suggestion(nearest)
    case .textTooLong(let limit):
      "the text is longer than the engine's limit of \(limit) characters"
    case .engineCrashed(let reason): "the speech engine failed: \(reason)"
    case .timedOut(let seconds): "the speech engine did not finish within \(seconds) s"
    case .engineUnavailable(let reason): "the speech engine cannot be used: \(reason)"
    }
  }

  /// Returns a suggestion of names.
  /// The names can come from a service, so they are made safe to print.
  private static func suggestion(_ nearest: [String]) -> String {
    let names = nearest.map { ServiceMessage.shown($0) }.joined(separator: ", ")
    return nearest.isEmpty ? "" : "; did you mean \(names)?"
  }
}

extension VoiceProviderError {
  /// Returns the error for a request with phonemes to a provider that accepts only text.
  static func noPhonemes(_ providerId: String) -> Self {
    .notSupported(
      "\(providerId) does not accept phonemes; use \"say\" instead of \"ipa\" in the pronunciation")
  }

  /// Whether the whole provider is down or its quota is used up.
  /// If true, the next request would fail, too.
  package var isOutage: Bool {
    switch self {
    case .networkError, .serviceFailed, .engineUnavailable, .rateLimited, .quotaExceeded: true
    default: false
    }
  }
}

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

/// The errors that callers get for a failure.
extension ElevenLabsFailure {
  /// The details of a request that are needed to explain its failure.
  struct Context: Sendable {
    /// The permission that a key needs for the call.
    var scope: String
    var model = ""
    /// The maximum number of characters in one request.
    var limit = 0
    /// Voices that the user may have meant.
    var nearestVoices: [String] = []
    /// Models that the user may have meant.
    var nearestModels: [String] = []
  }

  /// Whether the voice does not exist.
  var isVoiceUnknown: Bool { code == "voice_not_found" || code == "voice_does_not_exist" }

  /// Whether the model does not exist.
  var isModelUnknown: Bool { code == "model_not_found" }

  /// Returns the error for callers, chosen by the service's error code, or by the HTTP status if
  /// the code is unknown.
  func error(_ context: Context) -> VoiceProviderError {
    if isVoiceUnknown { return .voiceNotFound(nearest: context.nearestVoices) }
    if isModelUnknown { return .modelNotFound(context.model, nearest: context.nearestModels) }
    switch code {
    // An exhausted quota and a bad key have the same HTTP status, 401. Only the service's error code
    // distinguishes them.
    case "quota_exceeded": return .quotaExceeded
    case "invalid_api_key": return .authenticationFailed
    case "missing_permissions":
      let scope = missingScope ?? context.scope
      return .notSupported(
        "the key does not have the permission \(scope); add this permission or use another key")
    case "detected_unusual_activity":
      return .notSupported("ElevenLabs refuses this account from this location\(reason)")
    case "max_character_limit_exceeded", "text_too_long": return .textTooLong(limit: context.limit)
    default: return errorByStatus
    }
  }

  private var errorByStatus: VoiceProviderError {
    switch status {
    case 401: .authenticationFailed
    case 402, 403: .notSupported("ElevenLabs does not allow this request for this account\(reason)")
    case 429: .rateLimited(retryAfter: retryAfter)
    // Requests with these statuses were retried without success.
    case 408, 409, 425, 500...: .serviceFailed("ElevenLabs answers \(status)\(reason)")
    case 400..<500: .invalidRequest("ElevenLabs answers \(status)\(place)\(reason)")
    default: .invalidResponse
    }
  }

  private var reason: String { message.isEmpty ? "" : ": \(message)" }

  private var place: String {
    guard let parameter, !message.contains(parameter) else { return "" }
    return " about \(parameter)"
  }
}

/// The errors that callers get for a failed connection.
extension VoiceProviderError {
  /// Creates the error for callers of ElevenLabs.
  init(elevenLabs error: HTTPError) {
    self =
      switch error {
      case .invalidAddress(let reason): .invalidRequest("the address of ElevenLabs: \(reason)")
      case .unreachable(let reason): .networkError(reason)
      case .interrupted, .timedOut, .untrusted, .redirected: .networkError(error.description)
      case .tooLarge, .invalidAnswer: .invalidResponse
      }
  }
}

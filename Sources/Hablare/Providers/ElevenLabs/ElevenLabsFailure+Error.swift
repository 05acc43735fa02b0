/// What a failure means to whoever asked.
extension ElevenLabsFailure {
  /// What is known where a failure is explained.
  struct Context: Sendable {
    /// The permission a key needs for the call.
    var scope: String
    var model = ""
    /// Characters in one request.
    var limit = 0
    /// Voices that may have been meant.
    var nearestVoices: [String] = []
    /// Models that may have been meant.
    var nearestModels: [String] = []
  }

  /// Whether it means that there is no such voice.
  var isVoiceUnknown: Bool { code == "voice_not_found" || code == "voice_does_not_exist" }

  /// Whether it means that there is no such model.
  var isModelUnknown: Bool { code == "model_not_found" }

  /// The error for callers: by what the service names the case, then by the status.
  func error(_ context: Context) -> VoiceProviderError {
    if isVoiceUnknown { return .voiceNotFound(nearest: context.nearestVoices) }
    if isModelUnknown { return .modelNotFound(context.model, nearest: context.nearestModels) }
    switch code {
    // A 401 like that of a bad key.
    case "quota_exceeded": return .quotaExceeded
    case "invalid_api_key": return .authenticationFailed
    case "missing_permissions":
      let scope = missingScope ?? context.scope
      return .notSupported("the key lacks the permission \(scope); give it or use another key")
    case "detected_unusual_activity":
      return .notSupported("ElevenLabs does not serve this account from here\(reason)")
    case "max_character_limit_exceeded", "text_too_long": return .textTooLong(limit: context.limit)
    default: return errorByStatus
    }
  }

  private var errorByStatus: VoiceProviderError {
    switch status {
    case 401: .authenticationFailed
    case 402, 403: .notSupported("ElevenLabs does not allow it with this account\(reason)")
    case 429: .rateLimited(retryAfter: retryAfter)
    // Those that are tried again, when that did not help.
    case 408, 409, 425, 500...: .networkError("ElevenLabs answers \(status)\(reason)")
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

/// What a failure of the connection means to whoever asked.
extension VoiceProviderError {
  /// The error for callers of ElevenLabs.
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

import FoundationEssentials

/// An error response of ElevenLabs.
struct ElevenLabsFailure: Error, Sendable, Equatable {
  /// The HTTP status.
  var status: Int
  /// The service's error code: `code`, otherwise `status` (in older responses), otherwise `type`.
  /// Empty if the service sends no error code.
  var code: String
  /// The service's message, safe to show.
  /// Empty if the service sends no message.
  var message: String
  /// The parameter at fault, if the service names it.
  var parameter: String?
  /// The wait that the service asks for, in seconds; nil if the service asks for no wait.
  var retryAfter: Double?

  /// Parses an error response in any format: the current one with `code`, the older one with
  /// `status`, a list of validation errors, a bare string, or no JSON.
  init(_ response: HTTPResponse, hiding key: SecureString?) {
    status = response.status
    let body = try? JSONDecoder().decode(Body.self, from: Data(response.body))
    let detail = body?.detail ?? Detail()
    code = ServiceMessage.shown(detail.code, hiding: key, limit: 60)
    message = ServiceMessage.shown(detail.message, hiding: key)
    parameter = detail.parameter.map { ServiceMessage.shown($0, hiding: key, limit: 60) }
    retryAfter = RetryAdvice(response).wait.map { $0 / .seconds(1) }
  }

  /// Whether the key has no permission for this call.
  /// The key itself is valid.
  var isMissingPermission: Bool { code == "missing_permissions" }

  /// Whether the plan does not allow the audio format, so that another format may succeed.
  /// True only if the refusal names the format. Plans refuse voices and models with the same codes.
  /// After such a refusal, another format does not help.
  var isAboutFormat: Bool {
    guard status == 402 || status == 403 else { return false }
    return names(["output format", "output_format", ElevenLabsFormat.pcm.rawValue])
  }

  /// Whether the model does not accept the surrounding text.
  var isAboutContext: Bool { status == 400 && code == "unsupported_model" }

  /// Whether the service refuses the timestamps call, because the call does not exist, or because
  /// the model or the plan does not allow the call.
  var isAboutTimes: Bool {
    if isVoiceUnknown || isModelUnknown { return false }
    return switch status {
    case 404, 405: true
    case 400: code == "unsupported_model"
    case 402, 403: names(["timestamp"])
    default: false
    }
  }

  /// Returns whether the failure mentions any of the words.
  private func names(_ words: [String]) -> Bool {
    let text = "\(message) \(code) \(parameter ?? "")".lowercased()
    return words.contains { text.contains($0) }
  }

  /// The permission that the message names: `user_read` in "is missing the permission user_read".
  var missingScope: String? {
    let words = message.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(where: { $0.hasPrefix("permission") }) else { return nil }
    return words[(place + 1)...].lazy
      .map { $0.filter { $0.isLetter || $0 == "_" } }.first { $0.contains("_") }
  }
}

extension ElevenLabsFailure {
  private struct Body: Decodable {
    var detail: Detail
  }

  /// The value of `detail`, in any of its formats.
  private struct Detail: Decodable {
    var code = ""
    var message = ""
    var parameter: String?

    init() {}

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        message = text
      } else if let items = try? value.decode([Lenient<Item>].self) {
        let items = items.compactMap(\.value)
        message = items.map(\.description).joined(separator: "; ")
        parameter = items.first?.place
      } else {
        let fields = try value.decode(Fields.self)
        code = fields.code?.value ?? fields.status?.value ?? fields.type?.value ?? ""
        message = fields.message?.value ?? ""
        parameter = fields.param?.value
      }
    }
  }

  private struct Fields: Decodable {
    var code: Lenient<String>?
    var status: Lenient<String>?
    var type: Lenient<String>?
    var message: Lenient<String>?
    var param: Lenient<String>?
  }

  /// One of FastAPI's validation errors.
  private struct Item: Decodable {
    var loc: Lenient<[Lenient<String>]>?
    var msg: Lenient<String>?

    /// The last name of the path, such as `stability` in `["body", "voice_settings", "stability"]`.
    var place: String? { loc?.value?.compactMap(\.value).last }

    var description: String {
      [place, msg?.value].compactMap(\.self).joined(separator: ": ")
    }
  }
}

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

import FoundationEssentials

/// An error response of ElevenLabs.
struct ElevenLabsFailure: Error, Sendable, Equatable {
  /// The HTTP status.
  var status: Int
  /// The service's error code: `code`, otherwise `status` (in older responses), otherwise `type`.
  ///
  /// Empty if the service sends no error code.
  var code: String
  /// The service's message, safe to show.
  ///
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
  ///
  /// The key itself is valid.
  var isMissingPermission: Bool { code == "missing_permissions" }

  /// Whether the plan does not allow the audio format, so that another format may succeed.
  ///
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

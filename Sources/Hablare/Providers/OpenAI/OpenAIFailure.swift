/// The cause of a failed request.
struct OpenAIFailure: Equatable {
  enum Kind: Equatable {
    case authentication
    case quota
    case rateLimit(retryAfter: Double?)
    case model
    case voice
    case request(String)
    case service(String)
    /// The server sent an explanation instead of audio, with a success status.
    case text(String)
    /// The response is neither audio nor an explanation.
    case unreadable
  }

  var kind: Kind
  /// The server's explanation.
  var detail: OpenAIErrorDetail

  /// Classifies a response that is not audio.
  init(_ response: HTTPResponse, hiding key: SecureString? = nil) {
    detail = OpenAIErrorDetail(body: response.body, hiding: key)
    kind = Self.kind(of: response, detail)
  }

  private static func kind(of response: HTTPResponse, _ detail: OpenAIErrorDetail) -> Kind {
    let status = response.status
    let mayPass = RetryPolicy.isPassing(status: status)
    if isQuota(detail) || status == 402 { return .quota }
    if status == 429 { return .rateLimit(retryAfter: retryAfter(response)) }
    if let kind = missing(detail), status != 401, !mayPass { return kind }
    if status == 401 || status == 403 { return .authentication }
    let said = detail.message ?? detail.code ?? detail.type
    if response.isSuccess { return said.map(Kind.text) ?? .unreadable }
    let reason = "HTTP \(status)" + (said.map { ": \($0)" } ?? "")
    return mayPass ? .service(reason) : .request(reason)
  }

  /// Returns whether the account has no credit left.
  /// Waiting does not help in this case.
  static func isQuota(_ detail: OpenAIErrorDetail) -> Bool {
    detail.code == "insufficient_quota" || detail.type == "insufficient_quota"
  }

  /// Returns the kind of failure if the server has no such model or voice, otherwise nil.
  private static func missing(_ detail: OpenAIErrorDetail) -> Kind? {
    switch (detail.code, detail.field) {
    case ("model_not_found", _), ("invalid_model", _): return .model
    case ("voice_not_found", _), ("invalid_voice", _): return .voice
    default: break
    }
    guard let message = detail.message?.lowercased(),
      ["not found", "not exist", "n't exist", "not installed", "unknown", "no such", "should be"]
        .contains(where: message.contains)
    else { return nil }
    if detail.field == "model" { return .model }
    if detail.field == "voice" { return .voice }
    let model = message.firstRange(of: "model")?.lowerBound
    let voice = message.firstRange(of: "voice")?.lowerBound
    switch (model, voice) {
    case (nil, nil): return nil
    case (let model?, let voice?): return model < voice ? .model : .voice
    case (_, let voice): return voice == nil ? .model : .voice
    }
  }

  /// Returns the wait that the server asks for, in seconds, at most a day.
  private static func retryAfter(_ response: HTTPResponse) -> Double? {
    RetryAdvice(response).wait.map { $0 / .seconds(1) }
  }
}

extension OpenAIFailure {
  /// Returns the error for a request that got no usable response.
  static func error(_ error: HTTPError) -> VoiceProviderError {
    switch error {
    case .invalidAddress: .invalidRequest("\(error)")
    case .tooLarge, .invalidAnswer: .invalidResponse
    case .unreachable(let reason): .networkError(reason)
    case .redirected: .networkError("\(error); set baseURL to the final address")
    case .interrupted, .timedOut, .untrusted: .networkError("\(error)")
    }
  }
}

/// A server's explanation of a failed request, in any of the formats in use.
/// OpenAI sends `error.message`, FastAPI servers send `detail`, openai-edge-tts sends `error` as a
/// string, and openedai-speech sends a bare `message`.
struct OpenAIErrorDetail: Equatable {
  /// The message in one line, safe to show to users (see `ServiceMessage`).
  var message: String?
  /// The error code, such as `insufficient_quota`.
  var code: String?
  /// The error type, such as `invalid_request_error`.
  var type: String?
  /// The request field with the error, such as `voice`.
  var field: String?

  /// Reads a response body.
  /// If a text in the body contains the key, dots replace the key.
  init(body: [UInt8], hiding key: SecureString? = nil) {
    // Error messages are short. A longer body, such as a whole book, is not parsed.
    guard body.count <= 1 << 20 else { return }
    if let json = JSONValue(body) {
      read(json)
    } else if let text = String(validating: body, as: UTF8.self), !text.trimmed.hasPrefix("<") {
      message = text
    }
    func shown(_ text: String?, limit: Int) -> String? {
      let shown = text.map { ServiceMessage.shown($0, hiding: key, limit: limit) } ?? ""
      return shown.isEmpty ? nil : shown
    }
    message = shown(message, limit: ServiceMessage.limit)
    (code, type) = (shown(code, limit: 60), shown(type, limit: 60))
    field = shown(field, limit: 60)
  }

  /// Whether the server gave no explanation.
  var isEmpty: Bool { message == nil && code == nil && type == nil }

  private mutating func read(_ json: JSONValue) {
    if let error = json["error"] {
      take(error)
    } else if let detail = json["detail"] {
      // FastAPI's validation sends a list with an error for each invalid field. The first error is
      // used.
      take(detail.values?.first ?? detail)
    } else if json["message"]?.text != nil {
      take(json)
    }
  }

  private mutating func take(_ detail: JSONValue) {
    if let text = detail.text {
      message = text
      return
    }
    let place = detail["loc"]?.values?.last?.text
    message = detail.text("message", "msg").map { text in
      place.map { "\($0): \(text)" } ?? text
    }
    code = detail.text("code") ?? detail.text("error")
    type = detail.text("type")
    field = detail.text("param") ?? place
  }
}

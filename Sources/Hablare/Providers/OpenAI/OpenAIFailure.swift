/// What a failed request means to whoever asked.
struct OpenAIFailure: Equatable {
  /// What kind of failure it is.
  enum Kind: Equatable {
    case authentication
    case quota
    case rateLimit(retryAfter: Double?)
    case model
    case voice
    case request(String)
    case service(String)
    /// An explanation that was sent as if it were sound.
    case words(String)
    /// An answer that is neither sound nor an explanation.
    case unreadable
  }

  var kind: Kind
  /// What the server said.
  var detail: OpenAIErrorDetail

  /// Judges an answer that is not sound.
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
    if response.isSuccess { return said.map(Kind.words) ?? .unreadable }
    let reason = "HTTP \(status)" + (said.map { ": \($0)" } ?? "")
    return mayPass ? .service(reason) : .request(reason)
  }

  /// Whether there is nothing left to pay with, which waiting does not change.
  static func isQuota(_ detail: OpenAIErrorDetail) -> Bool {
    detail.code == "insufficient_quota" || detail.type == "insufficient_quota"
  }

  /// Whether the model or the voice is what the server does not have.
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

  /// How long the server asks to wait, in seconds, at most a day.
  private static func retryAfter(_ response: HTTPResponse) -> Double? {
    RetryAdvice(response).wait.map { $0 / .seconds(1) }
  }
}

extension OpenAIFailure {
  /// The error that stands for a request without an answer.
  static func error(_ error: HTTPError) -> VoiceProviderError {
    switch error {
    case .invalidAddress: .invalidRequest("\(error)")
    case .tooLarge, .invalidAnswer: .invalidResponse
    case .unreachable(let reason): .networkError(reason)
    case .redirected: .networkError("\(error): set baseURL to where it really is")
    case .interrupted, .timedOut, .untrusted: .networkError("\(error)")
    }
  }
}

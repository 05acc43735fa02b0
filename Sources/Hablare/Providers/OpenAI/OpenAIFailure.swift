/// The cause of a failed request.
struct OpenAIFailure: Equatable {
  /// The kind of failure.
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
  ///
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

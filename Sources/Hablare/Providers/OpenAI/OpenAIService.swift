import Basics
import FoundationEssentials

/// The endpoints of one server.
/// The functions send requests with the key, and return responses or errors that name the cause.
struct OpenAIService: Sendable {
  let server: OpenAIServer
  let client: ServiceClient
  let timeouts: HTTPTimeouts
  let key: @Sendable () async throws -> SecureString?

  /// The maximum size of a list of voices or models: 8 MiB.
  private static let maximumListBytes = InputLimit.voiceList.maximum

  /// A response, and the key that was sent to get it.
  struct Exchange {
    var response: HTTPResponse
    var key: SecureString?
  }

  /// Requests speech and returns the response.
  /// If the response is empty, cut off or not audio, the request is sent again. A response that
  /// explains an error is returned without a retry.
  /// `charge` is the number of characters that the server charges for.
  func speech(_ body: [UInt8], rate: Int?, charge: Int) async throws -> Exchange {
    var request = HTTPRequest(
      .post, server.address.url(["audio", "speech"]),
      headers: [("Content-Type", "application/json"), ("Accept", "application/octet-stream")],
      body: body, timeouts: timeouts)
    request.charge = Double(charge)
    let key = try await authorize(&request)
    let response = try await send(request) { response in
      guard response.isSuccess else { return Self.verdict(response) }
      do throws(SpokenSoundReader.Problem) {
        _ = try SpokenSoundReader.sound(in: response, rate: rate)
        return .final
      } catch {
        let isRefusal = error == .text && OpenAIFailure(response).kind != .unreadable
        guard !isRefusal, let reason = error.reasonToRepeat else { return .unusable }
        return .invalid(reason)
      }
    }
    return Exchange(response: response, key: key)
  }

  /// Requests a list, which is free.
  func get(
    _ path: [String], query: [(name: String, value: String)] = [], key: SecureString? = nil
  ) async throws -> Exchange {
    // A server does not need to load a model for a list, so the usual timeouts are enough.
    let defaults = HTTPTimeouts()
    let listing = HTTPTimeouts(
      connect: timeouts.connect, stall: min(timeouts.stall, defaults.stall),
      total: min(timeouts.total, defaults.total))
    var request = HTTPRequest(
      .get, server.address.url(path, query: query), headers: [("Accept", "application/json")],
      timeouts: listing, maximumBytes: Self.maximumListBytes)
    let key = try await authorize(&request, with: key)
    return Exchange(response: try await send(request, judge: Self.verdict), key: key)
  }

  /// Adds the key to a request and returns the key.
  /// If there is no key for the server, the placeholder `none` is sent, because some servers refuse
  /// requests without a key. No known server checks the placeholder. OpenAI itself gets no
  /// placeholder: if the key for OpenAI is missing, throws `notConfigured`.
  private func authorize(
    _ request: inout HTTPRequest, with given: SecureString? = nil
  ) async throws -> SecureString? {
    var key = given
    if key == nil { key = try await self.key() }
    guard let key, !key.isEmpty else {
      if server.isOpenAI { throw VoiceProviderError.notConfigured }
      request.headers.append(("Authorization", "Bearer none"))
      return nil
    }
    guard server.address.sendsKeysSafely else {
      throw VoiceProviderError.notSupported(
        "the key would be sent unencrypted; use https:// in baseURL, or remove the key")
    }
    request.secret = SecretHeader("Authorization", prefix: "Bearer ", key: key)
    return key
  }

  private func send(
    _ request: HTTPRequest, judge: @Sendable (HTTPResponse) -> ServiceClient.Verdict
  ) async throws -> HTTPResponse {
    do {
      return try await client.send(request, judge: judge)
    } catch let error as HTTPError {
      throw OpenAIFailure.error(error)
    }
  }

  /// Returns the verdict on a response, according to the status.
  /// If the account has no credit left, the response is final, because waiting does not help.
  private static func verdict(_ response: HTTPResponse) -> ServiceClient.Verdict {
    if response.isSuccess { return .final }
    return response.status == 429 && OpenAIFailure.isQuota(OpenAIErrorDetail(body: response.body))
      ? .final : .byStatus
  }
}

extension OpenAIService {
  /// Returns the voices that the server lists, or nil if the server lists no voices.
  func voices(providerId: String) async throws -> [Voice]? {
    for path in [["audio", "voices"], ["voices"]] {
      let exchange = try await get(path)
      if let error = refusal(of: exchange) { throw error }
      guard exchange.response.isSuccess, let json = JSONValue(exchange.response.body) else {
        continue
      }
      if let voices = OpenAIVoiceReader.voices(
        json, providerId: providerId, hiding: exchange.key)
      {
        return voices
      }
    }
    return nil
  }

  /// Returns the names of the server's models, or nil if the server sends no list.
  func models() async throws -> [String]? {
    // The query asks only for speech models, because the server speaches also lists models of other
    // kinds. Servers that do not know the query parameter ignore it.
    let query = server.isOpenAI ? [] : [(name: "task", value: "text-to-speech")]
    let exchange = try await get(["models"], query: query)
    if let error = refusal(of: exchange) { throw error }
    guard exchange.response.isSuccess, let json = JSONValue(exchange.response.body) else {
      return nil
    }
    return OpenAIVoiceReader.models(json, hiding: exchange.key)
  }

  /// Checks a key.
  /// Throws if the server refuses the key or does not answer.
  func validate(_ key: SecureString) async throws {
    let exchange = try await get(["models"], key: key)
    let status = exchange.response.status
    // If the server has no list of models, it has not refused the key.
    if exchange.response.isSuccess || !server.isOpenAI && (status == 404 || status == 405) {
      return
    }
    throw error(for: exchange, voice: "", model: "")
  }

  /// Returns the error for a response that refuses access, otherwise nil.
  /// Any other error status means that the server does not have the list.
  private func refusal(of exchange: Exchange) -> VoiceProviderError? {
    let status = exchange.response.status
    guard status == 401 || status == 403 || status == 429 else { return nil }
    return error(for: exchange, voice: "", model: "")
  }

  /// Returns the error for callers after an unusable response.
  /// `catalog` and `models` are used to suggest alternatives.
  func error(
    for exchange: Exchange, voice: String, model: String, catalog: OpenAIVoiceCatalog? = nil,
    models: [String] = []
  ) -> VoiceProviderError {
    let failure = OpenAIFailure(exchange.response, hiding: exchange.key)
    let said = failure.detail.message ?? "HTTP \(exchange.response.status)"
    switch failure.kind {
    case .authentication: return exchange.key == nil ? .notConfigured : .authenticationFailed
    case .quota: return .quotaExceeded
    case .rateLimit(let seconds): return .rateLimited(retryAfter: seconds)
    case .model:
      let others = models.filter { $0 != model }
      return .modelNotFound(model, nearest: Spelling.nearest(to: model, among: others))
    case .voice:
      guard let catalog, !catalog.isOpen else { return .invalidRequest(said) }
      return .voiceNotFound(nearest: catalog.nearest(to: voice))
    case .request(let reason):
      let isAbsent = exchange.response.status == 404 || exchange.response.status == 405
      return .invalidRequest(isAbsent ? "\(reason); check baseURL" : reason)
    case .service(let reason): return .serviceFailed(reason)
    case .text(let said): return .unusableSound("text instead of audio: \(said)")
    case .unreadable: return .invalidResponse
    }
  }
}

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

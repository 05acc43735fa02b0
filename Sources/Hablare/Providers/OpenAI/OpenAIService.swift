import FoundationEssentials
import Basics

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

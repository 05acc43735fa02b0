import FoundationEssentials
import Synchronization

/// ElevenLabs over HTTP: addresses, the key, and the meaning of the service's errors.
struct ElevenLabsAPI: Sendable {
  struct Call: Sendable {
    var method = HTTPRequest.Method.get
    var path: [String]
    var query: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The permission that the key needs for this call.
    var scope: String
    var timeouts: HTTPTimeouts?
    var maximumBytes = HTTPRequest.defaultMaximumBytes
    /// The charge for the response, in credits.
    var charge = 0.0
    /// Whether the same text was already requested in another form.
    var isRepeat = false
  }

  private let address: Result<ServiceAddress, VoiceProviderError>
  private let service: ServiceClient
  private let timeouts: HTTPTimeouts
  private let key: @Sendable () async throws -> SecureString?

  init(
    baseURL: String, service: ServiceClient, timeouts: HTTPTimeouts,
    key: @escaping @Sendable () async throws -> SecureString?
  ) {
    address = Self.address(baseURL)
    self.service = service
    self.timeouts = timeouts
    self.key = key
  }

  /// Returns the error if the address or the key is missing or unusable, otherwise nil.
  func configurationError() async -> (any Error)? {
    do {
      _ = try address.get()
      _ = try await usableKey(nil)
      return nil
    } catch {
      return error
    }
  }

  /// Sends a call and returns the response that `check` accepts.
  /// `given` replaces the stored key.
  /// Throws `ElevenLabsFailure` if the service refuses the call, and `VoiceProviderError` if there
  /// is no usable response.
  func send(
    _ call: Call, key given: SecureString? = nil,
    check: @escaping @Sendable (HTTPResponse) -> ServiceClient.Verdict
  ) async throws -> HTTPResponse {
    let key = try await usableKey(given)
    let request = try request(call, key: key)
    var response: HTTPResponse
    do {
      response = try await service.send(request) { answer in
        answer.isSuccess ? check(answer) : .byStatus
      }
    } catch let error as HTTPError {
      throw VoiceProviderError(elevenLabs: error)
    }
    guard response.isSuccess else { throw ElevenLabsFailure(response, hiding: key) }
    // The request id is stored with the audio.
    response.headers["request-id"] = ServiceMessage.requestId(
      response.headers["request-id"], hiding: key)
    return response
  }

  /// Sends a call and parses its JSON response.
  /// Unparsable JSON is an invalid response. `parse` also gets the key, so that `parse` can remove
  /// the key from the parsed texts.
  func read<Value>(
    _ call: Call, key given: SecureString? = nil,
    as parse: @escaping @Sendable ([UInt8], SecureString) throws -> Value
  ) async throws -> Value {
    let key = try await usableKey(given)
    let response = try await send(call, key: key) { answer in
      (try? parse(answer.body, key)) == nil
        ? .invalid("it is not the expected JSON") : .final
    }
    return try parse(response.body, key)
  }

  private func request(_ call: Call, key: SecureString) throws -> HTTPRequest {
    var headers = [("accept", call.method == .get ? "application/json" : "*/*")]
    if !call.body.isEmpty { headers.append(("content-type", "application/json")) }
    var request = HTTPRequest(
      call.method, try address.get().url(call.path, query: call.query), headers: headers,
      secret: SecretHeader("xi-api-key", key: key), body: call.body,
      timeouts: call.timeouts ?? timeouts, maximumBytes: call.maximumBytes)
    request.charge = call.charge
    request.isRepeat = call.isRepeat
    return request
  }

  private func usableKey(_ given: SecureString?) async throws -> SecureString {
    let stored = if let given { given as SecureString? } else { try await key() }
    guard let stored, !stored.isEmpty else { throw VoiceProviderError.notConfigured }
    let isPlain = stored.withBytes { $0.allSatisfy { (0x21...0x7E).contains($0) } }
    guard isPlain else {
      throw VoiceProviderError.invalidRequest(
        "the key contains a space, a line break or another character that is not allowed in keys")
    }
    return stored
  }

  /// Parses an address.
  /// An address on another machine without TLS is an error, because a key must not be sent
  /// unencrypted.
  private static func address(_ text: String) -> Result<ServiceAddress, VoiceProviderError> {
    do throws(HTTPError) {
      let address = try ServiceAddress(text)
      guard address.sendsKeysSafely else {
        return .failure(
          .invalidRequest(
            "the key would be sent unencrypted: the address of ElevenLabs must begin with "
              + "https://"))
      }
      return .success(address)
    } catch {
      return .failure(VoiceProviderError(elevenLabs: error))
    }
  }

  /// The parsed response of `GET /v1/user/subscription`.
  struct ElevenLabsSubscription: Sendable, Equatable {
    /// The remaining credit, or nil if there is no limit.
    var quota: VoiceQuota?

    /// Parses the response.
    init(json: [UInt8]) throws {
      let wire = try JSONDecoder().decode(Wire.self, from: Data(json))
      let extends = wire.can_extend_character_limit?.value ?? true
      if extends, wire.max_credit_limit_extension == .unlimited { return }
      var remaining = wire.character_limit.subtractingClamped(wire.character_count)
      if extends, case .credits(let more) = wire.max_credit_limit_extension {
        remaining = remaining.subtractingClamped(-max(0, more))
      }
      quota = VoiceQuota(remaining: max(0, remaining), limit: wire.character_limit)
    }

    private struct Wire: Decodable {
      var character_count: Int
      var character_limit: Int
      var can_extend_character_limit: Lenient<Bool>?
      var max_credit_limit_extension: Extension?
    }

    /// How far the account may exceed its limit.
    private enum Extension: Decodable, Equatable {
      case credits(Int)
      case unlimited

      init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try? value.decode(String.self)
        self = text == "unlimited" ? .unlimited : .credits((try? value.decode(Int.self)) ?? 0)
      }
    }
  }
}

/// The calls that are free.
extension ElevenLabsAPI {
  /// The maximum number of pages of voices to read.
  /// A page has up to 100 voices.
  private static let maximumPages = 200

  /// Returns all voices of the account.
  func voices() async throws -> ElevenLabsVoiceList {
    var list = ElevenLabsVoiceList()
    var token: String?
    var seen = Set<String>()
    for _ in 0..<Self.maximumPages {
      let page = try await read(
        Self.voicesCall(after: token), as: ElevenLabsVoicePage.init(json:hiding:))
      list.add(page.voices)
      guard let next = page.nextToken else { return list }
      // If the service sent a token a second time, this loop would read the same pages without end.
      guard seen.insert(next).inserted else { throw VoiceProviderError.invalidResponse }
      token = next
    }
    throw VoiceProviderError.invalidResponse
  }

  /// Returns the call for the page after `token`, or for the first page if `token` is nil.
  /// The oldest voices come first. So a voice that is created while the pages are read does not
  /// move other voices to other pages.
  private static func voicesCall(after token: String?) -> Call {
    var query = [
      (name: "page_size", value: "100"), (name: "sort", value: "created_at_unix"),
      (name: "sort_direction", value: "asc"),
    ]
    if let token { query.append((name: "next_page_token", value: token)) }
    return Call(path: ["v2", "voices"], query: query, scope: "voices_read")
  }

  func models() async throws -> ElevenLabsModelList {
    try await read(
      Call(path: ["v1", "models"], scope: "models_read"), as: ElevenLabsModelList.init(json:hiding:)
    )
  }

  /// Returns the account's remaining credit.
  /// `key` replaces the stored key, so that a new key can be tested.
  func subscription(key: SecureString? = nil) async throws -> ElevenLabsSubscription {
    try await read(
      Call(path: ["v1", "user", "subscription"], scope: "user_read"), key: key,
      as: { json, _ in try ElevenLabsSubscription(json: json) })
  }
}

extension Int {
  /// Returns the difference, or the nearest representable value if the difference overflows.
  fileprivate func subtractingClamped(_ other: Int) -> Int {
    let (result, overflows) = subtractingReportingOverflow(other)
    return overflows ? (self < 0 ? .min : .max) : result
  }
}

/// The parts of a request that the plan or the model may refuse.
struct ElevenLabsRequestForm: Sendable, Hashable {
  var model: ElevenLabsModel
  var format: ElevenLabsFormat
  /// Whether to send the surrounding text.
  var hasContext: Bool
  /// Whether to request the times of characters.
  var isTimed = false

  /// Returns whether the failure is a refusal of the audio format.
  /// False for MP3, because no other format is left to try.
  func isRefusedForFormat(by failure: ElevenLabsFailure) -> Bool {
    format == .pcm && failure.isAboutFormat
  }

  /// Returns whether the failure is a refusal of the surrounding text.
  func isRefusedForContext(by failure: ElevenLabsFailure) -> Bool {
    hasContext && failure.isAboutContext
  }

  /// Returns whether the failure is a refusal to send times, and not a refusal of the surrounding
  /// text.
  func isRefusedForTimes(by failure: ElevenLabsFailure) -> Bool {
    isTimed && failure.isAboutTimes && !isRefusedForContext(by: failure)
  }

  /// Returns whether another form of the request may succeed after the failure.
  func isRefused(by failure: ElevenLabsFailure) -> Bool {
    isRefusedForFormat(by: failure) || isRefusedForContext(by: failure)
      || isRefusedForTimes(by: failure)
  }
}

/// The body of `POST /v1/text-to-speech/{voice}`.
struct ElevenLabsSpeechBody: Encodable, Equatable, Sendable {
  var text: String
  var modelId: String
  var languageCode: String?
  var voiceSettings: ElevenLabsSettings?
  var seed: Int?
  var previousText: String?
  var nextText: String?

  enum CodingKeys: String, CodingKey {
    case text, seed
    case modelId = "model_id"
    case languageCode = "language_code"
    case voiceSettings = "voice_settings"
    case previousText = "previous_text"
    case nextText = "next_text"
  }

  /// The seeds that the service accepts.
  static let seedRange = 0...4_294_967_295

  /// Whether the body includes surrounding text.
  var hasContext: Bool { previousText != nil || nextText != nil }

  /// The same body without the surrounding text.
  var withoutContext: Self {
    var body = self
    (body.previousText, body.nextText) = (nil, nil)
    return body
  }

  /// The JSON, which has the same bytes for equal bodies.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(self))
    }
  }
}

/// The service's lists and accepted request forms, cached for the lifetime of the provider.
final class ElevenLabsMemory: Sendable {
  /// The voices of the account.
  let voices: FetchOnce<ElevenLabsVoiceList>
  /// The models.
  /// Empty if the service lists no models.
  let models: FetchOnce<ElevenLabsModelList>

  init(_ api: ElevenLabsAPI) {
    voices = FetchOnce { try await api.voices() }
    models = FetchOnce {
      do {
        return try await api.models()
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        // The list is optional. Therefore a failure to read the list is not an error.
        return ElevenLabsModelList()
      }
    }
  }

  private struct Terms {
    /// Whether the plan includes `pcm`.
    /// Nil if this is not yet known.
    var samples: Bool?
    /// Whether each model accepts surrounding text.
    var contexts: [ElevenLabsModel: Bool] = [:]
    /// Whether each model's audio comes with the times of characters.
    var times: [ElevenLabsModel: Bool] = [:]
  }

  /// The forms that the service has accepted or refused so far.
  private let terms = Mutex(Terms())
  /// Lets requests run one at a time if it is not yet known whether the service accepts their form.
  private let firstTurn = TurnQueue(count: 1)

  /// Returns the form for a request to a model, without anything that the service has refused so
  /// far.
  func form(
    _ model: ElevenLabsModel, preferring format: ElevenLabsFormat, hasContext: Bool,
    isTimed: Bool = false
  ) -> ElevenLabsRequestForm {
    terms.withLock { terms in
      ElevenLabsRequestForm(
        model: model, format: terms.samples == false ? .mp3 : format,
        hasContext: hasContext && model.takesContext && terms.contexts[model] != false,
        isTimed: isTimed && terms.times[model] != false)
    }
  }

  /// Sends a request and returns its result.
  /// Records whether the service accepts the request's form.
  /// Until the service has accepted or refused the form, requests are sent one at a time, and other
  /// requests wait for the response. So the service refuses a form only once, not for each line
  /// again.
  /// Returns nil, without sending anything, if the form was accepted or refused during the wait.
  /// The caller must then choose the form again.
  func ask<Value: Sendable>(
    _ form: ElevenLabsRequestForm, send: @Sendable () async throws -> Value
  ) async throws -> Value? {
    if state(of: form) == .accepted { return try await noting(form, send) }
    return try await firstTurn.perform {
      state(of: form) == .unknown ? try await noting(form, send) : nil
    }
  }

  private enum State { case accepted, refused, unknown }

  private func state(of form: ElevenLabsRequestForm) -> State {
    let answers = terms.withLock { terms in
      [
        form.format == .pcm ? terms.samples : true,
        form.hasContext ? terms.contexts[form.model] : true,
        form.isTimed ? terms.times[form.model] : true,
      ]
    }
    if answers.contains(false) { return .refused }
    return answers.contains(nil) ? .unknown : .accepted
  }

  private func noting<Value>(
    _ form: ElevenLabsRequestForm, _ send: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await send()
      terms.withLock { terms in
        if form.format == .pcm { terms.samples = true }
        if form.hasContext { terms.contexts[form.model] = true }
        if form.isTimed { terms.times[form.model] = true }
      }
      return value
    } catch let failure as ElevenLabsFailure {
      terms.withLock { terms in
        if form.isRefusedForFormat(by: failure) { terms.samples = false }
        if form.isRefusedForContext(by: failure) { terms.contexts[form.model] = false }
        if form.isRefusedForTimes(by: failure) { terms.times[form.model] = false }
      }
      throw failure
    }
  }
}

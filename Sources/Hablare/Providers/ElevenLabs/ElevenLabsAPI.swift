/// ElevenLabs over HTTP: addresses, the key, and the meaning of the service's errors.
struct ElevenLabsAPI: Sendable {
  /// One call of the service.
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
  ///
  /// `given` replaces the stored key.
  ///
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
  ///
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
  ///
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
}

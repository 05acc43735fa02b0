import Testing

@testable import Hablare
import TestSupport

/// Tests of faults of a server and their results.
struct OpenAIFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The answer to every request for speech.
    var answer: LoopbackAnswer
    var error: VoiceProviderError?
    /// The expected number of requests.
    var requests = 1
    /// The minimum waits between the requests, in seconds.
    var waits: [Double] = []

    init(
      _ name: String, _ answer: LoopbackAnswer, _ error: VoiceProviderError?, requests: Int = 1,
      waits: [Double] = []
    ) {
      testDescription = name
      (self.answer, self.error, self.requests, self.waits) = (answer, error, requests, waits)
    }
  }

  static func openAI(_ message: String, code: String, status: Int) -> LoopbackAnswer {
    .json(
      #"{"error":{"message":"\#(message)","type":"t","param":null,"code":"\#(code)"}}"#,
      status: status)
  }

  /// The minimum back-off: 1 and 2 s, less a quarter as jitter.
  static let backOff = [0.75, 1.5]
  static let samples = FakeSpeechServer.samples(of: "Hello.")

  static let rows = [
    Row("401", openAI("no", code: "invalid_api_key", status: 401), .authenticationFailed),
    Row("403", openAI("no", code: "unsupported_country", status: 403), .authenticationFailed),
    Row("402", .status(402), .quotaExceeded),
    Row("404", .status(404), .invalidRequest("HTTP 404; check baseURL")),
    Row("422", openAI("bad speed", code: "x", status: 422), .invalidRequest("HTTP 422: bad speed")),
    Row(
      "429", openAI("slow", code: "rate_limit_exceeded", status: 429),
      .rateLimited(retryAfter: nil), requests: 3, waits: backOff),
    Row(
      "429 with Retry-After", .retryAfter("30"), .rateLimited(retryAfter: 30), requests: 3,
      waits: [30, 30]),
    Row("429 with an hour to wait", .retryAfter("3600"), .rateLimited(retryAfter: 3600)),
    Row(
      "nothing left to pay with", openAI("no", code: "insufficient_quota", status: 429),
      .quotaExceeded),
    Row(
      "500", openAI("oops", code: "server_error", status: 500), .serviceFailed("HTTP 500: oops"),
      requests: 3, waits: backOff),
    Row("408", .status(408), .serviceFailed("HTTP 408"), requests: 3, waits: backOff),
    Row("409", .status(409), .serviceFailed("HTTP 409"), requests: 3, waits: backOff),
    Row("425", .status(425), .serviceFailed("HTTP 425"), requests: 3, waits: backOff),
    Row("503", .status(503), .serviceFailed("HTTP 503"), requests: 3, waits: backOff),
    Row(
      "500 that says never", .status(500, headers: [("x-should-retry", "false")]),
      .serviceFailed("HTTP 500")),
    Row("empty", .bytes([], type: "audio/pcm"), .invalidResponse, requests: 3, waits: backOff),
    Row(
      "half a sample", .bytes([1, 2, 3], type: "audio/pcm"), .invalidResponse, requests: 3,
      waits: backOff),
    Row(
      "noise that begins like FLAC", .bytes(Array("fLaC".utf8) + SoundBytes.noise),
      .invalidResponse, requests: 3, waits: backOff),
    Row("429 for ever", .retryAfter("1e300"), .rateLimited(retryAfter: 86_400)),
    Row("a page", .html, .invalidResponse, requests: 3, waits: backOff),
    Row(
      "JSON that says nothing", .json(#"{"queued":true}"#), .invalidResponse, requests: 3,
      waits: backOff),
    Row(
      "JSON that says what is wrong", .json(#"{"error":{"message":"busy"}}"#),
      .unusableSound("text instead of audio: busy")),
    Row("a wrong content type", .bytes(samples, type: "text/html"), nil),
    Row(
      "an unusable kind", .bytes(Array("....ftypM4A ".utf8)),
      .unusableSound("MPEG-4, which cannot be decoded, although pcm was requested")),
  ]

  @Test(arguments: rows) func `a fault has its error, waits and number of requests`(row: Row)
    async throws
  {
    let clock = RecordingClock()
    let server = try FakeSpeechServer(.openAI) { _ in row.answer }
    let provider = OpenAIProviders.make(server, isOpenAI: true, key: "sk-secret", clock: clock)
    if let error = row.error {
      await #expect(throws: error) {
        try await provider.generate(request: OpenAIProviders.request())
      }
    } else {
      let output = try await provider.generate(request: OpenAIProviders.request())
      #expect([UInt8](output.audioData) == Self.samples)
    }
    #expect(server.speeches.count == row.requests)
    let waits = clock.sleeps.map {
      Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18
    }
    #expect(waits.count == row.waits.count)
    for (wait, least) in zip(waits, row.waits) {
      #expect(wait >= least && wait < max(3, least + 1))
    }
  }

  @Test(arguments: [("req 1/x", "req1x"), ("sk-secret", nil)] as [(String, String?)])
  func `the id of a request is stored without text that a service echoes`(
    sent: String, kept: String?
  )
    async throws
  {
    let server = try FakeSpeechServer(.openAI) { _ in
      .bytes(Self.samples, type: "audio/pcm", headers: [("x-request-id", sent)])
    }
    let provider = OpenAIProviders.make(
      server, isOpenAI: true, key: "sk-secret", clock: RecordingClock())
    let output = try await provider.generate(request: OpenAIProviders.request())
    #expect(output.metadata["requestId"] == kept)
  }

  static let broken: [(String, LoopbackBehaviour, Int)] = [
    ("reset in the middle", .reset(after: 50), 3), ("truncated", .truncated(after: 50), 3),
    ("without its last chunk", .chunkedWithoutEnd, 3), ("reset at once", .resetAtOnce, 3),
    ("closed at once", .close, 3), ("a stall", .stalled(after: 50), 2), ("silence", .silent, 2),
    ("a drip", .drip, 1),
  ]

  @Test(arguments: broken)
  func `a broken answer is requested again, and in the end is a network error`(
    name: String, behaviour: LoopbackBehaviour, requests: Int
  ) async throws {
    let clock = RecordingClock()
    let server = try FakeSpeechServer(.openAI) { _ in
      // A drip usually announces 1 MiB, which the client would refuse at once. So the answer announces less.
      .bytes(
        Self.samples, type: "audio/pcm",
        headers: behaviour == .drip ? [("Content-Length", "100000")] : [], behaviour: behaviour)
    }
    let provider = OpenAIProviders.make(
      server, isOpenAI: true, key: "k", clock: clock,
      timeouts: HTTPTimeouts(connect: 5, stall: 1, total: behaviour == .drip ? 2 : 60),
      attempts: max(2, requests))
    let error = await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: OpenAIProviders.request())
    }
    guard case .networkError = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.speeches.count == requests)
    #expect(clock.sleeps.count == requests - 1)
  }

  @Test(arguments: [
    LoopbackAnswer.status(503), .retryAfter("1"), .bytes([], type: "audio/pcm"),
    .bytes(samples, behaviour: .reset(after: 9)),
  ])
  func `after a temporary fault there is exactly one more request`(first: LoopbackAnswer)
    async throws
  {
    let server = try FakeSpeechServer(.openAI) { $0 == 1 ? first : nil }
    let provider = OpenAIProviders.make(server, isOpenAI: true, key: "k")
    let output = try await provider.generate(request: OpenAIProviders.request())
    #expect([UInt8](output.audioData) == Self.samples)
    #expect(server.speeches.count == 2)
  }

  @Test func `an endless answer is cut off`() async throws {
    let server = try FakeSpeechServer(.openAI) { _ in
      .bytes([UInt8](repeating: 1, count: 1 << 20), behaviour: .endless)
    }
    let provider = OpenAIProviders.make(server, isOpenAI: true, key: "k")
    await #expect(throws: VoiceProviderError.invalidResponse) {
      try await provider.generate(request: OpenAIProviders.request())
    }
    #expect(server.speeches.count == 1)
  }

  @Test func `the key is not sent after a redirection`() async throws {
    let elsewhere = try FakeSpeechServer(.openAI)
    let place = elsewhere.address + "/audio/speech"
    let server = try FakeSpeechServer(.openAI) { _ in .redirect(to: place, status: 307) }
    let provider = OpenAIProviders.make(server, isOpenAI: true, key: "sk-secret")
    let error = await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: OpenAIProviders.request())
    }
    guard case .networkError = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(elsewhere.server.requests.isEmpty)
    #expect(server.speeches.count == 1)
  }

  @Test func `a missing server is a network error`() async throws {
    let gone = try FakeSpeechServer(.kokoro)
    let address = gone.address
    gone.server.stop()
    let provider = OpenAIProviders.make(address, voices: ["v"])
    let error = await #expect(throws: VoiceProviderError.self) {
      try await provider.generate(request: OpenAIProviders.request(voice: "v"))
    }
    guard case .networkError = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a failed list is requested again later, and a broken one is empty`() async throws {
    let server = try FakeSpeechServer(.kokoro)
    let provider = OpenAIProviders.make(server)
    server.server.stop()
    await #expect(throws: VoiceProviderError.self) {
      try await provider.fetchVoices(languageCode: "en")
    }
    let pages = try LoopbackServer { _ in .html }
    let other = OpenAIProviders.make(pages.address)
    #expect(try await other.fetchVoices(languageCode: "en").isEmpty)
    #expect(await other.isVoiceAvailable(voiceId: "x"))
  }

  @Test func `cancelling stops the request`() async throws {
    let server = try FakeSpeechServer(.openAI) { _ in .silence }
    let provider = OpenAIProviders.make(server, isOpenAI: true, key: "k")
    let task = Task { try await provider.generate(request: OpenAIProviders.request()) }
    await server.server.waitForRequests(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await server.server.waitForAbandoned(1)
    #expect(server.speeches.count == 1)
  }

  @Test func `no more requests are in flight than configured`() async throws {
    let gate = LoopbackGate()
    let server = try FakeSpeechServer(.openAI) { _ in
      gate.pass()
      return nil
    }
    let provider = OpenAIProviders.make(server, isOpenAI: true, key: "k")
    let lines = (0..<8).map { number in
      Task { try await provider.generate(request: OpenAIProviders.request("Line \(number).")) }
    }
    await server.server.waitForRequests(2)
    gate.open()
    for line in lines { _ = try await line.value }
    #expect(server.server.maximumInFlight == 2)
    #expect(server.speeches.count == 8)
  }
}

import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of faults between the provider and the service: the error, the waits, the requests.
struct ElevenLabsFaultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: LoopbackAnswer
    /// The expected error, or nil for a connection error, whose text comes from the system.
    var error: VoiceProviderError?
    var requests = 1
    /// The seconds of waiting before each further attempt, with a tolerance of 25 %.
    var waits: [Double] = []
    var timeouts = HTTPTimeouts()
    var maximumBytes = 1 << 20
    var testDescription: String { name }
  }

  private static func refusal(_ status: Int, _ code: String, _ message: String) -> LoopbackAnswer {
    FakeElevenLabs.refusal(status, code, message)
  }

  private static let samples = FakeElevenLabs.samples(of: "Hello there.")
  private static let sound = LoopbackAnswer.bytes(samples, type: "audio/pcm")

  private static func broken(_ behaviour: LoopbackBehaviour) -> LoopbackAnswer {
    .bytes(samples, type: "audio/pcm", behaviour: behaviour)
  }

  static let refusals = [
    Row(
      name: "401 bad key", answer: refusal(401, "invalid_api_key", "Invalid API key"),
      error: .authenticationFailed),
    Row(name: "401 without a word", answer: .status(401), error: .authenticationFailed),
    Row(
      name: "401 quota", answer: refusal(401, "quota_exceeded", "This exceeds your quota."),
      error: .quotaExceeded),
    Row(
      name: "401 scope",
      answer: refusal(
        401, "missing_permissions",
        "The API key you used is missing the permission text_to_speech to execute this."),
      error: .notSupported(
        "the key does not have the permission text_to_speech; add this permission or use another key"
      )),
    Row(
      name: "401 unusual activity", answer: refusal(401, "detected_unusual_activity", "Free tier."),
      error: .notSupported("ElevenLabs refuses this account from this location: Free tier.")),
    Row(
      name: "402", answer: refusal(402, "paid_plan_required", "Free users cannot use this voice."),
      error: .notSupported(
        "ElevenLabs does not allow this request for this account: Free users cannot use this voice."
      )),
    Row(
      name: "403", answer: refusal(403, "forbidden", "No."),
      error: .notSupported("ElevenLabs does not allow this request for this account: No.")),
    Row(
      name: "404 voice", answer: refusal(404, "voice_not_found", "Not found."),
      error: .voiceNotFound(nearest: [])),
    Row(
      name: "422",
      answer: .json(
        """
        {"detail":[{"type":"less_than_equal","loc":["body","voice_settings","stability"],
          "msg":"Input should be less than or equal to 1","input":7}]}
        """, status: 422),
      error: .invalidRequest(
        "ElevenLabs answers 422: stability: Input should be less than or equal to 1")),
    Row(
      name: "400 too long", answer: refusal(400, "text_too_long", "Too long."),
      error: .textTooLong(limit: 10_000)),
    Row(
      name: "429", answer: refusal(429, "system_busy", "Busy."),
      error: .rateLimited(retryAfter: nil),
      requests: 3, waits: [1, 2]),
    Row(
      name: "429 with Retry-After", answer: .retryAfter("7"), error: .rateLimited(retryAfter: 7),
      requests: 3, waits: [7, 7]),
    Row(
      name: "429 with a long Retry-After", answer: .retryAfter("600"),
      error: .rateLimited(retryAfter: 600)),
    Row(
      name: "500", answer: .status(500), error: .serviceFailed("ElevenLabs answers 500"),
      requests: 3, waits: [1, 2]),
    Row(
      name: "503", answer: .bytes(Array("<html>Sorry</html>".utf8), type: "text/html", status: 503),
      error: .serviceFailed("ElevenLabs answers 503"), requests: 3, waits: [1, 2]),
    Row(
      name: "409", answer: refusal(409, "already_running", "Wait."),
      error: .serviceFailed("ElevenLabs answers 409: Wait."), requests: 3, waits: [1, 2]),
  ]

  static let unusable = [
    Row(
      name: "no sound", answer: .bytes([], type: "audio/pcm"), error: .invalidResponse,
      requests: 3, waits: [1, 2]),
    Row(
      name: "half a sample", answer: .bytes([1, 2, 3], type: "audio/pcm"), error: .invalidResponse,
      requests: 3, waits: [1, 2]),
    Row(name: "HTML", answer: .html, error: .invalidResponse, requests: 3, waits: [1, 2]),
    Row(
      name: "HTML that says it is sound",
      answer: .bytes(Array("\n<HTML><body>!".utf8), type: "audio/pcm"), error: .invalidResponse,
      requests: 3, waits: [1, 2]),
    Row(
      name: "a gateway's words",
      answer: .bytes(Array("upstream connect error".utf8), type: "application/octet-stream"),
      error: .invalidResponse, requests: 3, waits: [1, 2]),
    Row(
      name: "a moment", answer: .bytes([0, 0, 1, 0], type: "audio/pcm"), error: .invalidResponse,
      requests: 3, waits: [1, 2]),
    Row(
      name: "JSON", answer: .json(#"{"detail":"queued"}"#), error: .invalidResponse, requests: 3,
      waits: [1, 2]),
    Row(
      name: "AAC", answer: .bytes(Array("ADIF\u{0}\u{1}".utf8), type: "audio/pcm"),
      error: .unusableSound("AAC, which cannot be decoded, although pcm_24000 was requested")),
    Row(
      name: "WAV without sound", answer: .bytes(Array("RIFF....WAVE".utf8), type: "audio/wav"),
      error: .invalidResponse, requests: 3, waits: [1, 2]),
    Row(
      name: "half an MP3",
      answer: .bytes(FakeElevenLabs.mp3(frames: 2).dropLast(7), type: "audio/mpeg"),
      error: .invalidResponse, requests: 3, waits: [1, 2]),
    Row(name: "endless", answer: broken(.endless), error: .invalidResponse),
  ]

  static let connections = [
    Row(name: "reset", answer: broken(.reset(after: 100)), requests: 3, waits: [1, 2]),
    Row(name: "truncated", answer: broken(.truncated(after: 100)), requests: 3, waits: [1, 2]),
    Row(
      name: "chunks without end", answer: broken(.chunkedWithoutEnd), requests: 3, waits: [1, 2]),
    Row(
      name: "stall", answer: broken(.stalled(after: 100)),
      error: .networkError("the server sent nothing for 1 s"), requests: 3, waits: [1, 2],
      timeouts: HTTPTimeouts(connect: 5, stall: 1, total: 30)),
    Row(
      name: "slow drip", answer: broken(.drip),
      error: .networkError("the response was not complete after 1 s"),
      // The maximum is larger than the length that the server announces.
      timeouts: HTTPTimeouts(connect: 5, stall: 10, total: 1), maximumBytes: 1 << 31),
  ]

  @Test(arguments: refusals + unusable + connections)
  func `each fault has its error, its waits and its number of requests`(row: Row) async throws {
    let fixture = try ElevenLabsCase(timeouts: row.timeouts, maximumBytes: row.maximumBytes)
    fixture.service.answerAllSpeech(with: row.answer)
    let error = await ElevenLabsCase.error {
      _ = try await fixture.provider.generate(request: ElevenLabsCase.request())
    }
    if let expected = row.error {
      #expect(error == expected)
    } else if case .networkError(let reason) = error {
      #expect(!reason.isEmpty)
    } else {
      Issue.record("\(String(describing: error)) is not a connection error")
    }
    #expect(fixture.service.speechRequests.count == row.requests)
    let sleeps = fixture.clock.sleeps.map { $0 / .seconds(1) }
    #expect(sleeps.count == row.waits.count)
    for (slept, expected) in zip(sleeps, row.waits) {
      #expect((expected * 0.75...expected * 1.25).contains(slept))
    }
  }

  @Test(arguments: [
    LoopbackAnswer.retryAfter("3"), .status(503), .html, broken(.reset(after: 9)),
  ])
  func `after a temporary fault the line is requested again and spoken`(fault: LoopbackAnswer)
    async throws
  {
    let fixture = try ElevenLabsCase()
    fixture.service.answerSpeech(with: fault)
    let output = try await fixture.provider.generate(request: ElevenLabsCase.request())
    #expect(Array(output.audioData) == Self.samples)
    #expect(fixture.service.speechRequests.count == 2)
    #expect(fixture.clock.sleeps.count == 1)
  }

  @Test(arguments: ["text/html", "application/json", "image/png", "audio/mpeg", ""])
  func `audio with a wrong media type is requested once`(type: String) async throws {
    let fixture = try ElevenLabsCase()
    fixture.service.answerAllSpeech(with: .bytes(Self.samples, type: type))
    let output = try await fixture.provider.generate(request: ElevenLabsCase.request())
    #expect(Array(output.audioData) == Self.samples)
    #expect(fixture.service.speechRequests.count == 1)
    #expect(fixture.client.statistics.lost == 0)
  }

  @Test func `the key is not sent to another host`() async throws {
    let other = try LoopbackServer { _ in Self.sound }
    let fixture = try ElevenLabsCase()
    fixture.service.answerAllSpeech(with: .redirect(to: "\(other.address)/v1/audio"))
    let error = await ElevenLabsCase.error {
      _ = try await fixture.provider.generate(request: ElevenLabsCase.request())
    }
    guard case .networkError = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(other.requests.isEmpty)
    #expect(fixture.service.speechRequests.count == 1)
  }

  @Test func `the key is never shown, whatever the service answers`() async throws {
    let fixture = try ElevenLabsCase()
    fixture.service.answerAllSpeech(
      with: Self.refusal(
        400, "odd\\n\(FakeElevenLabs.key)",
        "Key \(FakeElevenLabs.key)\\u0007 \\u202e" + String(repeating: "!", count: 500)))
    let error = await ElevenLabsCase.error {
      _ = try await fixture.provider.generate(request: ElevenLabsCase.request())
    }
    let text = try #require(error?.description)
    #expect(!text.contains(FakeElevenLabs.key))
    #expect(text.contains("Key ••••"))
    #expect(text.count < 300)
    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test func `a missing server is a connection error`() async throws {
    let fixture = try ElevenLabsCase()
    fixture.service.server.stop()
    let error = await ElevenLabsCase.error {
      _ = try await fixture.provider.generate(request: ElevenLabsCase.request())
    }
    guard case .networkError = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(fixture.clock.sleeps.count == 2)
  }

  @Test func `a cancelled request is stopped`() async throws {
    let fixture = try ElevenLabsCase()
    fixture.service.answerAllSpeech(with: .silence)
    let task = Task { try await fixture.provider.generate(request: ElevenLabsCase.request()) }
    await fixture.service.server.waitForRequests(2)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await fixture.service.server.waitForAbandoned(1)
  }
}

extension LoopbackAnswer {
  fileprivate static func bytes(_ body: [UInt8], type: String, status: Int) -> LoopbackAnswer {
    var answer = LoopbackAnswer.bytes(body, type: type)
    answer.status = status
    return answer
  }

  fileprivate static func bytes(_ body: ArraySlice<UInt8>, type: String) -> LoopbackAnswer {
    .bytes(Array(body), type: type)
  }
}

import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of the times from `with-timestamps`.
///
/// The audio is paid for and is used, whatever the times are.
struct ElevenLabsTimesTests {
  private typealias Case = ElevenLabsCase

  private static let text = "Hello there."

  private static func request(_ text: String = text) -> VoiceEngineRequest {
    var request = Case.request(text)
    request.wantsWordTimings = true
    return request
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var alignment: String
    var testDescription: String { name }
  }

  /// Returns times for `text`, which takes 120 ms.
  private static func times(_ change: (inout [Double]) -> Void) -> String {
    var starts = text.indices.enumerated().map { Double($0.offset) / 100 }
    change(&starts)
    return FakeElevenLabs.alignment(of: text, starts: starts)
  }

  static let faults = [
    Fault(name: "none", alignment: "null"),
    Fault(name: "no object", alignment: "7"),
    Fault(name: "empty", alignment: "{}"),
    Fault(name: "no times", alignment: #"{"characters":["H","e"]}"#),
    Fault(name: "a time is missing", alignment: times { $0.removeLast() }),
    Fault(
      name: "an end is missing",
      alignment: times { _ in }.replacing(/"character_end_times_seconds":\[[0-9.]+,/) { _ in
        #""character_end_times_seconds":["#
      }),
    Fault(name: "a time is null", alignment: times { _ in }.replacing("0.05", with: "null")),
    Fault(name: "a time is no number", alignment: times { _ in }.replacing("0.05", with: "\"x\"")),
    Fault(name: "a time is no double", alignment: times { _ in }.replacing("0.05", with: "1e999")),
    Fault(name: "negative", alignment: times { $0[0] = -0.5 }),
    Fault(name: "going back", alignment: times { $0[7] = 0.01 }),
    Fault(name: "beyond the sound", alignment: times { $0 = $0.map { $0 * 1000 } }),
    Fault(name: "all the same", alignment: times { $0 = $0.map { _ in 0.05 } }),
    Fault(
      name: "another text",
      alignment: FakeElevenLabs.alignment(
        of: "Hello where.", starts: text.indices.enumerated().map { Double($0.offset) / 100 })),
    Fault(
      name: "a shorter text",
      alignment: FakeElevenLabs.alignment(of: "Hello", starts: [0, 0.01, 0.02, 0.03, 0.04])),
  ]

  @Test(arguments: faults)
  func `impossible times are dropped, and the audio is used`(fault: Fault) async throws {
    var account = FakeElevenLabsAccount()
    account.alignment = { _ in fault.alignment }
    let fixture = try Case(account)
    let output = try await fixture.provider.generate(request: Self.request())
    let isSame = Array(output.audioData) == FakeElevenLabs.samples(of: Self.text)
    #expect(isSame)
    #expect(output.wordTimings.isEmpty)
    #expect(output.metadata["character-cost"] == "12")
    #expect(fixture.service.speechRequests.count == 1)
    #expect(fixture.service.timedRequests.count == 1)
  }

  @Test func `the unchanged times of the table are valid`() async throws {
    var account = FakeElevenLabsAccount()
    account.alignment = { _ in Self.times { _ in } }
    let fixture = try Case(account)
    let output = try await fixture.provider.generate(request: Self.request())
    #expect(output.wordTimings.map(\.sample) == [0, 6 * 240])
  }

  @Test func `a piece without times does not move the times of the others`() async throws {
    var account = FakeElevenLabsAccount()
    account.models["eleven_multilingual_v2"] = 1_200
    account.alignment = { text in
      text.contains("eleven")
        ? "null"
        : FakeElevenLabs.alignment(
          of: text, starts: text.indices.enumerated().map { Double($0.offset) / 100 })
    }
    let fixture = try Case(account)
    let plain = String(repeating: "Word after word. ", count: 70)
    let request = Self.request(plain + "And then eleven. " + plain + plain)
    let output = try await fixture.provider.generate(request: request)
    let sent = fixture.service.timedRequests.compactMap { $0.fields["text"] as? String }
    let bad = try #require(sent.firstIndex { $0.contains("eleven") })
    #expect(sent.count > 2 && bad < sent.count - 1)
    let scalars = Array(request.text.unicodeScalars)
    let isRight = output.wordTimings.allSatisfy { word in
      // Spaces between pieces are not sent. Each character takes 240 samples.
      let behind = word.location - word.sample / 240
      return "Wwa".contains(Character(scalars[word.location]))
        && sent.indices.contains(behind)
    }
    #expect(isRight)
    let timed = sent.indices.filter { $0 != bad }
    #expect(
      output.wordTimings.count == timed.reduce(0) { $0 + sent[$1].split(separator: " ").count })
  }

  @Test func `a service without timestamps gets only one such request`() async throws {
    var account = FakeElevenLabsAccount()
    account.hasTimestamps = false
    let fixture = try Case(account)
    let lines = (1...12).map { "Line \($0)." }
    let spoken = await withTaskGroup(of: Bool.self) { group in
      for line in lines {
        group.addTask {
          let output = try? await fixture.provider.generate(request: Self.request(line))
          return output.map { Array($0.audioData) == FakeElevenLabs.samples(of: line) } ?? false
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(spoken == lines.count)
    #expect(fixture.service.timedRequests.count == 1)
    #expect(fixture.service.speechRequests.count == lines.count + 1)
    #expect(fixture.client.statistics.retries == 1)
  }

  @Test(arguments: [
    FakeElevenLabs.refusal(400, "unsupported_model", "Not yet supported."),
    FakeElevenLabs.refusal(403, "subscription_required", "Timestamps are not part of your plan."),
    .status(405),
  ])
  func `a refusal of timestamps does not fail the line`(answer: LoopbackAnswer) async throws {
    let fixture = try Case()
    fixture.service.answerSpeech(with: answer)
    for text in ["Hello there.", "And again."] {
      let output = try await fixture.provider.generate(request: Self.request(text))
      #expect(!output.audioData.isEmpty && output.wordTimings.isEmpty)
    }
    #expect(fixture.service.timedRequests.count == 1)
    #expect(fixture.service.speechRequests.count == 3)
  }

  @Test(arguments: [
    (FakeElevenLabs.refusal(404, "voice_not_found"), VoiceProviderError.voiceNotFound(nearest: [])),
    (FakeElevenLabs.refusal(401, "quota_exceeded"), .quotaExceeded),
    (FakeElevenLabs.refusal(401, "invalid_api_key"), .authenticationFailed),
  ])
  func `another refusal is not retried without timestamps`(
    answer: LoopbackAnswer, error: VoiceProviderError
  ) async throws {
    let fixture = try Case()
    fixture.service.answerAllSpeech(with: answer)
    let thrown = await Case.error {
      _ = try await fixture.provider.generate(request: Self.request())
    }
    #expect(thrown == error)
    #expect(fixture.service.speechRequests.count == 1)
  }

  @Test func `providers that need a request for word times declare it`() throws {
    #expect(try Case().provider.abilities(model: nil).supportsWordTimings)
    #expect(try Case().provider.abilities(model: "eleven_v3").supportsWordTimings)
    #expect(!EspeakNGVoiceProvider().abilities(model: nil).supportsWordTimings)
    #expect(!VoiceAbilities().supportsWordTimings)
  }
}

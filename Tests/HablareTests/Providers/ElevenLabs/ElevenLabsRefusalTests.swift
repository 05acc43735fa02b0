import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests that the refusals of a plan or a model are learned once, not again for each line.
struct ElevenLabsRefusalTests {
  private typealias Case = ElevenLabsCase

  private static let lines = (1...12).map { "Line \($0)." }

  private static var planWithoutSamples: FakeElevenLabsAccount {
    var account = FakeElevenLabsAccount()
    account.allowsSamples = false
    return account
  }

  /// Requests all lines at the same time and returns the number of spoken lines.
  private static func speakTogether(_ fixture: Case, previous: String? = nil) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for line in lines {
        group.addTask {
          var request = Case.request(line)
          request.previousText = previous
          return (try? await fixture.provider.generate(request: request)) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
  }

  @Test func `simultaneous lines learn once that the plan has no samples`() async throws {
    let fixture = try Case(Self.planWithoutSamples)
    #expect(await Self.speakTogether(fixture) == Self.lines.count)
    let formats = fixture.service.speechRequests.map { $0.query["output_format"] }
    #expect(formats.count { $0 == "pcm_24000" } == 1)
    #expect(formats.count { $0 == "mp3_44100_128" } == Self.lines.count)
  }

  @Test func `a request in another form counts as a retry`() async throws {
    let fixture = try Case(Self.planWithoutSamples)
    #expect(await Self.speakTogether(fixture) == Self.lines.count)
    let statistics = fixture.client.statistics
    #expect(statistics.requests == fixture.service.server.requests.count)
    #expect(statistics.requests == Self.lines.count + 2)
    #expect(statistics.retries == 1)
    #expect(statistics.lost == 0)
  }

  @Test func `a plan that refuses every form costs one additional request`() async throws {
    let fixture = try Case()
    fixture.service.answerAllSpeech(
      with: FakeElevenLabs.refusal(
        403, "subscription_required", "This output format is not part of your plan."))
    for line in Self.lines.prefix(3) {
      let error = await Case.error {
        _ = try await fixture.provider.generate(request: Case.request(line))
      }
      #expect(
        error
          == .notSupported(
            "ElevenLabs does not allow this request for this account: This output format is not part of "
              + "your plan."))
    }
    #expect(fixture.service.speechRequests.count == 4)
    #expect(fixture.client.statistics.retries == 1)
  }

  @Test(arguments: [
    FakeElevenLabs.refusal(403, "subscription_required", "Upgrade to use this."),
    FakeElevenLabs.refusal(403, "only_for_creator+"),
    FakeElevenLabs.refusal(403, "forbidden", "This voice is not for your plan."),
    FakeElevenLabs.refusal(402, "paid_plan_required", "Free users cannot use library voices."),
    .status(403), .status(402), .html(status: 403),
  ])
  func `a refusal that is not about the form is not repeated`(answer: LoopbackAnswer) async throws {
    let fixture = try Case()
    fixture.service.answerAllSpeech(with: answer)
    #expect(await Self.speakTogether(fixture) == 0)
    #expect(fixture.service.speechRequests.count == Self.lines.count)
    let formats = Set(fixture.service.speechRequests.compactMap { $0.query["output_format"] })
    #expect(formats == ["pcm_24000"])
    #expect(fixture.client.statistics.retries == 0)
  }

  @Test func `simultaneous lines learn once that a model does not support context`() async throws {
    let fixture = try Case(model: "eleven_new", usesContext: true)
    fixture.service.answerSpeech(
      with: FakeElevenLabs.refusal(400, "unsupported_model", "Not yet supported."))
    fixture.service.answerAllSpeech(
      with: .bytes(FakeElevenLabs.samples(of: "Line 10."), type: "audio/pcm"))
    #expect(await Self.speakTogether(fixture, previous: "Before.") == Self.lines.count)
    let contexts = fixture.service.speechRequests.map { $0.fields["previous_text"] as? String }
    #expect(contexts == ["Before."] + Self.lines.map { _ in nil })
    #expect(fixture.client.statistics.retries == 1)
  }

  @Test func `if the first line fails on its own, the next line finds out`() async throws {
    let fixture = try Case(Self.planWithoutSamples)
    fixture.service.answerSpeech(with: FakeElevenLabs.refusal(422, "invalid", "Odd."))
    #expect(await Self.speakTogether(fixture) == Self.lines.count - 1)
    let formats = fixture.service.speechRequests.map { $0.query["output_format"] }
    #expect(formats.count { $0 == "pcm_24000" } == 2)
    #expect(formats.count { $0 == "mp3_44100_128" } == Self.lines.count - 1)
  }

  @Test func `a line that waits for the first can be cancelled`() async throws {
    let fixture = try Case()
    fixture.service.answerSpeech(with: .silence)
    let first = Task { try await fixture.provider.generate(request: Case.request("First.")) }
    await fixture.service.server.waitForRequests(2)
    let second = Task { try await fixture.provider.generate(request: Case.request("Second.")) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    first.cancel()
    fixture.service.server.stop()
    _ = try? await first.value
    #expect(fixture.service.speechRequests.count == 1)
  }
}

extension LoopbackAnswer {
  fileprivate static func html(status: Int) -> LoopbackAnswer {
    var answer = LoopbackAnswer.html
    answer.status = status
    return answer
  }
}

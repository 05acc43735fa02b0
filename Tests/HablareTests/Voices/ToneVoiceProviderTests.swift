import FoundationEssentials
import Hablare
import HablareTesting
import Testing

/// Tests of what `HablareTesting` promises to its users.
@Suite struct ToneVoiceProviderTests {
  private func length(_ sound: Data) -> Int {
    (sound.count / 2 - 2 * ToneVoiceProvider.silence) / ToneVoiceProvider.samplesPerCharacter
  }

  @Test func theSameRequestGivesTheSameAudio() async throws {
    let sounds = [
      try await ToneVoiceProvider().generateAudio(text: "Hello", voiceId: "alto"),
      try await ToneVoiceProvider().generateAudio(text: "Hello", voiceId: "alto"),
    ]
    #expect(sounds[0] == sounds[1])
    #expect(length(sounds[0]) == 5)
    #expect(
      try await ToneVoiceProvider().generateAudio(text: "Hello", voiceId: "bass") != sounds[0])
  }

  @Test(arguments: [
    ("bad", "alto", VoiceProviderError.engineCrashed(reason: "on purpose")),
    ("dear", "alto", .quotaExceeded),
    ("Hello", "nobody", .voiceNotFound(nearest: ["alto"])),
    (" \n", "alto", .invalidRequest("there is no text to speak")),
  ])
  func requestsFailAsConfigured(text: String, voice: String, error: VoiceProviderError) async {
    let tone = ToneVoiceProvider(
      voiceIds: ["alto"], failing: ["bad"], failures: ["dear": .quotaExceeded])
    await #expect(throws: error) { try await tone.generateAudio(text: text, voiceId: voice) }
    // A request that is refused before it reaches the voice does not count.
    #expect(tone.requests.map(\.text) == (["bad", "dear"].contains(text) ? [text] : []))
  }

  @Test func aGateHoldsRequestsInAnyOrder() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    async let first = tone.generateAudio(text: "one", voiceId: "alto")
    await gate.waits(for: "one")
    async let second = tone.generateAudio(text: "three", voiceId: "alto")
    await gate.waits(for: "three")
    #expect(gate.waitingTexts == ["one", "three"])
    gate.open("three")
    #expect(length(try await second) == 5)
    #expect(gate.waitingTexts == ["one"])
    gate.openAll()
    #expect(length(try await first) == 3)
    #expect(tone.maximumConcurrency == 2)
    // An open gate delays no request.
    _ = try await tone.generateAudio(text: "two", voiceId: "alto")
    #expect(tone.requests.map(\.text) == ["one", "three", "two"])
  }

  @Test func waitingAtAGateCanBeCancelled() async {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let task = Task { try await tone.generateAudio(text: "one", voiceId: "alto") }
    await gate.waits(for: "one")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(gate.waitingTexts.isEmpty)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await tone.generateAudio(text: "two", voiceId: "alto")
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func sequentialRequestsAreNeverSimultaneous() async throws {
    let tone = ToneVoiceProvider()
    for text in ["one", "two"] { _ = try await tone.generateAudio(text: text, voiceId: "alto") }
    #expect(tone.maximumConcurrency == 1)
  }
}

import Foundation
import Guion
import Hablare
import HablareStore
import HablareTesting
import Synchronization
import Testing

/// Tests of input that is refused with a typed error, so that nothing is lost.
@Suite struct BadInputTests {
  private let tone = ToneVoiceProvider()

  private func item(_ text: String) -> SpeakableText {
    SpeakableText(text, voiceProvider: tone, voiceId: "alto", languageCode: "en")
  }

  @Test(arguments: ["image/png", "text/plain", "audio", ""])
  func `a record whose type is no audio is not stored`(type: String) async throws {
    let store = try GenerationStore.inMemory()
    let good = try await GenerationService().generate(item("One."))
    let bad = TypedDataStorage(
      providerId: "p", mimeType: type, audioFormat: .wav, prompt: "Two.", durationSeconds: 1,
      sampleRate: 8_000, voiceID: "v", languageCode: "en")
    await #expect(throws: StoreError.notAudio(reason: "\(type) is not a type of audio")) {
      try await store.save([
        (good.toTypedDataStorage(), good.audioData), (bad, good.audioData),
      ])
    }
    #expect(try await store.records(mimePrefix: "").isEmpty)
  }

  /// A group whose items change while they are spoken.
  private final class Growing: SpeakableGroup, Sendable {
    let groupName = "Growing"
    let items: Mutex<[SpeakableText]>
    init(_ items: [SpeakableText]) { self.items = Mutex(items) }
    func getGroupedElements() -> [any SpeakableItem] { items.withLock { $0 } }
  }

  @Test func `a group that changes keeps its audio, and says so`() async throws {
    let store = try GenerationStore.inMemory()
    let gate = ToneGate()
    let slow = ToneVoiceProvider(gate: gate)
    func item(_ text: String) -> SpeakableText {
      SpeakableText(text, voiceProvider: slow, voiceId: "alto", languageCode: "en")
    }
    let group = Growing([item("One."), item("Two.")])
    let work = Task { try await GenerationService().generateGroup(group, to: store) }
    await gate.waits(for: "One.")
    let third = item("Three.")
    group.items.withLock { $0[1] = third }
    gate.openAll()
    await #expect(throws: StoreError.groupChanged(name: "Growing")) { try await work.value }
    #expect(Set(try await store.records(mimePrefix: "").map(\.prompt)) == ["One.", "Two."])
    #expect(try await store.audioStatus(of: group).missingCount == 1)
    #expect(try await GenerationService().generateGroup(group, to: store).count == 2)
    #expect(slow.requests.count == 3)
  }

  @available(*, deprecated, message: "it uses the initializer of SwiftCompartido")
  private static func older(_ type: String, _ audio: Data) throws -> TypedDataStorage {
    try TypedDataStorage(
      providerId: "p", requestorID: "r", mimeType: type, binaryValue: audio, prompt: "One.",
      voiceID: "alto")
  }

  @available(*, deprecated, message: "it uses the initializer of SwiftCompartido")
  @Test func `the initializer of SwiftCompartido measures the audio`() async throws {
    let sound = try await EspeakNGVoiceProvider().generateAudio(
      text: "One.", voiceId: "en-us", languageCode: "en")
    let record = try Self.older("audio/x-wav", sound)
    #expect(record.mimeType == "audio/wav" && record.durationSeconds > 0.2)
    #expect(try record.getBinary() == sound)
    #expect(throws: StoreError.notAudio(reason: "image/png is not a type of audio")) {
      try Self.older("image/png", sound)
    }
    #expect(throws: StoreError.self) { try Self.older("audio/wav", Data("no".utf8)) }
  }
}

import Foundation
import Hablare
import HablareTesting
import Synchronization
import Testing

/// What builds always had, apps have too: an ordered stream, fallback voices, judged takes.
@Suite struct SpeechStreamTests {
  private static let texts = (1...10).map { "Line \($0)." }

  @MainActor private static func list(
    _ provider: any VoiceProvider, _ texts: [String] = texts
  ) -> SpeakableItemList {
    SpeakableItemList(
      name: "Lines",
      items: texts.map {
        SpeakableText($0, voiceProvider: provider, voiceId: "alto", languageCode: "en")
      })
  }

  private static func service(
    _ providers: [any VoiceProvider], _ policy: SpeechPolicy = SpeechPolicy()
  ) -> GenerationService {
    GenerationService(
      registry: VoiceProviderRegistry(descriptors: providers.map { .init($0) }), policy: policy)
  }

  @Test(arguments: [1, 3, 100]) func `a list's audio comes in order within the limits`(
    running: Int
  ) async throws {
    let tone = ToneVoiceProvider()
    let list = await Self.list(tone, ["One.", "…"] + Self.texts)
    var heard: [String] = []
    let limits = SpeechLimits(running: running)
    for try await sound in Self.service([tone]).sounds(of: list, limits: limits) {
      #expect(sound.index == (heard.isEmpty ? 0 : heard.count + 1))
      heard.append(sound.result.originalText)
    }
    #expect(heard == ["One."] + Self.texts)
    #expect(tone.maximumConcurrency <= running)
    await MainActor.run {
      #expect(list.isComplete && !list.isProcessing && list.progress == 1)
    }
  }

  @Test func `audio that nobody takes is not requested beyond the limits`() async throws {
    let tone = ToneVoiceProvider()
    let list = await Self.list(tone)
    var sounds = Self.service([tone]).sounds(
      of: list, limits: SpeechLimits(running: 1, ahead: 2)
    ).makeAsyncIterator()
    _ = try await sounds.next()
    for _ in 0..<200 { await Task.yield() }
    #expect(tone.requests.count <= 3)
    await MainActor.run { #expect(list.finishedCount == 1) }
  }

  @Test func `an app that stops taking audio ends the list`() async throws {
    let list = await Self.list(ToneVoiceProvider())
    for try await _ in Self.service([]).sounds(of: list) { break }
    while await list.isProcessing { await Task.yield() }
    #expect(await list.isCancelled)
  }

  @Test func `cancelling the list ends the stream after the finished items`() async throws {
    let gate = ToneGate()
    let tone = ToneVoiceProvider(gate: gate)
    let list = await Self.list(tone)
    let task = Task {
      var texts: [String] = []
      let limits = SpeechLimits(running: 1)
      for try await sound in Self.service([tone]).sounds(of: list, limits: limits) {
        texts.append(sound.result.originalText)
      }
      return texts
    }
    for text in Self.texts.prefix(3) { gate.open(text) }
    await gate.waits(for: "Line 4.")
    await list.cancel()
    #expect(try await task.value == Array(Self.texts.prefix(3)))
    #expect(await list.isCancelled)
  }

  @Test func `failures end the stream, or are reported at its end`() async throws {
    let tone = ToneVoiceProvider(failing: ["Line 3.", "Line 8."])
    var count = 0
    await #expect(throws: VoiceProviderError.engineCrashed(reason: "on purpose")) {
      for try await _ in Self.service([tone]).sounds(of: await Self.list(tone)) { count += 1 }
    }
    #expect(count == 2)
    let list = await Self.list(tone)
    let error = await #expect(throws: GenerationListError.self) {
      for try await _ in Self.service([tone]).sounds(of: list, onError: .continue) { count += 1 }
    }
    #expect(error?.failures.map(\.index) == [2, 7])
    #expect(count == 2 + 8)
    #expect(await list.hasFailed)
  }

  // MARK: Fallback voices

  @Test func `after an outage the fallback voice speaks`() async throws {
    let down = ToneVoiceProvider(
      providerId: "down", failures: ["Line 2.": .networkError("no route")])
    let spare = ToneVoiceProvider(providerId: "spare")
    let outages = Mutex<[Outage]>([])
    let policy = SpeechPolicy(
      fallbacks: ["down": VoiceURI(providerId: "spare", voiceId: "bass")],
      onOutage: { outage in outages.withLock { $0.append(outage) } })
    var heard: [GenerationResult] = []
    let sounds = Self.service([down, spare], policy).sounds(
      of: await Self.list(down, ["Line 1.", "Line 2.", "Line 3."]),
      limits: SpeechLimits(running: 1))
    for try await sound in sounds { heard.append(sound.result) }
    #expect(heard.map(\.providerId) == ["down", "spare", "spare"])
    #expect(heard.map(\.voiceId) == ["alto", "bass", "bass"])
    #expect(heard.map { $0.fallback?.description } == [nil, "spare://bass", "spare://bass"])
    #expect(outages.withLock { $0.map(\.providerId) } == ["down"])
    // A provider that is down is not asked again.
    #expect(down.requests.map(\.text) == ["Line 1.", "Line 2."])
  }

  @Test func `without a fallback voice an outage is the item's error`() async throws {
    let down = ToneVoiceProvider(failures: ["Hello.": .networkError("no route")])
    await #expect(throws: VoiceProviderError.networkError("no route")) {
      try await Self.service([down]).generate(text: "Hello.", providerId: "tone", voiceId: "alto")
    }
  }

  // MARK: Takes

  /// A provider whose first takes of every text are silent.
  private struct Mute: VoiceProvider {
    let tone = ToneVoiceProvider()
    let silentTakes: Int
    private let takes = Takes()

    final class Takes: Sendable { let count = Mutex(0) }

    init(silentTakes: Int) { self.silentTakes = silentTakes }
    var providerId: String { "mute" }
    var displayName: String { "Mute" }
    var requiresAPIKey: Bool { false }
    var mimeType: String { tone.mimeType }
    var defaultVoiceId: String? { tone.defaultVoiceId }
    var requests: Int { takes.count.withLock { $0 } }
    func isConfigured() async -> Bool { true }
    func isVoiceAvailable(voiceId: String) async -> Bool { true }
    func fetchVoices(languageCode: String) async throws -> [Voice] { [] }
    func estimateDuration(text: String, voiceId: String) async -> TimeInterval { 1 }
    func generateAudio(
      text: String, voiceId: String, languageCode: String, options: VoiceOptions
    ) async throws -> Data {
      try await tone.generateAudio(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    }
    func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
      var output = try await tone.generate(request: request)
      let take = takes.count.withLock { count in
        count += 1
        return count
      }
      if take <= silentTakes { output.audioData = Data(count: output.audioData.count) }
      return output
    }
  }

  @Test(arguments: [(0, 1), (1, 2)]) func `a silent take is requested once more`(
    silentTakes: Int, requests: Int
  ) async throws {
    let mute = Mute(silentTakes: silentTakes)
    let result = try await Self.service([mute]).generate(
      text: "Hello.", providerId: "mute", voiceId: "alto")
    #expect(mute.requests == requests)
    #expect(result.rejectedTake == (silentTakes == 1 ? .silent : nil))
    #expect(result.audioData.contains { $0 != 0 })
  }

  @Test func `two silent takes are an error, and neither is cached`() async throws {
    let mute = Mute(silentTakes: 2)
    let service = Self.service([mute])
    let error = await #expect(throws: BadTakes.self) {
      try await service.generate(text: "Hello.", providerId: "mute", voiceId: "alto")
    }
    #expect(error?.first == .silent && error?.second == .silent)
    let third = try await service.generate(text: "Hello.", providerId: "mute", voiceId: "alto")
    #expect(!third.isCachedClip && mute.requests == 3)
  }

  @Test func `an app can accept every take`() async throws {
    let mute = Mute(silentTakes: 2)
    _ = try await Self.service([mute], SpeechPolicy(takes: .none)).generate(
      text: "Hello.", providerId: "mute", voiceId: "alto")
    #expect(mute.requests == 1)
  }
}

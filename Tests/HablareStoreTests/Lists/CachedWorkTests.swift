import Foundation
import HablareTesting
import TestSupport
import Testing

@testable import Hablare
@testable import HablareStore

/// Tests that results from a paid service are not requested again, whatever happened to the batch.
@Suite struct CachedWorkTests {
  private static let texts = (1...10).map { "Line \($0)." }

  /// The ways in which an app can create a service.
  enum Making: CaseIterable {
    case plain, withStore, withProvider, withRegistry, withClips

    func service(_ stage: Stage) -> GenerationService {
      switch self {
      case .plain: GenerationService()
      case .withStore: GenerationService(store: stage.store)
      case .withProvider: GenerationService(voiceProvider: ToneVoiceProvider())
      case .withRegistry: GenerationService(registry: VoiceProviderRegistry())
      case .withClips: GenerationService(clips: ClipCache(folder: stage.folder.path(of: "own")))
      }
    }
  }

  /// A folder with a store.
  struct Stage {
    let folder: TemporaryFolder
    let store: GenerationStore

    init() throws {
      folder = try TemporaryFolder()
      store = try GenerationStore(at: URL(filePath: folder.path(of: "store.sqlite")))
    }

    /// The number of clips that are cached next to the store.
    var waitingClips: Int {
      ClipFolder(path: folder.path(of: "store.sqlite-clips")).entries().count
    }
  }

  private func list(_ provider: PricedTone) async -> SpeakableItemList {
    await SpeakableItemList(name: "Lines", items: SpeakableText.lines(Self.texts, provider))
  }

  /// Generates the lines, and cancels after lines 2 to 7 are finished.
  ///
  /// Line 1, for which all others wait, and line 8 are not finished.
  private func cutShort(
    _ service: GenerationService, _ store: GenerationStore, regenerate: Bool = false
  ) async throws -> PricedTone {
    let gate = ToneGate()
    let provider = PricedTone(gate: gate)
    for text in Self.texts[1...6] { gate.open(text) }
    let list = await list(provider)
    let task = Task {
      try await service.generateList(list, to: store, maxConcurrent: 2, regenerate: regenerate)
    }
    // Only two lines are generated at a time, so all lines before this one are finished.
    await gate.waits(for: Self.texts[7])
    await list.cancel()
    #expect(try await task.value.isEmpty)
    #expect(provider.texts.sorted() == Self.texts[...7].sorted())
    return provider
  }

  private static let unfinished = ["Line 1.", "Line 10.", "Line 8.", "Line 9."]

  @Test(.timeLimit(.minutes(10)), arguments: Making.allCases, [true, false])
  func `finished lines of a cancelled list are not requested again`(
    making: Making, byNewService: Bool
  ) async throws {
    let stage = try Stage()
    let first = making.service(stage)
    _ = try await cutShort(first, stage.store)
    #expect(try await stage.store.records(mimePrefix: "").isEmpty)
    #expect(stage.waitingClips == (making == .withClips ? 0 : 6))
    let provider = PricedTone()
    let second = byNewService ? making.service(stage) : first
    let records = try await second.generateList(list(provider), to: stage.store)
    #expect(records.map(\.prompt) == Self.texts)
    #expect(provider.texts.sorted() == Self.unfinished)
    // The characters that were paid for in the first run do not count in the second run.
    #expect(records.map(\.characterCount) == [7, 0, 0, 0, 0, 0, 0, 7, 7, 8])
    #expect(stage.waitingClips == 0)
    for record in records {
      #expect(try record.getBinary().count == (record.prompt.count * 80 + 800) * 2)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [true, false])
  func `finished lines are available in the next process`(isOnDisk: Bool) async throws {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.path(of: "store.sqlite"))
    let kept = try GenerationStore.inMemory()
    func store() throws -> GenerationStore { isOnDisk ? try GenerationStore(at: url) : kept }
    _ = try await cutShort(GenerationService(), try store())
    let provider = PricedTone()
    _ = try await GenerationService().generateList(list(provider), to: try store())
    #expect(provider.texts.sorted() == Self.unfinished)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [Making.plain, .withClips])
  func `an interrupted regeneration continues, and the next one generates everything again`(
    making: Making
  ) async throws {
    let stage = try Stage()
    let service = making.service(stage)
    let before = try await service.generateList(list(PricedTone()), to: stage.store)
    _ = try await cutShort(service, stage.store, regenerate: true)
    var provider = PricedTone()
    let after = try await service.generateList(
      list(provider), to: stage.store, regenerate: true)
    #expect(provider.texts.sorted() == Self.unfinished)
    #expect(after.map(\.prompt) == Self.texts)
    #expect(Set(after.map(\.id)).isDisjoint(with: before.map(\.id)))
    provider = PricedTone()
    _ = try await service.generateList(list(provider), to: stage.store, regenerate: true)
    #expect(provider.texts.sorted() == Self.texts.sorted())
  }

  @Test(.timeLimit(.minutes(10)))
  func `finished lines after a failure are cached too`() async throws {
    let stage = try Stage()
    let failing = ToneVoiceProvider(failing: ["Line 1."])
    let lines = SpeakableText.lines(Self.texts, failing)
    let service = GenerationService()
    await #expect(throws: GenerationListError.self) {
      try await service.generateList(
        SpeakableItemList(name: "Lines", items: [lines[0], lines[1]]), to: stage.store,
        onError: .continue)
    }
    await #expect(throws: VoiceProviderError.self) {
      try await service.generateList(
        SpeakableItemList(name: "Lines", items: lines), to: stage.store, maxConcurrent: 10)
    }
    let made = Set(failing.requests.map(\.text))
    let provider = PricedTone()
    _ = try await service.generateList(list(provider), to: stage.store)
    #expect(made.isDisjoint(with: Set(provider.texts).subtracting(["Line 1."])))
    #expect(provider.texts.contains("Line 1."))
    #expect(stage.waitingClips == 0)
  }

  @Test func `a text is requested once in the life of a service`() async throws {
    let provider = PricedTone()
    let service = GenerationService(voiceProvider: provider)
    func speak(regenerate: Bool = false) async throws -> GenerationResult {
      try await service.generate(
        text: "Hello.", providerId: "tone", voiceId: "alto", languageCode: "en",
        regenerate: regenerate)
    }
    let first = try await speak()
    #expect(!first.isCachedClip && first.billedCharacters == 6)
    let second = try await speak()
    #expect(second.isCachedClip && second.billedCharacters == 0)
    #expect(second.audioData == first.audioData)
    #expect(second.toTypedDataStorage().characterCount == 0)
    #expect(provider.texts.count == 1)
    for count in 2...3 {
      #expect(try await !speak(regenerate: true).isCachedClip)
      #expect(provider.texts.count == count)
    }
    #expect(try await speak().isCachedClip)
  }

  @Test func `clips that are cheap to generate are not cached`() async throws {
    let stage = try Stage()
    let espeak = EspeakNGVoiceProvider(slots: 1)
    let list = await SpeakableItemList(
      name: "Lines",
      items: [SpeakableText("One.", voiceProvider: espeak, voiceId: "en-us", languageCode: "en")])
    let records = try await GenerationService().generateList(list, to: stage.store)
    #expect(records.first?.characterCount == 4)
    #expect(try !stage.folder.names().contains("store.sqlite-clips"))
    await espeak.shutdown()
  }

  @Test func `the user's cache is that of the command`() {
    let folder = { ClipCache.userFolder(environment: $0) }
    #expect(folder(["GUION2AUDIO_CACHE": "/c", "XDG_CACHE_HOME": "/x", "HOME": "/h"]) == "/c")
    #expect(
      folder(["GUION2AUDIO_CACHE": "", "XDG_CACHE_HOME": "/x", "HOME": "/h"]) == "/x/guion2audio")
    #expect(folder(["HOME": "/h"]) == "/h/.cache/guion2audio")
  }

  @Test func `the next service finds clips in the user's cache`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["GUION2AUDIO_CACHE": folder.path]
    let provider = PricedTone()
    for _ in 0..<2 {
      let service = GenerationService(
        voiceProvider: provider, clips: .ofUser(environment: environment))
      _ = try await service.generate(
        text: "Hello.", providerId: "tone", voiceId: "alto", languageCode: "en")
    }
    #expect(provider.texts == ["Hello."])
    let info = await ClipCache(folder: folder.path(of: "clips")).info()
    #expect(info.holdings.map(\.providerId) == ["tone"])
    #expect(info.holdings.first?.characters == 6)
  }
}

import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

@testable import HablareStore

@Suite struct AudioStatusTests {
  private struct Chapter: SpeakableGroup {
    var items: [any SpeakableItem]
    var groupName: String { "Chapter" }
    func getGroupedElements() -> [any SpeakableItem] { items }
  }

  private func names(_ status: AudioStatus) -> [String] {
    status.entries.map { entry in
      switch entry.state {
      case .ready: "ready"
      case .shareable: "shareable"
      case .missing: "missing"
      case .silent: "silent"
      }
    }
  }

  @Test func `a group knows which audio it has and needs`() async throws {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    let lines = SpeakableText.lines(["One.", "…", "Two.", "One.", "Three."], provider)
    let chapter = Chapter(items: lines)
    let service = GenerationService()
    let before = try await store.audioStatus(of: chapter)
    #expect(names(before) == ["missing", "silent", "missing", "missing", "missing"])
    #expect(before.readyCount == 0 && before.neededCount == 4 && before.missingCount == 4)
    #expect(before.silentCount == 1 && !before.isComplete)
    _ = try await service.generateGroup(Chapter(items: Array(lines.prefix(2))), to: store)
    let half = try await store.audioStatus(of: chapter)
    #expect(names(half) == ["ready", "silent", "missing", "shareable", "missing"])
    #expect(half.readyCount == 1 && half.neededCount == 3 && half.missingCount == 2)
    #expect(half.neededItems.map(\.textToSpeak) == ["Two.", "One.", "Three."])
    #expect(half.entries[0].record?.prompt == "One.")
    #expect(half.entries[3].record == nil)
    // "Generate all": only missing audio.
    _ = try await service.generateGroup(chapter, to: store)
    #expect(provider.texts.sorted() == ["One.", "Three.", "Two."])
    let after = try await store.audioStatus(of: chapter)
    #expect(names(after) == ["ready", "silent", "ready", "ready", "ready"])
    #expect(after.isComplete && after.neededItems.isEmpty)
    // "Regenerate all": everything again. Repeated text is still requested once.
    _ = try await service.generateGroup(chapter, to: store, regenerate: true)
    #expect(provider.texts.count == 6)
    #expect(try await store.audioStatus(of: chapter).isComplete)
  }

  @Test func `audio with another voice or tempo counts as missing`() async throws {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    var item = SpeakableText("One.", voiceProvider: provider, voiceId: "alto", languageCode: "en")
    _ = try await GenerationService().generateGroup(Chapter(items: [item]), to: store)
    #expect(try await store.audioStatus(of: [item]).isComplete)
    item.voiceOptions.rate = 1.5
    #expect(try await store.audioStatus(of: [item]).missingCount == 1)
    #expect(try await store.audioStatus(of: []).isComplete)
  }

  @Test(arguments: [true, false]) func `audio with a missing or truncated file counts as missing`(
    isGone: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    try await store.save(StoreSamples.record(), audio: StoreSamples.large)
    #expect(try await store.audioStatus(of: [StoreItem()]).isComplete)
    let name = try #require(try StoreSamples.files(of: store).first)
    let path = folder.path(of: "store.db-audio/\(name)")
    if isGone {
      try FileManager.default.removeItem(atPath: path)
    } else {
      truncate(path, 100)
    }
    #expect(try await store.audioStatus(of: [StoreItem()]).missingCount == 1)
  }
}

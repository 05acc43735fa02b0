import Foundation
import Hablare
import HablareStore
import HablareTesting
import TestSupport
import Testing

/// Tests of lists.
///
/// Whatever happens, the stored records are those of the first items, in order.
@Suite struct GenerateListTests {
  private struct Line: SpeakableItem {
    var textToSpeak: String
    let voiceProvider: any VoiceProvider
    var voiceId: String { "alto" }
    var languageCode: String { "en" }
  }

  private static let texts = (1...10).map { "Line \($0)." }

  private struct Stage {
    let tone: ToneVoiceProvider
    let store: GenerationStore
    let service: GenerationService
    let list: SpeakableItemList

    @MainActor init(
      _ texts: [String] = texts, failing: Set<String> = [], gate: ToneGate? = nil,
      clips: ClipCache? = nil
    ) throws {
      tone = ToneVoiceProvider(failing: failing, gate: gate)
      store = try GenerationStore.inMemory()
      let tone = tone
      service = GenerationService(
        registry: VoiceProviderRegistry(descriptors: [.init(tone)]), clips: clips)
      list = SpeakableItemList(
        name: "Lines", items: texts.map { Line(textToSpeak: $0, voiceProvider: tone) })
    }

    func stored() async throws -> Set<String> {
      Set(try await store.records(mimePrefix: "audio/").map(\.prompt))
    }
  }

  @Test(arguments: [(1, 1), (1, 4), (3, 4), (50, 4), (1, 100)])
  func `all items are stored in order`(saveInterval: Int, maxConcurrent: Int) async throws {
    let stage = try await Stage()
    let records = try await stage.service.generateList(
      stage.list, to: stage.store, saveInterval: saveInterval, maxConcurrent: maxConcurrent)
    #expect(records.map(\.prompt) == Self.texts)
    for record in records {
      #expect(try record.getBinary().count == (record.prompt.count * 80 + 800) * 2)
    }
    #expect(stage.tone.maximumConcurrency <= maxConcurrent)
    await MainActor.run {
      #expect(stage.list.isComplete)
      #expect(!stage.list.isProcessing && !stage.list.hasFailed && !stage.list.isCancelled)
      #expect(stage.list.progress == 1)
      #expect(stage.list.currentIndex == 10)
    }
  }

  @Test func `with one job the items are generated strictly one after the other`() async throws {
    let stage = try await Stage()
    _ = try await stage.service.generateList(stage.list, to: stage.store, maxConcurrent: 1)
    #expect(stage.tone.requests.map(\.text) == Self.texts)
  }

  @Test func `an empty list completes at once without records`() async throws {
    let stage = try await Stage([])
    #expect(try await stage.service.generateList(stage.list, to: stage.store).isEmpty)
    await MainActor.run {
      #expect(stage.list.isComplete)
      #expect(stage.list.progress == 1)
    }
  }

  @Test func `stored items are only generated again on request`() async throws {
    let stage = try await Stage()
    let first = try await stage.service.generateList(stage.list, to: stage.store)
    let again = try await stage.service.generateList(stage.list, to: stage.store)
    #expect(again == first)
    #expect(stage.tone.requests.count == 10)
    let new = try await stage.service.generateList(
      stage.list, to: stage.store, regenerate: true)
    #expect(stage.tone.requests.count == 20)
    #expect(Set(new.map(\.id)).isDisjoint(with: first.map(\.id)))
  }

  /// Item 7 fails.
  ///
  /// Exactly items 1 to 6 are stored, even if later items were faster. Later items that are finished are
  /// cached as clips and not generated again.
  @Test(arguments: [1, 4, 10], [1, 4]) func `a failure keeps the items before it`(
    maxConcurrent: Int, saveInterval: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let clips = ClipCache(folder: folder.path)
    let stage = try await Stage(failing: ["Line 7."], clips: clips)
    await #expect(throws: VoiceProviderError.engineCrashed(reason: "on purpose")) {
      try await stage.service.generateList(
        stage.list, to: stage.store, saveInterval: saveInterval, maxConcurrent: maxConcurrent)
    }
    #expect(try await stage.stored() == Set(Self.texts.prefix(6)))
    await MainActor.run {
      #expect(stage.list.hasFailed)
      #expect(stage.list.error is VoiceProviderError)
      #expect(stage.list.currentIndex == 6)
      #expect(!stage.list.isProcessing && !stage.list.isComplete)
    }
    let made = stage.tone.requests.count - 1
    let second = try await Stage(clips: clips)
    _ = try await second.service.generateList(second.list, to: second.store)
    #expect(second.tone.requests.count == 10 - made)
  }

  @Test func `the other items are generated if failures do not stop the list`() async throws {
    let stage = try await Stage(failing: ["Line 3.", "Line 8."])
    let error = await #expect(throws: GenerationListError.self) {
      try await stage.service.generateList(
        stage.list, to: stage.store, maxConcurrent: 4, onError: .continue)
    }
    #expect(error?.failures.map(\.index) == [2, 7])
    #expect(error?.description.hasPrefix("2 items failed: item 3: ") == true)
    #expect(try await stage.stored().count == 8)
    await MainActor.run { #expect(stage.list.hasFailed) }
  }

  @Test(arguments: [true, false]) func `cancelling keeps finished items and returns them`(
    byList: Bool
  ) async throws {
    let gate = ToneGate()
    let stage = try await Stage(gate: gate)
    let task = Task {
      try await stage.service.generateList(stage.list, to: stage.store, maxConcurrent: 1)
    }
    for text in Self.texts.prefix(3) { gate.open(text) }
    await gate.waits(for: "Line 4.")
    if byList { await stage.list.cancel() } else { task.cancel() }
    let records = try await task.value
    #expect(records.map(\.prompt) == Array(Self.texts.prefix(3)))
    #expect(try await stage.stored() == Set(Self.texts.prefix(3)))
    await MainActor.run {
      #expect(stage.list.isCancelled)
      #expect(!stage.list.isProcessing && !stage.list.hasFailed && !stage.list.isComplete)
      #expect(stage.list.currentIndex == 3)
    }
  }

  @Test func `a task that is already cancelled requests nothing`() async throws {
    let stage = try await Stage()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await stage.service.generateList(stage.list, to: stage.store)
    }
    #expect(try await task.value.isEmpty)
    #expect(stage.tone.requests.isEmpty)
    #expect(await stage.list.isCancelled)
  }

  /// A batch is stored completely or not at all.
  ///
  /// The items that are finished when the list is cancelled form a smaller batch.
  @Test func `a started batch is stored when the list is cancelled`() async throws {
    let gate = ToneGate()
    let stage = try await Stage(gate: gate)
    let task = Task {
      try await stage.service.generateList(
        stage.list, to: stage.store, saveInterval: 50, maxConcurrent: 1)
    }
    for text in Self.texts.prefix(5) { gate.open(text) }
    await gate.waits(for: "Line 6.")
    #expect(try await stage.stored().isEmpty)
    await stage.list.cancel()
    #expect(try await task.value.count == 5)
  }

  @Test func `an item without words is skipped`() async throws {
    let stage = try await Stage(["One.", "…", "Two."])
    let records = try await stage.service.generateList(stage.list, to: stage.store)
    #expect(records.map(\.prompt) == ["One.", "Two."])
    await MainActor.run { #expect(stage.list.currentIndex == 3 && stage.list.isComplete) }
  }

  @Test func `a group is generated like a list`() async throws {
    struct Group: SpeakableGroup {
      let tone: ToneVoiceProvider
      var groupName: String { "Group" }
      func getGroupedElements() -> [any SpeakableItem] {
        ["A.", "B."].map { Line(textToSpeak: $0, voiceProvider: tone) }
      }
    }
    let stage = try await Stage()
    let group = Group(tone: stage.tone)
    #expect(
      try await stage.service.generateGroup(group, to: stage.store).map(\.prompt) == ["A.", "B."])
    _ = try await stage.service.generateGroup(group, to: stage.store)
    #expect(stage.tone.requests.count == 2)
  }

  @Test func `a list is generated only once at a time`() async throws {
    let gate = ToneGate()
    let stage = try await Stage(gate: gate)
    let task = Task { try await stage.service.generateList(stage.list, to: stage.store) }
    await gate.waits(for: "Line 1.")
    await #expect(throws: VoiceProviderError.self) {
      try await stage.service.generateList(stage.list, to: stage.store)
    }
    gate.openAll()
    #expect(try await task.value.count == 10)
  }
}

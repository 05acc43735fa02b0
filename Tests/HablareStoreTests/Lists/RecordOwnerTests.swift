import Foundation
import Guion
import HablareTesting
import TestSupport
import Testing

@testable import Hablare
@testable import HablareStore

/// Tests that the records of a batch belong to the elements of its items.
@Suite struct RecordOwnerTests {
  private static let said = ["One.", "Yes, yes.", "Two or more.", "Yes, yes."]

  /// A document with one line for each of the elements `e1` to `e4`.
  private static let lines = said.enumerated().map { index, text in
    SpeakableLine(
      id: "l\(index + 1)", orderIndex: index, screenplayID: "d", sourceElementID: "e\(index + 1)",
      sourceElementType: .dialogue, speakableText: text, ruleVersion: "1.0", toneHint: .character)
  }

  private func generate(
    _ items: [any SpeakableItem], to store: GenerationStore, maxConcurrent: Int = 4,
    saveInterval: Int = 1, regenerate: Bool = false
  ) async throws -> [TypedDataStorage] {
    try await GenerationService().generateList(
      SpeakableItemList(name: "Lines", items: items), to: store, saveInterval: saveInterval,
      maxConcurrent: maxConcurrent, regenerate: regenerate)
  }

  private func owners(_ records: [TypedDataStorage]) -> [String?] { records.map(\.owningElement) }

  @Test(arguments: [1, 4], [1, 3, 50])
  func `every element of a batch has its record, and repeated text is requested once`(
    maxConcurrent: Int, saveInterval: Int
  ) async throws {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    try await store.saveLines(Self.lines, of: "d")
    #expect(try await store.elements(of: "d", withAudio: true).isEmpty)
    let records = try await generate(
      SpeakableText.lines(Self.said, provider), to: store, maxConcurrent: maxConcurrent,
      saveInterval: saveInterval)
    #expect(owners(records) == ["e1", "e2", "e3", "e4"])
    #expect(records.map(\.prompt) == Self.said)
    #expect(Set(records.map(\.id)).count == 4)
    #expect(provider.texts.sorted() == ["One.", "Two or more.", "Yes, yes."])
    // Repeated text costs nothing the second time.
    #expect(records.map(\.characterCount).reduce(0, +) == 25)
    #expect(try records[3].getBinary() == records[1].getBinary())
    #expect(try StoreSamples.files(of: store).count == 3)
    #expect(try await store.elements(of: "d", withAudio: true) == ["e1", "e2", "e3", "e4"])
    for (number, record) in records.enumerated() {
      let kept = try await store.records(of: "e\(number + 1)")
      #expect(kept.map(\.id) == [record.id], "the records of e\(number + 1)")
      #expect(kept == [record], "the stored record of e\(number + 1) differs from the returned one")
    }
  }

  @Test func `deleting an element deletes only its own records`() async throws {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    try await store.saveLines(Self.lines, of: "d")
    let records = try await generate(SpeakableText.lines(Self.said, provider), to: store)
    try await store.deleteElement("e2")
    #expect(try await store.records(of: "e2").isEmpty)
    #expect(try await store.elements(of: "d", withAudio: true) == ["e1", "e3", "e4"])
    #expect(try records[3].getBinary().isEmpty == false)
    try await store.deleteDocument("d")
    #expect(try await store.records(mimePrefix: "").isEmpty)
    #expect(try StoreSamples.files(of: store).isEmpty)
  }

  @Test func `another run gives each element the same record again`() async throws {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    let items = SpeakableText.lines(Self.said, provider)
    let first = try await generate(items, to: store)
    let second = try await generate(items, to: store)
    #expect(second == first)
    #expect(try await store.records(mimePrefix: "").count == 4)
    #expect(provider.texts.count == 3)
  }

  @Test func `an element gets a record of audio that another run generated for another element`()
    async throws
  {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    let text = SpeakableText("Yes.", voiceProvider: provider, voiceId: "alto", languageCode: "en")
    let ownerless = try await generate([text], to: store)
    #expect(owners(ownerless) == [nil])
    var owned = text
    owned.owningElement = "e"
    let record = try #require(try await generate([owned], to: store).first)
    #expect(record.owningElement == "e")
    #expect(record.characterCount == 0)
    #expect(record.id != ownerless.first?.id)
    #expect(try record.getBinary() == ownerless.first?.getBinary())
    #expect(record.durationSeconds == ownerless.first?.durationSeconds)
    #expect(provider.texts == ["Yes."])
    // The element's own record is preferred to a newer one of another element.
    owned.owningElement = "f"
    _ = try await generate([owned], to: store)
    owned.owningElement = "e"
    #expect(try await store.existingAudio(for: owned)?.id == record.id)
    // An item without an element uses the existing record.
    #expect(try await generate([text], to: store).count == 1)
    #expect(try await store.records(mimePrefix: "").count == 3)
    #expect(provider.texts == ["Yes."])
  }

  @Test func `damaged audio of another element is generated again`() async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    let provider = PricedTone()
    var item = SpeakableText(
      String(repeating: "Yes. ", count: 400), voiceProvider: provider, voiceId: "alto",
      languageCode: "en", owningElement: "e1")
    _ = try await generate([item], to: store)
    let name = try #require(try StoreSamples.files(of: store).first)
    truncate(folder.path(of: "store.db-audio/\(name)"), 100)
    item.owningElement = "e2"
    let records = try await generate([item], to: store)
    #expect(owners(records) == ["e2"])
    #expect(provider.texts.count == 2)
    // The new file is complete, also for the first element.
    for element in ["e1", "e2"] {
      let audio = try await store.records(of: element).first?.getBinary()
      #expect(audio?.isEmpty == false, "the audio of \(element)")
    }
  }

  @Test(arguments: [1, 4]) func `repeated text in one element is one record`(
    maxConcurrent: Int
  ) async throws {
    let (provider, store) = (PricedTone(), try GenerationStore.inMemory())
    let item = SpeakableText(
      "Yes.", voiceProvider: provider, voiceId: "alto", languageCode: "en", owningElement: "e")
    for count in 1...2 {
      let records = try await generate(
        [item, item, item], to: store, maxConcurrent: maxConcurrent, regenerate: count == 2)
      #expect(records.count == 3)
      #expect(Set(records.map(\.id)).count == 1)
      #expect(try await store.records(of: "e").count == count)
      #expect(provider.texts.count == count)
    }
  }

  @Test func `a group's records belong to its elements`() async throws {
    struct Scene: SpeakableGroup {
      let items: [any SpeakableItem]
      var groupName: String { "Scene" }
      func getGroupedElements() -> [any SpeakableItem] { items }
    }
    let store = try GenerationStore.inMemory()
    let scene = Scene(items: SpeakableText.lines(Self.said, PricedTone()))
    let records = try await GenerationService().generateGroup(scene, to: store)
    #expect(owners(records) == ["e1", "e2", "e3", "e4"])
  }
}

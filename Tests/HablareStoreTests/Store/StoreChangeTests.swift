import Guion
import Hablare
import HablareStore
import HablareTesting
import Narration
import Testing

/// Tests of the changes that a view follows.
@Suite struct StoreChangeTests {
  private let tone = ToneVoiceProvider()

  private func item(_ text: String, _ element: String) -> SpeakableText {
    SpeakableText(
      text, voiceProvider: tone, voiceId: "alto", languageCode: "en", owningElement: element)
  }

  /// Returns the changes that a stream has received until the store is released.
  private func all(_ stream: AsyncStream<StoreChange>) async -> [StoreChange] {
    var changes: [StoreChange] = []
    for await change in stream { changes.append(change) }
    return changes
  }

  @Test func `a view of a document or an element gets its changes`() async throws {
    var store: GenerationStore? = try GenerationStore.inMemory()
    let (everything, document, element) = try (
      #require(store).changes(), #require(store).changes(of: "d"),
      #require(store).changes(of: "d", element: "b")
    )
    if let store {
      let service = GenerationService()
      let list = await SpeakableItemList(
        name: "L", items: [item("One.", "a"), item("Two.", "b")])
      let records = try await service.generateList(
        list, to: store, document: "d", maxConcurrent: 1)
      _ = try await service.generateList(
        SpeakableItemList(name: "M", items: [item("Three.", "c")]), to: store, document: "other")
      try await store.delete(try #require(records.last))
    }
    store = nil
    func shown(_ changes: [StoreChange]) -> [String] {
      changes.map { "\($0.kind) \($0.document ?? "") \($0.element ?? "")" }
    }
    #expect(
      shown(await all(everything))
        == ["saved d a", "saved d b", "saved other c", "removed d b"])
    #expect(shown(await all(document)) == ["saved d a", "saved d b", "removed d b"])
    #expect(shown(await all(element)) == ["saved d b", "removed d b"])
  }

  @Test func `audio of a line is a change of the line's element`() async throws {
    var store: GenerationStore? = try GenerationStore.inMemory()
    let document = GuionDocumentModel(
      filename: "a.fountain", string: "INT. A - DAY\n\nANN\nTea?\n", format: .fountain)
    let element = try #require(document.elements.first { $0.elementText == "Tea?" })
    let cue = try #require(document.elements.first { $0.elementType == .character })
    let changes = try #require(store).changes(of: document.id)
    if let store {
      var cast = Cast()
      cast.narrator = VoiceURI("tone://alto")
      let script = try await CastDocument(casting: document, cast: cast, providers: [tone])
      try await SpeakableItemGenerationTask(
        document: document, store: store, processor: script.processor
      ).execute()
      try await LineGenerationTask(script, store: store).execute()
      try await store.deleteDocument(document)
    }
    store = nil
    let found = await all(changes)
    let owners = Set(found.filter { $0.kind == .saved }.compactMap(\.element))
    #expect(owners.isSubset(of: Set(document.elements.map(\.id))))
    #expect(owners.contains(element.id) || owners.contains(cue.id))
    #expect(Set(found.filter { $0.kind == .removed }.compactMap(\.element)) == owners)
    #expect(found.contains { $0.kind == .lines })
  }
}

import Foundation
import Hablare
import HablareTesting
import Testing
import TestSupport

@testable import HablareStore

struct RecordTests {
  static let sizes = [1, 2_000, AudioArchive.largestInDatabase, StoreSamples.large.count]

  @Test(arguments: sizes, [true, false])
  func `a record and its audio are read back unchanged`(size: Int, inMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let store = try inMemory ? GenerationStore.inMemory() : StoreSamples.store(in: folder)
    let audio = StoreSamples.audio(bytes: size)
    var record = StoreSamples.record(element: "e")
    let error = #expect(throws: StoreError.self) { try record.getBinary() }
    #expect(error == .noAudio(record: "r"))
    try await record.saveBinary(audio, to: store, fileName: "hello.wav")
    #expect(try record.getBinary() == audio)
    let found = try #require(try await store.record(id: "r"))
    #expect(found == record)
    #expect(found.metadata["fileName"] == "hello.wav")
    #expect(found.createdAt == StoreSamples.record().createdAt)
    #expect(try found.getBinary() == audio)
    #expect(found.byteCount == size)
    let isFile = inMemory || size > AudioArchive.largestInDatabase
    #expect(try StoreSamples.files(of: store).count == (isFile ? 1 : 0))
  }

  @Test func `a store that is opened again has its contents`() async throws {
    let folder = try TemporaryFolder()
    try await StoreSamples.store(in: folder).save([
      (StoreSamples.record("small"), StoreSamples.audio()),
      (StoreSamples.record("large"), StoreSamples.large),
    ])
    let store = try StoreSamples.store(in: folder)
    #expect(try await store.record(id: "small")?.getBinary() == StoreSamples.audio())
    #expect(try await store.record(id: "large")?.getBinary() == StoreSamples.large)
    #expect(store.notices.isEmpty)
  }

  @Test func `an element has several versions, the newest first`() async throws {
    let store = try GenerationStore.inMemory()
    for (number, id) in ["one", "two", "three"].enumerated() {
      try await store.save(
        StoreSamples.record(id, element: "e", created: Double(number)),
        audio: StoreSamples.audio(id))
    }
    #expect(try await store.records(of: "e").map(\.id) == ["three", "two", "one"])
    #expect(try await store.existingAudio(for: StoreItem())?.id == "three")
    #expect(try await store.records(of: "other").isEmpty)
  }

  @Test func `saving with an existing id replaces the record and its audio`() async throws {
    let store = try GenerationStore.inMemory()
    try await store.save(StoreSamples.record(text: "Old."), audio: StoreSamples.audio("old"))
    try await store.save(StoreSamples.record(text: "New."), audio: StoreSamples.audio("new"))
    let records = try await store.records(mimePrefix: "audio/")
    #expect(records.map(\.prompt) == ["New."])
    #expect(try records.first?.getBinary() == StoreSamples.audio("new"))
    #expect(try StoreSamples.files(of: store).count == 1)
  }

  @Test func `existing audio has the same voice, language, settings and text`() async throws {
    let store = try GenerationStore.inMemory()
    try await store.save(
      StoreSamples.record(options: VoiceOptions(rate: 1.1, parameters: ["b": "2", "a": "1"])),
      audio: StoreSamples.audio())
    var item = StoreItem()
    #expect(try await store.existingAudio(for: item) == nil)
    item.voiceOptions = VoiceOptions(rate: 1.1, pitch: -0.0, parameters: ["a": "1", "b": "2"])
    #expect(try await store.existingAudio(for: item)?.id == "r")
    for change: @Sendable (inout StoreItem) -> Void in [
      { $0.voiceId = "bass" }, { $0.languageCode = "en-GB" }, { $0.textToSpeak = "Hello" },
      { $0.voiceProvider = ToneVoiceProvider(providerId: "other") },
      { $0.voiceOptions.seed = 0 }, { $0.voiceOptions.style = "" },
      { $0.voiceOptions.parameters["a"] = nil },
    ] {
      var other = item
      change(&other)
      #expect(try await store.existingAudio(for: other) == nil)
    }
  }

  @Test(arguments: [("audio/", 3), ("audio/mpeg", 1), ("audio/%", 0), ("", 3), ("video/", 0)])
  func `records are found by the beginning of their type`(prefix: String, count: Int) async throws {
    let store = try GenerationStore.inMemory()
    try await store.save([
      (StoreSamples.record("1", format: .mp3), StoreSamples.audio()),
      (StoreSamples.record("2", format: .wav), StoreSamples.audio()),
      (StoreSamples.record("3", format: .opus), StoreSamples.audio()),
    ])
    #expect(try await store.records(mimePrefix: prefix).count == count)
  }

  @Test func `one record that cannot be written prevents its whole batch`() async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    var broken = StoreSamples.record("broken")
    broken.metadata["number"] = .double(.infinity)  // JSON has no such number
    let batch = [
      (StoreSamples.record("good"), StoreSamples.large), (broken, StoreSamples.audio()),
    ]
    await #expect(throws: StoreError.self) { try await store.save(batch) }
    #expect(try await store.records(mimePrefix: "").isEmpty)
    #expect(try StoreSamples.files(of: store).isEmpty)
  }

  @Test func `only the user can read the store`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "made/store.db")
    let store = try GenerationStore(at: URL(filePath: path))
    try await store.save(StoreSamples.record(), audio: StoreSamples.large)
    let name = try #require(try StoreSamples.files(of: store).first)
    let rights = [
      (folder.path(of: "made"), 0o700), (path, 0o600), (path + "-wal", 0o600),
      (path + "-shm", 0o600), (path + "-audio", 0o700), (path + "-audio/" + name, 0o600),
    ]
    for (path, expected) in rights {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(found as? Int == expected, "\(path)")
    }
  }
}

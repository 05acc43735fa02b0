import Foundation
import Hablare
import Testing
import TestSupport

@testable import HablareStore

struct RecordAudioTests {
  /// Returns a store with one large record, and the path of its file.
  private static func stored(
    in folder: TemporaryFolder
  ) async throws -> (GenerationStore, TypedDataStorage, String) {
    let store = try StoreSamples.store(in: folder)
    let record = try await store.save(
      StoreSamples.record(element: "e"), audio: StoreSamples.large)
    let name = try #require(try StoreSamples.files(of: store).first)
    return (store, record, folder.path(of: "store.db-audio/\(name)"))
  }

  @Test(arguments: [0, 1_000, StoreSamples.large.count - 1, StoreSamples.large.count + 1])
  func `a file of another length is reported by name`(length: Int) async throws {
    let folder = try TemporaryFolder()
    let (_, record, path) = try await Self.stored(in: folder)
    truncate(path, length)
    #expect(throws: StoreError.damagedAudio(file: path)) { try record.getBinary() }
  }

  @Test(arguments: ["pipe", "folder", "link", "1 TB"])
  func `anything but a file of the row's length is reported by name`(what: String) async throws {
    let folder = try TemporaryFolder()
    let (_, record, path) = try await Self.stored(in: folder)
    try HostileFile.replace(path, by: what)
    #expect(throws: StoreError.damagedAudio(file: path)) { try record.getBinary() }
  }

  @Test func `one changed byte is reported, and the audio is not offered`() async throws {
    let folder = try TemporaryFolder()
    let (store, record, path) = try await Self.stored(in: folder)
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try record.getBinary() }
    #expect(error == .damagedAudio(file: path))
    #expect(error?.description.contains(path) == true)
    #expect(try await store.existingAudio(for: StoreItem()) == nil)
    #expect(store.notices == [.audioDamaged(file: path)])
    // Audio that is generated again repairs the file, also for the earlier record.
    try await store.save(StoreSamples.record("again"), audio: StoreSamples.large)
    #expect(try record.getBinary() == StoreSamples.large)
    #expect(try await store.existingAudio(for: StoreItem()) != nil)
  }

  @Test func `a missing file is reported by name`() async throws {
    let folder = try TemporaryFolder()
    let (store, record, path) = try await Self.stored(in: folder)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: StoreError.missingAudio(file: path)) { try record.getBinary() }
    #expect(try await store.existingAudio(for: StoreItem()) == nil)
    #expect(store.notices.isEmpty)
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, "needs the sqlite3 command"))
  func `audio in the database is checked too`() async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    let record = try await store.save(StoreSamples.record(), audio: StoreSamples.audio())
    let path = folder.path(of: "store.db")
    #expect(try StoreSamples.sqlite(path, "UPDATE audio SET data = x'00'") == "")
    #expect(throws: StoreError.damagedAudio(file: path)) { try record.getBinary() }
    try await store.delete(record)
    #expect(throws: StoreError.missingAudio(file: path)) { try record.getBinary() }
  }
}

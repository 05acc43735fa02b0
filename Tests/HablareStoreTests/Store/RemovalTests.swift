import Foundation
import Hablare
import Testing
import TestSupport

@testable import HablareStore

struct RemovalTests {
  @Test(arguments: [true, false])
  func `a file is removed with its last record`(inMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let store = try inMemory ? GenerationStore.inMemory() : StoreSamples.store(in: folder)
    let first = try await store.save(StoreSamples.record("1"), audio: StoreSamples.large)
    let second = try await store.save(StoreSamples.record("2"), audio: StoreSamples.large)
    #expect(try StoreSamples.files(of: store).count == 1)
    try await store.delete(first)
    #expect(try second.getBinary() == StoreSamples.large)
    #expect(try StoreSamples.files(of: store).count == 1)
    try await store.delete(second)
    #expect(try StoreSamples.files(of: store).isEmpty)
    try await store.delete(second)
  }

  @Test func `only the lines, records and files of a removed element are removed`() async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    try await store.saveLines((0..<3).map { StoreSamples.line($0) }, of: "d")
    let own = StoreSamples.audio("own", bytes: 300_000)
    try await store.save([
      (StoreSamples.record("1", element: "e0"), own),
      (StoreSamples.record("2", element: "l0"), StoreSamples.large),
      (StoreSamples.record("3", element: "e1"), StoreSamples.large),
      (StoreSamples.record("4"), StoreSamples.audio()),
    ])
    #expect(try StoreSamples.files(of: store).count == 2)
    try await store.deleteElement("e0")
    #expect(try await store.lines(of: "d").map(\.id) == ["l1", "l2"])
    #expect(try await store.records(mimePrefix: "").map(\.id).sorted() == ["3", "4"])
    #expect(try StoreSamples.files(of: store) == [StoreSamples.large.contentName])
    try await store.deleteAll(of: "e1")
    #expect(try await store.lines(of: "d").count == 2)
    #expect(try StoreSamples.files(of: store).isEmpty)
  }

  @Test func `the records of its elements are removed with a document`() async throws {
    let store = try GenerationStore.inMemory()
    try await store.saveLines([StoreSamples.line(0)], of: "d")
    try await store.saveLines([StoreSamples.line(5, of: "other")], of: "other")
    try await store.save([
      (StoreSamples.record("1", element: "e0"), StoreSamples.audio("1")),
      (StoreSamples.record("2", element: "l0"), StoreSamples.audio("2")),
      (StoreSamples.record("3", element: "e5"), StoreSamples.audio("3")),
    ])
    try await store.deleteDocument("d")
    #expect(try await store.lines(of: "d").isEmpty)
    #expect(try await store.lines(of: "other").count == 1)
    #expect(try await store.records(mimePrefix: "").map(\.id) == ["3"])
  }

  @Test func `a record without a document stays while another document has its element`()
    async throws
  {
    let store = try GenerationStore.inMemory()
    try await store.saveLines([StoreSamples.line(0)], of: "d")
    try await store.saveLines([StoreSamples.line(0, of: "other")], of: "other")
    try await store.save(StoreSamples.record("1", element: "e0"), audio: StoreSamples.audio("1"))
    try await store.deleteDocument("d")
    #expect(try await store.records(mimePrefix: "").map(\.id) == ["1"])
    try await store.deleteDocument("other")
    #expect(try await store.records(mimePrefix: "").isEmpty)
  }

  @Test func `a removal finishes a killed one, but keeps files that are in use again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    let kept = StoreSamples.audio("kept", bytes: 300_000)
    try await store.save(StoreSamples.record("1"), audio: kept)
    try folder.write("orphan", as: "store.db-audio/orphan")
    try await store.note(files: ["orphan", "never there", kept.contentName])
    #expect(try StoreSamples.files(of: store) == [kept.contentName])
    #expect(try await store.record(id: "1")?.getBinary() == kept)
  }

  @Test func `temporary files of a killed writer are removed after a day`() async throws {
    let folder = try TemporaryFolder()
    var store = try StoreSamples.store(in: folder)
    try await store.save(StoreSamples.record("1"), audio: StoreSamples.large)
    let (old, new) = (".\(UUID().uuidString).tmp", ".\(UUID().uuidString).tmp")
    try folder.write("x", as: "store.db-audio/\(old)")
    try folder.write("x", as: "store.db-audio/\(new)")
    let yesterday = Date(timeIntervalSinceNow: -90_000)
    try FileManager.default.setAttributes(
      [.modificationDate: yesterday], ofItemAtPath: folder.path(of: "store.db-audio/\(old)"))
    store = try StoreSamples.store(in: folder)
    #expect(
      try StoreSamples.files(of: store) == [new, StoreSamples.large.contentName])
  }
}

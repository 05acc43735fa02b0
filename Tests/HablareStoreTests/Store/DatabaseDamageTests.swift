import Foundation
import Hablare
import Testing
import TestSupport

@testable import HablareStore

struct DatabaseDamageTests {
  /// The kinds of damage to a database, with a function from the bytes before to the bytes after.
  enum Damage: String, CaseIterable, Sendable {
    case garbage, shortText, cutInHeader, cutAfterPage, cutInHalf, headerZeroed, schemaZeroed

    func apply(_ data: Data) -> Data {
      switch self {
      case .garbage: Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      case .shortText: Data("not a database".utf8)
      case .cutInHeader: data.prefix(50)
      case .cutAfterPage: data.prefix(4_096)
      case .cutInHalf: data.prefix(data.count / 2)
      case .headerZeroed: Data(count: 100) + data.dropFirst(100)
      case .schemaZeroed: data.prefix(100) + Data(count: 3_996) + data.dropFirst(4_096)
      }
    }
  }

  /// Creates and closes a database of many pages, with a file of audio next to it.
  private static func database(in folder: TemporaryFolder) async throws -> String {
    let store = try StoreSamples.store(in: folder)
    for index in 0..<20 {
      try await store.save(
        StoreSamples.record("\(index)"), audio: StoreSamples.audio("\(index)", bytes: 9_000))
    }
    try await store.save(StoreSamples.record("large"), audio: StoreSamples.large)
    return folder.path(of: "store.db")
  }

  @Test(arguments: Damage.allCases)
  func `a damaged database is moved aside, and an empty one is created`(damage: Damage) async throws
  {
    let folder = try TemporaryFolder()
    let path = try await Self.database(in: folder)
    #expect(
      try folder.names() == [
        "store.db", "store.db-audio", "store.db-lock", "store.db-shm", "store.db-wal",
      ])
    let damaged = damage.apply(try Data(contentsOf: URL(filePath: path)))
    try damaged.write(to: URL(filePath: path))

    let store = try StoreSamples.store(in: folder)
    guard case .databaseSetAside(path, let name, _)? = store.notices.first else {
      Issue.record("no notice: \(store.notices)")
      return
    }
    #expect(name == path + ".damaged-1")
    #expect(try Data(contentsOf: URL(filePath: name)) == damaged)
    #expect(try await store.records(mimePrefix: "").isEmpty)
    #expect(try StoreSamples.files(of: store) == [StoreSamples.large.contentName])
    let record = try await store.save(StoreSamples.record("new"), audio: StoreSamples.large)
    #expect(try record.getBinary() == StoreSamples.large)
    #expect(try StoreSamples.store(in: folder).notices.isEmpty)
  }

  @Test func `damage that is found later moves the database aside too`() async throws {
    let folder = try TemporaryFolder()
    let path = try await Self.database(in: folder)
    let data = try Data(contentsOf: URL(filePath: path))
    let store = try StoreSamples.store(in: folder)
    // The damage is written in place, like the damage of a failing disk.
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: data.count - 4_096))
    try handle.close()
    let other = try StoreSamples.store(in: folder)
    #expect(try await store.records(mimePrefix: "").isEmpty)
    #expect(store.notices.count == 1)
    try await store.save(StoreSamples.record("new"), audio: StoreSamples.audio())
    // A store that had the damaged database open changes to the new one and does not move it aside.
    #expect(try await other.records(mimePrefix: "").map(\.id) == ["new"])
    #expect(other.notices.isEmpty)
    #expect(try folder.names().contains("store.db.damaged-1"))
    #expect(try folder.names().contains("store.db.damaged-2") == false)
    // The database that was moved aside is no longer written. Its last connections do not remove the log.
    try await store.save(StoreSamples.record("newer"), audio: StoreSamples.audio())
    #expect(try await StoreSamples.store(in: folder).records(mimePrefix: "").count == 2)
  }

  @Test func `an empty file becomes a database`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", as: "store.db")
    let store = try StoreSamples.store(in: folder)
    try await store.save(StoreSamples.record(), audio: StoreSamples.audio())
    #expect(store.notices.isEmpty)
  }

  @Test func `each damaged database gets a different name`() async throws {
    let folder = try TemporaryFolder()
    for _ in 0..<3 {
      try folder.write("not a database", as: "store.db")
      _ = try StoreSamples.store(in: folder)
    }
    #expect(
      try folder.names().filter {
        $0.contains("damaged") && !$0.contains("-wal") && !$0.contains("-shm")
      }
        == (1...3).map { "store.db.damaged-\($0)" })
  }
}

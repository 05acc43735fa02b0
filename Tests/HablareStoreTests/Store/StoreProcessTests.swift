import Foundation
import Hablare
import Testing
import TestSupport

@testable import HablareStore

@Suite(.serialized)
struct StoreProcessTests {
  private static let needsSQLite: Comment = "needs the sqlite3 command"

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite))
  func `a hundred processes create one store simultaneously and all write to it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "new/store.db")
    let probes = try (0..<100).map { number in
      try StoreProbe([number % 4 == 3 ? "lines" : "records", path, "p\(number)", "5"])
    }
    var written: [String] = []
    for probe in probes {
      let (lines, errors) = probe.finish()
      #expect(errors == "")
      #expect(probe.process.status == 0)
      written += lines
    }
    #expect(written.count == 75 * 5 + 25)
    let store = try GenerationStore(at: URL(filePath: path))
    #expect(store.notices.isEmpty)
    let records = try await store.records(mimePrefix: "")
    #expect(Set(records.map(\.id)) == Set(written.filter { $0.contains("-") }))
    for record in records {
      #expect(try record.getBinary().starts(with: Data((record.id + "|").utf8)))
    }
    #expect(
      try StoreSamples.sqlite(
        path,
        "PRAGMA integrity_check; PRAGMA foreign_key_check; SELECT count(*) FROM records; "
          + "SELECT count(*) FROM lines; SELECT count(*) FROM audio WHERE file IS NOT NULL")
        == "ok\n375\n125\n75")
    #expect(try StoreSamples.files(of: store).count == 75)
  }

  @Test func `of many processes that find a database damaged, one moves it aside`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "not a database", count: 1_000), as: "store.db")
    let path = folder.path(of: "store.db")
    let probes = try (0..<30).map { try StoreProbe(["records", path, "p\($0)", "2"]) }
    for probe in probes { #expect(probe.finish().errors == "") }
    let store = try GenerationStore(at: URL(filePath: path))
    #expect(try await store.records(mimePrefix: "").count == 60)
    #expect(try folder.names().filter { $0.contains("damaged") } == ["store.db.damaged-1"])
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite), arguments: [1, 4, 5, 6, 17, 50])
  func `a killed writer leaves all records that it reported`(count: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let probe = try StoreProbe(["records", path, "p", "100000"])
    var written: [String] = []
    while written.count < count, let line = probe.line() { written.append(line) }
    probe.process.send(SIGKILL)
    written += probe.finish().lines
    #expect(probe.process.status == 128 + SIGKILL)

    let store = try GenerationStore(at: URL(filePath: path))
    #expect(store.notices.isEmpty)
    let records = try await store.records(of: "p")
    #expect(Set(written).isSubset(of: records.map(\.id)))
    #expect(records.count <= written.count + 1)
    for record in records { _ = try record.getBinary() }
    try await store.save(StoreSamples.record(), audio: StoreSamples.large)
    #expect(try StoreSamples.sqlite(path, "PRAGMA integrity_check") == "ok")
  }

  @Test func `a store that finds no space reports it, and keeps its contents`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let store = try GenerationStore(at: URL(filePath: path))
    try await store.save(StoreSamples.record(), audio: StoreSamples.large)
    let result = try StoreProbe.runWithoutRoom(["records", path, "p", "3"])
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(path))
    #expect(try await store.records(mimePrefix: "").map(\.id) == ["r"])
    try await store.save(StoreSamples.record("2"), audio: StoreSamples.audio())
    #expect(store.notices.isEmpty)
  }
}

import Foundation
import Hablare
import Testing
import TestSupport

@testable import HablareStore

struct DatabaseOpeningTests {
  private static let needsSQLite: Comment = "needs the sqlite3 command"

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite))
  func `a database of version 1 is migrated with its contents`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let first = try #require(DatabaseSchema.store.migrations.first)
    let made = try StoreSamples.sqlite(
      path,
      first + """
        INSERT INTO audio VALUES ('9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0',
          3, NULL, 'aaa');
        INSERT INTO records VALUES (1, 'old', 'item', 'tone', 'tone.audio.tts', 'audio/wav', 'wav',
          'Hi', 2, 1.5, 8000, 1, 'alto', 'Alto', 'en', '{"rate":1,"pitch":0,"gain":0,"parameters":{}}',
          '{}', 0, 'e', '9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0');
        PRAGMA application_id = 1212236364; PRAGMA user_version = 1;
        """)
    #expect(made == "")
    let later = DatabaseSchema(migrations: [
      first, "ALTER TABLE records ADD COLUMN document TEXT;",
      "CREATE TABLE notes (id TEXT); INSERT INTO notes SELECT id FROM records;",
    ])
    let store = try GenerationStore(path: path, schema: later)
    #expect(try await store.records(of: "e").first?.getBinary() == Data("aaa".utf8))
    #expect(
      try StoreSamples.sqlite(path, "PRAGMA user_version; SELECT id FROM notes") == "3\nold")
    _ = try GenerationStore(path: path, schema: later)
  }

  /// This version opens a store of the first version with a record, a line and two lists of voices.
  @Test func `a store of the first version keeps all its contents`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let first = DatabaseSchema(migrations: Array(DatabaseSchema.store.migrations.prefix(1)))
    let fetched = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let voice = Voice(id: "alto", name: "Alto", providerId: "tone", language: "en")
    do {
      let old = try GenerationStore(path: path, schema: first)
      try await old.saveLines([StoreSamples.line(0)], of: "d")
      let database = try Database(path: path, creating: false)
      try database.run(
        "INSERT INTO audio VALUES (?, 3, NULL, 'aaa')", [.text(Data("aaa".utf8).contentName)])
      try database.run(
        "INSERT INTO records VALUES (1, 'r', 'item', 'tone', 'tone.audio.tts', 'audio/wav', 'wav', "
          + "'Hi', 2, 1.5, 8000, 1, 'alto', 'Alto', 'en', "
          + "'{\"rate\":1,\"pitch\":0,\"gain\":0,\"parameters\":{}}', '{}', 0, 'l0', ?)",
        [.text(Data("aaa".utf8).contentName)])
      for (language, seconds) in [("en", 5.0), ("en", 0), ("de", 10)] {
        try database.run(
          "INSERT OR REPLACE INTO voices VALUES ('tone', ?, ?, 0, ?, 1, ?, ?)",
          [
            .text(language), .text("\(language) \(seconds)"), .text(try StoredJSON.text(voice)),
            .double(fetched.timeIntervalSinceReferenceDate),
            .double(fetched.timeIntervalSinceReferenceDate + seconds),
          ])
      }
    }
    let store = try StoreSamples.store(in: folder)
    #expect(store.notices.isEmpty)
    let record = try #require(try await store.record(id: "r"))
    #expect(try record.getBinary() == Data("aaa".utf8))
    // A record of a line belongs to the line's document.
    #expect(record.owningElement == "l0" && record.owningDocument == "d")
    #expect(try await store.lines(of: "d") == [StoreSamples.line(0)])
    let list = try #require(try await store.cachedList(of: "tone", language: "en"))
    // The age of a list is that of its oldest voice, so that no list seems younger than it is.
    #expect(list.fetchedAt == fetched)
    #expect(list.voices == [voice, voice])
    #expect(
      try await store.cachedList(of: "tone", language: "de")?.fetchedAt == fetched + 10)
    #expect(try await store.cachedList(of: "tone", language: "fr") == nil)
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite))
  func `a failing migration leaves the previous version`() throws {
    let state = "PRAGMA user_version; SELECT name FROM sqlite_schema"
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let good = "CREATE TABLE a (x);"
    let broken = DatabaseSchema(migrations: [good, "CREATE TABLE b (x); CREATE TABLE a (x);"])
    #expect(throws: StoreError.self) { try GenerationStore(path: path, schema: broken) }
    #expect(try StoreSamples.sqlite(path, state) == "0")
    _ = try GenerationStore(path: path, schema: DatabaseSchema(migrations: [good]))
    #expect(try StoreSamples.sqlite(path, state) == "1\na")
    #expect(throws: StoreError.self) { try GenerationStore(path: path, schema: broken) }
    #expect(try StoreSamples.sqlite(path, state) == "1\na")
  }

  @Test(
    .enabled(if: StoreSamples.hasSQLite, needsSQLite),
    arguments: [
      (
        "PRAGMA application_id = 1212236364; PRAGMA user_version = 99; CREATE TABLE future (x);",
        true
      ),
      ("CREATE TABLE someone (x); INSERT INTO someone VALUES (1);", false),
      ("PRAGMA application_id = 5;", false), ("PRAGMA user_version = 1;", false),
    ])
  func `a foreign or newer database is refused and not changed`(
    sql: String, isNewer: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    #expect(try StoreSamples.sqlite(path, sql) == "")
    let before = try StoreSamples.sqlite(path, ".dump")
    let error = #expect(throws: StoreError.self) { try StoreSamples.store(in: folder) }
    let known = DatabaseSchema.store.version
    #expect(
      error
        == (isNewer
          ? .newerVersion(file: path, found: 99, known: known) : .foreign(file: path)))
    #expect(error?.description.hasPrefix(path) == true)
    #expect(try StoreSamples.sqlite(path, ".dump") == before)
    #expect(try folder.names().contains { $0.contains("damaged") } == false)
  }

  @Test func `a store needs a usable folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", as: "file")
    let error = #expect(throws: StoreError.self) {
      try GenerationStore(at: URL(filePath: folder.path(of: "file/store.db")))
    }
    #expect(error?.description.hasPrefix(folder.path(of: "file")) == true)
  }

  @Test(arguments: [["store.db"], ["store.db", "store.db-wal"], nil])
  func `a store whose file was removed continues in a new file`(removed: [String]?) async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    let other = try StoreSamples.store(in: folder)
    try await store.save(StoreSamples.record("1"), audio: StoreSamples.audio())
    for name in try removed ?? folder.names() {
      try FileManager.default.removeItem(atPath: folder.path(of: name))
    }
    try await store.save(StoreSamples.record("2"), audio: StoreSamples.audio())
    #expect(try await other.records(mimePrefix: "").map(\.id) == ["2"])
    try await other.save(StoreSamples.record("3"), audio: StoreSamples.audio())
    let third = try StoreSamples.store(in: folder)
    #expect(try await third.records(mimePrefix: "").count == 2)
    #expect(try await store.records(mimePrefix: "").count == 2)
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite))
  func `opening a store again leaves the locks of the first store in place`() async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    try await store.save(StoreSamples.record("1"), audio: StoreSamples.audio())
    _ = try StoreSamples.store(in: folder)
    // Without locks, another program that closes the database last would remove the log.
    let path = folder.path(of: "store.db")
    #expect(try StoreSamples.sqlite(path, "SELECT count(*) FROM records") == "1")
    #expect(try folder.names().contains("store.db-wal"))
    try await store.save(StoreSamples.record("2"), audio: StoreSamples.audio())
    #expect(try StoreSamples.sqlite(path, "SELECT count(*) FROM records") == "2")
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite))
  func `another program reads the stored records`() async throws {
    let folder = try TemporaryFolder()
    let store = try StoreSamples.store(in: folder)
    try await store.save(StoreSamples.record(text: "Ünï\u{0}"), audio: StoreSamples.audio())
    let path = folder.path(of: "store.db")
    #expect(
      try StoreSamples.sqlite(
        path,
        "PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA journal_mode; "
          + "SELECT hex(prompt), bytes, datetime(created, 'unixepoch', '31 years') "
          + "FROM records JOIN audio ON sha256 = audio")
        == "ok\nwal\nC39C6EC3AF00|2000|2026-05-09 06:13:20")
  }
}

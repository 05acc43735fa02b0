import Basics
import CSQLite
import Glibc
import Hablare

/// A database file that can be opened, created, migrated and set aside.
struct DatabaseFile: Sendable {
  /// A connection, and a notice if a damaged database was set aside.
  struct Connected {
    var database: Database
    var notice: StoreNotice?
  }

  /// The suffixes of the files that SQLite creates beside a database.
  private static let suffixes = ["-wal", "-shm", "-journal"]

  /// The file's path.
  let path: String
  /// The tables that the database must have.
  let schema: DatabaseSchema

  /// Returns a connection to a database with the right tables.
  /// Only one process at a time opens the database, even if a hundred processes start at once. If
  /// two processes both switched a new file to WAL, or both found it damaged, they would interfere
  /// with each other.
  func connect() throws(StoreError) -> Connected {
    try OpeningLock.hold(for: path) { () throws(StoreError) in
      do throws(StoreError) {
        return Connected(database: try open(), notice: nil)
      } catch .damaged(_, let reason) {
        let notice = try setAside(because: reason)
        return Connected(database: try open(), notice: notice)
      }
    }
  }

  /// Sets aside the damaged file with this identity, and returns a connection to an empty database.
  /// If another process has already set the file aside, returns a connection to its new database.
  func replace(
    _ identity: FileIdentity?, because reason: String
  ) throws(StoreError) -> Connected {
    try OpeningLock.hold(for: path) { () throws(StoreError) in
      let isPresent = identity != nil && FileIdentity(path: path) == identity
      let notice = isPresent ? try setAside(because: reason) : nil
      return Connected(database: try open(), notice: notice)
    }
  }

  private func open() throws(StoreError) -> Database {
    try makeFile()
    let database = try Database(path: path, creating: false)
    try configure(database)
    try schema.prepare(database)
    return database
  }

  /// Creates an empty file if no file exists.
  /// The new file gets the right permissions. SQLite copies them to the files beside the database.
  /// An existing file is not opened here. Closing the file would release the locks that all
  /// connections of this process have on the file (https://sqlite.org/howtocorrupt.html, 2.2).
  private func makeFile() throws(StoreError) {
    if FileIdentity(path: path) != nil { return }
    // Files left over from a removed database do not belong to the new database.
    for suffix in Self.suffixes { try PrivateFiles.remove(path + suffix) }
    try PrivateFiles.attempt(path) { () throws(SystemError) in
      try FileDescriptor(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).close()
    }
  }

  private func configure(_ database: Database) throws(StoreError) {
    // A commit is on disk before the work is reported as finished, because the work may have cost
    // money. Compared with a call to a service, writing to the disk takes no time.
    try database.run("PRAGMA synchronous = FULL")
    try database.run("PRAGMA foreign_keys = ON")
    // In WAL mode, readers and a writer do not wait for each other. In this mode, all connections
    // must share memory. Machines that share only a network file system cannot share memory
    // (https://sqlite.org/wal.html, "Overview", 2).
    if NetworkFileSystem.holds(path) { return }
    let mode = try database.rows("PRAGMA journal_mode") {
      (row: borrowing DatabaseRow) in row.text(0)
    }
    // The log file stays (see `Database`). SQLite empties the log after 1000 pages (4 MiB) and then
    // cuts a larger log file to 4 MiB.
    try database.run("PRAGMA journal_size_limit = 4194304")
    if mode.first != "wal" {
      // If another connection has locked the file, SQLite keeps the current mode. This does no harm.
      do throws(StoreError) {
        try database.run("PRAGMA journal_mode = WAL")
      } catch .busy {}
    }
  }

  private func setAside(because reason: String) throws(StoreError) -> StoreNotice {
    var number = 1
    while FileIdentity(path: "\(path).damaged-\(number)") != nil { number += 1 }
    let name = "\(path).damaged-\(number)"
    // The log is renamed first. If it stayed beside a new database, SQLite would read it as part of
    // that database.
    for suffix in Self.suffixes + [""]
    where FileIdentity(path: path + suffix) != nil {
      try PrivateFiles.rename(path + suffix, to: name + suffix)
    }
    return .databaseSetAside(file: path, as: name, reason: reason)
  }

  /// Detects whether a file is on a network file system.
  enum NetworkFileSystem {
    /// The numbers that `statfs` returns for NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS, Ceph, Lustre, GPFS
    /// and BeeGFS (linux/magic.h and the sources of the file systems).
    private static let kinds: Set<UInt32> = [
      0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F,
      0x00C3_6400, 0x0BD0_0BD0, 0x4750_4653, 0x1983_0326,
    ]

    static func holds(_ path: String) -> Bool {
      kinds.contains(g2a_file_system_kind(path))
    }
  }

  /// The lock of the process that opens, creates or sets aside a database.
  /// The lock ends with the process.
  enum OpeningLock {
    /// The maximum time to wait for other processes, in seconds.
    /// Opening takes only milliseconds.
    static let limit = 60
    private static let pause: UInt32 = 5_000

    /// Runs `body` while no other process holds the lock of the database at `path`.
    static func hold<Value>(
      for path: String, _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
      let lock = try PrivateFiles.attempt("\(path)-lock") { () throws(SystemError) in
        FileLock(try FileDescriptor("\(path)-lock", flags: O_RDWR | O_CREAT, mode: 0o600))
      }
      defer { lock.release() }
      // The lock is polled, so that a stopped process (SIGSTOP) does not block all other processes
      // forever.
      var waited: UInt32 = 0
      // If the file system has no locks, `body` runs without a lock. On such a file system, SQLite's
      // own locks do not work either.
      while (try? lock.take(.exclusive)) == false {
        guard waited < UInt32(limit) * 1_000_000 else {
          throw .busy(file: path, seconds: limit)
        }
        usleep(pause)
        waited += pause
      }
      return try body()
    }
  }
}

/// The tables of a database, as the sequence of migrations that creates them.
struct DatabaseSchema: Sendable {
  /// The `PRAGMA application_id` of this program's databases: "HABL" in ASCII.
  static let applicationID = 0x4841_424C

  /// The statements that migrate the database from version n to version n + 1.
  /// Version 0 is an empty database.
  /// A published migration never changes.
  var migrations: [String]

  var version: Int { migrations.count }

  /// Creates the tables of a new database, or migrates the tables of an older version.
  func prepare(_ database: Database) throws(StoreError) {
    if try foundVersion(in: database) == version { return }
    try database.transaction { () throws(StoreError) in
      // The version is read again under the lock, because another process may have migrated the
      // database.
      let found = try foundVersion(in: database)
      for step in migrations.dropFirst(found) { try database.script(step) }
      // PRAGMA statements accept no bound values.
      try database.script("PRAGMA application_id = \(Self.applicationID)")
      try database.script("PRAGMA user_version = \(version)")
    }
  }

  private func foundVersion(in database: Database) throws(StoreError) -> Int {
    let found = try number("PRAGMA user_version", in: database)
    let application = try number("PRAGMA application_id", in: database)
    let tables = try number("SELECT count(*) FROM sqlite_schema", in: database)
    // An empty file has neither an application id nor tables. It becomes a database.
    if application != Self.applicationID, found != 0 || application != 0 || tables != 0 {
      throw .foreign(file: database.path)
    }
    if found > version {
      throw .newerVersion(file: database.path, found: found, known: version)
    }
    return found
  }

  private func number(_ sql: String, in database: Database) throws(StoreError) -> Int {
    try database.rows(sql) { (row: borrowing DatabaseRow) in row.int(0) }.first ?? 0
  }
}

extension DatabaseSchema {
  /// The tables of `GenerationStore`.
  /// `created` is the number of seconds since 2001-01-01 UTC, as in `Date`, so that dates are
  /// restored exactly.
  static let store = DatabaseSchema(migrations: [
    """
    CREATE TABLE audio (
      sha256 TEXT PRIMARY KEY,
      bytes INTEGER NOT NULL,
      file TEXT,
      data BLOB,
      CHECK ((file IS NULL) <> (data IS NULL))
    );
    CREATE TABLE records (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      item TEXT NOT NULL,
      provider TEXT NOT NULL,
      requestor TEXT NOT NULL,
      mime TEXT NOT NULL,
      format TEXT NOT NULL,
      prompt TEXT NOT NULL,
      characters INTEGER NOT NULL,
      duration REAL NOT NULL,
      sample_rate INTEGER NOT NULL,
      channels INTEGER NOT NULL,
      voice_id TEXT NOT NULL,
      voice_name TEXT NOT NULL,
      language TEXT NOT NULL,
      options TEXT NOT NULL,
      metadata TEXT NOT NULL,
      created REAL NOT NULL,
      element TEXT,
      audio TEXT NOT NULL REFERENCES audio (sha256)
    );
    CREATE INDEX records_by_item ON records (item);
    CREATE INDEX records_by_element ON records (element);
    CREATE INDEX records_by_audio ON records (audio);
    CREATE INDEX records_by_mime ON records (mime);
    CREATE TABLE removed_files (name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE lines (
      document TEXT NOT NULL,
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      element TEXT NOT NULL,
      type TEXT NOT NULL,
      scene TEXT,
      text TEXT NOT NULL,
      character TEXT,
      raw_character TEXT,
      status TEXT NOT NULL,
      rules TEXT NOT NULL,
      announces INTEGER NOT NULL,
      tone TEXT NOT NULL,
      PRIMARY KEY (document, id)
    ) WITHOUT ROWID;
    CREATE INDEX lines_by_element ON lines (element);
    CREATE TABLE voices (
      provider TEXT NOT NULL,
      cache_language TEXT NOT NULL,
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      voice TEXT NOT NULL,
      is_available INTEGER NOT NULL,
      cached REAL NOT NULL,
      validated REAL NOT NULL,
      PRIMARY KEY (provider, cache_language, id)
    ) WITHOUT ROWID;
    """,
    // The time at which a list was fetched has its own table, because the table `voices` can have no
    // row for an empty list.
    """
    CREATE TABLE voice_lists (
      provider TEXT NOT NULL,
      cache_language TEXT NOT NULL,
      fetched REAL NOT NULL,
      PRIMARY KEY (provider, cache_language)
    ) WITHOUT ROWID;
    INSERT INTO voice_lists SELECT provider, cache_language, min(validated) FROM voices
      GROUP BY provider, cache_language;
    """,
    // A record of a line belongs to the line's document. The document of other older records is unknown.
    """
    ALTER TABLE records ADD COLUMN document TEXT;
    CREATE INDEX records_by_document ON records (document);
    UPDATE records SET document = lines.document FROM lines WHERE lines.id = records.element;
    """,
    """
    CREATE TABLE tasks (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      task TEXT NOT NULL
    );
    """,
  ])
}

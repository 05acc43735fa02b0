import Basics
import CSQLite
import Glibc

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
  ///
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
  ///
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
  ///
  /// The new file gets the right permissions. SQLite copies them to the files beside the database.
  ///
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

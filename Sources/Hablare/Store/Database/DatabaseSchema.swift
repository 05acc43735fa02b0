/// The tables of a database, as the sequence of migrations that creates them.
struct DatabaseSchema: Sendable {
  /// The `PRAGMA application_id` of this program's databases: "HABL" in ASCII.
  static let applicationID = 0x4841_424C

  /// The statements that migrate the database from version n to version n + 1.
  ///
  /// Version 0 is an empty database.
  ///
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

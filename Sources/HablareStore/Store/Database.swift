import CSQLite
import FoundationEssentials

/// A connection to a SQLite database and its compiled statements.
/// The connection is not Sendable. It belongs to one actor or one function.
final class Database {
  /// The time to wait for another process's lock in one attempt, in milliseconds.
  static let busyMilliseconds: Int32 = 10_000
  /// The number of attempts to get a lock.
  /// All attempts together take a minute.
  static let busyTries = 6

  /// The file's path, or `:memory:` for a database in memory.
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]
  private(set) var isInTransaction = false

  /// Opens the database at a path; creates it if `creating` is true.
  init(path: String, creating: Bool) throws(StoreError) {
    self.path = path
    var handle: OpaquePointer?
    // SQLite's own mutex is not needed: two threads never use a connection at the same time.
    let mode = SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle else {
      throw .unusable(file: path, reason: "there is not enough memory for a connection")
    }
    guard code == SQLITE_OK else {
      let error = Self.error(code, of: handle, path: path, statement: "open")
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    // With this setting, SQLite keeps the log when the last connection closes. Otherwise SQLite
    // would remove the log by its name. By then, a new database may have replaced this database, and
    // the log with this name may belong to the new database (https://sqlite.org/howtocorrupt.html,
    // 2.4).
    var keepsLog: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// The number of rows changed by the last statement.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Runs one statement to completion.
  func run(_ sql: String, _ values: [DatabaseValue] = []) throws(StoreError) {
    _ = try rows(sql, values) { (_: borrowing DatabaseRow) in true }
  }

  /// Returns whether a statement returns any row.
  func hasRows(_ sql: String, _ values: [DatabaseValue] = []) throws(StoreError) -> Bool {
    let found = try rows(sql, values) { (_: borrowing DatabaseRow) in true }
    return !found.isEmpty
  }

  /// Calls `read` for each row of a statement and returns the results.
  func rows<Value>(
    _ sql: String, _ values: [DatabaseValue] = [],
    _ read: (borrowing DatabaseRow) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    let statement = try compiled(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, to: statement, at: Int32(index + 1)), sql)
    }
    var results: [Value] = []
    var code = try firstStep(of: statement, sql)
    while code == SQLITE_ROW {
      results.append(try read(DatabaseRow(statement: statement)))
      code = sqlite3_step(statement)
    }
    try check(code, sql)
    return results
  }

  /// Runs several statements in one text, without bound values.
  func script(_ sql: String) throws(StoreError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), sql)
  }

  /// Runs `body` as one transaction.
  /// If `body` throws, the transaction changes nothing.
  /// The write lock is taken at the start. If a transaction reads before it takes the lock, SQLite
  /// may refuse its writes, because the data it has read may be outdated.
  func transaction<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try run("BEGIN IMMEDIATE")
    isInTransaction = true
    do {
      let value = try body()
      try run("COMMIT")
      isInTransaction = false
      return value
    } catch {
      // After some errors SQLite has already rolled back the transaction.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      isInTransaction = false
      throw error
    }
  }

  // MARK: Statements

  private func compiled(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    // Compiling a statement reads the schema, so another process's lock can delay the compilation.
    try check(retried { sqlite3_prepare_v3(handle, sql, -1, 0, &statement, nil) }, sql)
    guard let statement else { throw .refused(statement: sql, reason: "it is empty") }
    statements[sql] = statement
    return statement
  }

  private func bind(
    _ value: DatabaseValue, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement, index)
    case .int(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .double(let number): return sqlite3_bind_double(statement, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          g2a_sqlite_bind_text(statement, index, characters.baseAddress, Int32(bytes.count))
        }
      }
    case .bytes(let data):
      return data.withUnsafeBytes { bytes in
        g2a_sqlite_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count))
      }
    }
  }

  /// Runs the first step of a statement.
  /// The later steps of a statement do not wait for locks.
  private func firstStep(
    of statement: OpaquePointer, _ sql: String
  ) throws(StoreError) -> Int32 {
    retried {
      let code = sqlite3_step(statement)
      if code != SQLITE_ROW, code != SQLITE_DONE { sqlite3_reset(statement) }
      return code
    }
  }

  /// Retries while other connections hold a lock.
  /// SQLITE_PROTOCOL means that another connection was faster at locking the WAL's index.
  private func retried(_ step: () -> Int32) -> Int32 {
    var code = step()
    for _ in 1..<Self.busyTries where code & 0xFF == SQLITE_BUSY || code == SQLITE_PROTOCOL {
      code = step()
    }
    return code
  }

  // MARK: Errors

  private func check(_ code: Int32, _ sql: String) throws(StoreError) {
    if code == SQLITE_OK || code == SQLITE_DONE { return }
    throw Self.error(code, of: handle, path: path, statement: sql)
  }

  private static func error(
    _ code: Int32, of handle: OpaquePointer, path: String, statement: String
  ) -> StoreError {
    let reason = String(cString: sqlite3_errmsg(handle))
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      return .busy(file: path, seconds: busyTries * Int(busyMilliseconds) / 1000)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(file: path, reason: reason)
    case SQLITE_FULL: return .diskFull(file: path)
    case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR, SQLITE_NOMEM, SQLITE_AUTH:
      return .unusable(file: path, reason: reason)
    default: return .refused(statement: statement, reason: reason)
    }
  }
}

/// The current row of a statement, valid until the statement's next step.
struct DatabaseRow: ~Copyable {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  /// Returns the text in a column; empty for NULL.
  func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    // The length is read after the text, because reading the text can convert it. The text can
    // contain U+0000.
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  /// Returns the bytes in a column; empty for NULL.
  func bytes(_ column: Int32) -> Data {
    guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
  }
}

/// A value as SQLite stores it.
enum DatabaseValue: Sendable {
  case null
  case int(Int)
  case double(Double)
  case text(String)
  case bytes(Data)

  static func text(_ text: String?) -> DatabaseValue { text.map { .text($0) } ?? .null }
}

import CSQLite
import FoundationEssentials

/// The current row of a statement, valid until the statement's next step.
struct DatabaseRow: ~Copyable {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }

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
  static func int(_ number: Int?) -> DatabaseValue { number.map { .int($0) } ?? .null }
}

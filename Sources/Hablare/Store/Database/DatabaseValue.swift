import FoundationEssentials

/// A value as SQLite keeps it.
enum DatabaseValue: Sendable {
  case null
  case int(Int)
  case double(Double)
  case text(String)
  case bytes(Data)

  static func text(_ text: String?) -> DatabaseValue { text.map { .text($0) } ?? .null }
  static func int(_ number: Int?) -> DatabaseValue { number.map { .int($0) } ?? .null }
}

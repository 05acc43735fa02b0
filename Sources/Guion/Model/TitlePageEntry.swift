import Basics

/// A key of a title page with its values, in the author's order and spelling.
public struct TitlePageEntry: Sendable {
  /// The key as written.
  ///
  /// Keys are compared without case.
  public var key: String
  /// The trimmed values; empty if the author left the key empty.
  public var values: [String]
  /// The position of the value, or of the key if there is no value; nil if unknown.
  public var position: SourcePosition?

  /// Creates an entry.
  public init(key: String, values: [String], position: SourcePosition? = nil) {
    self.key = key
    self.values = values
    self.position = position
  }
}

extension TitlePageEntry: Equatable {
  /// Whether two entries have the same key and values.
  ///
  /// Their positions do not matter.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.values == right.values
  }
}

extension [TitlePageEntry] {
  /// Returns all values of the first entry that has one of these keys and at least one value.
  ///
  /// Keys are compared without case.
  public func values(for keys: String...) -> [String] { entry(for: keys)?.values ?? [] }

  /// Returns the first entry that has one of these keys and at least one value.
  /// Keys are compared without case.
  func entry(for keys: [String]) -> TitlePageEntry? {
    let wanted = keys.map { $0.lowercased() }
    return first { wanted.contains($0.key.lowercased()) && !$0.values.isEmpty }
  }
}

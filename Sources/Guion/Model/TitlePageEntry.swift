import Basics

/// A key of a title page with its values, in the order and the spelling of the author.
public struct TitlePageEntry: Sendable {
  /// The key as written; keys are compared without case.
  public var key: String
  /// The values, trimmed; none where the author left the key empty.
  public var values: [String]
  /// Where the value begins, or the key where it has none; nil where nobody said.
  public var position: SourcePosition?

  /// Makes an entry.
  public init(key: String, values: [String], position: SourcePosition? = nil) {
    self.key = key
    self.values = values
    self.position = position
  }
}

extension TitlePageEntry: Equatable {
  /// Whether they say the same, wherever they say it.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.values == right.values
  }
}

extension [TitlePageEntry] {
  /// All values of the first entry with one of these keys that has any, compared without case.
  public func values(for keys: String...) -> [String] { entry(for: keys)?.values ?? [] }

  /// The first entry with one of these keys that has any values, compared without case.
  func entry(for keys: [String]) -> TitlePageEntry? {
    let wanted = keys.map { $0.lowercased() }
    return first { wanted.contains($0.key.lowercased()) && !$0.values.isEmpty }
  }
}

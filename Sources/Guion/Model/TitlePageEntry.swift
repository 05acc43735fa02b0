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

  /// The errors for values that are above the limit of a title, of the keys that have an effect.
  var tooLong: [Diagnostic] {
    filter { Self.usedKeys.contains($0.key.lowercased()) }.compactMap { entry in
      let bytes = entry.values.reduce(0) { $0 + $1.utf8.count }
      guard bytes > InputLimit.title.most else { return nil }
      return Diagnostic(
        code: InputLimit.code, severity: .error,
        message: InputLimit.title.message(of: "\"\(entry.key)\" of the title page"),
        position: entry.position)
    }
  }

  private static var usedKeys: Set<String> {
    [
      "title", "author", "authors", "credit", "language", "lang", "cover", "description", "summary",
      "date", "year", "draft date",
    ]
  }

  /// The first entry with one of these keys that has any values, compared without case.
  func entry(for keys: [String]) -> TitlePageEntry? {
    let wanted = keys.map { $0.lowercased() }
    return first { wanted.contains($0.key.lowercased()) && !$0.values.isEmpty }
  }
}

/// A key of a title page with its values, in the order and the spelling of the author.
public struct TitlePageEntry: Sendable, Equatable {
  /// The key as written; keys are compared without case.
  public var key: String
  /// The values, trimmed; none where the author left the key empty.
  public var values: [String]

  /// Makes an entry.
  public init(key: String, values: [String]) {
    self.key = key
    self.values = values
  }
}

extension [TitlePageEntry] {
  /// All values of the first entry with one of these keys that has any, compared without case.
  public func values(for keys: String...) -> [String] {
    let wanted = keys.map { $0.lowercased() }
    return first { wanted.contains($0.key.lowercased()) && !$0.values.isEmpty }?.values ?? []
  }
}

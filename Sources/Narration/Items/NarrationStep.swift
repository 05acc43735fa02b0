/// A step in reading an element: a spoken item or a pause.
public enum NarrationStep: Sendable, Hashable {
  case item(SpokenItem)
  /// A pause of at least this length, in milliseconds.
  case pause(Int)

  /// The spoken item, or nil for a pause.
  public var item: SpokenItem? { if case .item(let item) = self { item } else { nil } }
}

extension [NarrationStep] {
  /// Whether any step is spoken.
  var hasItems: Bool { contains { $0.item != nil } }
}

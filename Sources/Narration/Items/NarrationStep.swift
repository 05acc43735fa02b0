/// What a rule makes of an element: something said, or a silence that is asked for.
public enum NarrationStep: Sendable, Hashable {
  case item(SpokenItem)
  /// At least this much silence here, in milliseconds.
  case pause(Int)

  /// What is said; nil for a silence.
  public var item: SpokenItem? { if case .item(let item) = self { item } else { nil } }
}

extension [NarrationStep] {
  /// Whether anything is said.
  var areHeard: Bool { contains { $0.item != nil } }
}

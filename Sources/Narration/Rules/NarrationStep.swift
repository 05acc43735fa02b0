/// What a rule makes of an element: something said, or a silence that is asked for.
public enum NarrationStep: Sendable, Hashable {
  case item(SpokenItem)
  /// At least this much silence here, in milliseconds.
  case pause(Int)
}

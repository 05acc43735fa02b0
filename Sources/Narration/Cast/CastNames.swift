import Hablare

/// The names of a cast, among which a misspelt one is looked up.
struct CastNames: Sendable {
  private let index: SpellingIndex

  /// Prepares names and aliases.
  init(of cast: Cast) { index = SpellingIndex(cast.names) }

  /// The name that another one is likely a slip of, or nil if none is near.
  ///
  /// A fifth of the letters may be wrong: nearer names are rather two people (ED, AL).
  func nearest(to name: String) -> String? {
    guard name.count > 2 else { return nil }
    return index.nearest(to: name, within: max(1, name.count / 5))
  }
}

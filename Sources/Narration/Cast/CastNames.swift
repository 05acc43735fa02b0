import Hablare

/// The names of a cast, for finding the right spelling of a misspelt name.
struct CastNames: Sendable {
  private let index: SpellingIndex

  /// Indexes names and aliases.
  init(of cast: Cast) { index = SpellingIndex(cast.names) }

  /// Returns the name that another name is likely a misspelling of, or nil if no name is near.
  ///
  /// At most a fifth of the letters may differ: short names that differ more are two characters (ED, AL).
  func nearest(to name: String) -> String? {
    guard name.count > 2 else { return nil }
    return index.nearest(to: name, within: max(1, name.count / 5))
  }
}

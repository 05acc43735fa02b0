import Hablare

/// The names and aliases of a cast, for finding the right spelling of a misspelt name.
struct CastNames: Sendable {
  private let index: SpellingIndex

  init(of cast: Cast) { index = SpellingIndex(cast.names) }

  /// Returns the name in the cast that is nearest to another name, or nil if no name is near.
  /// A near name differs in one letter, or in at most a fifth of the letters if `name` has ten letters or more. Names
  /// of one or two letters have no near name, because ED and AD are probably two different people.
  func nearest(to name: String) -> String? {
    guard name.count > 2 else { return nil }
    return index.nearest(to: name, within: max(1, name.count / 5))
  }
}

/// The work in a build that a provider charges for.
package struct PaidWork: Sendable, Equatable {
  /// The id of the provider.
  package var providerId: String
  /// The characters to be charged, for lines that are not cached.
  package var characters: Int
  /// The number of lines that are not cached; identical lines are counted once.
  package var lines = 0
  /// The number of lines that are cached from earlier builds.
  package var cachedLines = 0
  /// The characters that would be charged for the cached lines.
  package var cachedCharacters = 0

  /// Creates an entry.
  package init(
    providerId: String, characters: Int = 0, lines: Int = 0, cachedLines: Int = 0,
    cachedCharacters: Int = 0
  ) {
    (self.providerId, self.characters, self.lines) = (providerId, characters, lines)
    (self.cachedLines, self.cachedCharacters) = (cachedLines, cachedCharacters)
  }
}

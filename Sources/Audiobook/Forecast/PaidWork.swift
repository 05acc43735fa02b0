/// What a provider is to be paid for in a build.
public struct PaidWork: Sendable, Equatable {
  /// The provider.
  public var providerId: String
  /// The characters it will charge for lines that nobody has kept.
  public var characters: Int
  /// How many lines these are; lines that are said alike are one.
  public var lines = 0
  /// How many lines are kept from earlier builds.
  public var keptLines = 0
  /// The characters that it would charge for these.
  public var keptCharacters = 0

  /// Makes an entry.
  public init(
    providerId: String, characters: Int = 0, lines: Int = 0, keptLines: Int = 0,
    keptCharacters: Int = 0
  ) {
    (self.providerId, self.characters, self.lines) = (providerId, characters, lines)
    (self.keptLines, self.keptCharacters) = (keptLines, keptCharacters)
  }
}

/// What an account has left of what a provider sells.
public struct VoiceQuota: Sendable, Equatable {
  /// Billed characters left until the next reset.
  public var remaining: Int
  /// Billed characters between two resets; nil where the service does not say.
  public var limit: Int?

  /// Makes a quota.
  public init(remaining: Int, limit: Int? = nil) {
    self.remaining = remaining
    self.limit = limit
  }
}

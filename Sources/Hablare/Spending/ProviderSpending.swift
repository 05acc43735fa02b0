/// What a provider was asked for in a run, as far as it may have to be paid.
public struct ProviderSpending: Sendable, Equatable {
  /// Requests and their characters.
  public struct Amount: Sendable, Equatable {
    /// The number of requests.
    public var requests = 0
    /// Their characters, as the provider charges them; a part of a text may be charged as a fraction.
    public var characters = 0.0

    mutating func add(_ characters: Double) {
      requests += 1
      self.characters += characters
    }

    mutating func remove(_ characters: Double) {
      requests -= 1
      self.characters -= characters
    }
  }

  /// Requests that were answered.
  public var charged = Amount()
  /// Requests that were sent whole and brought no usable answer: they may have been charged.
  public var lost = Amount()
  /// Requests that are on their way.
  public var inFlight = Amount()

  /// The characters of all of these.
  public var characters: Double { charged.characters + lost.characters + inFlight.characters }
}

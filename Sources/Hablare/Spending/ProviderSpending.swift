/// The requests of a run to one provider, as far as they may have to be paid for.
public struct ProviderSpending: Sendable, Equatable {
  /// Requests and their characters.
  public struct Amount: Sendable, Equatable {
    /// The number of requests.
    public var requests = 0
    /// Their characters, as the provider charges them; a character can count as a fraction, such as 0.5.
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
  /// Requests that were sent completely but got no usable answer; they may have been charged.
  public var lost = Amount()
  /// Requests in progress.
  public var inFlight = Amount()

  /// The characters of all these requests.
  public var characters: Double { charged.characters + lost.characters + inFlight.characters }
}

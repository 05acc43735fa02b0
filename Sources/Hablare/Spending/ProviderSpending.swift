/// The requests that a run sends to one provider and that may cost money.
public struct ProviderSpending: Sendable, Equatable {
  /// A number of requests, and their characters.
  public struct Amount: Sendable, Equatable {
    /// The number of requests.
    public var requests = 0
    /// The characters of the requests, as the provider charges them.
    ///
    /// A provider can count a character as a fraction, such as 0.5.
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
  /// Requests that were sent completely but got no usable answer.
  ///
  /// The provider may have charged them.
  public var lost = Amount()
  /// Requests in progress.
  public var inFlight = Amount()

  /// The characters of all these requests.
  public var characters: Double { charged.characters + lost.characters + inFlight.characters }
}

import Synchronization

/// Counts the characters that a run pays for, and stops the run before it exceeds its limit.
///
/// One meter serves all providers of a run. Each provider reserves the characters of a request
/// before it sends the request, and records the outcome afterwards. Therefore concurrent requests
/// together cannot exceed the limit.
public final class SpendingMeter: Sendable {
  /// The outcome of a reserved request.
  enum Outcome: Sendable {
    /// The provider answered with the requested audio.
    case charged
    /// The provider refused the request, or never received it.
    case free
    /// The request was sent completely but got no usable answer. The provider may have charged it.
    case lost
  }

  private let limit: Double?
  private let prices: [String: ProviderPrices]
  private let totals = Mutex<[String: ProviderSpending]>([:])
  private let refused = Atomic<Bool>(false)

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - limit: the maximum cost of all providers together, in the currency of the prices; nil
  ///     means no limit.
  ///   - prices: the prices of each provider, keyed by the provider's id.
  public init(limit: Double? = nil, prices: [String: ProviderPrices] = [:]) {
    self.limit = limit
    self.prices = prices
  }

  /// The requests to each provider so far, keyed by the provider's id.
  public var spending: [String: ProviderSpending] { totals.withLock(\.self) }

  /// Whether a request was not sent because of the limit.
  public var isLimitReached: Bool { refused.load(ordering: .relaxed) }

  /// Returns the account on which a provider reserves its requests.
  public func account(of providerId: String) -> SpendingAccount {
    SpendingAccount(meter: self, providerId: providerId)
  }

  /// Reserves the characters of a request before it is sent.
  /// Throws `VoiceProviderError.costLimit` if the request could exceed the run's limit.
  func reserve(_ characters: Double, for id: String) throws(VoiceProviderError) {
    let reason = totals.withLock { totals -> String? in
      if let reason = refusal(of: characters, for: id, after: totals) { return reason }
      totals[id, default: ProviderSpending()].inFlight.add(characters)
      return nil
    }
    guard let reason else { return }
    refused.store(true, ordering: .relaxed)
    throw .costLimit(reason)
  }

  /// Records the outcome of a reserved request.
  func settle(_ characters: Double, for id: String, as outcome: Outcome) {
    totals.withLock { totals in
      totals[id]?.inFlight.remove(characters)
      switch outcome {
      case .charged: totals[id]?.charged.add(characters)
      case .lost: totals[id]?.lost.add(characters)
      case .free: break
      }
    }
  }

  /// Returns why a request must not be sent; nil if it can be sent.
  private func refusal(
    of characters: Double, for id: String, after totals: [String: ProviderSpending]
  ) -> String? {
    guard let limit, characters > 0 else { return nil }
    guard let price = prices[id] else {
      return "the price of \(id) is unknown, so the cost limit cannot be checked; "
        + "add \"prices\" to the settings of \(id)"
    }
    let others = totals.keys.filter { totals[$0]?.characters ?? 0 > 0 }
    if let other = others.compactMap({ prices[$0]?.currency }).first(where: { $0 != price.currency }
    ) {
      return "the run pays in \(other) and \(price.currency), so its total cost is unknown; "
        + "give all prices in one currency"
    }
    let spent = totals.reduce(0) { sum, entry in
      sum + (prices[entry.key]?.cost(of: entry.value.characters) ?? 0)
    }
    let cost = price.cost(of: characters)
    // The tolerance allows for rounding errors in the sum.
    guard spent + cost - limit > 1e-9 else { return nil }
    return "the next request would cost \(price.text(of: cost)); the run has used "
      + "\(price.text(of: spent)) of \(price.text(of: limit))"
  }
}

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

/// A provider's access to a run's meter.
///
/// The provider reserves the characters of each request that may cost money.
public struct SpendingAccount: Sendable {
  private let meter: SpendingMeter?
  private let providerId: String

  /// The account for a provider outside of a run.
  ///
  /// It counts nothing and has no limit.
  public static let uncounted = SpendingAccount(meter: nil, providerId: "")

  init(meter: SpendingMeter?, providerId: String) {
    (self.meter, self.providerId) = (meter, providerId)
  }

  /// Runs work that a provider charges for, such as a run of a program.
  /// If the work could exceed the run's limit, it is not started, and
  /// `VoiceProviderError.costLimit` is thrown. Work that fails after it has started is recorded as
  /// possibly charged.
  package func paying<Value>(
    for characters: Int, _ work: () async throws -> Value
  ) async throws -> Value {
    let reservation = try reserve(Double(characters))
    do {
      let value = try await work()
      reservation.settle(as: .charged)
      return value
    } catch {
      reservation.settle(as: Self.mayBeCharged(error) ? .lost : .free)
      throw error
    }
  }

  /// Returns whether the work may have started before it failed.
  /// Work that never started is not charged.
  private static func mayBeCharged(_ error: any Error) -> Bool {
    switch error as? VoiceProviderError {
    case .voiceNotFound, .voiceNotInstalled, .notSupported, .invalidRequest, .textTooLong,
      .engineUnavailable:
      false
    default: true
    }
  }

  /// Reserves the characters of a request.
  /// The caller must settle the reservation exactly once.
  /// Throws `VoiceProviderError.costLimit` if the request could exceed the run's limit.
  func reserve(_ characters: Double) throws(VoiceProviderError) -> SpendingReservation {
    try meter?.reserve(characters, for: providerId)
    return SpendingReservation(meter: meter, providerId: providerId, characters: characters)
  }

  /// The characters of one request in progress.
  struct SpendingReservation: Sendable {
    fileprivate let meter: SpendingMeter?
    fileprivate let providerId: String
    fileprivate let characters: Double

    /// Records the outcome of the request.
    func settle(as outcome: SpendingMeter.Outcome) {
      meter?.settle(characters, for: providerId, as: outcome)
    }
  }
}

/// The prices that a provider charges.
public struct ProviderPrices: Sendable, Equatable {
  /// The price of 1,000 billed characters, in `currency`.
  public var perThousandCharacters: Double
  /// The currency, such as `USD`.
  public var currency: String

  /// Creates prices.
  public init(perThousandCharacters: Double, currency: String) {
    self.perThousandCharacters = perThousandCharacters
    self.currency = currency
  }
}

extension ProviderPrices {
  /// Returns the cost of characters, in `currency`.
  package func cost(of characters: Double) -> Double {
    // The division comes last, so that 10,000 characters at 0.3 cost exactly 3.
    characters * perThousandCharacters / 1000
  }

  /// Returns an amount with two to four decimals and the currency: `0.0312 USD`.
  package func text(of amount: Double) -> String {
    let units = Int(exactly: (amount * 10_000).rounded()) ?? .max
    var decimals = String(units % 10_000 + 10_000).dropFirst()
    while decimals.count > 2, decimals.last == "0" { decimals = decimals.dropLast() }
    return "\(units / 10_000).\(decimals) \(currency)"
  }
}

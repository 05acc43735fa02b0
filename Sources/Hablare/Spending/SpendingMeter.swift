import Synchronization

/// Counts the characters that a run pays for, and stops the run before it costs more than it may.
///
/// One meter serves all providers of a run. Each provider reserves the characters of a request
/// before it sends the request, and says afterwards what became of it. So no caller can spend past
/// the limit, whatever it has planned.
public final class SpendingMeter: Sendable {
  /// What became of a request that was reserved.
  enum Outcome: Sendable {
    /// The provider answered with what was asked for.
    case charged
    /// The provider refused, or never got the request.
    case free
    /// The request was sent whole and brought no usable answer: it may have been charged.
    case lost
  }

  private let limit: Double?
  private let prices: [String: ProviderPrices]
  private let totals = Mutex<[String: ProviderSpending]>([:])
  private let refused = Atomic<Bool>(false)

  /// Makes a meter.
  ///
  /// - Parameters:
  ///   - limit: the most that all providers together may cost, in the currency of the prices; nil
  ///     for no limit.
  ///   - prices: what each provider charges, by its id.
  public init(limit: Double? = nil, prices: [String: ProviderPrices] = [:]) {
    self.limit = limit
    self.prices = prices
  }

  /// What each provider was asked for so far, by its id.
  public var spending: [String: ProviderSpending] { totals.withLock(\.self) }

  /// Whether a request was not sent because of the limit.
  public var isLimitReached: Bool { refused.load(ordering: .relaxed) }

  /// The account that a provider reserves its requests on.
  public func account(of providerId: String) -> SpendingAccount {
    SpendingAccount(meter: self, providerId: providerId)
  }

  /// Reserves the characters of a request that is about to be sent.
  ///
  /// Throws `VoiceProviderError.costLimit` if the request could take the run above its limit.
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

  /// Says what became of a request that was reserved.
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

  /// Why a request must not be sent; nil if it may be.
  private func refusal(
    of characters: Double, for id: String, after totals: [String: ProviderSpending]
  ) -> String? {
    guard let limit, characters > 0 else { return nil }
    guard let price = prices[id] else {
      return "the price of \(id) is unknown, so the run cannot stay below its limit"
    }
    let others = totals.keys.filter { totals[$0]?.characters ?? 0 > 0 }
    if let other = others.compactMap({ prices[$0]?.currency }).first(where: { $0 != price.currency }
    ) {
      return "the run pays in \(other) and \(price.currency), so its cost has no sum"
    }
    let spent = totals.reduce(0) { sum, entry in
      sum + (prices[entry.key]?.cost(of: entry.value.characters) ?? 0)
    }
    let cost = price.cost(of: characters)
    // A sum of prices is not exact to the last bit.
    guard spent + cost - limit > 1e-9 else { return nil }
    return "the next request would cost \(price.text(of: cost)); the run has cost "
      + "\(price.text(of: spent)) of \(price.text(of: limit))"
  }
}

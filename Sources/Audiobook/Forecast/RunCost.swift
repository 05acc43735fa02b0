import Basics
public import Hablare

/// What a run costs, as far as the user has said what providers charge.
public struct RunCost: Sendable, Equatable {
  /// What one provider is to be paid.
  public struct Entry: Sendable, Equatable {
    /// What for.
    public var work: PaidWork
    /// The price; nil where the user has said none.
    public var price: ProviderPrices?
    /// What the account has left; nil where the provider does not tell.
    public var quota: VoiceQuota?

    /// What the characters cost, in the currency of the price; nil without one.
    public var cost: Double? { price.map { $0.cost(of: Double(work.characters)) } }
    /// What the kept lines would have cost, likewise.
    public var savedCost: Double? { price.map { $0.cost(of: Double(work.keptCharacters)) } }
  }

  /// Why a run must not begin.
  public enum Refusal: Sendable, Equatable {
    /// It costs more than it may.
    case above(cost: Double, limit: Double, currency: String)
    /// What these providers charge is not known.
    case unpriced([String])
    /// Its costs are in several currencies, so that there is no sum to compare.
    case currencies([String])
  }

  /// Every provider that is paid, sorted by id.
  public var entries: [Entry]

  /// Puts prices and quotas, by provider, to what is to be paid for.
  public init(
    _ work: [PaidWork], prices: [String: ProviderPrices], quotas: [String: VoiceQuota] = [:]
  ) {
    entries = work.map {
      Entry(work: $0, price: prices[$0.providerId], quota: quotas[$0.providerId])
    }
  }

  /// What is to be paid in each currency, sorted by it; of what has no price nothing is said.
  public var totals: [(currency: String, cost: Double)] {
    var sums: [String: Double] = [:]
    for entry in entries {
      guard let price = entry.price, let cost = entry.cost else { continue }
      sums[price.currency, default: 0] += cost
    }
    return sums.sorted { $0.key < $1.key }.map { (currency: $0.key, cost: $0.value) }
  }

  /// Why the run must not begin where it may cost no more than a limit; nil where it may.
  public func refusal(above limit: Double) -> Refusal? {
    let due = entries.filter { $0.work.characters > 0 }
    let unpriced = due.filter { $0.price == nil }.map(\.work.providerId)
    if !unpriced.isEmpty { return .unpriced(unpriced) }
    let currencies = Set(due.compactMap(\.price?.currency)).sorted()
    guard let currency = currencies.first else { return nil }
    if currencies.count > 1 { return .currencies(currencies) }
    let cost = due.reduce(0) { $0 + ($1.cost ?? 0) }
    // A sum of prices is not exact to the last bit.
    return cost - limit > 1e-9 ? .above(cost: cost, limit: limit, currency: currency) : nil
  }
}

extension RunCost.Refusal: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .above(let cost, let limit, let currency):
      "the run would cost \(Quantity.money(cost, currency)), and may cost "
        + Quantity.money(limit, currency)
    case .unpriced(let ids):
      "what \(ids.joined(separator: " and ")) would cost is not known; \"prices\" in the user "
        + "configuration say it"
    case .currencies(let currencies):
      "the prices are in \(currencies.joined(separator: " and ")), and have no sum"
    }
  }
}

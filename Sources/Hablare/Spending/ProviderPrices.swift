/// What a provider charges.
public struct ProviderPrices: Sendable, Equatable {
  /// The price of 1,000 billed characters, in `currency`.
  public var perThousandCharacters: Double
  /// The currency, such as `USD`.
  public var currency: String

  /// Makes prices.
  public init(perThousandCharacters: Double, currency: String) {
    self.perThousandCharacters = perThousandCharacters
    self.currency = currency
  }
}

extension ProviderPrices {
  /// The cost of characters, in `currency`.
  package func cost(of characters: Double) -> Double {
    // The division last: 10,000 characters at 0.3 are 3, and not a little more.
    characters * perThousandCharacters / 1000
  }

  /// An amount with four decimals at most, and at least two, and the currency: `0.0312 USD`.
  package func text(of amount: Double) -> String {
    let units = Int(exactly: (amount * 10_000).rounded()) ?? .max
    var decimals = String(units % 10_000 + 10_000).dropFirst()
    while decimals.count > 2, decimals.last == "0" { decimals = decimals.dropLast() }
    return "\(units / 10_000).\(decimals) \(currency)"
  }
}

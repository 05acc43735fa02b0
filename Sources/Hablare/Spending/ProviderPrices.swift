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

/// What a run may cost (`--max-cost`).
enum CostLimit {
  /// The limit in the currency of the prices; nil where there is none.
  static func amount(_ arguments: Arguments) throws(UsageError) -> Double? {
    guard let text = arguments[.maxCost] else { return nil }
    guard let cost = Double(text), cost.isFinite, cost >= 0 else {
      throw UsageError("--max-cost \(text): a number from 0, such as 2.50")
    }
    return cost
  }
}

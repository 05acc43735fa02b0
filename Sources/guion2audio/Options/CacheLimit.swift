import Hablare

/// The size that the clip cache may have (`--cache-limit`).
enum CacheLimit {
  /// The limit in bytes: what was typed, else the user's own, else 2 GiB.
  static func bytes(_ arguments: Arguments) throws(UsageError) -> Int {
    guard let text = arguments[.cacheLimit] else { return ClipCache.defaultLimit }
    guard let bytes = bytes(text) else {
      throw UsageError("--cache-limit \(text): a size such as 500M or 10G")
    }
    return bytes
  }

  /// `500M`, `2G`, `0`: bytes, or units of 1024; nil if a text is no size.
  static func bytes(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0,
      case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1), !overflow
    else { return nil }
    return bytes
  }

  /// What a cache has to say; of clips that were paid for, with what they cost.
  static func words(_ notice: StoreNotice, prices: [String: ProviderPrices]) -> String {
    guard case .paidClipsRemoved(let holdings, let limit) = notice else { return "\(notice)" }
    let parts = holdings.map { holding in
      let id = holding.providerId ?? "an unknown provider"
      return "\(Summary.count(holding.count, "clip")) of \(id)"
        + (cost(of: holding, prices).map { " (\($0))" } ?? "")
    }
    return "the clip cache is larger than its limit of \(Summary.size(limit)): removed "
      + parts.joined(separator: " and ")
      + ", to be paid for again when needed; --cache-limit raises the limit"
  }

  /// What the clips of a provider cost: money if the user has set a price, else characters.
  static func cost(of holding: ClipHolding, _ prices: [String: ProviderPrices]) -> String? {
    guard holding.characters > 0 else { return nil }
    guard let price = holding.providerId.flatMap({ prices[$0] }) else {
      return "\(holding.characters) characters"
    }
    return Summary.money(price.cost(of: Double(holding.characters)), price.currency)
  }
}

import Basics
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
}

/// How much memory a run may take with the models of natural voices (`--memory`).
enum MemoryLimit {
  /// The limit: what was typed, else the user's own, else a quarter of the machine's memory.
  static func memory(_ arguments: Arguments) throws(UsageError) -> VoiceMemory {
    guard let text = arguments[.memory] else { return VoiceMemory() }
    guard let bytes = CacheLimit.bytes(text), bytes > 0 else {
      throw UsageError("--memory \(text): a size such as 600M or 4G")
    }
    return VoiceMemory(bytes: bytes)
  }
}

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

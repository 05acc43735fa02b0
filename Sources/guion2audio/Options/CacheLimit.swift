import Basics
import Hablare

/// The size limit of the clip cache (`--cache-limit`).
enum CacheLimit {
  /// Returns the limit in bytes: the typed value, else the user's default, else 2 GiB.
  static func bytes(_ arguments: Arguments) throws(UsageError) -> Int {
    guard let text = arguments[.cacheLimit] else { return ClipCache.defaultLimit }
    guard let bytes = bytes(text) else {
      throw UsageError("--cache-limit \(text): expected a size such as 500M or 10G")
    }
    return bytes
  }

  /// Returns the size in bytes that a text such as `500M` or `2G` means, or nil if it is not a size.
  /// Units are powers of 1024. Without a unit, the number is in bytes.
  static func bytes(_ text: String) -> Int? {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= 0,
      case let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1), !overflow
    else { return nil }
    return bytes
  }
}

/// The memory limit of a run, including the models of natural voices (`--memory`).
enum MemoryLimit {
  /// Returns the limit: the typed value, else the user's default, else a quarter of the machine's memory.
  static func memory(_ arguments: Arguments) throws(UsageError) -> VoiceMemory {
    guard let text = arguments[.memory] else { return VoiceMemory() }
    guard let bytes = CacheLimit.bytes(text), bytes > 0 else {
      throw UsageError("--memory \(text): expected a size such as 600M or 4G")
    }
    return VoiceMemory(bytes: bytes)
  }
}

/// The cost limit of a run (`--max-cost`).
enum CostLimit {
  /// Returns the limit in the currency of the prices, or nil if none is set.
  static func amount(_ arguments: Arguments) throws(UsageError) -> Double? {
    guard let text = arguments[.maxCost] else { return nil }
    guard let cost = Double(text), cost.isFinite, cost >= 0 else {
      throw UsageError("--max-cost \(text): expected a number of 0 or more, such as 2.50")
    }
    return cost
  }
}

import Audiobook
import Basics
import Foundation
import Guion
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

struct LicenceFilter {
  /// The word for every licence that allows commercial use.
  private static let commercial = "commercial"

  private let words: String

  /// Creates the filter, or returns nil if the option is not set.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments[.licence] else { return nil }
    guard !text.isEmpty else {
      throw UsageError("--licence needs a part of a licence name, or the word commercial")
    }
    words = text.lowercased()
  }

  /// Returns whether a licence passes the filter.
  /// A missing licence never passes.
  func accepts(_ licence: VoiceLicence?) -> Bool {
    guard let licence else { return false }
    if words == Self.commercial { return licence.commercialUse == .yes }
    return licence.name.lowercased().contains(words)
  }
}

/// The range of `--pitch`: the fundamental frequency of a voice, in hertz.
struct PitchRange {
  private let bounds: ClosedRange<Double>

  /// Creates the range, or returns nil if the option is not set.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let text = arguments[.pitch] else { return nil }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends != ["", ""],
      let low = Self.hertz(ends[0], otherwise: 0),
      let high = Self.hertz(ends[1], otherwise: .infinity), low <= high
    else {
      throw UsageError("--pitch \(text): expected a range of hertz such as 90-140, -120 or 200-")
    }
    bounds = low...high
  }

  private static func hertz(_ text: String, otherwise: Double) -> Double? {
    if text.isEmpty { return otherwise }
    guard let value = Double(text), value.isFinite, value >= 0 else { return nil }
    return value
  }

  func contains(_ hertz: Double) -> Bool { bounds.contains(hertz) }
}

/// The number of processors that this process may use, from its affinity and the quota of its control group.
enum ProcessorCount {
  static var available: Int {
    max(1, min(ProcessInfo.processInfo.activeProcessorCount, quota ?? Int.max))
  }

  /// The quota in whole processors, rounded up, or nil if there is no quota.
  /// The quota is read from `cpu.max` (control groups v2), or from the two files of v1 if `cpu.max` does not exist.
  private static var quota: Int? {
    if let limits = words(of: "/sys/fs/cgroup/cpu.max"), limits.count == 2 {
      return processors(limits[0], limits[1])
    }
    let folder = "/sys/fs/cgroup/cpu/cpu.cfs_"
    guard let quota = words(of: folder + "quota_us")?.first,
      let period = words(of: folder + "period_us")?.first
    else { return nil }
    return processors(quota, period)
  }

  private static func processors(_ quota: Int?, _ period: Int?) -> Int? {
    guard let quota, let period, quota > 0, period > 0 else { return nil }
    return (quota + period - 1) / period
  }

  /// Returns the words of a file as numbers, with nil for a word that is not a number, such as `max`.
  private static func words(of path: String) -> [Int?]? {
    guard let bytes = try? SourceFile.bytes(of: path) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map {
      Int($0)
    }
  }
}

/// The value of `--shard`: a shard by number, or `auto` for the shard that the job's environment names.
enum ShardOption {
  /// Returns the shard.
  /// Throws if the text is not a shard, or if it is `auto` and the environment names no shard.
  static func shard(
    _ text: String, environment: [String: String]
  ) throws(UsageError) -> Shard {
    if text == "auto" { return try JobArray.shard(in: environment) }
    guard let shard = Shard(text) else {
      throw UsageError(
        "--shard \(text): expected I/N with I from 1 to N and N at most \(Shard.largestCount), or auto"
      )
    }
    return shard
  }
}

import Foundation
import Guion

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

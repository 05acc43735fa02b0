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

/// The environment variables with which a scheduler numbers the jobs of an array.
private struct JobArray {
  /// The source of the first job's number.
  enum First {
    case number(Int)
    case variable(String)
  }

  /// The source of the number of jobs.
  enum Count {
    case variable(String)
    /// A variable with the number of the last job.
    case last(String)
    /// The scheduler sets no variable, so the author of the job must set `countVariable`.
    case setByAuthor
  }

  /// The variable with the job's number.
  var index: String
  /// The value of the variable `index` outside arrays, if the scheduler sets the variable there.
  var valueOutsideArrays: String?
  var first: First
  var count: Count
  /// The variable with the distance between the numbers of successive jobs.
  /// Without it, the distance is 1.
  var step: String?
  /// The variable with the number of the last job, if `count` comes from another variable.
  var last: String?

  /// The variable with the number of jobs, for schedulers that do not set it.
  static let countVariable = "GUION2AUDIO_SHARDS"

  /// The known schedulers, with the variables that each sets.
  /// The variables of Slurm and GNU parallel were checked in practice. The other variables come from the schedulers'
  /// documentation.
  /// A Slurm array comes first, because each of its jobs also looks like the only task of its own step.
  static let known = [
    JobArray(
      index: "SLURM_ARRAY_TASK_ID", first: .variable("SLURM_ARRAY_TASK_MIN"),
      count: .variable("SLURM_ARRAY_TASK_COUNT"), step: "SLURM_ARRAY_TASK_STEP",
      last: "SLURM_ARRAY_TASK_MAX"),
    JobArray(index: "JOB_COMPLETION_INDEX", first: .number(0), count: .setByAuthor),
    JobArray(index: "CI_NODE_INDEX", first: .number(1), count: .variable("CI_NODE_TOTAL")),
    JobArray(
      index: "CIRCLE_NODE_INDEX", first: .number(0), count: .variable("CIRCLE_NODE_TOTAL")),
    JobArray(
      index: "BUILDKITE_PARALLEL_JOB", first: .number(0),
      count: .variable("BUILDKITE_PARALLEL_JOB_COUNT")),
    JobArray(
      index: "AWS_BATCH_JOB_ARRAY_INDEX", first: .number(0),
      count: .variable("AWS_BATCH_JOB_ARRAY_SIZE")),
    JobArray(
      index: "SGE_TASK_ID", valueOutsideArrays: "undefined", first: .variable("SGE_TASK_FIRST"),
      count: .last("SGE_TASK_LAST"), step: "SGE_TASK_STEPSIZE"),
    JobArray(index: "PBS_ARRAY_INDEX", first: .number(1), count: .setByAuthor),
    JobArray(index: "PBS_ARRAYID", first: .number(1), count: .setByAuthor),
    JobArray(
      index: "LSB_JOBINDEX", valueOutsideArrays: "0", first: .number(1),
      count: .last("LSB_JOBINDEX_END"),
      step: "LSB_JOBINDEX_STEP"),
    JobArray(index: "PARALLEL_SEQ", first: .number(1), count: .setByAuthor),
    JobArray(
      index: "OMPI_COMM_WORLD_RANK", first: .number(0), count: .variable("OMPI_COMM_WORLD_SIZE")),
    JobArray(index: "SLURM_PROCID", first: .number(0), count: .variable("SLURM_NTASKS")),
  ]

  static func shard(in environment: [String: String]) throws(UsageError) -> Shard {
    let set = known.first { array in
      environment[array.index].map { !$0.isEmpty && $0 != array.valueOutsideArrays } ?? false
    }
    guard let set else {
      let isGitHub = environment["GITHUB_ACTIONS"]?.isEmpty == false
      throw UsageError(
        "--shard auto: no environment variable has the number of this job; set the shard with "
          + (isGitHub
            ? "--shard ${{ matrix.shard }}/${{ strategy.job-total }}" : "--shard I/N"))
    }
    if set.index == "SLURM_PROCID", environment["SLURM_JOB_ID"] != nil,
      environment["SLURM_STEP_ID"] == nil
    {
      throw UsageError(
        "--shard auto: a Slurm batch script always runs as task 0; start the program with srun, "
          + "which runs it once for each task")
    }
    return try set.shard(environment)
  }

  private func shard(_ environment: [String: String]) throws(UsageError) -> Shard {
    let number = try value(index, environment)
    let first = try firstNumber(environment)
    let step = max(1, try optionalValue(step, environment) ?? 1)
    let (count, source) = try jobCount(environment, first, step)
    guard (1...Shard.largestCount).contains(count) else {
      throw UsageError(
        "--shard auto: according to \(source) there are \(count) jobs, but a book can have 1 to "
          + "\(Shard.largestCount) shards; correct \(source), or set the shard with --shard I/N")
    }
    // If the jobs are a list such as 1,5,7, the rank of a job in the list is unknown.
    if let last = try optionalValue(last, environment), last != first + (count - 1) * step {
      throw UsageError(
        "--shard auto: the \(count) jobs from \(first) to \(last) are not evenly numbered; number them "
          + "without gaps, or set the shard with --shard I/N")
    }
    // One job of a larger array was probably started again. As shard 1/1 it would build the whole book.
    if case .variable = self.first, count == 1, !(0...1).contains(number) {
      throw UsageError(
        "--shard auto: this job array has only job \(number) (a rerun?); set the shard with --shard I/N"
      )
    }
    let (rank, rest) = (number - first).quotientAndRemainder(dividingBy: step)
    guard rest == 0, number >= first, let shard = Shard(index: rank + 1, count: count) else {
      throw UsageError(
        "--shard auto: \(index) is \(number), but the \(count) jobs have the numbers \(first) to "
          + "\(first + (count - 1) * step)" + (step > 1 ? " in steps of \(step)" : "")
          + "; set the shard with --shard I/N")
    }
    return shard
  }

  private func firstNumber(_ environment: [String: String]) throws(UsageError) -> Int {
    switch first {
    case .number(let number): number
    case .variable(let name): try value(name, environment)
    }
  }

  /// Returns the number of jobs, and the variable that it comes from.
  private func jobCount(
    _ environment: [String: String], _ first: Int, _ step: Int
  ) throws(UsageError) -> (Int, source: String) {
    let authorCount = try optionalValue(Self.countVariable, environment)
    let (name, schedulerCount): (String?, Int?) =
      switch count {
      case .setByAuthor: (nil, nil)
      case .variable(let name): (name, try optionalValue(name, environment))
      case .last(let name):
        (name, try optionalValue(name, environment).map { ($0 - first) / step + 1 })
      }
    guard let count = schedulerCount ?? authorCount else {
      let names = [name, Self.countVariable].compactMap(\.self).joined(separator: " or ")
      throw UsageError(
        "--shard auto: \(index) has the number of this job, but the number of jobs is unknown; set "
          + "\(names), or set the shard with --shard I/N")
    }
    let source = schedulerCount == nil ? Self.countVariable : name ?? Self.countVariable
    if let authorCount, authorCount != count {
      throw UsageError(
        "--shard auto: according to \(source) there are \(count) jobs, but \(Self.countVariable) is "
          + "\(authorCount); make the two numbers equal, or unset \(Self.countVariable)")
    }
    return (count, source)
  }

  private func optionalValue(
    _ name: String?, _ environment: [String: String]
  ) throws(UsageError) -> Int? {
    guard let name, environment[name]?.isEmpty == false else { return nil }
    return try value(name, environment)
  }

  /// The range of accepted numbers.
  /// No scheduler exceeds it, and arithmetic with larger numbers could overflow.
  private static let numbers = -1_000_000_000...1_000_000_000

  private func value(
    _ name: String, _ environment: [String: String]
  ) throws(UsageError) -> Int {
    guard let text = environment[name], let number = Int(text), Self.numbers.contains(number) else {
      let found = environment[name].map { "it is \"\($0)\"" } ?? "it is not set"
      throw UsageError(
        "--shard auto: \(name) must be a number, but \(found); set the shard with --shard I/N")
    }
    return number
  }
}

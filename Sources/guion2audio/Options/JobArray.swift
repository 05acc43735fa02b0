import Audiobook

/// A scheduler's way to tell a job which of many it is.
struct JobArray {
  /// Where the number of the first job is from.
  enum First {
    case number(Int)
    case variable(String)
  }

  /// Where the number of jobs is from.
  enum Count {
    case variable(String)
    /// A variable with the number of the last job.
    case last(String)
    /// The scheduler does not say it: whoever writes the job does.
    case said
  }

  /// The variable with the job's number.
  var index: String
  /// What that variable says outside of arrays.
  var outside: String?
  var first: First
  var count: Count
  /// The variable with the distance between the numbers of two jobs; 1 where there is none.
  var step: String?
  /// The variable with the number of the last job, where the count is another one's.
  var last: String?

  /// Says how many jobs there are where the scheduler does not.
  static let countVariable = "GUION2AUDIO_SHARDS"

  /// Schedulers, with the variables that each sets (Slurm's and GNU parallel's as measured, the others'
  /// from their documentation).
  ///
  /// An array of Slurm comes first: each of its jobs is the first and only task of a step of its own.
  static let known = [
    JobArray(
      index: "SLURM_ARRAY_TASK_ID", first: .variable("SLURM_ARRAY_TASK_MIN"),
      count: .variable("SLURM_ARRAY_TASK_COUNT"), step: "SLURM_ARRAY_TASK_STEP",
      last: "SLURM_ARRAY_TASK_MAX"),
    JobArray(index: "JOB_COMPLETION_INDEX", first: .number(0), count: .said),
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
      index: "SGE_TASK_ID", outside: "undefined", first: .variable("SGE_TASK_FIRST"),
      count: .last("SGE_TASK_LAST"), step: "SGE_TASK_STEPSIZE"),
    JobArray(index: "PBS_ARRAY_INDEX", first: .number(1), count: .said),
    JobArray(index: "PBS_ARRAYID", first: .number(1), count: .said),
    JobArray(
      index: "LSB_JOBINDEX", outside: "0", first: .number(1), count: .last("LSB_JOBINDEX_END"),
      step: "LSB_JOBINDEX_STEP"),
    JobArray(index: "PARALLEL_SEQ", first: .number(1), count: .said),
    JobArray(
      index: "OMPI_COMM_WORLD_RANK", first: .number(0), count: .variable("OMPI_COMM_WORLD_SIZE")),
    JobArray(index: "SLURM_PROCID", first: .number(0), count: .variable("SLURM_NTASKS")),
  ]

  /// The share of the job that an environment is of.
  static func shard(in environment: [String: String]) throws(UsageError) -> Shard {
    let set = known.first { array in
      environment[array.index].map { !$0.isEmpty && $0 != array.outside } ?? false
    }
    guard let set else {
      throw UsageError(
        "--shard auto: no variable of the environment says which of many jobs this is; --shard I/N does"
      )
    }
    if set.index == "SLURM_PROCID", environment["SLURM_JOB_ID"] != nil,
      environment["SLURM_STEP_ID"] == nil
    {
      throw UsageError(
        "--shard auto: a batch script of Slurm is task 0 however many it asks for; srun starts the "
          + "program once for each")
    }
    return try set.shard(environment)
  }

  private func shard(_ environment: [String: String]) throws(UsageError) -> Shard {
    let number = try value(index, environment)
    let first = try firstNumber(environment)
    let step = max(1, try optionalValue(step, environment) ?? 1)
    let count = try jobCount(environment, first, step)
    guard (1...Shard.largestCount).contains(count) else {
      throw UsageError(
        "--shard auto: there are \(count) jobs, and a book has from 1 to \(Shard.largestCount) shares"
      )
    }
    // Of a list such as 1,5,9 nothing says which place a job has in it.
    if let last = try optionalValue(last, environment), last != first + (count - 1) * step {
      throw UsageError(
        "--shard auto: \(count) jobs from \(first) to \(last) have no regular numbers; number them "
          + "without gaps, or say --shard I/N")
    }
    // Somebody runs one job of an array again: as 1/1 it would build the whole book.
    if case .variable = self.first, count == 1, !(0...1).contains(number) {
      throw UsageError(
        "--shard auto: the only job has the number \(number), as one that is run again has; "
          + "--shard I/N says which one of how many it is")
    }
    let (rank, rest) = (number - first).quotientAndRemainder(dividingBy: step)
    guard rest == 0, number >= first, let shard = Shard(index: rank + 1, count: count) else {
      throw UsageError(
        "--shard auto: \(index) is \(number), which is not one of \(count) jobs numbered from \(first) "
          + "in steps of \(step); --shard I/N says which one it is")
    }
    return shard
  }

  private func firstNumber(_ environment: [String: String]) throws(UsageError) -> Int {
    switch first {
    case .number(let number): number
    case .variable(let name): try value(name, environment)
    }
  }

  private func jobCount(
    _ environment: [String: String], _ first: Int, _ step: Int
  ) throws(UsageError) -> Int {
    let said = try optionalValue(Self.countVariable, environment)
    let (name, told): (String?, Int?) =
      switch count {
      case .said: (nil, nil)
      case .variable(let name): (name, try optionalValue(name, environment))
      case .last(let name):
        (name, try optionalValue(name, environment).map { ($0 - first) / step + 1 })
      }
    guard let count = told ?? said else {
      let names = [name, Self.countVariable].compactMap(\.self).joined(separator: " or ")
      throw UsageError(
        "--shard auto: \(index) says which job this is, and nothing says how many there are: set "
          + "\(names), or say --shard I/N")
    }
    if let said, said != count {
      throw UsageError(
        "--shard auto: there are \(count) jobs, and \(Self.countVariable) says \(said); --shard I/N "
          + "outweighs both")
    }
    return count
  }

  private func optionalValue(
    _ name: String?, _ environment: [String: String]
  ) throws(UsageError) -> Int? {
    guard let name, environment[name]?.isEmpty == false else { return nil }
    return try value(name, environment)
  }

  /// What no scheduler goes beyond; larger numbers might not fit when they are reckoned with.
  private static let numbers = -1_000_000_000...1_000_000_000

  private func value(
    _ name: String, _ environment: [String: String]
  ) throws(UsageError) -> Int {
    guard let text = environment[name], let number = Int(text), Self.numbers.contains(number) else {
      let found = environment[name].map { "it is \"\($0)\"" } ?? "it is not set"
      throw UsageError(
        "--shard auto: \(name) is to be a number, and \(found); --shard I/N needs none")
    }
    return number
  }
}

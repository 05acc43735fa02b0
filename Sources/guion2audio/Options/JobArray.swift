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
  var first: First
  var count: Count
  /// The variable with the distance between the numbers of two jobs; nil where that is 1.
  var step: String?

  /// Says how many jobs there are where the scheduler does not.
  static let countVariable = "GUION2AUDIO_SHARDS"

  /// Schedulers, with the variables that each sets (Slurm's and GNU parallel's as measured, the others'
  /// from their documentation).
  ///
  /// An array of Slurm comes first: each of its jobs is the first and only task of a step of its own.
  static let known = [
    JobArray(
      index: "SLURM_ARRAY_TASK_ID", first: .variable("SLURM_ARRAY_TASK_MIN"),
      count: .variable("SLURM_ARRAY_TASK_COUNT"), step: "SLURM_ARRAY_TASK_STEP"),
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
      index: "SGE_TASK_ID", first: .variable("SGE_TASK_FIRST"), count: .last("SGE_TASK_LAST"),
      step: "SGE_TASK_STEPSIZE"),
    JobArray(index: "PBS_ARRAY_INDEX", first: .number(1), count: .said),
    JobArray(index: "PBS_ARRAYID", first: .number(1), count: .said),
    JobArray(index: "LSB_JOBINDEX", first: .number(1), count: .said),
    JobArray(index: "PARALLEL_SEQ", first: .number(1), count: .said),
    JobArray(
      index: "OMPI_COMM_WORLD_RANK", first: .number(0), count: .variable("OMPI_COMM_WORLD_SIZE")),
    JobArray(index: "SLURM_PROCID", first: .number(0), count: .variable("SLURM_NTASKS")),
  ]

  /// The share of the job that an environment is of.
  static func shard(in environment: [String: String]) throws(UsageError) -> Shard {
    for array in known {
      // Grid Engine says "undefined", and LSF 0, outside of arrays.
      guard let text = environment[array.index], let number = Int(text),
        array.index != "LSB_JOBINDEX" || number > 0
      else { continue }
      return try array.shard(number, environment)
    }
    throw UsageError(
      "--shard auto: no variable of the environment says which of many jobs this is; --shard I/N does"
    )
  }

  private func shard(
    _ number: Int, _ environment: [String: String]
  ) throws(UsageError) -> Shard {
    let step = try self.step.map { name throws(UsageError) in try value(name, environment) } ?? 1
    let first = try firstNumber(environment)
    let count = try jobCount(environment, first, step)
    let (rank, rest) = step > 0 ? (number - first).quotientAndRemainder(dividingBy: step) : (-1, 0)
    guard rest == 0, rank >= 0, let shard = Shard(index: rank + 1, count: count) else {
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
    switch count {
    case .said: try value(Self.countVariable, environment)
    case .variable(let name): try value(name, environment)
    case .last(let name): (try value(name, environment) - first) / max(1, step) + 1
    }
  }

  private func value(
    _ name: String, _ environment: [String: String]
  ) throws(UsageError) -> Int {
    guard let text = environment[name], let number = Int(text) else {
      let found = environment[name].map { "it is \"\($0)\"" } ?? "it is not set"
      throw UsageError(
        "--shard auto: beside \(index), \(name) is to be a number, and \(found); --shard I/N needs none"
      )
    }
    return number
  }
}

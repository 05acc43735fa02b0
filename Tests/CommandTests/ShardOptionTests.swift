import TestSupport
import Testing

/// Tests of the text after `--shard`, and of the variables that schedulers set.
@Suite struct ShardOptionTests {
  /// The environment of a job, as typed before a command.
  struct Job: Sendable, CustomTestStringConvertible {
    var variables: String
    /// The expected shard, or a part of the expected error.
    var outcome: String

    init(_ variables: String, _ outcome: String) {
      (self.variables, self.outcome) = (variables, outcome)
    }

    var testDescription: String { "\(variables) → \(outcome)" }
  }

  /// Builds a script of one line.
  ///
  /// The environment has only the variables of a job.
  ///
  /// The machine that runs the tests may itself be part of a job array.
  private func build(
    _ shard: String, _ variables: String, in folder: TemporaryFolder
  ) throws -> ProgramResult {
    try folder.write("Words.", as: "s.fountain")
    let environment = variables.split(separator: " ").map(String.init) + ["HOME=\(folder.path)"]
    return try Program.run(
      "env",
      ["-i"] + environment + [Guion2audio.path, "s.fountain", "-o", "out", "--shard", shard],
      in: folder.path)
  }

  /// Returns the shard that was built, as `1/4`.
  private func share(in folder: TemporaryFolder) throws -> [String] {
    try folder.names(in: "out/.guion2audio").filter { $0.hasPrefix("part-") }
      .map { String($0.dropFirst("part-".count)).replacing("-of-", with: "/") }
  }

  @Test(arguments: [
    // As measured with Slurm 22.05: --array=0-3, 1-4, 1-7:2, 5-8, 0, 1.
    Job(slurm(0, of: 4, 0, 3), "1/4"), Job(slurm(3, of: 4, 0, 3), "4/4"),
    Job(slurm(1, of: 4, 1, 4), "1/4"), Job(slurm(4, of: 4, 1, 4), "4/4"),
    Job(slurm(1, of: 4, 1, 7, step: 2), "1/4"), Job(slurm(5, of: 4, 1, 7, step: 2), "3/4"),
    Job(slurm(6, of: 4, 5, 8), "2/4"), Job(slurm(0, of: 1, 0, 0), "1/1"),
    Job(slurm(1, of: 1, 1, 1), "1/1"),
    Job("SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1", "2/3"),
    // Each job of an array is also task 0 of 1.
    Job(slurm(2, of: 4, 0, 3) + " SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_STEP_ID=0", "3/4"),
    Job("SLURM_PROCID=1 SLURM_NTASKS=2", "2/2"),
    Job("SLURM_JOB_ID=7 SLURM_STEP_ID=0 SLURM_PROCID=0 SLURM_NTASKS=2", "1/2"),
    Job("JOB_COMPLETION_INDEX=0 GUION2AUDIO_SHARDS=3", "1/3"),
    Job("JOB_COMPLETION_INDEX=2 GUION2AUDIO_SHARDS=3", "3/3"),
    Job("CI_NODE_INDEX=1 CI_NODE_TOTAL=3", "1/3"),
    Job("CI_NODE_INDEX=3 CI_NODE_TOTAL=3", "3/3"),
    Job("CI_NODE_INDEX=3 CI_NODE_TOTAL=3 GUION2AUDIO_SHARDS=3", "3/3"),
    Job("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2", "1/2"),
    Job("BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=2", "2/2"),
    Job("AWS_BATCH_JOB_ARRAY_INDEX=0 AWS_BATCH_JOB_ARRAY_SIZE=2", "1/2"),
    Job("SGE_TASK_ID=1 SGE_TASK_FIRST=1 SGE_TASK_LAST=4 SGE_TASK_STEPSIZE=1", "1/4"),
    Job("SGE_TASK_ID=5 SGE_TASK_FIRST=1 SGE_TASK_LAST=8 SGE_TASK_STEPSIZE=2", "3/4"),
    Job("PBS_ARRAY_INDEX=2 GUION2AUDIO_SHARDS=5", "2/5"),
    Job("PBS_ARRAYID=5 GUION2AUDIO_SHARDS=5", "5/5"),
    Job("LSB_JOBINDEX=2 LSB_JOBINDEX_END=6 LSB_JOBINDEX_STEP=1", "2/6"),
    Job("LSB_JOBINDEX=2 GUION2AUDIO_SHARDS=6", "2/6"),
    Job("PARALLEL_SEQ=1 GUION2AUDIO_SHARDS=2", "1/2"),
    Job("OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2", "2/2"),
    Job("SLURM_PROCID=0 SLURM_NTASKS=1 OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2", "2/2"),
    // Outside of an array, other variables count.
    Job(
      "SGE_TASK_ID=undefined SGE_TASK_FIRST=undefined PARALLEL_SEQ=1 GUION2AUDIO_SHARDS=2", "1/2"),
    Job("LSB_JOBINDEX=0 LSB_JOBINDEX_END=0 PARALLEL_SEQ=2 GUION2AUDIO_SHARDS=2", "2/2"),
    Job("CI_NODE_INDEX= CI_NODE_TOTAL=1 PARALLEL_SEQ=2 GUION2AUDIO_SHARDS=2", "2/2"),
  ])
  func `auto finds out which shard a job is`(job: Job) throws {
    let folder = try TemporaryFolder()
    let result = try build("auto", job.variables, in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try share(in: folder) == [job.outcome])
  }

  @Test(arguments: [
    Job("", "no environment variable has the number of this job; set the shard with --shard I/N"),
    Job("GITHUB_ACTIONS=true", "--shard ${{ matrix.shard }}/${{ strategy.job-total }}"),
    Job("CI_NODE_TOTAL=1", "no environment variable"),
    Job("SGE_TASK_ID=undefined", "no environment variable"),
    Job("LSB_JOBINDEX=0 LSB_JOBINDEX_END=0", "no environment variable"),
    // The scheduler sets no number of jobs, or an empty one.
    Job("JOB_COMPLETION_INDEX=0", "set GUION2AUDIO_SHARDS, or set the shard with --shard I/N"),
    Job("PBS_ARRAY_INDEX=1", "set GUION2AUDIO_SHARDS, or"),
    Job("PARALLEL_SEQ=1 GUION2AUDIO_SHARDS=", "set GUION2AUDIO_SHARDS, or"),
    Job("CI_NODE_INDEX=1", "set CI_NODE_TOTAL or GUION2AUDIO_SHARDS, or"),
    Job("LSB_JOBINDEX=1", "set LSB_JOBINDEX_END or GUION2AUDIO_SHARDS, or"),
    Job("SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2", "SLURM_ARRAY_TASK_MIN must be a number"),
    // Two variables with different numbers.
    Job("CI_NODE_INDEX=1 CI_NODE_TOTAL=3 GUION2AUDIO_SHARDS=4", "GUION2AUDIO_SHARDS is 4"),
    // The number of the job is not in the range of the jobs, or the number of jobs is wrong.
    Job(
      "JOB_COMPLETION_INDEX=3 GUION2AUDIO_SHARDS=3", "3, but the 3 jobs have the numbers 0 to 2"
    ),
    Job("CI_NODE_INDEX=0 CI_NODE_TOTAL=3", "0, but the 3 jobs have the numbers 1 to 3"),
    Job("CI_NODE_INDEX=4 CI_NODE_TOTAL=3", "4, but the 3 jobs have the numbers 1 to 3"),
    Job(
      slurm(2, of: 4, 1, 7, step: 2), "2, but the 4 jobs have the numbers 1 to 7 in steps of 2"),
    Job(
      "JOB_COMPLETION_INDEX=-1 GUION2AUDIO_SHARDS=3", "-1, but the 3 jobs have the numbers 0 to 2"),
    Job("JOB_COMPLETION_INDEX=0 GUION2AUDIO_SHARDS=0", "there are 0 jobs"),
    Job("JOB_COMPLETION_INDEX=0 GUION2AUDIO_SHARDS=-2", "there are -2 jobs"),
    Job("JOB_COMPLETION_INDEX=0 GUION2AUDIO_SHARDS=10001", "1 to 10000 shards"),
    // --array=0-1,3 and 1,5,9-12: every job of such a list is refused, not only jobs whose number is too
    // high.
    Job(slurm(0, of: 3, 0, 3), "3 jobs from 0 to 3 are not evenly numbered"),
    Job(slurm(3, of: 3, 0, 3), "3 jobs from 0 to 3 are not evenly numbered"),
    Job(slurm(1, of: 6, 1, 12), "6 jobs from 1 to 12 are not evenly numbered"),
    // --array=3, as for running a failed job again.
    Job(
      slurm(3, of: 1, 3, 3),
      "this job array has only job 3 (a rerun?)"),
    Job(
      "SGE_TASK_ID=3 SGE_TASK_FIRST=3 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1",
      "this job array has only job 3 (a rerun?)"),
    // A batch script that requests four tasks and does not start them.
    Job(
      "SLURM_JOB_ID=7 SLURM_PROCID=0 SLURM_NTASKS=4",
      "start the program with srun, which runs it once"),
    // Values that are not numbers.
    Job(
      "JOB_COMPLETION_INDEX=one GUION2AUDIO_SHARDS=3",
      "JOB_COMPLETION_INDEX must be a number, but it is \"one\""),
    Job("JOB_COMPLETION_INDEX=0 GUION2AUDIO_SHARDS=x", "GUION2AUDIO_SHARDS must be a number"),
    Job("PARALLEL_SEQ=9223372036854775807 GUION2AUDIO_SHARDS=3", "PARALLEL_SEQ must be a number"),
    Job("JOB_COMPLETION_INDEX=-9223372036854775808 GUION2AUDIO_SHARDS=3", "must be a number"),
  ])
  func `auto does not guess`(job: Job) throws {
    let folder = try TemporaryFolder()
    let result = try build("auto", job.variables, in: folder)
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.output.isEmpty)
    let first = try #require(result.errors.lines.first)
    #expect(first.hasPrefix("guion2audio: --shard auto: "), "\(first)")
    #expect(first.contains(job.outcome), "\(first)")
    // The build has not started.
    #expect(try folder.names() == ["s.fountain"])
  }

  @Test func `the command line outranks the environment`() throws {
    let folder = try TemporaryFolder()
    let result = try build("2/3", Self.slurm(0, of: 4, 0, 3), in: folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try share(in: folder) == ["2/3"])
  }

  @Test(arguments: [
    "0/4", "5/4", "1/0", "-1/4", "1/-4", "1", "1/", "/4", "1/2/3", "a/b", "1/10001", "", " 1/2",
    "1 / 2",
    "1/2 ", "1.0/2", "Auto", "1/99999999999999999999",
  ])
  func `an invalid shard is wrong usage`(text: String) throws {
    let folder = try TemporaryFolder()
    let result = try build(text, "PARALLEL_SEQ=1 GUION2AUDIO_SHARDS=2", in: folder)
    #expect(result.status == 64)
    #expect(
      result.errors.lines.first
        == "guion2audio: --shard \(text): expected I/N with I from 1 to N and N at most 10000, or auto"
    )
    #expect(try folder.names() == ["s.fountain"])
  }

  /// Returns the variables that Slurm sets in a job of an array.
  private static func slurm(
    _ id: Int, of count: Int, _ first: Int, _ last: Int, step: Int = 1
  ) -> String {
    "SLURM_ARRAY_TASK_ID=\(id) SLURM_ARRAY_TASK_COUNT=\(count) SLURM_ARRAY_TASK_MIN=\(first) "
      + "SLURM_ARRAY_TASK_MAX=\(last) SLURM_ARRAY_TASK_STEP=\(step) SLURM_JOB_ID=9 SLURM_PROCID=0"
  }
}

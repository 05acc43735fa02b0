import TestSupport
import Testing

/// Tests of the example with a real Slurm on this machine.
@Suite(
  .serialized, .enabled("Slurm cannot be run here; standard error has the reason") { Slurm.runs })
struct SlurmTests {
  private static let script = Script.long(scenes: 8, lines: 2)

  /// Waits until the queue is empty.
  private static let wait = """
    finish() {
      tries=0
      until jobs=$(squeue --noheader) && [ -z "$jobs" ]; do
        tries=$((tries + 1))
        [ $tries -lt 3000 ] || { squeue; exit 1; }
        sleep 0.1
      done
    }

    """

  private func run(_ lines: String, in folder: TemporaryFolder) throws {
    let result = try Slurm.run(Self.wait + lines, in: folder)
    try #require(result.status == 0, "\(result.output)\n\(result.errors)\n\(logs(in: folder))")
  }

  private func logs(in folder: TemporaryFolder) -> String {
    let names = (try? folder.names()) ?? []
    return names.filter { $0.hasSuffix(".log") }
      .map { "\($0): \((try? folder.text(of: $0)) ?? "")" }.joined()
  }

  private func expectWhole(_ book: String, in folder: TemporaryFolder) throws {
    try Guion2audio.run("s.fountain", "-o", "whole", "-q", in: folder, exits: 0)
    #expect(
      try folder.contents(of: book) == folder.contents(of: "whole"), "\(logs(in: folder))")
  }

  @Test func `a job array builds a book and the last job joins it`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try run(#""$EXAMPLE/submit" 4 s.fountain book; finish"#, in: folder)
    try expectWhole("book", in: folder)
    // Each job has built exactly its shard.
    for job in 1...4 {
      let log = try folder.text(of: "guion2audio-1_\(job).log")
      #expect(log.contains(" 2 files written, "), "\(log)")
    }
  }

  @Test func `a failed shard is built again automatically`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try run(
      """
      mkdir book
      foreign="book/004 INT. ROOM NUMBER 4 - DAY.mp3"
      echo mine > "$foreign"
      "$EXAMPLE/submit" 4 s.fountain book
      finish
      test ! -e book/manifest.json
      test "$(ls book | wc -l)" = 7
      rm "$foreign"
      # Nothing says that there are four.
      sbatch --array=2 "$EXAMPLE/render.sbatch" s.fountain book
      finish
      test "$(ls book | wc -l)" = 6
      SHARD=2/4 sbatch "$EXAMPLE/render.sbatch" s.fountain book
      finish
      sbatch "$EXAMPLE/assemble.sbatch" book
      finish
      """, in: folder)
    try expectWhole("book", in: folder)
    #expect(
      logs(in: folder).contains("this job array has only job 2 (a rerun?)"))
  }

  /// The program expects the variables that Slurm really sets.
  @Test func `lists, steps and batch scripts are distinguished`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try run(
      """
      sbatch --array=1-7:2 --output=steps-%a.log "$EXAMPLE/render.sbatch" s.fountain steps
      sbatch --array=0-1,3 --output=list-%a.log "$EXAMPLE/render.sbatch" s.fountain list
      sbatch --ntasks=2 --output=batch.log "$EXAMPLE/render.sbatch" s.fountain batch
      finish
      guion2audio assemble steps
      srun --ntasks=2 guion2audio s.fountain -o book --shard auto
      guion2audio assemble book
      """, in: folder)
    try expectWhole("steps", in: folder)
    try expectWhole("book", in: folder)
    for job in [0, 1, 3] {
      let log = try folder.text(of: "list-\(job).log")
      #expect(log.contains("3 jobs from 0 to 3 are not evenly numbered"))
    }
    #expect(
      try folder.text(of: "batch.log").contains(
        "start the program with srun, which runs it once for each task"))
    #expect(!folder.exists("list"))
    #expect(!folder.exists("batch"))
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// A build that is ended half way: what is finished stays, nothing half-finished does.
@Suite struct SignalTests {
  /// Enough that no machine is done with it between two looks at the folder.
  private static let chapters = 20
  private static let script = Script.long(scenes: chapters, lines: 5)

  /// What a build that nobody disturbs gives.
  private static let clean = Result {
    let folder = try TemporaryFolder("s.fountain", script)
    try Guion2audio.run("s.fountain", "-o", "out", "-q", in: folder, exits: 0)
    return try folder.contents(of: "out")
  }

  /// A build that was stopped in its middle by a signal.
  private struct Cut {
    var folder: TemporaryFolder
    var status: Int32
    /// The files that had their names when the command was gone.
    var files: [String]
    var output: String
    var errors: String
    /// The process group of the worker that it had.
    var worker: pid_t
  }

  /// Builds until two chapters have their names, holds the command still to see that it is not done,
  /// and sends it a signal.
  private func cut(by signal: Int32, _ options: [String] = []) throws -> Cut {
    for _ in 0..<5 {
      let folder = try TemporaryFolder("s.fountain", Self.script)
      let command = try RunningCommand(
        ["render", folder.path(of: "s.fountain"), "-o", folder.path(of: "out"), "-j", "2"] + options
      )
      let finished = { (try? folder.names(in: "out").filter { $0.hasPrefix("0") }) ?? [] }
      RunningCommand.eventually { finished().count >= 2 || command.hasEnded }
      command.send(SIGSTOP)
      // Caught too late, on a machine that had other things to do: once more.
      if command.hasEnded || finished().count >= Self.chapters - 2 { continue }
      let worker = try #require(ProcessTable.children(of: command.pid).first { $0.group == $0.pid })
      command.send(signal)
      command.send(SIGCONT)
      let status = try #require(command.waitForEnd())
      return Cut(
        folder: folder, status: status, files: try folder.names(in: "out"), output: command.output,
        errors: command.errors, worker: worker.pid)
    }
    throw CutFailure()
  }

  private struct CutFailure: Error {}

  private func expectNoWorker(_ cut: Cut) {
    #expect(RunningCommand.eventually { ProcessTable.group(cut.worker).isEmpty })
  }

  /// The next build takes up what is there and ends where a clean one ends.
  private func expectCompletion(_ cut: Cut, keeping finished: Int) throws {
    let next = try Guion2audio.run(
      "s.fountain", "-o", "out", "--progress", "json", in: cut.folder, exits: 0)
    let start = try #require(next.errors.lines.first)
    #expect(start.contains("\"reused\":\(finished)}"), "\(start)")
    #expect(try cut.folder.contents(of: "out") == Self.clean.get())
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsTheBuildAndTheNextGoesOn(_ signal: Int32, _ code: Int32) throws {
    let cut = try cut(by: signal)
    #expect(cut.status == code)
    let chapters = cut.files.filter { $0.hasSuffix(".mp3") && !$0.hasPrefix(".") }
    #expect(chapters.count >= 2)
    #expect(chapters.count < Self.chapters)
    // No temporary file, no playlist and no manifest of half a book.
    #expect(cut.files == [".guion2audio"] + chapters)
    expectNoWorker(cut)
    try expectCompletion(cut, keeping: chapters.count)
  }

  @Test func aSecondSignalEndsAtOnce() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let command = try RunningCommand([folder.path(of: "s.fountain"), "-o", folder.path(of: "out")])
    RunningCommand.eventually { folder.exists("out/.guion2audio/lock") || command.hasEnded }
    command.send(SIGINT)
    command.send(SIGTERM)
    let status = try #require(command.waitForEnd())
    #expect(status == 130 || status == 143)
  }

  @Test func aKilledBuildLeavesNoWorkerAndTheNextCompletes() throws {
    let cut = try cut(by: SIGKILL)
    #expect(cut.status == 128 + SIGKILL)
    expectNoWorker(cut)
    // Whatever has a chapter's name is the whole chapter.
    let chapters = cut.files.filter { $0.hasSuffix(".mp3") && !$0.hasPrefix(".") }
    let (out, clean) = (try cut.folder.contents(of: "out"), try Self.clean.get())
    for name in chapters { #expect(out[name] == clean[name]) }
    #expect(!cut.files.contains("manifest.json"))
    try expectCompletion(cut, keeping: chapters.count)
    #expect(try cut.folder.names(in: "out").filter { $0.hasPrefix(".guion2audio-") }.isEmpty)
  }

  /// A build over a finished one: killed, the folder has old chapters and new ones, each whole.
  @Test func aKilledSecondBuildIsCompletedByAThird() throws {
    let old = Self.script.replacing("nobody", with: "somebody")
    let folder = try TemporaryFolder("s.fountain", old)
    try Guion2audio.run("s.fountain", "-o", "out", "-q", in: folder, exits: 0)
    let before = try folder.contents(of: "out")
    try folder.write(Self.script, as: "s.fountain")
    let command = try RunningCommand([folder.path(of: "s.fountain"), "-o", folder.path(of: "out")])
    let changed = { (try? folder.contents(of: "out").filter { before[$0.key] != $0.value }) ?? [:] }
    RunningCommand.eventually { command.hasEnded || changed().keys.contains { $0.hasPrefix("0") } }
    command.send(SIGKILL)
    _ = command.waitForEnd()
    let clean = try Self.clean.get()
    for (name, bytes) in changed() where name.hasPrefix("0") { #expect(clean[name] == bytes) }
    try Guion2audio.run("s.fountain", "-o", "out", "-q", in: folder, exits: 0)
    #expect(try folder.contents(of: "out") == clean)
  }

  /// `nohup` and background jobs of scripts start with some signals ignored: they stay so.
  @Test func anIgnoredSignalStaysIgnored() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Program.run(
      "env",
      [
        "--ignore-signal=HUP", "bash", "-c", #""$0" s.fountain -o out -q & kill -HUP $!; wait $!"#,
        Guion2audio.path,
      ],
      in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.lines.count == 5)
  }
}

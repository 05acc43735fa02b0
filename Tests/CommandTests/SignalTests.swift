import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a build that ends early: finished files stay, incomplete ones are removed.
@Suite struct SignalTests {
  /// So many chapters that no machine finishes the book between two checks of the folder.
  private static let chapters = 20
  private static let script = Script.long(scenes: chapters, lines: 5)

  /// The result of an undisturbed build.
  private static let clean = Result {
    let folder = try TemporaryFolder("s.fountain", script)
    try Guion2audio.run("s.fountain", "-o", "out", "-q", in: folder, exits: 0)
    return try folder.contents(of: "out")
  }

  /// A build that a signal ended in the middle.
  private struct Cut {
    var folder: TemporaryFolder
    var status: Int32
    /// The files with final names after the command's end.
    var files: [String]
    var output: String
    var errors: String
    /// The process group of the build's worker.
    var worker: pid_t
  }

  /// Builds until two chapters have their final names.
  ///
  /// Then stops the command, checks that it is not done, and sends it a signal.
  private func cut(by signal: Int32, _ options: [String] = []) throws -> Cut {
    for _ in 0..<5 {
      let folder = try TemporaryFolder("s.fountain", Self.script)
      let command = try RunningCommand(
        ["render", folder.path(of: "s.fountain"), "-o", folder.path(of: "out"), "-j", "2"] + options
      )
      let finished = { (try? folder.names(in: "out").filter { $0.hasPrefix("0") }) ?? [] }
      RunningCommand.eventually { finished().count >= 2 || command.hasEnded }
      command.send(SIGSTOP)
      // On a busy machine the command was stopped too late. Try again.
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

  /// Checks that the next build uses the existing chapters and gives the same files as a clean build.
  private func expectCompletion(_ cut: Cut, keeping finished: Int) throws {
    let next = try Guion2audio.run(
      "s.fountain", "-o", "out", "--progress", "json", in: cut.folder, exits: 0)
    let start = try #require(next.errors.lines.first)
    #expect(start.contains("\"reused\":\(finished)}"), "\(start)")
    #expect(try cut.folder.contents(of: "out") == Self.clean.get())
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsTheBuildAndTheNextContinues(_ signal: Int32, _ code: Int32) throws {
    let cut = try cut(by: signal)
    #expect(cut.status == code)
    let chapters = cut.files.filter { $0.hasSuffix(".mp3") && !$0.hasPrefix(".") }
    #expect(chapters.count >= 2)
    #expect(chapters.count < Self.chapters)
    // There is no temporary file, and no playlist or manifest of an incomplete book.
    #expect(cut.files == [".guion2audio"] + chapters)
    expectNoWorker(cut)
    try expectCompletion(cut, keeping: chapters.count)
  }

  @Test func aSecondSignalEndsTheCommandAtOnce() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let command = try RunningCommand([folder.path(of: "s.fountain"), "-o", folder.path(of: "out")])
    RunningCommand.eventually { folder.exists("out/.guion2audio/lock") || command.hasEnded }
    command.send(SIGINT)
    command.send(SIGTERM)
    let status = try #require(command.waitForEnd())
    #expect(status == 130 || status == 143)
  }

  @Test func aKilledBuildLeavesNoWorkerAndTheNextBuildCompletesIt() throws {
    let cut = try cut(by: SIGKILL)
    #expect(cut.status == 128 + SIGKILL)
    expectNoWorker(cut)
    // Every file with a chapter's name is a complete chapter.
    let chapters = cut.files.filter { $0.hasSuffix(".mp3") && !$0.hasPrefix(".") }
    let (out, clean) = (try cut.folder.contents(of: "out"), try Self.clean.get())
    for name in chapters { #expect(out[name] == clean[name]) }
    #expect(!cut.files.contains("manifest.json"))
    try expectCompletion(cut, keeping: chapters.count)
    #expect(try cut.folder.names(in: "out").filter { $0.hasPrefix(".guion2audio-") }.isEmpty)
  }

  /// A build over a finished book is killed.
  ///
  /// The folder then has old and new chapters, all of them complete.
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

  /// `nohup` and background jobs of scripts start the command with some signals ignored.
  ///
  /// They must stay ignored.
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

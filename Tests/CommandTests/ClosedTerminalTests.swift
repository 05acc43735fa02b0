import Foundation
import Glibc
import TestSupport
import Testing

/// A build whose terminal is closed, or whose messages nobody reads any more.
@Suite struct ClosedTerminalTests {
  private static let chapters = 12
  private static let script = Script.long(scenes: chapters, lines: 2)
  private static let clean = Result { try CleanBuild(CrashStage(script)) }

  /// It is held still at the moment at which its window goes, to be caught half way.
  @Test func `a terminal that is closed ends the build, and the next goes on`() throws {
    let clean = try Self.clean.get()
    for _ in 0..<5 {
      let stage = try CrashStage(Self.script)
      let terminal = try PseudoTerminal()
      let build = try stage.start(terminal: terminal.path)
      var shown = ""
      RunningCommand.eventually {
        shown += terminal.read()
        return build.hasEnded || (shown.contains("chapters") && finished(stage) >= 2)
      }
      build.send(SIGSTOP)
      if build.hasEnded || finished(stage) >= Self.chapters - 2 { continue }
      let worker = try #require(ProcessTable.children(of: build.pid).first { $0.group == $0.pid })
      terminal.close()
      // The kernel sends it SIGHUP, and SIGCONT.
      #expect(build.waitForEnd() == 129)
      #expect(RunningCommand.eventually { ProcessTable.group(worker.pid).isEmpty })
      #expect(try clean.remains(in: stage).isEmpty)
      let contents = try stage.contents()
      #expect(contents.keys.allSatisfy { $0.hasPrefix("0") }, "\(contents.keys)")
      #expect((2..<Self.chapters).contains(contents.count))
      #expect(try clean.shortcomings(ofNextIn: stage).isEmpty)
      return
    }
    Issue.record("every build was done before its terminal was closed")
  }

  private func finished(_ stage: CrashStage) -> Int {
    (try? stage.folder.names(in: "out").count { $0.hasPrefix("0") }) ?? 0
  }

  /// `guion2audio … 2> >(true)`, `… 2>&1 | head -c 300`: messages are lost, not the book.
  @Test(arguments: ["true", "head -c 300"])
  func `messages that nobody reads`(reader: String) throws {
    let stage = try CrashStage(Self.script)
    // A reader that is gone before the first message, or after some; and SIGPIPE as a shell has it.
    let result = try Program.run(
      "env",
      [
        "--default-signal=PIPE", "bash", "-c",
        #"exec 3> >(exec $READER > /dev/null); [ "$READER" = true ] && wait $!; "$@" 2>&3"#, "bash",
        Guion2audio.path,
      ] + stage.words, in: stage.folder.path,
      environment: stage.environment.merging(["READER": reader]) { $1 })
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.lines.count == Self.chapters + 2)
    #expect(try stage.contents() == (try Self.clean.get().files))
    #expect(RunningCommand.eventually { stage.processes().isEmpty })
  }

  /// `guion2audio … | true`: the list of files is lost, which comes last.
  @Test func `results that nobody reads`() throws {
    let stage = try CrashStage(Self.script)
    let result = try Program.run(
      "env",
      [
        "--default-signal=PIPE", "bash", "-c",
        #"exec 3> >(true); wait $!; "$@" >&3"#, "bash", Guion2audio.path,
      ] + stage.words, in: stage.folder.path, environment: stage.environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try stage.contents() == (try Self.clean.get().files))
    #expect(RunningCommand.eventually { stage.processes().isEmpty })
  }
}

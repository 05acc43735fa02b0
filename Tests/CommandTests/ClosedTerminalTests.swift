import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a build whose terminal is closed, or whose messages have no reader.
@Suite struct ClosedTerminalTests {
  private static let chapters = 12
  private static let script = Script.long(scenes: chapters, lines: 2)
  private static let clean = Result { try CleanBuild(CrashStage(script)) }

  /// SIGSTOP pauses the build before the terminal is closed, so the terminal closes in the middle of the build.
  @Test func `a closed terminal ends the build, and the next build continues`() throws {
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
      // The kernel sends SIGHUP and SIGCONT.
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

  /// `guion2audio … 2> >(true)`, `… 2>&1 | head -c 300`: messages are lost, but the book is built.
  @Test(arguments: ["true", "head -c 300"])
  func `messages without a reader`(reader: String) throws {
    let stage = try CrashStage(Self.script)
    // The reader ends before the first message or after a few. SIGPIPE has its default, as in a shell.
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

  /// `guion2audio … | true`: the list of files, which is printed last, is lost.
  @Test func `results without a reader`() throws {
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

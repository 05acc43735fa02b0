import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of how a watch ends, and of a change during a build.
@Suite struct WatchEndTests {
  private static let chapters = 16
  private static let script = Script.long(scenes: chapters, lines: 12)

  private func finished(_ stage: WatchStage) -> Int {
    (try? stage.folder.names(in: "out").count { $0.hasPrefix("0") }) ?? 0
  }

  private func clean(_ script: String) throws -> [String: Data] {
    let folder = try TemporaryFolder("s.fountain", script)
    try Guion2audio.run(
      "s.fountain", "--voice", "espeak://en-us", "-o", "out", "-q", in: folder, exits: 0)
    return try folder.contents(of: "out")
  }

  @Test(arguments: [SIGINT, SIGHUP]) func `a signal while waiting`(signal: Int32) throws {
    let stage = try WatchStage()
    _ = try stage.build()
    let workers = ProcessTable.children(of: stage.command.pid)
    #expect(!workers.isEmpty)
    #expect(stage.end(by: signal) == 128 + signal)
    #expect(RunningCommand.eventually { workers.allSatisfy { ProcessTable.group($0.pid).isEmpty } })
  }

  @Test func `an interrupt during a build`() throws {
    let stage = try WatchStage(script: Self.script)
    RunningCommand.eventually { finished(stage) >= 2 || stage.command.hasEnded }
    let workers = ProcessTable.children(of: stage.command.pid)
    #expect(stage.end(by: SIGINT) == 130)
    #expect(RunningCommand.eventually { workers.allSatisfy { ProcessTable.group($0.pid).isEmpty } })
    // No file is incomplete, and the next build continues.
    let names = try stage.folder.names(in: "out")
    #expect(names.allSatisfy { !$0.hasPrefix(".guion2audio-") }, "\(names)")
    try Guion2audio.run(
      "s.fountain", "--voice", "espeak://en-us", "-o", "out", "-q", in: stage.folder, exits: 0)
    #expect(try stage.folder.contents(of: "out") == (try clean(Self.script)))
  }

  @Test func `a closed terminal ends it`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let terminal = try PseudoTerminal()
    let stage = try WatchStage(
      "s.fountain", "--voice", "espeak://en-us", "-o", "out", in: folder, terminal: terminal)
    _ = try stage.lines { $0.contains(" -> out") }
    terminal.close()
    #expect(stage.command.waitForEnd() == 129)
  }

  @Test func `a change restarts the build that it affects`() throws {
    let stage = try WatchStage(script: Self.script)
    RunningCommand.eventually { finished(stage) >= 1 || stage.command.hasEnded }
    let text = Self.script.replacing("Line 2 of room 16", with: "Another line of room 16")
    try stage.replace("s.fountain", with: text)
    // If the first build ends before the change, there are two messages, one for each build.
    RunningCommand.eventually {
      (try? stage.folder.text(of: "out/manifest.json").contains("Another line")) == true
    }
    let lines = try stage.lines { $0.contains(" -> out") }
    #expect(lines.count == 1, "\(lines)")
    RunningCommand.eventually {
      stage.lines.contains { !$0.contains("\(Self.chapters) chapters rendered") }
    }
    #expect(stage.end() == 143)
    #expect(try stage.folder.contents(of: "out") == (try clean(text)))
  }

  @Test func `memory and open files do not grow`() throws {
    let stage = try WatchStage()
    _ = try stage.build()
    func files() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(stage.command.pid)/fd").count
    }
    func next(_ number: Int) throws {
      try stage.replace(
        "s.fountain", with: Script.twoScenes.replacing("dark", with: "dark \(number)"))
      _ = try stage.build()
    }
    for number in 1...3 { try next(number) }
    let before = try files()
    for number in 4...12 { try next(number) }
    // One or two more files can be open for a moment.
    #expect(try files() <= before + 2)
    #expect(stage.end() == 143)
  }
}

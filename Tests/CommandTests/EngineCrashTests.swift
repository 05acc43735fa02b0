import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of an engine that crashes during a line.
///
/// Only the line's chapter fails, and the message has the line's position.
@Suite struct EngineCrashTests {
  private static let scenes = 4
  private static let linesOfScene = 3

  /// Scenes of lines so long that the engine needs some time for each.
  ///
  /// Only the narrator speaks, so the worker holds one voice. Every other child of the worker is a line being
  /// spoken.
  private static let script = (1...scenes).map { scene in
    "INT. ROOM \(scene) - DAY\n\n"
      + (0..<linesOfScene).map { line in
        String(repeating: "Scene \(scene), line \(line), goes on. ", count: 50) + "\n\n"
      }.joined()
  }.joined()

  /// Returns the lines of the script that belong to a scene, counted from 1.
  private func lines(of scene: Int) -> ClosedRange<Int> {
    let count = 2 + 2 * Self.linesOfScene
    return (scene - 1) * count + 1...scene * count
  }

  /// Returns whether audio has been written.
  ///
  /// By then the voices are listed and the speaking voice is loaded.
  private func isUnderWay(_ folder: TemporaryFolder) -> Bool {
    let names = (try? folder.names(in: "out")) ?? []
    return names.contains { name in
      let status = try? FileManager.default.attributesOfItem(atPath: folder.path(of: "out/" + name))
      return name.hasPrefix(".guion2audio-") && (status?[.size] as? Int ?? 0) > 1000
    }
  }

  /// Ends an utterance in the middle: a child process of the worker, started after the voice's own process.
  ///
  /// The process is stopped first, so it is certainly alive when it is killed.
  private func killUtterance(of command: RunningCommand, in folder: TemporaryFolder) -> Bool {
    RunningCommand.eventually {
      if command.hasEnded { return true }
      guard isUnderWay(folder) else { return false }
      guard let worker = ProcessTable.children(of: command.pid).first(where: { $0.group == $0.pid })
      else {
        return false
      }
      let children = ProcessTable.children(of: worker.pid).sorted {
        ($0.startTime, $0.pid) < ($1.startTime, $1.pid)
      }
      guard children.count > 1, let speaker = children.last, kill(speaker.pid, SIGSTOP) == 0 else {
        return false
      }
      usleep(1000)
      let isStopped = ProcessTable.entry(speaker.pid)?.state == "T"
      kill(speaker.pid, isStopped ? SIGKILL : SIGCONT)
      return isStopped
    } && !command.hasEnded
  }

  private func events(_ text: String) -> [[String: Any]] {
    text.lines.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test func onlyTheChapterWithTheLineFails() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let command = try RunningCommand([
      folder.path(of: "s.fountain"), "-o", folder.path(of: "out"), "--keep-going", "--progress",
      "json",
      "-j", "2", "--loudness", "off", "--format", "wav",
    ])
    try #require(killUtterance(of: command, in: folder), "found no utterance to kill")
    #expect(command.waitForEnd() == 1)
    let events = events(command.errors)
    let errors = events.filter { $0["event"] as? String == "error" }
    try #require(errors.count == 1, "\(command.errors)")
    let chapter = try #require(errors[0]["chapter"] as? Int)
    let line = try #require(errors[0]["line"] as? Int)
    #expect(lines(of: chapter).contains(line))
    #expect((errors[0]["message"] as? String)?.contains("signal 9") == true)
    #expect(events.last?["chapters"] as? Int == Self.scenes - 1)
    #expect(events.last?["failed"] as? Int == 1)
    let manifest = try folder.json(of: "out/manifest.json")
    let indices = (manifest["chapters"] as? [[String: Any]])?.compactMap { $0["index"] as? Int }
    #expect(indices == Array(1...Self.scenes).filter { $0 != chapter })
    #expect(try folder.names(in: "out").filter { $0.hasSuffix(".wav") }.count == Self.scenes - 1)
    // The next build renders the missing chapter and equals a clean build.
    try Guion2audio.run(
      "s.fountain", "-o", "out", "-q", "--loudness", "off", "--format", "wav", in: folder, exits: 0)
    try Guion2audio.run(
      "s.fountain", "-o", "clean", "-q", "--loudness", "off", "--format", "wav", in: folder,
      exits: 0)
    #expect(try folder.contents(of: "out") == folder.contents(of: "clean"))
  }

  @Test func theMessageNamesTheScriptLine() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let command = try RunningCommand([
      folder.path(of: "s.fountain"), "-o", folder.path(of: "out"), "--progress", "plain",
      "--loudness", "off", "--format", "wav",
    ])
    try #require(killUtterance(of: command, in: folder), "found no utterance to kill")
    let status = try #require(command.waitForEnd())
    #expect(status == 1)
    let message = try #require(command.errors.lines.first { $0.hasSuffix("[chapter-failed]") })
    let match = try #require(
      message.firstMatch(
        of: /s\.fountain:(\d+):1: error: chapter (\d+): espeak: the speech engine failed/)
    )
    let (line, chapter) = (try #require(Int(match.1)), try #require(Int(match.2)))
    #expect(lines(of: chapter).contains(line))
    #expect(command.errors.lines.last?.contains(", 1 failed, ") == true, "\(command.errors)")
  }

  /// If the whole worker dies, another one speaks its lines and the rest.
  @Test func aDeadWorkerIsReplaced() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let command = try RunningCommand([
      folder.path(of: "s.fountain"), "-o", folder.path(of: "out"), "--keep-going", "--progress",
      "json", "-j", "1", "--loudness", "off", "--format", "wav",
    ])
    let found = RunningCommand.eventually {
      if command.hasEnded { return true }
      guard
        let worker = ProcessTable.children(of: command.pid).first(where: { $0.group == $0.pid }),
        ProcessTable.children(of: worker.pid).count > 1
      else { return false }
      return kill(worker.pid, SIGKILL) == 0
    }
    try #require(found && !command.hasEnded)
    #expect(command.waitForEnd() == 0, "\(command.errors)")
    try Guion2audio.run(
      "s.fountain", "-o", "clean", "-q", "--loudness", "off", "--format", "wav", in: folder,
      exits: 0)
    #expect(try folder.contents(of: "out") == folder.contents(of: "clean"))
  }

  @Test func withoutAWorkerTheEngineIsUnavailable() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    // The command in its own folder, without the workers.
    let copy = try Program.run(
      "cp", ["--dereference", Guion2audio.path, folder.path(of: "guion2audio")])
    try #require(copy.status == 0)
    let result = try Program.run(
      folder.path(of: "guion2audio"), ["s.fountain", "-o", "out"], in: folder.path,
      environment: ["GUION2AUDIO_ESPEAK": "/nowhere/guion2audio-espeak"])
    #expect(result.status == 69, "\(result.errors)")
    #expect(result.errors.contains("guion2audio-espeak is not beside the program"))
    #expect(!folder.exists("out"))
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of killing or stopping processes of the natural voices' worker during a build.
///
/// The build ends with a good result or with one message, and finished chapters are not lost.
@Suite(
  .enabled(if: NaturalVoice.isBuilt, "the natural voice is not installed (Scripts/install-natural)")
)
struct NaturalCrashTests {
  /// A process of the worker.
  enum Victim: String, CaseIterable {
    case root, model, child
  }

  /// A build of a script that only the voice heart reads.
  private final class Build {
    let folder: TemporaryFolder
    let command: RunningCommand
    /// The worker's process group, or 0 if it was not found.
    private(set) var worker: pid_t = 0

    private static let scenes = 3
    private static let script = (1...scenes).map { scene in
      "INT. ROOM - DAY\n\n"
        + ["one", "two", "three"].map { line in
          String(repeating: "Nobody crossed the river in line \(line). ", count: 20) + "\n\n"
        }.joined()
    }.joined()
    static let options = ["--loudness", "off", "--format", "wav"]

    init() throws {
      folder = try TemporaryFolder("s.fountain", Self.script)
      try folder.write("{}", as: "config.json")
      command = try RunningCommand(
        ["s.fountain", "-o", "out", "-j", "1", "--keep-going", "--progress", "json"] + Self.options,
        in: folder, environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    }

    /// Whether audio has been written.
    ///
    /// By then the model is loaded and speaks.
    private var isUnderWay: Bool {
      ((try? folder.names(in: "out")) ?? []).contains { name in
        let path = folder.path(of: "out/" + name)
        let status = try? FileManager.default.attributesOfItem(atPath: path)
        return name.hasPrefix(".guion2audio-") && (status?[.size] as? Int ?? 0) > 1000
      }
    }

    /// Sends a signal to a process of the worker while the build is under way.
    ///
    /// Returns false if the build ended before that.
    func send(_ signal: Int32, to victim: Victim) -> Bool {
      RunningCommand.eventually {
        if command.hasEnded { return true }
        guard isUnderWay, let root = neuralWorker else { return false }
        // The process of the model is forked first. The speaking processes are children of the root too.
        let others = ProcessTable.children(of: root).sorted {
          ($0.startTime, $0.pid) < ($1.startTime, $1.pid)
        }
        guard others.count > 1, let model = others.first, let child = others.last else {
          return false
        }
        let pid =
          switch victim {
          case .root: root
          case .model: model.pid
          case .child: child.pid
          }
        guard kill(pid, signal) == 0 else { return false }
        worker = root
        return true
      } && worker > 0
    }

    private var neuralWorker: pid_t? {
      ProcessTable.children(of: command.pid).first { entry in
        let words = FileManager.default.contents(atPath: "/proc/\(entry.pid)/cmdline") ?? Data()
        return entry.group == entry.pid
          && String(decoding: words, as: UTF8.self).contains("guion2audio-neural")
      }?.pid
    }

    /// Waits for the end of the build and checks it.
    ///
    /// Then builds again and compares the result with a clean build.
    func finish(clean: [String: Data], _ what: String) throws {
      let status = try #require(command.waitForEnd(), "\(what): the build did not end")
      let events = command.errors.lines.compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
      let errors = events.filter { $0["event"] as? String == "error" }
      let chapters = try #require(
        events.last?["chapters"] as? Int, "\(what): \(command.errors)")
      #expect(status == (errors.isEmpty ? 0 : 1), "\(what): \(command.errors)")
      #expect(errors.count <= 1, "\(what): \(command.errors)")
      #expect(chapters == Self.scenes - errors.count, "\(what): \(command.errors)")
      for error in errors {
        let message = error["message"] as? String ?? ""
        #expect(message.contains("hibari: the speech engine"), "\(what): \(message)")
        #expect(error["line"] is Int, "\(what): no line number in \(error)")
      }
      #expect(
        RunningCommand.eventually { ProcessTable.group(worker).isEmpty },
        "\(what): processes are left over")
      let again = try build(into: "out")
      #expect(again.errors.contains("\(chapters) reused"), "\(what): \(again.errors)")
      #expect(try folder.contents(of: "out") == clean, "\(what): not the audio of a clean build")
    }

    /// Builds without disturbance.
    func build(into output: String) throws -> ProgramResult {
      let result = try Program.run(
        Guion2audio.path, ["s.fountain", "-o", output] + Self.options, in: folder.path,
        environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
      try #require(result.status == 0, "\(result.errors)")
      return result
    }
  }

  /// Runs all builds of a test at the same time.
  ///
  /// Each build with a stopped process waits for its time limit, 40 seconds.
  private func builds(survive signal: Int32, _ name: String) throws {
    let builds = try Victim.allCases.map { victim in
      let build = try Build()
      try #require(
        build.send(signal, to: victim), "no \(victim) was found: \(build.command.errors)")
      return (victim, build)
    }
    _ = try builds[0].1.build(into: "clean")
    let clean = try builds[0].1.folder.contents(of: "clean")
    for (victim, build) in builds { try build.finish(clean: clean, "\(name) to the \(victim)") }
  }

  @Test func `a killed worker costs at most its line`() throws {
    try builds(survive: SIGKILL, "SIGKILL")
  }

  @Test func `a stopped worker costs at most its line`() throws {
    try builds(survive: SIGSTOP, "SIGSTOP")
  }
}

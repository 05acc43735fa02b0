import Foundation
import Glibc
import TestSupport
import Testing

/// A script, its output folder, and the command that builds it and can be ended anywhere.
///
/// The command line of every process of a build contains the path of the stage's folder. So left-over
/// processes can be distinguished from those of other tests.
final class CrashStage {
  let folder: TemporaryFolder
  /// The arguments of the command.
  let words: [String]
  let environment: [String: String]
  private let records: TemporaryFolder

  /// A build that has ended in any way.
  struct Build {
    var status: Int32
    var errors: String
    /// The file changes of the build, in order.
    ///
    /// The last change of a killed build did not happen.
    var changes: [FileChange] = []
    var wasKilled: Bool { status == 128 + SIGKILL }

    /// The number of chapters that the build found complete, from its progress, or nil if it did not begin.
    var reused: Int? { atStart("reused") }
    /// The number of items that the build had to render.
    var items: Int? { atStart("items") }

    private func atStart(_ key: String) -> Int? {
      let start = errors.lines.first { $0.contains("\"event\":\"start\"") }
      guard let digits = start?.components(separatedBy: "\"\(key)\":").last else { return nil }
      return Int(digits.prefix { $0.isNumber })
    }
  }

  /// Creates a stage in a folder with a script `s.fountain`.
  ///
  /// The audio is short and has a low rate, so that a build has few writes.
  init(
    in folder: TemporaryFolder, options: [String] = ["--format", "wav"],
    cast: String = "", environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    records = try TemporaryFolder()
    try folder.write("{ \(Self.noPauses)\(cast) }", as: "cast.json")
    let worker = folder.path(of: "worker")
    if !folder.exists("worker") {
      try FileManager.default.createSymbolicLink(
        atPath: worker, withDestinationPath: Program.built("guion2audio-espeak"))
    }
    words =
      [
        folder.path(of: "s.fountain"), "-o", folder.path(of: "out"), "-j", "1", "--sample-rate",
        "8000", "--cast", folder.path(of: "cast.json"),
      ] + options + Self.loudness(options) + Self.progress
    self.environment = environment.merging(["GUION2AUDIO_ESPEAK": worker]) { $1 }
  }

  /// Creates a stage in a new folder.
  convenience init(_ script: String, options: [String] = ["--format", "wav"]) throws {
    try self.init(in: TemporaryFolder("s.fountain", script), options: options)
  }

  private static let progress = ["--progress", "json"]

  /// M4B books are built with the default loudness.
  ///
  /// For other books the loudness target is switched off, because the debug build's meter would take hundreds
  /// of times as long as the rest of the build.
  private static func loudness(_ options: [String]) -> [String] {
    options.contains("m4b") ? [] : ["--loudness", "off"]
  }

  private static let noPauses =
    "\"pauses\": { "
    + [
      "chapterStart", "chapterEnd", "afterHeading", "beforeScene", "afterScene", "paragraph",
      "betweenSpeakers", "sameSpeaker", "afterAnnouncement",
    ].map { "\"\($0)\": 0" }.joined(separator: ", ") + " }"

  /// Runs the build, or another command, with a fault at a point.
  func build(_ point: KillPoint = .none, command: [String]? = nil) throws -> Build {
    let log = records.path(of: UUID().uuidString)
    let result = try Program.run(
      Guion2audio.path, command ?? words, in: folder.path,
      environment: environment.merging(try point.environment(root: folder.path, log: log)) { $1 })
    return Build(
      status: result.status, errors: result.errors,
      changes: FileChange.all(in: (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""))
  }

  /// Starts a build that can be watched while it runs.
  ///
  /// In a terminal, the build shows the progress for people.
  func start(_ point: KillPoint = .none, terminal: String? = nil) throws -> RunningCommand {
    let log = records.path(of: UUID().uuidString)
    return try RunningCommand(
      terminal == nil ? words : Array(words.dropLast(Self.progress.count)),
      environment: environment.merging(try point.environment(root: folder.path, log: log)) { $1 },
      terminal: terminal)
  }

  /// Runs a build with a fault.
  ///
  /// Returns nil if the build succeeded without the fault: chapters that finish in another order can save a
  /// step.
  func build(to point: KillPoint, command: [String]? = nil) throws -> Build? {
    let build = try self.build(point, command: command)
    guard let call = point.call, build.status == 0 else { return build }
    return build.changes.count { $0.kind == call.kind } < call.number ? nil : build
  }

  /// Returns the files that a user sees in the output folder or a subfolder.
  ///
  /// The result is empty if the folder is missing.
  func contents(of subfolder: String = "out") throws -> [String: Data] {
    folder.exists(subfolder) ? try folder.contents(of: subfolder) : [:]
  }

  /// Returns the command lines of running processes that name this stage.
  func processes() -> [String] { ProcessTable.commandLines(naming: folder.path) }

  /// Replaces this stage's output folder by that of a finished build.
  func replaceOutput(by other: TemporaryFolder?) throws {
    if folder.exists("out") { try FileManager.default.removeItem(atPath: folder.path(of: "out")) }
    if let other {
      try FileManager.default.copyItem(
        atPath: other.path(of: "out"), toPath: folder.path(of: "out"))
    }
  }
}

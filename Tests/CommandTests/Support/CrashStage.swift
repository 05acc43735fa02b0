import Foundation
import Glibc
import TestSupport
import Testing

/// A script, the folder that it is built into, and the command that builds it, to be ended anywhere.
///
/// Every process of a build names the stage's folder in its command line, so that one that is left
/// over can be found among those of other tests.
final class CrashStage {
  let folder: TemporaryFolder
  /// What follows the command's name.
  let words: [String]
  let environment: [String: String]
  private let records: TemporaryFolder

  /// A build, to whatever end it came.
  struct Build {
    var status: Int32
    var errors: String
    /// What it changed, in order; of a killed build the last one did not come about.
    var changes: [FileChange] = []
    var wasKilled: Bool { status == 128 + SIGKILL }

    /// The chapters that it found complete, by its progress; nil where it did not begin.
    var reused: Int? { atStart("reused") }
    /// The items that it had to render.
    var items: Int? { atStart("items") }

    private func atStart(_ key: String) -> Int? {
      let start = errors.lines.first { $0.contains("\"event\":\"start\"") }
      guard let digits = start?.components(separatedBy: "\"\(key)\":").last else { return nil }
      return Int(digits.prefix { $0.isNumber })
    }
  }

  /// A stage in a folder with a script `s.fountain`.
  ///
  /// The sounds are short and coarse, so that a build has few writes.
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

  /// A stage in a folder of its own.
  convenience init(_ script: String, options: [String] = ["--format", "wav"]) throws {
    try self.init(in: TemporaryFolder("s.fountain", script), options: options)
  }

  private static let progress = ["--progress", "json"]

  /// Books in one file are built with their loudness; for others the debug build's meter would take longer
  /// than all the rest, hundreds of times.
  private static func loudness(_ options: [String]) -> [String] {
    options.contains("m4b") ? [] : ["--loudness", "off"]
  }

  private static let noPauses =
    "\"pauses\": { "
    + [
      "chapterStart", "chapterEnd", "afterHeading", "beforeScene", "afterScene", "paragraph",
      "betweenSpeakers", "sameSpeaker", "afterAnnouncement",
    ].map { "\"\($0)\": 0" }.joined(separator: ", ") + " }"

  /// Builds, with something befalling the command; instead of the build, of another command.
  func build(_ point: KillPoint = .none, command: [String]? = nil) throws -> Build {
    let log = records.path(of: UUID().uuidString)
    let result = try Program.run(
      Guion2audio.path, command ?? words, in: folder.path,
      environment: environment.merging(try point.environment(root: folder.path, log: log)) { $1 })
    return Build(
      status: result.status, errors: result.errors,
      changes: FileChange.all(in: (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""))
  }

  /// Starts a build, to be looked at while it runs; in a terminal its progress is what people see.
  func start(_ point: KillPoint = .none, terminal: String? = nil) throws -> RunningCommand {
    let log = records.path(of: UUID().uuidString)
    return try RunningCommand(
      terminal == nil ? words : Array(words.dropLast(Self.progress.count)),
      environment: environment.merging(try point.environment(root: folder.path, log: log)) { $1 },
      terminal: terminal)
  }

  /// Builds, and gives nil where the build was done without ever coming to the point: two chapters that
  /// are finished the other way round may save a step.
  func build(to point: KillPoint, command: [String]? = nil) throws -> Build? {
    let build = try self.build(point, command: command)
    guard let call = point.call, build.status == 0 else { return build }
    return build.changes.count { $0.kind == call.kind } < call.number ? nil : build
  }

  /// What a user sees in the folder, or what is in one below it; empty where there is none.
  func contents(of subfolder: String = "out") throws -> [String: Data] {
    folder.exists(subfolder) ? try folder.contents(of: subfolder) : [:]
  }

  /// The command lines of what still runs in this stage's name.
  func processes() -> [String] { ProcessTable.commandLines(naming: folder.path) }

  /// Puts the output folder of a finished build in the place of this stage's.
  func replaceOutput(by other: TemporaryFolder?) throws {
    if folder.exists("out") { try FileManager.default.removeItem(atPath: folder.path(of: "out")) }
    if let other {
      try FileManager.default.copyItem(
        atPath: other.path(of: "out"), toPath: folder.path(of: "out"))
    }
  }
}

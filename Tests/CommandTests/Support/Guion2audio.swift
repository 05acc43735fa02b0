import Foundation
import TestSupport
import Testing

/// The command, as a shell runs it.
enum Guion2audio {
  /// The release build where `make test` names it: a user has that one, and it is several times as fast.
  static let path =
    ProcessInfo.processInfo.environment["GUION2AUDIO_TEST_PROGRAM"]
    ?? Program.built("guion2audio")

  /// Runs it in a folder, so that relative paths and the default output are the test's own.
  static func run(
    _ arguments: String..., in folder: TemporaryFolder, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try Program.run(path, arguments, in: folder.path, input: input, environment: environment)
  }

  /// Runs it and requires an exit code.
  @discardableResult
  static func run(
    _ arguments: String..., in folder: TemporaryFolder, input: String = "", exits status: Int32,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramResult {
    let result = try Program.run(path, arguments, in: folder.path, input: input)
    try #require(
      result.status == status, "\(arguments): \(result.errors)", sourceLocation: sourceLocation)
    return result
  }
}

/// Scripts that several subjects need.
enum Script {
  static let twoScenes = """
    Title: Two Rooms
    Author: Ann Ash

    INT. HALL - DAY

    It is dark.

    ANN
    Who is there?

    INT. CELLAR - NIGHT

    BEN
    Nobody.

    """

  /// What `twoScenes` gives, beside playlist and manifest.
  static let twoSceneFiles = [
    "001 Two Rooms.mp3", "002 INT. HALL - DAY.mp3", "003 INT. CELLAR - NIGHT.mp3",
  ]

  /// As many scenes as asked for, each with as many lines.
  static func long(scenes: Int, lines: Int) -> String {
    (1...scenes).map { scene in
      "INT. ROOM NUMBER \(scene) - DAY\n\n"
        + (1...lines).map {
          "Line \($0) of room \(scene) is spoken here by nobody in particular.\n\n"
        }
        .joined()
    }.joined()
  }
}

extension TemporaryFolder {
  /// A folder with one file in it.
  convenience init(_ name: String, _ text: String) throws {
    try self.init()
    try write(text, as: name)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  /// What a user sees in a subfolder: the names, and the bytes behind them.
  func contents(of subfolder: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try names(in: subfolder) where name != ".guion2audio" {
      contents[name] = try Data(contentsOf: URL(filePath: "\(path)/\(subfolder)/\(name)"))
    }
    return contents
  }

  func json(of name: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path(of: name))))
        as? [String: Any])
  }
}

extension String {
  /// The lines, without their ends.
  var lines: [String] { split(separator: "\n").map(String.init) }
}

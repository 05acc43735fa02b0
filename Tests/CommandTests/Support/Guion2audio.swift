import Foundation
import TestSupport
import Testing

/// The command, as a shell runs it.
enum Guion2audio {
  /// The path of the command: the release build if `make test` names one, or else the debug build.
  ///
  /// Users have the release build, and it is several times as fast.
  static let path =
    ProcessInfo.processInfo.environment["GUION2AUDIO_TEST_PROGRAM"]
    ?? Program.built("guion2audio")

  /// Runs the command in a folder, so that relative paths and the default output belong to the test.
  static func run(
    _ arguments: String..., in folder: TemporaryFolder, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    try Program.run(path, arguments, in: folder.path, input: input, environment: environment)
  }

  /// Runs the command and requires an exit code.
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

/// Scripts for several suites.
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

  /// The chapter files of `twoScenes`, without playlist and manifest.
  static let twoSceneFiles = [
    "001 Two Rooms.mp3", "002 INT. HALL - DAY.mp3", "003 INT. CELLAR - NIGHT.mp3",
  ]

  /// Returns a script with this many scenes, each with this many lines.
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
  /// Creates a folder with one file.
  convenience init(_ name: String, _ text: String) throws {
    try self.init()
    try write(text, as: name)
  }

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

  /// Returns the names and bytes of the files that a user sees in a subfolder.
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
  /// The lines, without line ends.
  var lines: [String] { split(separator: "\n").map(String.init) }
}

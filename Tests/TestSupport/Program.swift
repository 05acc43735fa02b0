import Foundation

/// The result of a program that has ended.
package struct ProgramResult: Sendable {
  /// The exit status, or 128 plus the number of the signal that ended the program.
  package var status: Int32
  package var output: String
  package var errors: String
}

/// Runs programs like a user's shell.
package enum Program {
  /// Runs a program found on the PATH, or given as a path, and waits for its end.
  package static func run(
    _ name: String, _ arguments: [String] = [], in folder: String? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    // Files, not pipes: a full pipe would block a program that writes much.
    let files = try TemporaryFolder()
    let process = try ChildProcess(
      name, arguments, in: folder, environment: environment,
      input: .file(try files.write(input, as: "in")), output: .file(files.path(of: "out")),
      errors: .file(files.path(of: "err")))
    let status = process.wait()
    return ProgramResult(
      status: status, output: try text(files.path(of: "out")),
      errors: try text(files.path(of: "err")))
  }

  /// Returns the path of a program of this package, next to the test bundle.
  package static func built(_ name: String) -> String {
    let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appending(path: name).path
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}

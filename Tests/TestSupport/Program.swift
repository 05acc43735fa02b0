import Foundation

/// A program that was run to its end.
package struct ProgramResult: Sendable {
  /// The exit status; 128 plus the number where a signal ended it.
  package var status: Int32
  package var output: String
  package var errors: String
}

/// Runs programs, as a user's shell would.
package enum Program {
  /// Runs a program found on the PATH, or at a path, and waits for it.
  package static func run(
    _ name: String, _ arguments: [String] = [], in folder: String? = nil, input: String = "",
    environment: [String: String] = [:]
  ) throws -> ProgramResult {
    // Files, not pipes: a full pipe would stop a program that writes much.
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

  /// A program of this package, beside the test bundle.
  package static func built(_ name: String) -> String {
    let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appending(path: name).path
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }
}

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
    let process = Process()
    process.executableURL = URL(filePath: name.contains("/") ? name : "/usr/bin/env")
    process.arguments = (name.contains("/") ? [] : [name]) + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    // Files, not pipes: a full pipe would stop a program that writes much.
    let folder = try TemporaryFolder()
    let handles = try ["in", "out", "err"].map { name in
      try folder.write(name == "in" ? input : "", as: name)
      return try name == "in"
        ? FileHandle(forReadingFrom: URL(filePath: folder.path(of: name)))
        : FileHandle(forWritingTo: URL(filePath: folder.path(of: name)))
    }
    (process.standardInput, process.standardOutput, process.standardError) =
      (handles[0], handles[1], handles[2])
    try process.run()
    process.waitUntilExit()
    for handle in handles { try handle.close() }
    let signal = process.terminationReason == .uncaughtSignal
    return ProgramResult(
      status: process.terminationStatus + (signal ? 128 : 0),
      output: try text(folder.path(of: "out")), errors: try text(folder.path(of: "err")))
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

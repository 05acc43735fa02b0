import Foundation
import TestSupport

/// A separate Slurm for the tests (`Scripts/with-slurm`).
enum Slurm {
  /// Whether Slurm can run here.
  ///
  /// If it cannot, the reason is printed on standard error.
  static let runs: Bool = {
    let trial = Result { try Program.run(script, ["true"]) }
    switch trial {
    case .success(let result) where result.status == 0: return true
    case .success(let result): say(result.errors)
    case .failure(let error): say("\(error)\n")
    }
    return false
  }()

  /// Runs shell lines that can use Slurm and the command, and waits until they end.
  static func run(_ lines: String, in folder: TemporaryFolder) throws -> ProgramResult {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let command = URL(filePath: Guion2audio.path).deletingLastPathComponent().path
    try folder.write(lines, as: "lines.sh")
    return try Program.run(
      script, ["sh", "-eu", "lines.sh"], in: folder.path,
      environment: [
        "PATH": "\(command):\(path)", "EXAMPLE": Repository.path(of: "Examples/shards/slurm"),
      ])
  }

  private static let script = Repository.path(of: "Scripts/with-slurm")

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("skipping the tests with a real Slurm: \(text)".utf8))
  }
}

/// The files of this repository.
enum Repository {
  static func path(of name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../" + name)
      .standardized.path
  }
}

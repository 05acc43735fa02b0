import Foundation
import TestSupport

/// A workflow of GitHub Actions, run as far as possible without that service.
///
/// Each job has its own folder instead of a machine. The later jobs get the artifacts of the earlier jobs.
struct Workflow {
  /// The result of a job: the first failed step, if any.
  struct JobResult: Sendable {
    var folder: TemporaryFolder
    var failure: String?
  }

  let file: YAMLFile
  /// The files of the repository.
  let files: [String: String]
  /// The uploaded artifacts, each in a folder.
  let artifacts: TemporaryFolder

  init(_ text: String, files: [String: String]) throws {
    (file, self.files, artifacts) = (try YAMLFile(text: text), files, try TemporaryFolder())
  }

  /// Returns the values for the jobs of a matrix with one list.
  func matrix(_ job: String, _ name: String) -> [String] {
    file["jobs"][job]["strategy"]["matrix"][name].texts
  }

  /// Runs a job to its end.
  ///
  /// `context` has the values for expressions between `${{` and `}}`.
  func run(_ job: String, _ context: [String: String] = [:]) throws -> JobResult {
    let folder = try TemporaryFolder()
    for step in file["jobs"][job]["steps"].list {
      let failure: String?
      if let line = step["run"].text {
        failure = try shell(Self.filled(line, context), in: folder)
      } else {
        failure = try action(step, context, in: folder)
      }
      if let failure { return JobResult(folder: folder, failure: failure) }
    }
    return JobResult(folder: folder)
  }

  /// Runs a line with `sh -e`, as in a container.
  ///
  /// The environment has only a runner's variables, and two misleading variables.
  private func shell(_ line: String, in folder: TemporaryFolder) throws -> String? {
    let command = URL(filePath: Guion2audio.path).deletingLastPathComponent().path
    let result = try Program.run(
      "env",
      [
        "-i", "PATH=\(command):/usr/bin:/bin", "HOME=\(folder.path)", "CI=true",
        "GITHUB_ACTIONS=true", "GUION2AUDIO_CONFIG=\(UserOfTests.configuration ?? "")",
        "CI_NODE_INDEX=7", "CI_NODE_TOTAL=9", "sh", "-e", "-c", line,
      ], in: folder.path)
    return result.status == 0 ? nil : "\(line): \(result.status) \(result.errors)"
  }

  private func action(
    _ step: YAMLFile, _ context: [String: String], in folder: TemporaryFolder
  ) throws -> String? {
    func input(_ name: String) -> String { Self.filled(step["with"][name].text ?? "", context) }
    switch step["uses"].text?.prefix(while: { $0 != "@" }) {
    case "actions/checkout":
      for (name, text) in files { try folder.write(text, as: name) }
    case "actions/cache": break
    case "actions/upload-artifact":
      let name = input("name")
      try copy(folder.path(of: input("path")), to: artifacts.path(of: name))
      if input("include-hidden-files") != "true" {
        for hidden in try artifacts.names(in: name) where hidden.hasPrefix(".") {
          try FileManager.default.removeItem(atPath: artifacts.path(of: "\(name)/\(hidden)"))
        }
      }
    case "actions/download-artifact":
      let prefix = input("pattern").split(separator: "*").first ?? ""
      for name in try artifacts.names() where name.hasPrefix(prefix) {
        let place = input("merge-multiple") == "true" ? input("path") : "\(input("path"))/\(name)"
        try copy(artifacts.path(of: name), to: folder.path(of: place))
      }
    default: return "\(step["uses"].text ?? "a step without a name") is not supported by this test"
    }
    return nil
  }

  /// Copies the contents of a folder into another, without the files' times.
  private func copy(_ source: String, to target: String) throws {
    let result = try Program.run(
      "sh", ["-ec", #"mkdir -p "$1" && cp -R "$0/." "$1""#, source, target])
    if result.status != 0 { throw CopyFailure(errors: result.errors) }
  }

  private struct CopyFailure: Error { var errors: String }

  private static func filled(_ text: String, _ context: [String: String]) -> String {
    context.reduce(text) { $0.replacing("${{ \($1.key) }}", with: $1.value) }
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of the examples for services that cannot run here.
///
/// The tests run the commands of the examples, all shards at the same time.
@Suite struct ShardExampleTests {
  private static let script = Script.long(scenes: 9, lines: 2)

  private func expectWhole(_ folder: TemporaryFolder, _ book: String) throws {
    try folder.write(Self.script, as: "book.fountain")
    try Guion2audio.run("book.fountain", "-o", "whole", "-q", in: folder, exits: 0)
    #expect(try folder.contents(of: book) == folder.contents(of: "whole"))
  }

  // MARK: GitHub Actions

  private static let workflow = Result {
    try String(
      contentsOfFile: Repository.path(of: "Examples/shards/github-actions/audiobook.yaml"),
      encoding: .utf8)
  }

  /// Runs the first job of the workflow, on as many machines as its matrix lists.
  private func render(_ workflow: Workflow) async throws -> [Workflow.JobResult] {
    let shards = workflow.matrix("render", "shard")
    return try await withThrowingTaskGroup(of: Workflow.JobResult.self) { group in
      for shard in shards {
        group.addTask {
          try workflow.run(
            "render",
            [
              "matrix.shard": shard, "strategy.job-total": "\(shards.count)", "github.run_id": "1",
            ])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `the workflow builds a book on several machines`() async throws {
    let workflow = try Workflow(try Self.workflow.get(), files: ["book.fountain": Self.script])
    let jobs = try await render(workflow)
    #expect(jobs.count == 4)
    #expect(jobs.compactMap(\.failure).isEmpty)
    #expect(workflow.file["jobs"]["assemble"]["needs"].text == "render")
    #expect(workflow.file["jobs"]["render"]["strategy"]["fail-fast"].text == "false")
    let end = try workflow.run("assemble")
    #expect(end.failure == nil)
    try expectWhole(end.folder, "book")
    // The artifact contains the book without the program's own records.
    #expect(
      try Set(workflow.artifacts.names(in: "book")) == Set(end.folder.contents(of: "book").keys))
  }

  @Test(arguments: [
    ("include-hidden-files: true", "include-hidden-files: false", "has no shards"),
    ("merge-multiple: true", "merge-multiple: false", "has no shards"),
    ("${{ strategy.job-total }}", "5", "shard 5/5 is missing"),
  ])
  func `every setting of the workflow is needed`(line: String, change: String, message: String)
    async throws
  {
    let text = try Self.workflow.get()
    #expect(text.contains(line))
    let workflow = try Workflow(
      text.replacing(line, with: change), files: ["book.fountain": Self.script])
    _ = try await render(workflow)
    let failure = try #require(try workflow.run("assemble").failure)
    #expect(failure.hasPrefix("guion2audio assemble book: "), "\(failure)")
    #expect(failure.contains(message), "\(failure)")
  }

  // MARK: Kubernetes

  private func manifest(_ name: String) throws -> YAMLFile {
    try YAMLFile(Repository.path(of: "Examples/shards/kubernetes/\(name).yaml"))
  }

  /// Runs the command of a job's container, with a folder as the volume.
  private func runContainer(
    of job: YAMLFile, _ variables: [String], in folder: TemporaryFolder
  ) throws -> ProgramResult {
    let container = job["spec"]["template"]["spec"]["containers"].list[0]
    #expect(container["command"].texts == ["guion2audio"])
    let mount = try #require(container["volumeMounts"].list[0]["mountPath"].text)
    let words = container["args"].texts.map { word in
      word.hasPrefix(mount) ? folder.path + word.dropFirst(mount.count) : word
    }
    let environment = container["env"].list.map { entry in
      "\(entry["name"].text ?? "")=\(entry["value"].text ?? "")"
    }
    return try Program.run(
      "env",
      ["-i", "HOME=/nonexistent", "GUION2AUDIO_CONFIG=\(UserOfTests.configuration ?? "")"]
        + environment + variables + [Guion2audio.path] + words)
  }

  @Test func `the indexed job builds a book on one volume`() async throws {
    let job = try manifest("render")
    #expect(job["spec"]["completionMode"].text == "Indexed")
    #expect(job["spec"]["template"]["spec"]["restartPolicy"].text == "Never")
    let count = try #require(job["spec"]["completions"].number)
    let folder = try TemporaryFolder("book.fountain", Self.script)
    let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
      for index in 0..<count {
        group.addTask {
          try runContainer(of: manifest("render"), ["JOB_COMPLETION_INDEX=\(index)"], in: folder)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for result in results { #expect(result.status == 0, "\(result.errors)") }
    let end = try runContainer(of: manifest("assemble"), [], in: folder)
    #expect(end.status == 0, "\(end.errors)")
    try expectWhole(folder, "book")
  }

  /// All jobs mount the same volume by its name.
  @Test func `the volume is shared`() throws {
    let claim = try manifest("volume")
    #expect(claim["spec"]["accessModes"].texts == ["ReadWriteMany"])
    for name in ["render", "assemble"] {
      let pod = try manifest(name)["spec"]["template"]["spec"]
      #expect(
        pod["volumes"].list[0]["persistentVolumeClaim"]["claimName"].text
          == claim["metadata"]["name"].text)
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of the templates in Examples/ci.
///
/// Every shell line in them is run as the services would run it.
@Suite struct CIExampleTests {
  private static let script = "INT. HALL\n\nANN\nOne.\n\nINT. YARD\n\nANN\nTwo.\n"

  /// The shell lines of a template.
  struct Job: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    /// The variables of each line.
    var variables: [[String: String]]
  }

  private static func file(_ name: String) throws -> YAMLFile {
    try YAMLFile(Repository.path(of: "Examples/ci/\(name)"))
  }

  /// Returns the steps of the action, called with these inputs.
  private static func action(_ inputs: [String: String]) throws -> Job {
    let file = try file("github-action/action.yaml")
    #expect(file["runs"]["using"].text == "composite")
    var values = Dictionary(
      uniqueKeysWithValues: ["input", "cast", "output", "max-cost", "options"].map {
        ($0, file["inputs"][$0]["default"].text ?? "")
      })
    values.merge(inputs) { $1 }
    let steps = file["runs"]["steps"].list.filter { $0["run"].text != nil }
    #expect(steps.allSatisfy { $0["shell"].text == "sh" })
    return Job(
      testDescription: "action", lines: steps.compactMap { $0["run"].text },
      variables: steps.map { step in
        Dictionary(
          uniqueKeysWithValues: step["env"].entries.map { entry in
            let text = values.reduce(entry.text) {
              $0.replacing("${{ inputs.\($1.key) }}", with: $1.value)
            }
            return (entry.key, text)
          })
      })
  }

  /// Returns the lines of the template, included with these variables.
  private static func template(_ variables: [String: String]) throws -> Job {
    let job = try file("gitlab/audiobook.yaml")[".audiobook"]
    let lines = job["script"].texts
    var values = Dictionary(
      uniqueKeysWithValues: job["variables"].entries.map { ($0.key, $0.text) })
    values.merge(variables) { $1 }
    return Job(
      testDescription: "template", lines: lines,
      variables: Array(repeating: values, count: lines.count))
  }

  /// Runs a job as far as it goes, and returns the output of each line.
  private func run(_ job: Job, in folder: TemporaryFolder) throws -> [ProgramResult] {
    let command = URL(filePath: Guion2audio.path).deletingLastPathComponent().path
    var results: [ProgramResult] = []
    for (line, variables) in zip(job.lines, job.variables) {
      let words = variables.map { "\($0.key)=\($0.value)" }
      let result = try Program.run(
        "env",
        ["-i", "PATH=\(command):/usr/bin:/bin", "HOME=\(folder.path)", "CI=true"] + words
          + ["sh", "-e", "-c", line], in: folder.path)
      results.append(result)
      if result.status != 0 { break }
    }
    return results
  }

  @Test func `both templates render changed chapters and verify them`() throws {
    let options = "--format flac --loudness off"
    let jobs = [
      try Self.action(["input": "book.fountain", "options": options]),
      try Self.template(["INPUT": "book.fountain", "OPTIONS": options]),
    ]
    for job in jobs {
      let isTemplate = job.testDescription == "template"
      #expect(job.lines.count == (isTemplate ? 5 : 4))
      let success = job.lines.map { _ in Int32(0) }
      let folder = try TemporaryFolder("book.fountain", Self.script)
      let first = try run(job, in: folder)
      #expect(first.map(\.status) == success, "\(job): \(first.map(\.errors))")
      #expect(try folder.names(in: "audiobook").contains("001 INT. HALL.flac"))
      try folder.write(Self.script.replacing("Two", with: "Three"), as: "book.fountain")
      let second = try run(job, in: folder)
      #expect(second.map(\.status) == success)
      #expect(second.contains { $0.errors.contains(" 1 reused, ") }, "\(job)")
    }
  }

  /// A paid voice without a price: the plan ends the job before the first request, and says what to write.
  @Test func `a cost limit without a price ends both templates`() throws {
    let jobs = [
      try Self.action(["input": "book.fountain", "max-cost": "5"]),
      try Self.template(["INPUT": "book.fountain", "MAX_COST": "5"]),
    ]
    for var job in jobs {
      let folder = try TemporaryFolder("book.fountain", Self.script)
      try folder.write(
        #"{ "narrator": "openai://nova", "default": { "voice": "openai://nova" } }"#,
        as: "cast.json")
      try folder.write(#"{ "providers": { "openai": { "enabled": true } } }"#, as: "config.json")
      for index in job.variables.indices {
        job.variables[index].merge(
          ["GUION2AUDIO_CONFIG": "config.json", "OPENAI_API_KEY": "none"]) { $1 }
      }
      let results = try run(job, in: folder)
      let last = try #require(results.last)
      #expect(last.status == 77 && last.errors.contains("perThousandCharacters"), "\(last.errors)")
      #expect(results.count == job.lines.count - 2)
      #expect(!folder.exists("audiobook"))
    }
  }

  @Test func `all actions are pinned by digest`() throws {
    for name in ["action.yaml", "audiobook.yaml", "image.yaml"] {
      let text = try String(
        contentsOfFile: Repository.path(of: "Examples/ci/github-action/\(name)"), encoding: .utf8)
      let used = text.matches(of: /uses: (actions\/[^ \n]+)/).map(\.1)
      #expect(!used.isEmpty && used.allSatisfy { $0.contains(/@[0-9a-f]{40}$/) }, "\(used)")
    }
  }

  /// The steps of the image's workflow, with a program that records what podman is told. `Scripts/check-deb` runs the lines of
  /// the Containerfile, and podman where it is installed.
  @Test func `the image is built, tried and published under its version`() throws {
    let steps = try Self.file("github-action/image.yaml")["jobs"]["image"]["steps"].list
    let lines = steps.compactMap { $0["run"].text }
    let folder = try TemporaryFolder(
      "podman", "#!/bin/sh\necho \"$@\" >> podman.log\n[ \"$1\" != login ] || cat >> podman.log\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "podman"))
    for line in lines {
      let result = try Program.run(
        "env",
        [
          "-i", "PATH=\(folder.path):/usr/bin:/bin", "GITHUB_REF_NAME=v0.1.0",
          "GITHUB_REPOSITORY_OWNER=Ann", "GITHUB_ACTOR=ann", "GH_TOKEN=secret", "bash", "-e", "-c",
          line,
        ], in: folder.path)
      #expect(result.status == 0 && !result.output.contains("secret"), "\(result.errors)")
    }
    let told = try folder.text(of: "podman.log").split(separator: "\n")
    #expect(told.count == 5, "\(told)")
    #expect(told.first == "build -t guion2audio -f Examples/ci/Containerfile .")
    #expect(told.suffix(2) == ["secret", "push guion2audio ghcr.io/ann/guion2audio:0.1.0"])
    #expect(!told.dropLast(2).joined().contains("secret"))
  }

  @Test func `a finished book becomes a page`() throws {
    let options = "--format wav --loudness off --read-along html"
    let job = try Self.template(["INPUT": "book.fountain", "OPTIONS": options])
    let folder = try TemporaryFolder("book.fountain", Self.script)
    #expect(try run(job, in: folder).last?.status == 0)
    let page = try Self.file("gitlab/audiobook.yaml")[".audiobook-page"]["script"].texts
    let lines = Job(
      testDescription: "page", lines: page, variables: page.map { _ in ["OUTPUT": "audiobook"] })
    #expect(try run(lines, in: folder).allSatisfy { $0.status == 0 })
    #expect(folder.exists("public/index.html"))
  }

  @Test func `mistakes end both templates before rendering`() throws {
    let jobs = [
      try Self.action(["input": "book.fountain", "cast": "wrong.json"]),
      try Self.template(["INPUT": "book.fountain", "CAST": "wrong.json"]),
    ]
    for job in jobs {
      let folder = try TemporaryFolder("book.fountain", Self.script)
      try folder.write(#"{ "narator": "espeak://en-us" }"#, as: "wrong.json")
      let results = try run(job, in: folder)
      #expect(results.last?.status == 65, "\(job)")
      #expect(results.count < job.lines.count - 1)
      let said = (results.last?.output ?? "") + (results.last?.errors ?? "")
      #expect(said.contains("narator") && said.contains("wrong.json"), "\(said)")
      let isAnnotated = said.contains("::error file=wrong.json,line=1,")
      #expect(isAnnotated == (job.testDescription == "action"), "\(said)")
      #expect(!folder.exists("audiobook"))
      if !isAnnotated {
        let report = try folder.text(of: "gl-code-quality-report.json")
        #expect(report.contains(#""path": "wrong.json", "lines": {"begin": 1}"#), "\(report)")
      }
    }
  }
}

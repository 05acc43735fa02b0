import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a book that several processes build in shards, and that `assemble` joins.
@Suite struct ShardCommandTests {
  /// A script so long that no machine finishes a shard between two checks of the folder.
  private static let script = Script.long(scenes: 12, lines: 4)

  /// The result of one build.
  private static let clean = Result {
    let folder = try TemporaryFolder("s.fountain", script)
    try Guion2audio.run("s.fountain", "-o", "out", "-q", in: folder, exits: 0)
    return try folder.contents(of: "out")
  }

  private func start(
    _ shard: String, in folder: TemporaryFolder, _ options: String...
  ) throws -> RunningCommand {
    try RunningCommand(
      ["s.fountain", "-o", "out", "--shard", shard, "-j", "1"] + options, in: folder)
  }

  private func assemble(
    _ folder: TemporaryFolder, _ options: String..., exits status: Int32
  ) throws -> ProgramResult {
    let result = try Program.run(
      Guion2audio.path, ["assemble", "out"] + options, in: folder.path)
    try #require(result.status == status, "\(result.errors)")
    return result
  }

  // MARK: Simultaneous shards

  @Test func `simultaneous processes give the same files as one build`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let shards = try (1...3).map { try start("\($0)/3", in: folder) }
    for shard in shards { #expect(shard.waitForEnd() == 0, "\(shard.errors)") }
    // Each process lists the files it wrote. Together they are the book.
    let written = shards.flatMap(\.output.lines)
    #expect(Set(written).count == 12)
    #expect(
      Set(written)
        == Set(try Self.clean.get().keys.filter { $0.hasPrefix("0") }.map { "out/" + $0 }))
    let result = try assemble(folder, exits: 0)
    #expect(result.output.lines == ["out/playlist.m3u8", "out/manifest.json"])
    #expect(result.errors.wholeMatch(of: /12 chapters, \d+\.\d minutes -> out\n/) != nil)
    #expect(try folder.contents(of: "out") == Self.clean.get())
    // Assembling again is harmless, and writes nothing.
    #expect(try assemble(folder, "-q", exits: 0).errors.isEmpty)
    #expect(try assemble(folder, exits: 0).output.isEmpty)
  }

  /// Stops the build of a shard in the middle.
  ///
  /// Returns nil if the build ended before that.
  private func hold(_ shard: String, in folder: TemporaryFolder) throws -> RunningCommand? {
    let command = try start(shard, in: folder)
    RunningCommand.eventually {
      (try? chapters(in: folder).isEmpty == false) ?? false || command.hasEnded
    }
    command.send(SIGSTOP)
    RunningCommand.eventually { command.hasEnded || ProcessTable.entry(command.pid)?.state == "T" }
    let records = try folder.names(in: "out/.guion2audio")
    return command.hasEnded || records.contains { $0.hasPrefix("part-") } ? nil : command
  }

  private func chapters(in folder: TemporaryFolder) throws -> [String] {
    try folder.names(in: "out").filter { $0.hasPrefix("0") }
  }

  /// Returns a stopped build of a shard, in a new folder.
  private func held(_ shard: String) throws -> (folder: TemporaryFolder, command: RunningCommand) {
    for _ in 0..<5 {
      let folder = try TemporaryFolder("s.fountain", Self.script)
      if let command = try hold(shard, in: folder) { return (folder, command) }
    }
    throw TooFast()
  }

  private struct TooFast: Error {}

  @Test func `a killed shard is missing until it is built again`() throws {
    let (folder, killed) = try held("2/3")
    let others = try [1, 3].map { try start("\($0)/3", in: folder) }
    killed.send(SIGKILL)
    #expect(killed.waitForEnd() == 128 + SIGKILL)
    for shard in others { #expect(shard.waitForEnd() == 0, "\(shard.errors)") }
    let missing = try assemble(folder, exits: 1)
    #expect(missing.output.isEmpty)
    #expect(
      missing.errors.lines.prefix(2) == [
        "guion2audio: the book is not complete; render the shards named below, then assemble again",
        "shard 2/3 is missing; render it with --shard 2/3",
      ])
    #expect(
      missing.errors.lines.dropFirst(2).map { $0 }
        == (5...8).map {
          "chapter \($0) \"INT. ROOM NUMBER \($0) - DAY\" is missing (shard 2/3)"
        })
    let before = try chapters(in: folder).count
    #expect(before >= 9)
    let again = try Guion2audio.run(
      "s.fountain", "-o", "out", "--shard", "2/3", in: folder, exits: 0)
    // The finished chapters of the killed build are used.
    #expect(again.output.lines.count == 12 - before)
    _ = try assemble(folder, exits: 0)
    #expect(try folder.contents(of: "out") == Self.clean.get())
  }

  @Test func `a shard in progress locks its shard and the whole book`() throws {
    let (folder, first) = try held("1/2")
    let holder = "shard 1/2, process \(first.pid)"
    for words in [
      ["s.fountain", "-o", "out", "--shard", "1/2"], ["s.fountain", "-o", "out"],
      ["assemble", "out"],
    ] {
      let result = try Program.run(Guion2audio.path, words, in: folder.path)
      #expect(result.status == 73)
      #expect(result.errors.hasPrefix("guion2audio: out is in use by \(holder); wait"))
      #expect(result.output.isEmpty)
    }
    // The other shard is not locked.
    try Guion2audio.run("s.fountain", "-o", "out", "--shard", "2/2", "-q", in: folder, exits: 0)
    let waiting = try [
      start("1/2", in: folder, "--wait"),
      RunningCommand(["assemble", "out", "--wait"], in: folder),
    ]
    for command in waiting {
      #expect(
        RunningCommand.eventually {
          command.errors.contains("waiting for out, which is in use by \(holder)\n")
        })
      #expect(!command.hasEnded)
    }
    // The waiting commands run one after the other, in any order.
    first.send(SIGCONT)
    #expect(first.waitForEnd() == 0, "\(first.errors)")
    for command in waiting { #expect(command.waitForEnd() == 0, "\(command.errors)") }
    #expect(waiting[0].output.isEmpty)
    _ = try assemble(folder, exits: 0)
    #expect(try folder.contents(of: "out") == Self.clean.get())
  }

  @Test func `a build of the whole book locks out shards`() throws {
    for _ in 0..<5 {
      let folder = try TemporaryFolder("s.fountain", Self.script)
      let whole = try RunningCommand(["s.fountain", "-o", "out", "-j", "1"], in: folder)
      RunningCommand.eventually {
        (try? chapters(in: folder).isEmpty == false) ?? false || whole.hasEnded
      }
      whole.send(SIGSTOP)
      RunningCommand.eventually { whole.hasEnded || ProcessTable.entry(whole.pid)?.state == "T" }
      if try whole.hasEnded || folder.names(in: "out").contains("manifest.json") { continue }
      let share = try Guion2audio.run(
        "s.fountain", "-o", "out", "--shard", "1/2", in: folder, exits: 73)
      #expect(share.errors.hasPrefix("guion2audio: out is in use by process \(whole.pid); wait"))
      return
    }
    throw TooFast()
  }

  // MARK: Assemble

  @Test func `assemble needs exactly one folder`() throws {
    let folder = try TemporaryFolder()
    for (words, message) in [
      (["assemble"], "assemble needs exactly one folder"),
      (["assemble", "a", "b"], "assemble needs exactly one folder"),
      (["assemble", "a", "--shard", "1/2"], "--shard is not an option of assemble"),
    ] {
      let result = try Program.run(Guion2audio.path, words, in: folder.path)
      #expect(result.status == 64)
      #expect(result.errors.lines.first == "guion2audio: \(message)")
    }
  }

  @Test func `a missing folder cannot be read`() throws {
    let folder = try TemporaryFolder("file", "words")
    for name in ["nowhere", "file/below"] {
      let result = try Guion2audio.run("assemble", name, in: folder, exits: 66)
      #expect(result.errors == "guion2audio: the folder \(name) does not exist\n")
    }
    let file = try Guion2audio.run("assemble", "file", in: folder, exits: 66)
    #expect(
      file.errors == "guion2audio: file is not a folder; name the folder with the shards\n")
  }

  @Test func `a folder without shards is wrong input`() throws {
    let folder = try TemporaryFolder("s.fountain", "Words.")
    try Guion2audio.run("s.fountain", "-o", "whole", "-q", in: folder, exits: 0)
    for name in [".", "whole"] {
      let before = try folder.names(in: name)
      let result = try Guion2audio.run("assemble", name, in: folder, exits: 65)
      #expect(
        result.errors.hasPrefix("guion2audio: \(name) has no shards; render them with --shard "))
      #expect(try folder.names(in: name) == before)
    }
  }

  @Test func `shards of different scripts are wrong input`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try Guion2audio.run("s.fountain", "-o", "out", "--shard", "1/2", in: folder, exits: 0)
    try folder.write(Script.twoScenes + "More words.\n", as: "s.fountain")
    try Guion2audio.run("s.fountain", "-o", "out", "--shard", "2/2", in: folder, exits: 0)
    let result = try assemble(folder, exits: 65)
    #expect(
      result.errors == "guion2audio: shard 2/2 differs from shard 1/2 in script, cast, version or "
        + "options; render all shards from the same input\n")
  }

  @Test func `an unwritable folder is reported`() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    for shard in ["1/2", "2/2"] {
      try Guion2audio.run("s.fountain", "-o", "out", "--shard", shard, in: folder, exits: 0)
    }
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "out/manifest.json"), withIntermediateDirectories: false)
    let foreign = try assemble(folder, exits: 73)
    #expect(
      foreign.errors.contains("out/manifest.json was not written by this program; --overwrite"))
    let result = try assemble(folder, "--overwrite", exits: 73)
    #expect(result.errors.hasPrefix("guion2audio: cannot write out/manifest.json: "))
    try FileManager.default.removeItem(atPath: folder.path(of: "out/manifest.json"))
    _ = try assemble(folder, exits: 0)
  }

  // MARK: With other options

  @Test func `each shard builds its part of the selected chapters`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    var written: [[String]] = []
    for shard in 1...3 {
      let result = try Guion2audio.run(
        "s.fountain", "-o", "out", "--shard", "\(shard)/3", "--only", "2-3,6", in: folder, exits: 0)
      written.append(result.output.lines.map { String($0.prefix(7)) })
    }
    #expect(written == [["out/002", "out/003"], ["out/006"], []])
    _ = try assemble(folder, exits: 0)
    try Guion2audio.run("s.fountain", "-o", "only", "--only", "2-3,6", "-q", in: folder, exits: 0)
    #expect(try folder.contents(of: "out") == folder.contents(of: "only"))
  }

  @Test func `each of several inputs is built in shards`() throws {
    let folder = try TemporaryFolder("a.fountain", Script.twoScenes)
    try folder.write(Script.long(scenes: 3, lines: 1), as: "b.fountain")
    for shard in ["2/2", "1/2"] {
      try Guion2audio.run(
        "a.fountain", "b.fountain", "-o", "out", "--shard", shard, in: folder, exits: 0)
    }
    try Guion2audio.run("a.fountain", "b.fountain", "-o", "whole", in: folder, exits: 0)
    for book in ["a", "b"] {
      try Guion2audio.run("assemble", "out/\(book)/", in: folder, exits: 0)
      #expect(try folder.contents(of: "out/\(book)") == folder.contents(of: "whole/\(book)"))
    }
  }

  @Test func `a shard can be empty`() throws {
    let folder = try TemporaryFolder("s.fountain", "Words.")
    for shard in 1...5 {
      let result = try Guion2audio.run(
        "s.fountain", "-o", "out", "--shard", "\(shard)/5", in: folder, exits: 0)
      #expect(result.output == (shard == 3 ? "out/001 s.mp3\n" : ""))
    }
    _ = try assemble(folder, exits: 0)
    try Guion2audio.run("s.fountain", "-o", "whole", "-q", in: folder, exits: 0)
    #expect(try folder.contents(of: "out") == folder.contents(of: "whole"))
  }

  /// The account's quota is compared with what this shard needs, without the other shards.
  @Test func `the cost is that of the shard`() throws {
    let stage = try PaidStage(.poor)
    try stage.folder.write(
      "INT. HALL - DAY\n\nANN\nGood day.\n\nINT. CELLAR - DAY\n\nANN\nThis is rather more than ten.\n",
      as: "s.fountain")
    try stage.folder.write(
      #"{"speech":{"sceneHeadings":false,"announce":"never"},"narrator":"espeak://en-us","characters":{"ANN":"elevenlabs://\#(FakeElevenLabsAccount.aria)"}}"#,
      as: "cast.json")
    let first = try stage.run("s.fountain", "-o", "out", "--shard", "1/2", "--strict")
    #expect(first.status == 0, "\(first.errors)")
    let second = try stage.run("s.fountain", "-o", "out", "--shard", "2/2", "--strict")
    #expect(second.status == 77, "\(second.errors)")
    #expect(second.errors.contains("the run needs 29 characters, but the account has only 10 left"))
  }
}

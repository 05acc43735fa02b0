import Foundation
import TestSupport
import Testing

/// Tests of edited records of a finished book by espeak, and of the command that builds the book again.
@Suite struct RecordEditTests {
  private static let words = [
    "s.fountain", "-o", "out", "--format", "wav", "--sample-rate", "8000", "--cache", "cache", "-q",
  ]

  /// Returns a folder with a finished book and the measurements of its voices.
  private func book() throws -> TemporaryFolder {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    try run([], in: folder)
    return folder
  }

  private func run(_ options: [String], in folder: TemporaryFolder) throws {
    let result = try Program.run(Guion2audio.path, Self.words + options, in: folder.path)
    try #require(result.status == 0, "\(options): \(result.errors)")
  }

  private func edit(
    _ name: String, _ kind: RandomEdit, _ random: inout SeededGenerator, in folder: TemporaryFolder
  ) throws {
    let url = URL(filePath: folder.path(of: name))
    let bytes = Array(try Data(contentsOf: url))
    var edited = bytes
    // Some edits change nothing: in a file of one line, no two lines can change places.
    for _ in 1...100 where edited == bytes { edited = kind.apply(to: bytes, using: &random) }
    try Data(edited).write(to: url)
  }

  @Test func `a build after an edit of the journal is a clean build, and verifies`() throws {
    let folder = try book()
    let clean = try folder.contents(of: "out")
    var random = SeededGenerator(seed: 11)
    for kind in RandomEdit.allCases {
      try edit("out/.guion2audio/journal", kind, &random, in: folder)
      try run([], in: folder)
      #expect(try folder.contents(of: "out") == clean, "\(kind)")
      try Guion2audio.run("verify", "out", in: folder, exits: 0)
    }
  }

  /// A wrong level would be heard without any error.
  @Test func `an edited level is measured again`() throws {
    let folder = try book()
    let clean = try folder.contents(of: "out")
    let levels = try folder.names(in: "cache/levels")
    #expect(levels.count >= 2)
    var random = SeededGenerator(seed: 12)
    for kind in [RandomEdit.changeDigit, .cutTail] {
      for level in levels { try edit("cache/levels/" + level, kind, &random, in: folder) }
      try run(["--force"], in: folder)
      #expect(try folder.contents(of: "out") == clean, "\(kind)")
    }
  }

  @Test func `assemble names a damaged shard, and joins it after another build`() throws {
    let folder = try book()
    let clean = try folder.contents(of: "out")
    for share in ["1/2", "2/2"] { try run(["--shard", share], in: folder) }
    var random = SeededGenerator(seed: 13)
    try edit("out/.guion2audio/part-2-of-2", .changeDigit, &random, in: folder)
    let refusal = try Guion2audio.run("assemble", "out", in: folder, exits: 1)
    #expect(
      refusal.errors.contains("shard 2/2 is damaged; render it again with --shard 2/2\n"),
      "\(refusal.errors)")
    try run(["--shard", "2/2"], in: folder)
    try Guion2audio.run("assemble", "out", in: folder, exits: 0)
    #expect(try folder.contents(of: "out") == clean)
  }
}

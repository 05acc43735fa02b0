import Foundation
import TestSupport
import Testing

/// `guion2audio cast`: a draft, and a file that is completed.
@Suite struct CastCommandTests {
  private static let script = """
    INT. HALL - DAY

    MARA, 50s, gravelly, waits.

    TOMAS
    Nobody is here, nobody at all, and nobody will come.

    MARA
    I am.

    TOMMAS
    So you are.

    """

  private struct File: Decodable {
    struct Role: Decodable {
      var voice: String
      var note: String?
      var aliases: [String]?

      private enum Keys: String, CodingKey { case voice, note, aliases }

      init(from decoder: any Decoder) throws {
        if let voice = try? decoder.singleValueContainer().decode(String.self) {
          self.voice = voice
        } else {
          let values = try decoder.container(keyedBy: Keys.self)
          voice = try values.decode(String.self, forKey: .voice)
          note = try values.decodeIfPresent(String.self, forKey: .note)
          aliases = try values.decodeIfPresent([String].self, forKey: .aliases)
        }
      }
    }

    var narrator: String?
    var characters: [String: Role]
  }

  private func file(_ text: String) throws -> File {
    try JSONDecoder().decode(File.self, from: Data(text.utf8))
  }

  @Test func `a draft has every role, the largest first, and renders without a warning`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let result = try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0)
    let places = ["TOMAS", "TOMMAS", "MARA"].map {
      result.output.range(of: "\"\($0)\"")?.lowerBound
    }
    let (tomas, mara, tommas) = (places[0], places[2], places[1])
    #expect(try #require(tomas) < #require(tommas) && #require(tomas) < #require(mara))
    let cast = try file(result.output)
    #expect(cast.characters["MARA"]?.note == "50s, gravelly, waits")
    #expect(Set(cast.characters.values.map(\.voice)).count == 3)
    #expect(!cast.characters.values.contains { $0.voice == cast.narrator })
    // The same words, the same draft.
    #expect(try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0).output == result.output)
    try folder.write(result.output, as: "cast.json")
    let build = try Guion2audio.run("s.fountain", "-o", "out", "--strict", in: folder, exits: 0)
    #expect(build.errors.contains(" 0 warnings "))
  }

  @Test func `names that are alike are one role's where that is asked for`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let result = try Guion2audio.run("cast", "s.fountain", "--merge", in: folder, exits: 0)
    let cast = try file(result.output)
    #expect(Set(cast.characters.keys) == ["TOMAS", "MARA"])
    #expect(cast.characters["TOMAS"]?.aliases == ["TOMMAS"])
  }

  @Test func `a file that is there is completed, and keeps what its owner wrote`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let own =
      "{ \"pauses\": { \"betweenSpeakers\": 400 },\n  \"characters\": { \"MARA\": \"espeak://en-us+f3\" } }\n"
    try folder.write(own, as: "mine.json")
    try Guion2audio.run("cast", "s.fountain", "-o", "mine.json", in: folder, exits: 0)
    let text = try String(contentsOfFile: folder.path(of: "mine.json"), encoding: .utf8)
    #expect(text.hasPrefix(own.prefix(own.count - 5)))
    #expect(try Set(file(text).characters.keys) == ["MARA", "TOMAS", "TOMMAS"])
    try Guion2audio.run("cast", "s.fountain", "-o", "mine.json", in: folder, exits: 0)
    #expect(try String(contentsOfFile: folder.path(of: "mine.json"), encoding: .utf8) == text)
  }

  @Test(
    arguments: [
      (["cast"], 64), (["cast", "none.fountain"], 66),
      (["cast", "s.fountain", "--provider", "espeek"], 64),
      (["cast", "s.fountain", "--cast", "wrong.json"], 65),
      (["cast", "s.fountain", "-o", "/proc/x/y"], 73),
      (["cast", "empty.fountain"], 65),
    ] as [([String], Int32)])
  func `what is wrong is told`(words: [String], status: Int32) throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write("", as: "empty.fountain")
    try folder.write("{ \"charakters\": {} }", as: "wrong.json")
    let result = try Program.run(Guion2audio.path, words, in: folder.path)
    #expect(result.status == status, "\(words): \(result.errors)")
    #expect(!result.errors.isEmpty && result.output.isEmpty)
  }
}

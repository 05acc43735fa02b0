import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of `guion2audio cast`, which drafts a cast or completes a file.
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

  @Test func `a draft has every role, the largest first, and renders without warnings`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let result = try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0)
    let places = ["TOMAS", "TOMMAS", "MARA"].map {
      result.output.range(of: "\"\($0)\"")?.lowerBound
    }
    let (tomas, mara, tommas) = (places[0], places[2], places[1])
    #expect(try #require(tomas) < #require(tommas) && #require(tomas) < #require(mara))
    let cast = try file(result.output)
    #expect(cast.characters["MARA"]?.note == "50s, gravelly, waits; a guess: the first name")
    #expect(Set(cast.characters.values.map(\.voice)).count == 3)
    #expect(!cast.characters.values.contains { $0.voice == cast.narrator })
    // The same script gives the same draft.
    #expect(try Guion2audio.run("cast", "s.fountain", in: folder, exits: 0).output == result.output)
    try folder.write(result.output, as: "cast.json")
    let build = try Guion2audio.run("s.fountain", "-o", "out", "--strict", in: folder, exits: 0)
    #expect(build.errors.contains(" 0 warnings "))
  }

  @Test func `the scripts of a series get one draft, and shared roles keep their voices`() throws {
    let folder = try TemporaryFolder("one.fountain", Self.script)
    try folder.write(
      "INT. YARD - DAY\n\nMARA\nStill here.\n\nLOUDSPEAKER\nAttention, please.\n",
      as: "two.fountain")
    let draft = try Guion2audio.run(
      "cast", "one.fountain", "two.fountain", "-o", "series.json", in: folder, exits: 0)
    #expect(!draft.errors.contains("warning"), "\(draft.errors)")
    let text = try String(contentsOfFile: folder.path(of: "series.json"), encoding: .utf8)
    let cast = try file(text)
    #expect(Set(cast.characters.keys) == ["TOMAS", "TOMMAS", "MARA", "LOUDSPEAKER"])
    #expect(text.contains(#""effect": "telephone""#))
    struct Plan: Decodable {
      struct Role: Decodable { var name: String, voice: String }
      var roles: [Role]
    }
    for name in ["one", "two"] {
      let plan = try Guion2audio.run(
        "plan", "\(name).fountain", "--cast", "series.json", "--json", in: folder, exits: 0)
      let roles = try JSONDecoder().decode(Plan.self, from: Data(plan.output.utf8)).roles
      #expect(roles.first { $0.name == "MARA" }?.voice == cast.characters["MARA"]?.voice)
    }
  }

  @Test func `on request similar names become one role`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let result = try Guion2audio.run("cast", "s.fountain", "--merge", in: folder, exits: 0)
    let cast = try file(result.output)
    #expect(Set(cast.characters.keys) == ["TOMAS", "MARA"])
    #expect(cast.characters["TOMAS"]?.aliases == ["TOMMAS"])
  }

  @Test func `a woman and a man do not become one role`() throws {
    let folder = try TemporaryFolder(
      "s.fountain", "INT. HALL - DAY\n\nMR. FINCH\nGood evening.\n\nMRS. FINCH\nSo it is.\n")
    let result = try Guion2audio.run("cast", "s.fountain", "--merge", in: folder, exits: 0)
    #expect(try Set(file(result.output).characters.keys) == ["MR. FINCH", "MRS. FINCH"])
  }

  @Test func `a name that is too long for a cast is left out, with a warning`() throws {
    let name = String(repeating: "A", count: 10_000)
    let folder = try TemporaryFolder(
      "s.fountain", "INT. HALL - DAY\n\n\(name)\nHello.\n\nBEN\nHello.\n")
    let result = try Guion2audio.run("cast", "s.fountain", "-o", "c.json", in: folder, exits: 0)
    #expect(result.errors.contains("it cannot have an entry in a cast"), "\(result.errors)")
    try Guion2audio.run("plan", "s.fountain", "--cast", "c.json", in: folder, exits: 0)
  }

  @Test func `a pipe without a reader and a loop of links are refused`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    for (link, target) in [("a", "b"), ("b", "a"), ("new", "target.json")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: link), withDestinationPath: target)
    }
    for path in ["pipe", "a"] {
      let result = try Program.run(
        Guion2audio.path, ["cast", "s.fountain", "-o", path], in: folder.path)
      #expect(result.status == 73 && result.errors.contains("cannot write"), "\(result.errors)")
    }
    // The target of a dangling link is written.
    try Guion2audio.run("cast", "s.fountain", "-o", "new", in: folder, exits: 0)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(of: "new"))
    #expect(link == "target.json")
    #expect(FileManager.default.fileExists(atPath: folder.path(of: "target.json")))
  }

  @Test func `a draft without roles says why it has none`() throws {
    let folder = try TemporaryFolder("a.md", "# Bread\n\nMix it.\n")
    try folder.write(Self.script, as: "s.fountain")
    let none = try Guion2audio.run("cast", "a.md", in: folder, exits: 0)
    #expect(none.errors.contains("note: no role speaks"), "\(none.errors)")
    #expect(try file(none.output).characters.isEmpty)
    let first = try Guion2audio.run("cast", "s.fountain", "-o", "c.json", in: folder, exits: 0)
    #expect(!first.errors.contains("note: "), "\(first.errors)")
    let again = try Guion2audio.run("cast", "s.fountain", "-o", "c.json", in: folder, exits: 0)
    #expect(again.errors.contains("note: every role has an entry already"), "\(again.errors)")
  }

  @Test func `an existing file is completed, and its own entries are kept`() throws {
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
  func `mistakes are reported`(words: [String], status: Int32) throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write("", as: "empty.fountain")
    try folder.write("{ \"charakters\": {} }", as: "wrong.json")
    let result = try Program.run(Guion2audio.path, words, in: folder.path)
    #expect(result.status == status, "\(words): \(result.errors)")
    #expect(!result.errors.isEmpty && result.output.isEmpty)
  }

  @Test func `a link stays a link, and a private file private`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "real"), withIntermediateDirectories: false)
    try folder.write("{}", as: "real/c.json")
    let (link, file) = (folder.path(of: "cast.json"), folder.path(of: "real/c.json"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real/c.json")
    try Guion2audio.run("cast", "s.fountain", "-o", "cast.json", in: folder, exits: 0)
    let manager = FileManager.default
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == "real/c.json")
    #expect(try folder.text(of: "real/c.json").contains("MARA"))
    #expect(try manager.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try folder.names(in: "real") == ["c.json"])
  }

  @Test func `the user's own file with the ending part is kept`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write("mine", as: "cast.json.part")
    try Guion2audio.run("cast", "s.fountain", "-o", "cast.json", in: folder, exits: 0)
    #expect(try folder.text(of: "cast.json.part") == "mine")
    #expect(try folder.text(of: "cast.json").contains("MARA"))
    #expect(try folder.names() == ["cast.json", "cast.json.part", "s.fountain"])
  }

  @Test func `a link at the path of a temporary file is not followed`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write("mine", as: "precious")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(of: "cast.json.part"), withDestinationPath: "precious")
    try Guion2audio.run("cast", "s.fountain", "-o", "cast.json", in: folder, exits: 0)
    #expect(try folder.text(of: "precious") == "mine")
    #expect(try folder.text(of: "cast.json").contains("MARA"))
  }

  @Test func `a file that everyone can read stays so under a strict umask`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let file = try folder.write("{}", as: "c.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: file)
    let command = "umask 077; \"$1\" cast s.fountain -o c.json; \"$1\" cast s.fountain -o new.json"
    let result = try Program.run(
      "/bin/sh", ["-c", command, "sh", Guion2audio.path], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let modes = try ["c.json", "new.json"].map {
      try FileManager.default.attributesOfItem(atPath: folder.path(of: $0))[.posixPermissions]
        as? Int
    }
    #expect(modes == [0o664, 0o600])
  }

  @Test func `a pipe and a device are written directly`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let command = """
      mkfifo pipe; cat pipe > read & "$1" cast s.fountain -o pipe; wait
      "$1" cast s.fountain -o /dev/null
      """
    let result = try Program.run(
      "/bin/sh", ["-c", command, "sh", Guion2audio.path], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.text(of: "read").contains("MARA"))
    #expect(try folder.names() == ["pipe", "read", "s.fountain"])
    var (pipe, device) = (stat(), stat())
    #expect(stat(folder.path(of: "pipe"), &pipe) == 0 && pipe.st_mode & S_IFMT == S_IFIFO)
    #expect(stat("/dev/null", &device) == 0 && device.st_mode & S_IFMT == S_IFCHR)
  }

  @Test(arguments: [
    ("real", "Is a directory"), ("s.fountain/x", "Not a directory"),
    ("nowhere/x", "No such file or directory"),
  ]) func `an unwritable path is reported before drafting`(path: String, reason: String) throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "real"), withIntermediateDirectories: false)
    let result = try Guion2audio.run("cast", "s.fountain", "-o", path, in: folder, exits: 73)
    #expect(result.errors == "guion2audio: cannot write \(path): \(reason)\n")
  }

  @Test func `a name without letters gets no entry, and a warning`() throws {
    let folder = try TemporaryFolder("s.fountain", "@--\nHi there.\n\nANN\nYes.\n")
    let result = try Guion2audio.run("cast", "s.fountain", "-o", "-", in: folder, exits: 0)
    #expect(result.errors.contains(#"warning: "--" has no letter or digit"#))
    #expect(Array(try file(result.output).characters.keys) == ["ANN"])
    try folder.write(result.output, as: "cast.json")
    try Guion2audio.run("plan", "s.fountain", in: folder, exits: 0)
  }

  @Test func `a service that is down is reported`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    try folder.write(
      #"{ "providers": { "dead": { "type": "openai", "baseURL": "http://127.0.0.1:1" } } }"#,
      as: "config.json")
    let result = try Guion2audio.run(
      "cast", "s.fountain", "--provider", "dead", in: folder,
      environment: ["GUION2AUDIO_CONFIG": folder.path(of: "config.json")])
    #expect(result.status == 69)
    #expect(result.errors.contains("dead"))
  }

  @Test func `the roles of a novel say why they are roles`() throws {
    let lines = (0..<6).map {
      "“Number \($0) is here,” said Anna.\n\n“I see \($0),” said Mr. Quill.\n\n"
    }
    let folder = try TemporaryFolder("n.md", "# One\n\n" + lines.joined())
    let draft = try file(Guion2audio.run("cast", "n.md", in: folder, exits: 0).output)
    let notes = draft.characters.values.compactMap(\.note).sorted()
    #expect(notes.count == 2, "\(notes)")
    #expect(
      notes.first == "6 quotations, first in line 3: Number 0 is here; a guess: the first name",
      "\(notes)")
    #expect(notes.last?.hasSuffix("gender by titles and pronouns in the text") == true, "\(notes)")
  }

  @Test func `a cast keeps the voices of passages in other languages`() throws {
    let script = "INT. PIER - DAY\n\nLUCIEN\nBonjour, madame. Vous êtes sa femme, n'est-ce pas ?\n"
    let folder = try TemporaryFolder("s.fountain", script)
    func switches() throws -> [Substring] {
      try Guion2audio.run("check", "s.fountain", in: folder, exits: 0).output
        .split(separator: "\n").filter { $0.contains("[language-switch]") && $0.contains("LUCIEN") }
    }
    let before = try switches()
    #expect(!before.isEmpty)
    try Guion2audio.run("cast", "s.fountain", "-o", "cast.json", in: folder, exits: 0)
    #expect(try switches() == before)
    try FileManager.default.removeItem(atPath: folder.path(of: "cast.json"))
    try Guion2audio.run(
      "cast", "s.fountain", "--set", "LUCIEN=espeak://en-us+m3", "-o", "cast.json", in: folder,
      exits: 0)
    #expect(try switches() == before)
  }

  @Test func `a document with labels is drafted, and then each speaker has a voice`() throws {
    let folder = try TemporaryFolder(
      "talk.md", "# Talk\n\nIt rains.\n\n**ANN:** Who is there?\n\n**BEN:** (quietly) Me.\n")
    let unheard = try Guion2audio.run("check", "talk.md", in: folder, exits: 0)
    #expect(unheard.output.contains("talk.md:5:1: note: ANN looks like a speaker"))
    try Guion2audio.run("cast", "talk.md", "-o", "cast.json", in: folder, exits: 0)
    #expect(Set(try file(folder.text(of: "cast.json")).characters.keys) == ["ANN", "BEN"])
    let plan = try Guion2audio.run("plan", "talk.md", in: folder, exits: 0).output
    #expect(plan.contains("  ANN  ") && plan.contains("  BEN  "))
    #expect(try Guion2audio.run("check", "talk.md", in: folder, exits: 0).output.isEmpty)
    let before = try folder.text(of: "cast.json")
    try Guion2audio.run("cast", "talk.md", "-o", "cast.json", in: folder, exits: 0)
    #expect(try folder.text(of: "cast.json") == before)
  }

  @Test func `--set gives a role a voice, and keeps the rest of the file`() throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let (first, second) = ("espeak://en-us+f3", "espeak://en-gb+m2?rate=0.9")
    let new = try Guion2audio.run(
      "cast", "s.fountain", "--set", "mara=\(first), narrator=\(second)", in: folder, exits: 0)
    #expect(new.errors == "2 voices set, 3 roles added -> cast.json\n" && new.output.isEmpty)
    var cast = try file(folder.text(of: "cast.json"))
    #expect(cast.characters["MARA"]?.voice == first && cast.narrator == second)
    #expect(cast.characters["MARA"]?.note?.contains("gravelly") == true)
    #expect(cast.characters.values.count { $0.voice == first } == 1)
    let before = try folder.text(of: "cast.json")
    try Guion2audio.run(
      "cast", "s.fountain", "--set", "MARA=\(second)", "-q", in: folder, exits: 0)
    #expect(
      try folder.text(of: "cast.json") == before.replacing("\"\(first)\"", with: "\"\(second)\""))
    cast = try file(folder.text(of: "cast.json"))
    #expect(cast.characters["MARA"]?.voice == second)
    let twice = try Guion2audio.run(
      "cast", "s.fountain", "--set", "MARA=\(first)", "--set", "narrator=\(first)", in: folder,
      exits: 0)
    #expect(twice.errors.hasSuffix("2 voices set, 0 roles added -> cast.json\n"))
    #expect(!twice.errors.contains("entry already"), "\(twice.errors)")
    cast = try file(folder.text(of: "cast.json"))
    #expect(cast.characters["MARA"]?.voice == first && cast.narrator == first)
  }

  @Test(arguments: [
    ("MARA", 64, "expected ROLE=VOICE"), ("MARRA=espeak://en-us", 64, "did you mean MARA?"),
    ("MARA=herron", 64, "did you mean heron?"), ("MARA=espeak://xx-none", 65, "xx-none"),
    ("MARA=wren,mara=heron", 64, "mara has two voices"),
  ])
  func `--set with a mistake writes nothing`(text: String, code: Int32, words: String) throws {
    let folder = try TemporaryFolder("s.fountain", Self.script)
    let result = try Guion2audio.run("cast", "s.fountain", "--set", text, in: folder, exits: code)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!folder.exists("cast.json"))
  }

  @Test func `--set knows names with a comma, and the other names of a role in a novel`() throws {
    let lines = (0..<6).map {
      "“Number \($0) is here,” said Anna.\n\n“I see \($0),” said Mr. Quill.\n\n"
    }
    let folder = try TemporaryFolder("n.md", "# One\n\n" + lines.joined())
    try Guion2audio.run("cast", "n.md", "--set", "Anna=espeak://en-us+f3", in: folder, exits: 0)
    let text = try folder.text(of: "cast.json")
    #expect(text.contains("\"dialogue\": { \"voices\": true }"), "\(text)")
    #expect(try file(text).characters["Anna"]?.voice == "espeak://en-us+f3")
    try folder.write("INT. A\n\nJONES, JR.\nYes.\n", as: "j.fountain")
    let other = try Guion2audio.run(
      "cast", "j.fountain", "--set", "JONES, JR.=espeak://en-us+m3", "-o", "-", in: folder, exits: 0
    )
    #expect(try file(other.output).characters["JONES, JR."]?.voice == "espeak://en-us+m3")
  }
}

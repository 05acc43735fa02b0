import TestSupport
import Testing

/// Tests of `speakers`: what it prints, and the file of answers.
@Suite struct SpeakersTests {
  private static let novel = """
    # One

    "I am early," said Tom Reed to Ann Lee.

    "You are late," said Ann Lee.

    """

  @Test func `the speakers are listed`() throws {
    let folder = try TemporaryFolder("n.md", Self.novel)
    let result = try Guion2audio.run("speakers", "n.md", in: folder, exits: 0)
    #expect(result.output.hasPrefix("n.md: 2 turns, 100 % with a voice"), "\(result.output)")
    #expect(result.output.contains("    1  Tom Reed"), "\(result.output)")
    try folder.write("It rains.\n", as: "dry.md")
    #expect(
      try Guion2audio.run("speakers", "dry.md", in: folder, exits: 0).output
        == "dry.md: no quotations\n")
  }

  @Test func `the author's lines stay in the file of answers`() throws {
    let folder = try TemporaryFolder("n.md", Self.novel)
    try folder.write("# mine\n?? broken\n", as: "n.voices")
    let result = try Guion2audio.run("speakers", "n.md", "-o", "n.voices", in: folder, exits: 0)
    #expect(result.errors.contains("n.voices:2:1: warning: "), "\(result.errors)")
    let text = try folder.text(of: "n.voices")
    #expect(text.contains("# mine\n") && text.hasSuffix("# not found\n?? broken\n"), "\(text)")
  }

  @Test func `the file of answers can list every turn`() throws {
    let folder = try TemporaryFolder("n.md", Self.novel)
    func lines(_ options: String...) throws -> [Substring] {
      let result = try Program.run(
        Guion2audio.path, ["speakers", "n.md", "-o", "-"] + options, in: folder.path)
      return result.output.split(separator: "\n").filter { $0.hasPrefix("?") }
    }
    #expect(try lines().isEmpty)
    #expect(try lines("--all").map { $0.hasSuffix("  I am early,") } == [true, false])
    let wrong = try Guion2audio.run("speakers", "n.md", "--all", in: folder, exits: 64)
    #expect(wrong.errors.contains("--all needs -o FILE"), "\(wrong.errors)")
  }

  @Test func `a file of answers with any name is written again and keeps its answers`() throws {
    let folder = try TemporaryFolder("n.md", Self.novel)
    let write = ["speakers", "n.md", "-o", "n.ans", "--all"]
    func text() throws -> String {
      _ = try Program.run(Guion2audio.path, write, in: folder.path)
      return try folder.text(of: "n.ans")
    }
    let first = try text()
    #expect(first.contains("?  Tom Reed") && first.contains("I am early,"), "\(first)")
    #expect(try text() == first)
    try folder.write("\(first)=  Ann Lee  ch 1 §2  I am early,\n", as: "n.ans")
    #expect(try text().contains("=  Ann Lee  ch 1 §2  I am early,"))
    try folder.write("# B\n\n\"It rains,\" said Eve.\n", as: "b.md")
    let kept = try folder.text(of: "n.ans")
    let other = try Guion2audio.run("speakers", "b.md", "-o", "n.ans", in: folder, exits: 73)
    #expect(other.errors.contains("not the file of answers of this book"), "\(other.errors)")
    #expect(try folder.text(of: "n.ans") == kept)
  }

  @Test func `other files are not replaced`() throws {
    let folder = try TemporaryFolder("n.md", Self.novel)
    try folder.write("notes", as: "a.txt")
    let result = try Guion2audio.run("speakers", "n.md", "-o", "a.txt", in: folder, exits: 73)
    #expect(result.errors.contains("a.txt exists, and is not the file of answers of this book"))
    #expect(try folder.text(of: "a.txt") == "notes")
  }

  @Test func `a screenplay and an old document have one message`() throws {
    let folder = try TemporaryFolder("s.fountain", "INT. A\n\nANN\nYes.\n")
    let script = try Guion2audio.run("speakers", "s.fountain", in: folder, exits: 65)
    #expect(script.errors.contains("speakers reads only prose"), "\(script.errors)")
    try folder.write("x", as: "a.doc")
    let old = try Guion2audio.run("plan", "a.doc", in: folder, exits: 65)
    #expect(
      old.errors
        == "guion2audio: a.doc: guion2audio does not read such documents; save it as DOCX\n")
  }

  private static let doubtful = """
    # One

    Tom Reed and Ann Lee sat down.

    "I am early," said Tom Reed.

    "You are late," said Ann Lee.

    They ate, and the others came in.

    "Where is the salt?"

    # Two

    Tom Reed and Ann Lee sat down.

    "I am early again," said Tom Reed.

    "You are late again," said Ann Lee.

    They drank, and the others went.

    "Who has the bread?"

    """

  @Test func `the doubts are asked, and each answer is written at once`() throws {
    let folder = try TemporaryFolder("n.md", Self.doubtful)
    let result = try Guion2audio.run(
      "speakers", "n.md", "--ask", in: folder, input: "Nobody\nann lee\nn\n", exits: 0)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("no character has the name \"Nobody\""), "\(result.errors)")
    #expect(result.errors.contains("They ate, and the others came in."), "\(result.errors)")
    #expect(result.errors.contains("Who says: Where is the salt?"), "\(result.errors)")
    #expect(result.errors.hasSuffix("0 open questions -> n.voices\n"), "\(result.errors)")
    let answers = try folder.text(of: "n.voices").lines
    #expect(answers.first?.hasPrefix("# Who speaks?") == true)
    #expect(answers.contains { $0.hasPrefix("=  Ann Lee  ch 1 §") }, "\(answers)")
    #expect(answers.contains { $0.hasPrefix("-  ch 2 §") }, "\(answers)")
    // Nothing is left to ask.
    let again = try Guion2audio.run("speakers", "n.md", "--ask", in: folder, exits: 0)
    #expect(again.errors == "0 open questions -> n.voices\n", "\(again.errors)")
  }

  @Test func `a question can be skipped, and q ends`() throws {
    let folder = try TemporaryFolder("n.md", Self.doubtful)
    let result = try Guion2audio.run(
      "speakers", "n.md", "--ask", in: folder, input: "s\nq\n1\n", exits: 0)
    #expect(result.errors.hasSuffix("2 open questions\n"), "\(result.errors)")
    #expect(!folder.exists("n.voices"))
    // The end of a long line is no further answer.
    let long = String(repeating: "a", count: 100) + "1\n"
    let other = try Guion2audio.run("speakers", "n.md", "--ask", in: folder, input: long, exits: 0)
    #expect(other.errors.contains("no character has the name"), "\(other.errors)")
    #expect(!folder.exists("n.voices"))
    let wrong = try Guion2audio.run("speakers", "n.md", "--ask", "--all", in: folder, exits: 64)
    #expect(wrong.errors.contains("--all and -o cannot be used with it"), "\(wrong.errors)")
  }
}

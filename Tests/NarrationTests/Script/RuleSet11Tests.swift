import Foundation
import Guion
import Narration
import Testing

/// Tests of what rule set 1.1 reads differently in scripts and documents.
@Suite struct RuleSet11Tests {
  private func read(
    _ script: String, _ settings: String = "", rules: String = "1.1",
    format: DocumentFormat = .fountain
  ) async throws -> [String] {
    let cast = "{ \"rules\": \"\(rules)\"\(settings.isEmpty ? "" : ", ")\(settings) }"
    return try await TableReadOutline.of(script, cast: cast, format: format).lines
  }

  private func announcements(_ script: String, _ settings: String = "") async throws -> [String] {
    try await read(script, settings).filter { $0.contains("| announcement") }
      .compactMap { $0.components(separatedBy: "announcement: ").last }
  }

  private static func speech(_ name: String, _ words: String) -> String { "\(name)\n\(words)\n\n" }

  @Test func `a speaker is announced first, and after three turns of others`() async throws {
    let turns = ["ANN", "BEN", "ANN", "BEN", "CLEO", "BEN", "CLEO", "ANN"]
    let script =
      "INT. HALL - DAY\n\n" + turns.map { Self.speech($0, "One of the words.") }.joined()
    let voices = """
      "characters": { "ANN": "tone://alto", "BEN": "tone://bass", "CLEO": "tone://soprano" }
      """
    #expect(
      try await announcements(script, voices) == [
        "Ann says:", "Ben says:", "Cleo says:", "Ann says:",
      ])
  }

  @Test func `adjacent speakers with the same voice are announced`() async throws {
    let turns = ["ANN", "BEN", "ANN"]
    let script =
      "INT. HALL - DAY\n\n" + turns.map { Self.speech($0, "One of the words.") }.joined()
    let voices = "\"characters\": { \"ANN\": \"tone://alto\", \"BEN\": \"tone://alto\" }"
    #expect(try await announcements(script, voices) == ["Ann says:", "Ben says:", "Ann says:"])
  }

  @Test func `a voice that has spoken for another speaker is announced`() async throws {
    let turns = ["ANN", "BEN", "CLEO", "ANN", "CLEO"]
    let script =
      "INT. HALL - DAY\n\n" + turns.map { Self.speech($0, "One of the words.") }.joined()
    let voices = """
      "characters": { "ANN": "tone://alto", "BEN": "tone://alto", "CLEO": "tone://soprano" }
      """
    #expect(
      try await announcements(script, voices) == [
        "Ann says:", "Ben says:", "Cleo says:", "Ann says:",
      ])
  }

  @Test func `a speech that is only sentences in brackets is spoken`() async throws {
    let script = "INT. HALL - DAY\n\nANN\n(Ha ha! They are doomed.)\n\nBEN\n(a beat)\n"
    let lines = try await read(script)
    #expect(lines.contains { $0.hasSuffix("dialogue ANN: Ha ha! They are doomed.") })
    #expect(!lines.contains { $0.contains("beat") })
    #expect(try await !read(script, rules: "1.0").contains { $0.contains("doomed") })
  }

  @Test func `the words of an announcement are a template`() async throws {
    let script = "INT. HALL - DAY\n\nANN\nHello.\n\nANN AND BEN\nBoth.\n"
    let settings = """
      "speech": { "announcement": { "one": "Now {name}:", "many": "Together, {name}:" }, "announce": "always" }
      """
    #expect(
      try await announcements(script, settings) == ["Now Ann:", "Together, Ann and Ben:"])
  }

  @Test func `a speaker who interrupts is not announced and does not wait`() async throws {
    let script = "INT. HALL - DAY\n\nANN\nI never --\n\nBEN\nStop.\n\nANN\nBut.\n"
    let lines = try await read(script)
    #expect(lines.contains { $0.hasPrefix("80 | dialogue BEN") })
    #expect(!lines.contains { $0.contains("Ben says") })
    let first = try await read(script, rules: "1.0")
    #expect(first.contains { $0.contains("Ben says") })
    #expect(!first.contains { $0.hasPrefix("80 |") })
  }

  @Test func `several people who interrupt are announced in 1.2`() async throws {
    let script = "INT. HALL - DAY\n\nANN\nI never --\n\nANN AND BEN\nStop.\n"
    #expect(try await read(script, rules: "1.2").contains { $0.contains("Ann and Ben say") })
    #expect(try await !read(script).contains { $0.contains("Ann and Ben say") })
  }

  @Test func `action between speeches prevents an interruption`() async throws {
    let lines = try await read(
      "INT. HALL - DAY\n\nANN\nI never --\n\nA crash.\n\nBEN\nStop.\n")
    #expect(lines.contains { $0.contains("Ben says") })
  }

  @Test func `printed page marks are silent`() async throws {
    let script = """
      INT. HALL - DAY

      CONTINUED: (2)

      Rain.

      12.

      FADE OUT.

      2 EXT. ROAD - NIGHT 2

      Dust.

      """
    let lines = try await read(script)
    let words = lines.joined(separator: "\n")
    #expect(!words.contains("ontinued") && !words.contains("12") && !words.contains("ade out"))
    #expect(words.contains("Exterior. Road. Night."))
    let old = try await read(script, rules: "1.0").joined(separator: "\n")
    #expect(old.contains("12") && old.lowercased().contains("fade out"))
    let spoken = try await read(script, "\"speech\": { \"transitions\": true }")
    #expect(spoken.joined().contains("ade out"))
  }

  @Test func `only the first block of code is announced in full`() async throws {
    let block = "```swift\nlet a = 1\nlet b = 2\n```\n\n"
    let lines = try await read("# A\n\n" + block + "Words.\n\n" + block, format: .markdown)
    #expect(lines.contains { $0.contains("Code example, Swift, two lines.") })
    #expect(lines.contains { $0.hasSuffix("Code, two lines.") })
    let old = try await read(
      "# A\n\n" + block + "Words.\n\n" + block, rules: "1.0", format: .markdown)
    #expect(old.count { $0.contains("Code example, Swift, 2 lines.") } == 2)
  }
}

/// Tests of what rule set 1.1 reads differently in documents.
@Suite struct RuleSet11DocumentTests {
  private func words(
    _ document: String, _ more: String = "", rules: String = "1.1"
  ) async throws -> String {
    try await TableReadOutline.of(
      document, cast: "{ \"rules\": \"\(rules)\"\(more) }", format: .markdown
    ).lines.joined(separator: "\n")
  }

  @Test func `a summary is read`() async throws {
    let document = "<details>\n<summary>More of it</summary>\n\nText.\n"
    #expect(try await words(document).contains("More of it"))
    #expect(try await !words(document, rules: "1.0").contains("More of it"))
  }

  @Test func `a hard line break is a pause`() async throws {
    #expect(
      try await words("Roses are red  \nviolets are blue").contains(
        "Roses are red, violets are blue"))
    #expect(try await words("One.  \nTwo").contains("One. Two"))
    #expect(try await words("a\nb").contains("a b"))
  }

  @Test func `rows of badges are skipped`() async throws {
    let document = "[![build](u)](v) [![tests](u)](v)\n\nText.\n"
    let heard = try await words(document)
    #expect(!heard.contains("build") && heard.contains("Text."))
    #expect(try await words(document, rules: "1.0").contains("build"))
  }

  @Test func `an image is introduced`() async throws {
    #expect(try await words("![A map](u)").contains("Image: A map"))
  }

  @Test func `tables of contents are skipped by default`() async throws {
    let document =
      "- [Go one](#a)\n- [Go two](#b)\n\n# A\n\nText.\n\n- [Go three](#a)\n- other\n\n# B\n\nMore.\n"
    let heard = try await words(document)
    #expect(!heard.contains("Go one") && !heard.contains("Go two"))
    #expect(heard.contains("Go three") && heard.contains("other"))
    let all = try await words(document, ", \"speech\": { \"contents\": \"read\" }")
    #expect(all.contains("Go one") && all.contains("Go two"))
    #expect(try await words(document, rules: "1.0").contains("Go one"))
  }

  @Test func `macros and codes are silent, but not in plain text`() async throws {
    #expect(try await words("Hello {{name}}, :rocket: go.").contains("Hello"))
    #expect(try await !words("Hello {{name}}.").contains("name"))
    let text = try await TableReadOutline.of(
      "Hello {{name}}.", cast: #"{ "rules": "1.1" }"#, format: .text
    ).lines.joined()
    #expect(text.contains("name"))
  }
}

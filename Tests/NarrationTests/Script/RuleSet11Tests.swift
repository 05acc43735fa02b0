import Guion
import Narration
import Testing

/// What rule set 1.1 reads differently in scripts and documents.
@Suite struct RuleSet11Tests {
  private func read(
    _ script: String, _ settings: String = "", rules: String = "1.1", format: DocumentFormat = .fountain
  ) async throws -> [String] {
    let cast = "{ \"rules\": \"\(rules)\"\(settings.isEmpty ? "" : ", ")\(settings) }"
    return try await TableReadOutline.of(script, cast: cast, format: format).lines
  }

  private func announcements(_ script: String, _ settings: String = "") async throws -> [String] {
    try await read(script, settings).filter { $0.contains("| announcement") }
      .compactMap { $0.components(separatedBy: "announcement: ").last }
  }

  private static func speech(_ name: String, _ words: String) -> String { "\(name)\n\(words)\n\n" }

  @Test func `a speaker is announced at first and after three turns of others`() async throws {
    let turns = ["ANN", "BEN", "ANN", "BEN", "CLEO", "BEN", "CLEO", "ANN"]
    let script =
      "INT. HALL - DAY\n\n" + turns.map { Self.speech($0, "One of the words.") }.joined()
    let voices = """
      "characters": { "ANN": "tone://alto", "BEN": "tone://bass", "CLEO": "tone://soprano" }
      """
    #expect(
      try await announcements(script, voices) == ["Ann says:", "Ben says:", "Cleo says:", "Ann says:"])
  }

  @Test func `neighbours with the same voice are announced`() async throws {
    let turns = ["ANN", "BEN", "ANN"]
    let script =
      "INT. HALL - DAY\n\n" + turns.map { Self.speech($0, "One of the words.") }.joined()
    let voices = "\"characters\": { \"ANN\": \"tone://alto\", \"BEN\": \"tone://alto\" }"
    #expect(try await announcements(script, voices) == ["Ann says:", "Ben says:", "Ann says:"])
  }

  @Test func `the words of an announcement are a template`() async throws {
    let script = "INT. HALL - DAY\n\nANN\nHello.\n\nANN AND BEN\nBoth.\n"
    let settings = """
      "speech": { "announcement": { "one": "Now {name}:", "many": "Together, {name}:" }, "announce": "always" }
      """
    #expect(
      try await announcements(script, settings) == ["Now Ann:", "Together, Ann and Ben:"])
  }

  @Test func `who falls in is not announced and does not wait`() async throws {
    let script = "INT. HALL - DAY\n\nANN\nI never --\n\nBEN\nStop.\n\nANN\nBut.\n"
    let lines = try await read(script)
    #expect(lines.contains { $0.hasPrefix("80 | dialogue BEN") })
    #expect(!lines.contains { $0.contains("Ben says") })
    let first = try await read(script, rules: "1.0")
    #expect(first.contains { $0.contains("Ben says") })
    #expect(!first.contains { $0.hasPrefix("80 |") })
  }

  @Test func `action between them ends an interruption`() async throws {
    let lines = try await read(
      "INT. HALL - DAY\n\nANN\nI never --\n\nA crash.\n\nBEN\nStop.\n")
    #expect(lines.contains { $0.contains("Ben says") })
  }

  @Test func `pages leave nothing that is heard`() async throws {
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

  @Test func `the first block of code is announced whole, the others in few words`() async throws {
    let block = "```swift\nlet a = 1\nlet b = 2\n```\n\n"
    let lines = try await read("# A\n\n" + block + "Words.\n\n" + block, format: .markdown)
    #expect(lines.contains { $0.contains("Code example, Swift, 2 lines.") })
    #expect(lines.contains { $0.hasSuffix("Code, 2 lines.") })
    let old = try await read(
      "# A\n\n" + block + "Words.\n\n" + block, rules: "1.0", format: .markdown)
    #expect(old.count { $0.contains("Code example, Swift, 2 lines.") } == 2)
  }
}

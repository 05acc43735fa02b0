import TestSupport
import Testing

/// Tests of the numbers of words that `check -v` prints.
@Suite struct WordCountCommandTests {
  @Test func `check counts the words that are read and left out`() throws {
    let folder = try TemporaryFolder("a.fountain", "Title: X\n\nINT. BAR - DAY\n\nOne two.\n")
    let text = try Guion2audio.run("check", "-v", "a.fountain", in: folder, exits: 0)
    #expect(text.output == "a.fountain: 5 words read, 2 left out (2 title-page)\n")
    #expect(try Guion2audio.run("check", "a.fountain", in: folder, exits: 0).output == "")
    let json = try Guion2audio.run(
      "check", "-v", "--diagnostics", "json", "a.fountain", in: folder, exits: 0)
    #expect(
      json.output == """
        {
          "findings": [],
          "words": [
            {"input": "a.fountain", "words": {"read": 5, "skipped": {"title-page": 2}}}
          ]
        }

        """)
  }
}

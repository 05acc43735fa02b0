import Foundation
import TestSupport
import Testing

@Suite struct ElementsTests {
  @Test func allElementsOfASmallScript() throws {
    let folder = try TemporaryFolder(
      "small.fountain",
      """
      Title: Brick & Steel
      Authors:
      \tAnn Ash
      \tÉric "Rick" B.

      INT. HOUSE - DAY #1A#

      He says *nothing*. [[why?]]

      ÉLOÏSE (V.O.)
      (beat)
      Hello,
      you.

      BEN ^
      Hm.

      > CUT TO:

      # Act

      = He leaves.

      ~la la

      ===
      """)
    let result = try Guion2audio.run("elements", "small.fountain", in: folder, exits: 0)
    #expect(result.errors.isEmpty)
    #expect(
      result.output == """
        {
          "source": "small.fountain",
          "format": "fountain",
          "titlePage": [
            ["Title", ["Brick & Steel"]],
            ["Authors", ["Ann Ash", "Éric \\"Rick\\" B."]]
          ],
          "elements": [
            {"type": "scene-heading", "text": "INT. HOUSE - DAY", "sceneNumber": "1A", "line": 6, "column": 1},
            {"type": "action", "text": "He says *nothing*.", "spans": [{"kind": "emphasis", "start": 9, "end": 16}], "line": 8, "column": 1},
            {"type": "comment", "text": "why?", "line": 8, "column": 20},
            {"type": "character", "text": "ÉLOÏSE", "extension": "(V.O.)", "line": 10, "column": 1},
            {"type": "parenthetical", "text": "beat", "line": 11, "column": 1},
            {"type": "dialogue", "text": "Hello,\\nyou.", "line": 12, "column": 1},
            {"type": "character", "text": "BEN", "dual": true, "line": 15, "column": 1},
            {"type": "dialogue", "text": "Hm.", "line": 16, "column": 1},
            {"type": "transition", "text": "CUT TO:", "line": 18, "column": 1},
            {"type": "section-heading", "text": "Act", "level": 1, "line": 20, "column": 1},
            {"type": "synopsis", "text": "He leaves.", "line": 22, "column": 1},
            {"type": "lyrics", "text": "la la", "line": 24, "column": 1},
            {"type": "page-break", "text": "", "line": 26, "column": 1}
          ],
          "words": {"read": 22, "skipped": {"title-page": 9}}
        }

        """)
  }

  @Test(arguments: ["", "\n\n\n"]) func anEmptyDocumentIsAnEmptyList(_ text: String) throws {
    let folder = try TemporaryFolder("e.fountain", text)
    let result = try Guion2audio.run("elements", "e.fountain", in: folder, exits: 0)
    #expect(
      result.output == """
        {
          "source": "e.fountain",
          "format": "fountain",
          "titlePage": [],
          "elements": [],
          "words": {"read": 0, "skipped": {}}
        }

        """)
    #expect(result.errors.isEmpty)
  }

  @Test func tenThousandLinesAreListed() throws {
    let script = (1...2500).map { "INT. ROOM \($0) - DAY\n\nLine \($0) says so.\n\n" }.joined()
    let folder = try TemporaryFolder("long.fountain", script)
    let result = try Guion2audio.run("elements", "long.fountain", in: folder, exits: 0)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let elements = try #require(document["elements"] as? [[String: Any]])
    #expect(elements.count == 5000)
    #expect(elements.map { $0["line"] as? Int } == (0..<5000).map { $0 * 2 + 1 })
    #expect(elements.last?["text"] as? String == "Line 2500 says so.")
  }

  @Test func brokenUTF8IsReportedWithItsPositionAndRead() throws {
    let folder = try TemporaryFolder()
    let bytes =
      Array("First.\n\nCaf".utf8) + [0xE9] + Array(" noir ".utf8) + [0xFF, 0xFE] + Array(".\n".utf8)
    try Data(bytes).write(to: URL(filePath: folder.path(of: "b.fountain")))
    let result = try Guion2audio.run("elements", "b.fountain", in: folder, exits: 0)
    #expect(result.errors.lines.count == 1)
    #expect(result.errors.hasPrefix("b.fountain:3:4: warning: "))
    #expect(result.errors.hasSuffix("[invalid-utf8]\n"))
    #expect(result.output.contains("\"text\": \"Caf\u{FFFD} noir \u{FFFD}\u{FFFD}.\""))
    #expect(
      try Guion2audio.run("elements", "-q", "b.fountain", in: folder, exits: 0).errors.isEmpty)
  }

  @Test func standardInputIsNamedDash() throws {
    let result = try Guion2audio.run(
      "elements", "-", "--from=fountain", in: try TemporaryFolder(), input: "Hi.", exits: 0)
    #expect(result.output.contains("\"source\": \"-\""))
  }

  @Test func aReaderThatEndsEarlyIsNotAnError() throws {
    let folder = try TemporaryFolder(
      "long.fountain", String(repeating: "Words.\n\n", count: 20_000))
    let result = try Program.run(
      "bash", ["-c", #"set -o pipefail; "$0" elements long.fountain | head -1"#, Guion2audio.path],
      in: folder.path)
    #expect(result.status == 0)
    #expect(result.output == "{\n")
    #expect(result.errors.isEmpty)
  }

  @Test func unwritableResultsAre73() throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let result = try Program.run(
      "bash", ["-c", #""$0" elements s.fountain > /dev/full"#, Guion2audio.path], in: folder.path)
    #expect(result.status == 73)
    #expect(result.errors == "guion2audio: cannot write the results: No space left on device\n")
  }
}

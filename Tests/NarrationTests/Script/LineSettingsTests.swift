import Guion
import Testing

@testable import Narration

/// Tests of the lines of `NAME.voices` that say how a line is spoken.
@Suite struct LineSettingsTests {
  static let good = [
    "rate 0.9", "gain -3.5, whisper", "aloud, before 0, after 1500",
    #"stress "never", say "Ossian" "Osheen", ipa "Oban" "ˈoʊbən""#,
    #"rate 2, stress "a \"b\" \\c", voice "hibari://heart?pitch=-2""#,
    #"voice "paid://v1", take 99"#, "take 2",
  ]

  @Test(arguments: good) func `settings are read as they are written`(_ text: String) throws {
    let file = VoicesFile(Array("~  \(text)  ch 3 §12  No, \"no\"!\n".utf8), path: "a.voices")
    #expect(file.diagnostics.map(\.message) == [])
    let shape = try #require(file.shapes.first)
    #expect(shape.settings.text == text)
    #expect(shape.row.key == "nono")
  }

  static let bad = [
    ("speed 2  ch 1 §1  a", "no setting \"speed\""),
    ("rate fast  ch 1 §1  a", "rate needs a number"),
    ("rate 9  ch 1 §1  a", "rate is a number from 0.5 to 2"),
    ("gain 40  ch 1 §1  a", "gain is a number from -24 to 12"),
    ("before 0.5  ch 1 §1  a", "before is a whole number"),
    ("take 1  ch 1 §1  a", "take is a whole number from 2 to 99"),
    ("take 2.5  ch 1 §1  a", "take needs a whole number"),
    ("take 1e300  ch 1 §1  a", "take needs a whole number"),
    ("after 60001  ch 1 §1  a", "after is a number of milliseconds from 0 to 60000"),
    ("stress never  ch 1 §1  a", "stress needs a text in quotation marks"),
    (#"say "a"  ch 1 §1  a"#, "say needs a text"),
    (#"stress "…"  ch 1 §1  a"#, "a word needs letters"),
    (#"voice "no voice"  ch 1 §1  a"#, "is not the address of a voice"),
    (#""rate" 1  ch 1 §1  a"#, "a setting begins with its name"), ("ch 1 §1  a", "no settings"),
    ("rate 1  a", "no setting \"a\""), ("rate 1  ch 1 §1  …", "the words it is about"),
    ("rate 1  ch", "needs a place"),
  ]

  @Test(arguments: bad) func `a line that cannot be read is a warning and stays`(
    _ line: String, _ message: String
  ) throws {
    let file = VoicesFile(Array("# mine\n~  \(line)\n=  Tom  ch 1 §2  No\n".utf8), path: "a.voices")
    let found = try #require(file.diagnostics.first)
    #expect(found.code == "line-setting" && found.position?.line == 2)
    #expect(found.message.contains(message))
    #expect(file.shapes.isEmpty && file.lines.count == 1)
    #expect(file.unread == ["~  \(line)"])
  }

  @Test(arguments: [
    ("take 2, take 3", "take", "take 3"), ("whisper, aloud", "aloud", "aloud"),
    ("rate 0.9, gain 1, rate 1.1", "rate", "rate 1.1, gain 1"),
  ])
  func `a setting that occurs twice is a warning, and the last one counts`(
    _ text: String, _ name: String, _ used: String
  ) throws {
    let file = VoicesFile(Array("~  \(text)  ch 1 §1  No\n".utf8), path: "a.voices")
    #expect(try #require(file.shapes.first).settings.text == used)
    #expect(file.diagnostics.map(\.code) == ["line-setting"])
    #expect(file.diagnostics[0].message.contains("two settings \"\(name)\""))
  }

  @Test func `a line of the file is replaced, added and removed, and no other byte changes`() {
    func changed(_ text: String, _ number: Int?, _ line: String?) -> String? {
      VoicesFile.replacing(number, with: line, in: Array(text.utf8)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(changed("a\r\nb\r\nc", 2, "x") == "a\r\nx\r\nc")
    #expect(changed("a\nb\nc", 2, nil) == "a\nc")
    #expect(changed("a\nb", 2, nil) == "a\n")
    #expect(changed("a", nil, "b") == "a\nb\n")
    #expect(changed("", nil, "b") == "b\n")
    #expect(VoicesFile.replacing(1, with: "x", in: [0xFF]) == nil)
  }
}

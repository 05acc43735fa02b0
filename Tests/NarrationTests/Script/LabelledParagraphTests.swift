import Guion
import Narration
import Testing

/// Tests of a paragraph with labels, piece by piece: the speaker of each part, and its spans.
@Suite struct LabelledParagraphTests {
  typealias Row = LabelRow

  static let alone: [Row] = [
    Row(
      "the next paragraph", "**ALICE:**\n\nHi.\n\nNo.",
      "1:1 cue ALICE | 3:1 says Hi. | 5:1 prose No."),
    Row(
      "past a comment", "ALICE:\n\n<!-- x -->\n\nHi.",
      "1:1 cue ALICE | 3:1 comment <!-- x --> | 5:1 says Hi."),
    Row(
      "with its direction", "ALICE: (low)\n\n~~a~~ b",
      "1:1 cue ALICE | 1:1 direction low | 3:1 says a b [strikethrough a]"),
    Row("not a list", "ALICE:\n\n- Hi.", "1:1 cue ALICE | 3:3 prose Hi."),
    Row(
      "not past a heading", "ALICE:\n\n# H\n\nHi.", "1:1 cue ALICE | 3:1 heading H | 5:1 prose Hi."),
    Row("not another speech", "ALICE:\n\nBOB: b", "1:1 cue ALICE | 3:1 cue BOB | 3:1 says b"),
    Row(
      "of the last speaker in a paragraph", "ALICE: a\nBOB:\n\nb",
      "1:1 cue ALICE | 1:1 says a | 2:1 cue BOB | 4:1 says b"),
  ]

  static let several: [Row] = [
    Row(
      "a speaker a line", "**ALICE:** a\n**BOB:** b\nc\nALICE: d",
      "1:1 cue ALICE | 1:1 says a | 2:1 cue BOB | 2:1 says b⏎c | 4:1 cue ALICE | 4:1 says d"),
    Row(
      "a label with nothing behind it before another", "**ALICE:**\n**BOB:** b",
      "1:1 cue ALICE | 2:1 cue BOB | 2:1 says b"),
    Row(
      "labels and nothing else", "ALICE:\nBOB:\nALICE:",
      "1:1 cue ALICE | 2:1 cue BOB | 3:1 cue ALICE"),
    Row(
      "hard breaks", "ALICE: a  \nBOB: b\\\nALICE: c",
      "1:1 cue ALICE | 1:1 says a | 2:1 cue BOB | 2:1 says b | 3:1 cue ALICE | 3:1 says c"),
    Row(
      "breaks within a line stay in the paragraph", "ALICE: a<br>BOB: b<br>ALICE: c",
      "1:1 cue ALICE | 1:1 says a | 1:1 cue BOB | 1:1 says b | 1:1 cue ALICE | 1:1 says c"),
    Row(
      "code on a later line", "ALICE: e\n`BOB:` b\nBOB: c",
      "1:1 cue ALICE | 1:1 says e⏎BOB: b [lineBreak ⏎] [code BOB:] | 3:1 cue BOB | 3:1 says c"),
    Row(
      "carriage returns", "ALICE: a\r\nb\r\nBOB: c\r\n\r\nALICE: d\r\n",
      "1:1 cue ALICE | 1:1 says a⏎b | 3:1 cue BOB | 3:1 says c | 5:1 cue ALICE | 5:1 says d"),
    Row(
      "carriage returns in plain text", "ALICE: a\r\nb\r\nBOB: c\r\n\r\nALICE: d\r\n",
      "1:1 cue ALICE | 1:1 says a⏎b | 3:1 cue BOB | 3:1 says c | 5:1 cue ALICE | 5:1 says d", .text),
  ]

  static let spans: [Row] = [
    Row(
      "a struck word", "**ALICE:** It costs ~~ten~~ nine.",
      "1:1 cue ALICE | 1:1 says It costs ten nine. [strikethrough ten]"),
    Row(
      "behind a direction", "ALICE: (low) ~~Ten~~ `x`.",
      "1:1 cue ALICE | 1:1 direction low | 1:1 says Ten x. [strikethrough Ten] [code x]"),
    Row(
      "a footnote within and one at the end", "ALICE: One[^a] two.[^b]\n\n[^a]: A.\n[^b]: B.",
      "1:1 cue ALICE | 1:1 says One two. [1@3 A.] [2@8 B.] | 3:7 prose A. | 4:7 prose B."),
    Row(
      "at the beginning of what is said", "ALICE: [^a]`x`\n\n[^a]: A.",
      "1:1 cue ALICE | 1:1 says x [1@0 A.] [code x] | 3:7 prose A."),
    Row(
      "each in its own speech", "ALICE: ~~a~~ b[^a]\nBOB: `c` d\nALICE: e\n\n[^a]: A.",
      "1:1 cue ALICE | 1:1 says a b [strikethrough a] [1@3 A.] | 2:1 cue BOB"
        + " | 2:1 says c d [code c] | 3:1 cue ALICE | 3:1 says e | 5:7 prose A."),
    Row(
      "over what would be a label", "ALICE: a ~~b\nBOB: c~~ d",
      "1:1 cue ALICE | 1:1 says a b⏎BOB: c d [strikethrough b⏎BOB: c] [lineBreak ⏎]"),
    Row(
      "multi-byte names and words", "李雷: Größe ~~groß~~ süß ![猫](c.png)",
      "1:1 cue 李雷 | 1:1 says Größe groß süß 猫 [strikethrough groß] [image 猫]"),
  ]

  @Test(arguments: alone) func aLabelAloneAppliesToTheNextParagraph(_ row: Row) throws {
    try row.check()
  }
  @Test(arguments: several) func severalSpeakersInAParagraph(_ row: Row) throws { try row.check() }
  @Test(arguments: spans) func spansStayWithTheirText(_ row: Row) throws { try row.check() }

  @Test func longParagraphsTakeLinearTime() throws {
    let source = "ALICE: x\n" + String(repeating: "`a` b\n", count: 3_000)
    let speeches = String(repeating: "ALICE: `a` ~~b~~\n", count: 3_000)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let elements = [try Row.labelled(source), try Row.labelled(speeches)]
      #expect(elements.map(\.count) == [2, 6_000])
    }
    #expect(time < .seconds(5), "\(time)")
  }

  @Test func aSpeechNeverBeginsAfterItsParagraph() throws {
    for element in try Row.labelled("ALICE: a<br>b<br>\nBOB: c\n\nEnd.") {
      let range = try #require(element.sourceRange)
      #expect(range.start <= range.end)
      #expect(range.end.line <= 4)
    }
  }
}

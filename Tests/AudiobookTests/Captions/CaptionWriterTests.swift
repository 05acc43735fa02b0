import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// Tests of caption files, as written and as ffmpeg reads them.
@Suite struct CaptionWriterTests {
  private static let cues = [
    CaptionCue(start: 750, end: 1999, speaker: "", lines: ["Interior. Hall. Day."]),
    CaptionCue(
      start: 2000, end: 3_723_004, speaker: "ANN & BEN",
      lines: ["Wait <i>here</i> --> &", "now."]),
    CaptionCue(start: 2000, end: 2001, speaker: "ANN & BEN", lines: ["{\\an8}No."]),
    CaptionCue(
      start: 360_000_000, end: 360_000_001, speaker: "SOMEBODY",
      lines: ["a line that has about as much as there is"]),
    CaptionCue(start: 360_000_002, end: 360_000_009, speaker: "", lines: ["1"]),
  ]

  @Test func `WebVTT has voices, and references for its reserved characters`() {
    #expect(
      WebVTT.text(of: Self.cues) == """
        WEBVTT

        00:00:00.750 --> 00:00:01.999
        Interior. Hall. Day.

        00:00:02.000 --> 01:02:03.004
        <v ANN &amp; BEN>Wait &lt;i&gt;here&lt;/i&gt; --&gt; &amp;
        now.

        00:00:02.000 --> 00:00:02.001
        <v ANN &amp; BEN>{\\an8}No.

        100:00:00.000 --> 100:00:00.001
        <v SOMEBODY>a line that has about as much as there is

        100:00:00.002 --> 100:00:00.009
        1

        """)
  }

  @Test func `WebVTT has a colour for each speaker, and no name ends the style`() {
    let colors = CaptionCue.Color.all(of: ["ANN & BEN": 1, "A \"B\" -->\nC\\": 8, "": 2])
    #expect(colors.map(\.speaker) == ["ANN & BEN", "A \"B\" --> C\\"])
    #expect(
      WebVTT.text(of: Array(Self.cues.prefix(1)), colors: colors) == """
        WEBVTT\r\rSTYLE
        ::cue(v[voice="ANN & BEN"]) { color: #90bdf5; }
        ::cue(v[voice="A \\22 B\\22  --\\3e  C\\5c "]) { color: #f2a98b; }

        00:00:00.750 --> 00:00:01.999
        Interior. Hall. Day.

        """)
    #expect(SubRip.text(of: Self.cues, colors: colors) == SubRip.text(of: Self.cues))
  }

  @Test func `captions have the colours of the page on a dark background`() throws {
    let sheet = String(decoding: PackageResources.style_css, as: UTF8.self)
    let dark = try #require(sheet.firstRange(of: "prefers-color-scheme: dark"))
    let colors = sheet[dark.upperBound...].split(separator: "\n").filter {
      $0.contains(" --voice-")
    }
    #expect(colors.count == EPUBStyle.voices)
    for (number, line) in colors.enumerated() {
      #expect(line.hasSuffix("--voice-\(number): \(EPUBStyle.lightColor(of: number));"), "\(line)")
    }
  }

  @Test func `SubRip names new speakers, and has no markup`() {
    let j = "\u{2060}"
    #expect(
      SubRip.text(of: Self.cues)
        == """
        1
        00:00:00,750 --> 00:00:01,999
        Interior. Hall. Day.

        2
        00:00:02,000 --> 01:02:03,004
        ANN & BEN: Wait <\(j)i>here<\(j)/i> --\(j)> &
        now.

        3
        00:00:02,000 --> 00:00:02,001
        {\(j)\\an8}No.

        4
        100:00:00,000 --> 100:00:00,001
        SOMEBODY:
        a line that has about as much as there is

        5
        100:00:00,002 --> 100:00:00,009
        1


        """.replacing("\n", with: "\r\n"))
  }

  @Test func `a track without cues is still a valid file`() {
    #expect(WebVTT.text(of: []) == "WEBVTT\n")
    #expect(SubRip.text(of: []).isEmpty)
  }

  @Test(arguments: CaptionFormat.allCases)
  func `ffmpeg reads the same cues`(format: CaptionFormat) throws {
    let folder = try TemporaryFolder()
    let colors = [CaptionCue.Color(speaker: "ANN & BEN", value: "#90bdf5")]
    let path = try folder.write(
      format.writer.text(of: Self.cues, colors: colors), as: "a.\(format.fileExtension)")
    let probe = try Program.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", path,
      ])
    #expect(probe.errors.isEmpty)
    let times = probe.output.split(separator: "\n").map { line in
      line.split(separator: ",").prefix(2).compactMap { Double($0) }
    }
    #expect(
      times == Self.cues.map { [Double($0.start) / 1000, Double($0.end - $0.start) / 1000] })
    // ffmpeg mistakes no character for markup, and loses none.
    let text = try Program.run("ffmpeg", ["-v", "error", "-i", path, "-f", "srt", "-"])
    #expect(text.errors.isEmpty)
    let shown = text.output.replacing("\u{2060}", with: "")
    for words in ["Wait <i>here</i> --", "{\\an8}No.", "now.", "Interior. Hall. Day."] {
      #expect(shown.contains(words), "\(shown)")
    }
  }
}

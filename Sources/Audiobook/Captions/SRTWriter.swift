import Audio

/// Writes SubRip.
///
/// SubRip has no standard. ffmpeg, mpv and VLC all read the form that is written here.
enum SRTWriter {
  /// Returns the text of a caption file, with the cues in the given order.
  ///
  /// A cue names its speaker if the speaker changes; the narrator is not named.
  static func text(of cues: [CaptionCue]) -> String {
    var text = ""
    var speaker = ""
    for (index, cue) in cues.enumerated() {
      text += "\(index + 1)\r\n\(Timecode.text(cue.start, point: ",")) --> "
      text += "\(Timecode.text(cue.end, point: ","))\r\n"
      let lines = cue.speaker == speaker ? cue.lines : named(cue)
      for line in lines { text += unmarked(line) + "\r\n" }
      text += "\r\n"
      speaker = cue.speaker
    }
    return text
  }

  /// Returns the lines with the speaker's name before the first line.
  ///
  /// If the cue has only one line, and the name would make this line too long, the name becomes a line above it.
  private static func named(_ cue: CaptionCue) -> [String] {
    guard !cue.speaker.isEmpty, let first = cue.lines.first else { return cue.lines }
    let line = "\(cue.speaker): \(first)"
    if cue.lines.count == 1, CaptionPiece.width(of: line) > CaptionBreaker.lineWidth {
      return ["\(cue.speaker):", first]
    }
    return [line] + cue.lines.dropFirst()
  }

  /// Returns text that no player reads as markup.
  ///
  /// SubRip cannot escape characters. An invisible word joiner is inserted into markup such as `<b>` and
  /// `{\an8}`, and into `-->`, so that players show plain text.
  private static func unmarked(_ line: String) -> String {
    guard line.utf8.contains(where: { "<{>".utf8.contains($0) }) else { return line }
    return line.replacing("<", with: "<\u{2060}").replacing("{", with: "{\u{2060}")
      .replacing("-->", with: "--\u{2060}>")
  }
}

import Audio

/// Writes SubRip.
///
/// There is no standard; this is what ffmpeg, mpv and VLC read alike.
enum SRTWriter {
  /// The track, in the order of its cues.
  ///
  /// A new speaker is named; the narrator is not.
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

  /// The lines with the speaker's name before them, above them where there is no room beside them.
  private static func named(_ cue: CaptionCue) -> [String] {
    guard !cue.speaker.isEmpty, let first = cue.lines.first else { return cue.lines }
    let line = "\(cue.speaker): \(first)"
    if cue.lines.count == 1, CaptionPiece.width(of: line) > CaptionBreaker.lineWidth {
      return ["\(cue.speaker):", first]
    }
    return [line] + cue.lines.dropFirst()
  }

  /// Text that no player takes for markup.
  ///
  /// There is no way to escape a sign. An invisible word joiner behind the first one of `<b>`, `{\an8}` and
  /// `-->` makes them plain text.
  private static func unmarked(_ line: String) -> String {
    guard line.utf8.contains(where: { "<{>".utf8.contains($0) }) else { return line }
    return line.replacing("<", with: "<\u{2060}").replacing("{", with: "{\u{2060}")
      .replacing("-->", with: "--\u{2060}>")
  }
}

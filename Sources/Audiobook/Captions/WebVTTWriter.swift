import Audio

/// Writes WebVTT (W3C WebVTT, sections 4.1 and 4.2.2).
///
/// It writes no STYLE block, because ffmpeg 5.1 reads no cues from a file with a STYLE block.
enum WebVTTWriter {
  /// Returns the text of a caption file.
  ///
  /// The starts of the cues must not decrease.
  static func text(of cues: [CaptionCue]) -> String {
    var text = "WEBVTT\n"
    for cue in cues {
      text += "\n\(Timecode.text(cue.start, point: ".")) --> "
      text += "\(Timecode.text(cue.end, point: "."))\n"
      if !cue.speaker.isEmpty { text += "<v \(escaped(cue.speaker))>" }
      text += cue.lines.map(escaped).joined(separator: "\n") + "\n"
    }
    return text
  }

  /// Returns the text with `&`, `<` and `>` as character references.
  ///
  /// The result contains no `>`, so it cannot contain `-->`.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

import Audio

/// One caption on the screen, with its start and end.
struct CaptionCue: Sendable, Equatable {
  /// The start, in milliseconds from the start of the file.
  var start: Int
  /// The end, in milliseconds; later than `start`.
  var end: Int
  /// The speaker's name; empty for the narrator.
  var speaker: String
  /// One or two lines; no line is empty.
  var lines: [String]
}

extension CaptionCue {
  /// Returns the time of a sample, rounded to the nearest millisecond.
  /// This function rounds all caption times.
  static func milliseconds(_ sample: Int, at sampleRate: Int) -> Int {
    (sample * 1000 + sampleRate / 2) / sampleRate
  }
}

extension CaptionFormat {
  /// Returns the text of a caption file in this format.
  func text(of cues: [CaptionCue]) -> String {
    switch self {
    case .vtt: CaptionFormat.WebVTT.text(of: cues)
    case .srt: CaptionFormat.SubRip.text(of: cues)
    }
  }
}

extension CaptionFormat {
  /// Writes WebVTT (W3C WebVTT, sections 4.1 and 4.2.2).
  /// It writes no STYLE block, because ffmpeg 5.1 reads no cues from a file with a STYLE block.
  enum WebVTT {
    /// Returns the text of a caption file.
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
}

extension CaptionFormat {
  /// Writes SubRip.
  /// SubRip has no standard. ffmpeg, mpv and VLC all read the form that is written here.
  enum SubRip {
    /// Returns the text of a caption file, with the cues in the given order.
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
    /// SubRip cannot escape characters. An invisible word joiner is inserted into markup such as `<b>` and
    /// `{\an8}`, and into `-->`, so that players show plain text.
    private static func unmarked(_ line: String) -> String {
      guard line.utf8.contains(where: { "<{>".utf8.contains($0) }) else { return line }
      return line.replacing("<", with: "<\u{2060}").replacing("{", with: "{\u{2060}")
        .replacing("-->", with: "--\u{2060}>")
    }
  }
}

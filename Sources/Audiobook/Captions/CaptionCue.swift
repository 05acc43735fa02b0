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
  ///
  /// This function rounds all caption times.
  static func milliseconds(_ sample: Int, at sampleRate: Int) -> Int {
    (sample * 1000 + sampleRate / 2) / sampleRate
  }
}

extension CaptionFormat {
  /// Returns the text of a caption file in this format.
  func text(of cues: [CaptionCue]) -> String {
    switch self {
    case .vtt: WebVTTWriter.text(of: cues)
    case .srt: SRTWriter.text(of: cues)
    }
  }
}

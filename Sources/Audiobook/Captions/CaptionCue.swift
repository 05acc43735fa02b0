/// One caption on the screen, with its start and end.
struct CaptionCue: Sendable, Equatable {
  /// Milliseconds from the start of the file.
  var start: Int
  /// Milliseconds; after `start`.
  var end: Int
  /// The speaker's name; empty for the narrator.
  var speaker: String
  /// One or two lines; no line is empty.
  var lines: [String]
}

extension CaptionCue {
  /// Converts a sample to milliseconds, rounded to the nearest.
  ///
  /// All captions use this conversion.
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

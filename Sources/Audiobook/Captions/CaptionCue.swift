/// What is shown at once, and when.
struct CaptionCue: Sendable, Equatable {
  /// Milliseconds from the start of the file.
  var start: Int
  /// Milliseconds; behind the start.
  var end: Int
  /// Who speaks; empty for the narrator.
  var speaker: String
  /// One or two lines, none of them empty.
  var lines: [String]
}

extension CaptionCue {
  /// The time of a sample in milliseconds, rounded to the nearest: the one place where samples become time.
  static func milliseconds(_ sample: Int, at sampleRate: Int) -> Int {
    (sample * 1000 + sampleRate / 2) / sampleRate
  }
}

extension CaptionFormat {
  /// The text of a track in this format.
  func text(of cues: [CaptionCue]) -> String {
    switch self {
    case .vtt: WebVTTWriter.text(of: cues)
    case .srt: SRTWriter.text(of: cues)
    }
  }
}

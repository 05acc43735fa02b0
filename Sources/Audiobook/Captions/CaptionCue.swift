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

  /// The captions of a file that several chapters were joined to, from those of each with the sample at which
  /// it starts there.
  static func joined(
    _ chapters: [(cues: [CaptionCue], start: Int)], sampleRate: Int
  ) -> [CaptionCue] {
    var joined: [CaptionCue] = []
    for (index, chapter) in chapters.enumerated() {
      let shift = milliseconds(chapter.start, at: sampleRate)
      let limit =
        chapters.indices.contains(index + 1)
        ? milliseconds(chapters[index + 1].start, at: sampleRate) : Int.max
      for cue in chapter.cues {
        // Two roundings may be one millisecond more than one.
        let start = min(cue.start + shift, limit - 1)
        joined.append(
          CaptionCue(
            start: start, end: max(start + 1, min(cue.end + shift, limit)), speaker: cue.speaker,
            lines: cue.lines))
      }
    }
    return joined
  }
}

/// Extends the cues of one speech to the time that reading takes.
enum CaptionSpacing {
  /// The minimum gap between two cues, in milliseconds: two frames of film, so that the change is visible
  /// (Netflix, "Timed Text Style Guide: General Requirements").
  static let gap = 80
  /// The minimum duration of a cue, in milliseconds: 5/6 s (the Netflix guide named at `gap`).
  static let shortest = 833
  /// The reading speed of most adults, in characters per second (the Netflix guide named at `gap`).
  ///
  /// The 160 to 180 words per minute in the BBC's "Subtitle Guidelines" are about as fast.
  static let pace = 17

  /// Returns the cues with adjusted times.
  ///
  /// No cue starts before `floor`. A cue may stay on the screen after its words, but at most until the next
  /// cue starts. The last cue stays at most until `limit`.
  static func apply(to cues: [CaptionCue], from floor: Int, to limit: Int) -> [CaptionCue] {
    var last = floor
    return cues.indices.map { index in
      var cue = cues[index]
      let next = cues.indices.contains(index + 1) ? cues[index + 1].start : limit
      cue.start = max(cue.start, last)
      let characters = cue.lines.reduce(0) { $0 + $1.count }
      let wanted = max(shortest, characters * 1000 / pace)
      let end = max(cue.end, cue.start + wanted)
      // A cue is shortened for a gap only if the shortened cue lasts at least `shortest`.
      let room = next - cue.start
      cue.end = min(end, room >= shortest + gap ? next - gap : min(next, cue.start + shortest))
      cue.end = max(cue.end, cue.start + 1)
      last = cue.end
      return cue
    }
  }
}

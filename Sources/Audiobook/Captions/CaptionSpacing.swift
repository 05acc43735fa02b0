/// Gives the cues of one speech, one after the other, the time that reading takes.
enum CaptionSpacing {
  /// The least between two cues, in milliseconds: two frames of film, so that an eye sees the change
  /// (Netflix, "Timed Text Style Guide: General Requirements").
  static let gap = 80
  /// The least that a cue is shown, in milliseconds: 5/6 s (the same).
  static let shortest = 833
  /// Characters a second that most people read (the same, for adults; about the 160 to 180 words a minute of
  /// the BBC's "Subtitle Guidelines").
  static let pace = 17

  /// No cue starts before `floor`, and none is shown beyond its own words where the next one or `limit` is:
  /// time is taken from silence only.
  static func apply(to cues: [CaptionCue], from floor: Int, to limit: Int) -> [CaptionCue] {
    var last = floor
    return cues.indices.map { index in
      var cue = cues[index]
      let next = cues.indices.contains(index + 1) ? cues[index + 1].start : limit
      cue.start = max(cue.start, last)
      let characters = cue.lines.reduce(0) { $0 + $1.count }
      let wanted = max(shortest, characters * 1000 / pace)
      let end = max(cue.end, cue.start + wanted)
      // A gap is for cues that are long enough to spare it.
      let room = next - cue.start
      cue.end = min(end, room >= shortest + gap ? next - gap : min(next, cue.start + shortest))
      cue.end = max(cue.end, cue.start + 1)
      last = cue.end
      return cue
    }
  }
}

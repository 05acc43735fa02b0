import Audio

/// A chapter's sound on its way into its files.
///
/// A class, because a timeline is not copyable and a mix that several functions change in turn is.
final class Recording {
  private var timeline: Timeline?
  /// How many samples of each channel are there so far.
  private(set) var position = 0

  /// Starts a recording that goes to a master.
  init(_ output: consuming Master) { timeline = Timeline(output: output) }

  func silence(_ samples: Int) throws(AudioError) {
    try change { timeline throws(AudioError) in try timeline.appendSilence(samples) }
  }

  func append(_ clip: PCM, _ level: MixLevel) throws(AudioError) {
    try change { timeline throws(AudioError) in
      try timeline.append(clip, gain: level.gain, pan: level.pan)
    }
  }

  func beginLanes(_ count: Int) throws(AudioError) {
    try change { timeline throws(AudioError) in timeline.beginLanes(count) }
  }

  /// The lane that is furthest behind; nil when all have ended.
  var nextLane: Int? { timeline?.nextLane }

  func position(ofLane lane: Int) -> Int { timeline?.position(ofLane: lane) ?? position }

  func silence(_ samples: Int, lane: Int) throws(AudioError) {
    try change { timeline throws(AudioError) in try timeline.appendSilence(samples, toLane: lane) }
  }

  func append(_ clip: PCM, _ level: MixLevel, lane: Int) throws(AudioError) {
    try change { timeline throws(AudioError) in
      try timeline.append(clip, gain: level.gain, pan: level.pan, toLane: lane)
    }
  }

  func endLane(_ lane: Int) throws(AudioError) {
    try change { timeline throws(AudioError) in try timeline.endLane(lane) }
  }

  func endLanes() throws(AudioError) {
    try change { timeline throws(AudioError) in try timeline.endLanes() }
  }

  /// Brings the sound to its loudness and closes the files.
  func finish() throws(AudioError) -> Master.Finished {
    guard let timeline = timeline.take() else { preconditionFailure("a recording ends once") }
    return try timeline.finish()
  }

  private func change(
    _ body: (inout Timeline) throws(AudioError) -> Void
  ) throws(AudioError) {
    guard var timeline = timeline.take() else { return }
    do throws(AudioError) {
      try body(&timeline)
    } catch {
      self.timeline = consume timeline
      throw error
    }
    position = timeline.position
    self.timeline = consume timeline
  }
}

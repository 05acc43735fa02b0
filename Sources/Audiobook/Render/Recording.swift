import Audio

/// A chapter's sound on its way into one file for each format: the same timeline, fed once.
///
/// A class because a timeline is not copyable and so cannot stand in an array.
final class Recording {
  private var timelines: [Box]
  /// How many samples are written so far.
  private(set) var position = 0

  private final class Box {
    var timeline: Timeline?
    init(_ timeline: consuming Timeline) { self.timeline = consume timeline }
  }

  /// Starts a recording into several files, one for each format.
  init(files: [(path: String, format: SoundFormat)], sampleRate: Int, bitrate: Int?)
    throws(AudioError)
  {
    timelines = []
    for file in files {
      let writer = try SoundFileWriter(
        creating: file.path, format: file.format, sampleRate: sampleRate,
        encoding: EncodingOptions(bitrate: bitrate))
      timelines.append(Box(Timeline(writer: writer)))
    }
  }

  func silence(_ samples: Int) throws(AudioError) {
    try each { timeline throws(AudioError) in try timeline.appendSilence(samples) }
  }

  func append(_ clip: PCM, gain: Double) throws(AudioError) {
    try each { timeline throws(AudioError) in try timeline.append(clip, gain: gain) }
  }

  func beginLanes(_ count: Int) throws(AudioError) {
    try each { timeline throws(AudioError) in timeline.beginLanes(count) }
  }

  /// The lane that is furthest behind; nil when all have ended.
  var nextLane: Int? { timelines[0].timeline?.nextLane }

  func position(ofLane lane: Int) -> Int {
    timelines[0].timeline?.position(ofLane: lane) ?? position
  }

  func silence(_ samples: Int, lane: Int) throws(AudioError) {
    try each { timeline throws(AudioError) in try timeline.appendSilence(samples, toLane: lane) }
  }

  func append(_ clip: PCM, gain: Double, lane: Int) throws(AudioError) {
    try each { timeline throws(AudioError) in
      try timeline.append(clip, gain: gain, toLane: lane)
    }
  }

  func endLane(_ lane: Int) throws(AudioError) {
    try each { timeline throws(AudioError) in try timeline.endLane(lane) }
  }

  func endLanes() throws(AudioError) {
    try each { timeline throws(AudioError) in try timeline.endLanes() }
  }

  /// Closes the files; gives the length in samples.
  func finish() throws(AudioError) -> Int {
    var frames = 0
    for box in timelines {
      if let timeline = box.timeline.take() { frames = try timeline.finish() }
    }
    return frames
  }

  private func each(_ change: (inout Timeline) throws(AudioError) -> Void) throws(AudioError) {
    for box in timelines {
      guard var timeline = box.timeline.take() else { continue }
      do throws(AudioError) {
        try change(&timeline)
      } catch {
        box.timeline = consume timeline
        throw error
      }
      position = timeline.position
      box.timeline = consume timeline
    }
  }
}

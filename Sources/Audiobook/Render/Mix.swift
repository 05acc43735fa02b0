import Audio
import Guion
import Hablare
import Narration

/// Places clips in a recording so that every pause is, to the sample, what a listener gets.
///
/// A clip keeps up to 10 ms of its own silence on either side; the silence put between two clips is
/// the pause less what they keep.
struct Mix {
  private let recording: Recording
  private let sampleRate: Int
  /// The sample behind the last that is heard.
  private var audibleEnd = 0
  /// When spans sound; nil where nobody asks.
  var track: SpanTrack?
  private var laneEnds: [Int] = []
  private var laneStarts: [Int?] = []
  private var laneHead = 0
  private var itemStart: Int?
  private var placements: [Placement] = []
  private var standIns: [Int: String] = [:]
  private var warnings: [(source: Int, diagnostic: Diagnostic)] = []

  init(recording: Recording, sampleRate: Int) {
    self.recording = recording
    self.sampleRate = sampleRate
  }

  // MARK: One after the other

  mutating func beginItem() { itemStart = nil }

  mutating func append(_ clip: TrimmedClip, pause: Int, _ level: MixLevel) throws(AudioError) {
    let start = audibleEnd + samples(pause)
    try recording.silence(max(0, start - clip.head - recording.position))
    let heard = heardRange(of: clip, at: recording.position)
    try recording.append(clip.pcm, level)
    itemStart = itemStart ?? heard.lowerBound
    audibleEnd = heard.upperBound
  }

  mutating func endItem() {
    placements.append(Placement(start: itemStart ?? audibleEnd, end: audibleEnd))
  }

  // MARK: Together

  var nextLane: Int? { recording.nextLane }

  /// Starts lanes whose first clips keep these silences: the longest starts first, so that all are
  /// heard from the same sample on.
  mutating func beginLanes(heads: [Int], pause: Int) throws(AudioError) {
    laneHead = heads.max() ?? 0
    let start = audibleEnd + samples(pause)
    try recording.silence(max(0, start - laneHead - recording.position))
    try recording.beginLanes(heads.count)
    laneEnds = Array(repeating: recording.position + laneHead, count: heads.count)
    laneStarts = Array(repeating: nil, count: heads.count)
  }

  /// Adds a clip to a lane; without a pause it is the lane's first.
  mutating func append(_ clip: TrimmedClip, pause: Int?, _ level: MixLevel, lane: Int)
    throws(AudioError)
  {
    let start = laneEnds[lane] + (pause.map(samples) ?? 0)
    let gap = start - clip.head - recording.position(ofLane: lane)
    try recording.silence(max(0, gap), lane: lane)
    let heard = heardRange(of: clip, at: recording.position(ofLane: lane))
    try recording.append(clip.pcm, level, lane: lane)
    laneStarts[lane] = laneStarts[lane] ?? heard.lowerBound
    laneEnds[lane] = heard.upperBound
  }

  mutating func endLane(_ lane: Int) throws(AudioError) { try recording.endLane(lane) }

  mutating func endLanes() throws(AudioError) {
    try recording.endLanes()
    for (start, end) in zip(laneStarts, laneEnds) {
      placements.append(Placement(start: start ?? end, end: end))
    }
    audibleEnd = laneEnds.max() ?? audibleEnd
  }

  // MARK: The end

  /// Notes that another voice speaks in an item, by its place behind those that have ended.
  mutating func note(standIn voice: VoiceURI?, item: Int = 0) {
    if let voice { standIns[placements.count + item] = voice.description }
  }

  /// Notes when the span whose clip was added last sounds.
  mutating func note(_ clip: Clip, of span: SpokenSpan, lane: Int? = nil) {
    let end = lane.map(recording.position(ofLane:)) ?? recording.position
    track?.note(
      clip, of: span, item: placements.count + (lane ?? 0),
      start: end - clip.sound.pcm.samples.count)
  }

  /// Says what is worth knowing about the clip of a span: it is empty, or its first take was bad.
  mutating func warn(about clip: Clip, of span: SpokenSpan, _ item: SpokenItem) {
    if let fault = clip.badTake {
      let voice = clip.standIn ?? span.performance.voice
      warn("bad-take", "the voice \(voice) \(fault); it was asked once more", item)
    }
    guard clip.sound.pcm.samples.isEmpty else { return }
    warn(
      "silent-line",
      "the voice \(span.performance.voice) has no sound for \"\(span.text.prefix(40))\"; "
        + "an entry in \"pronunciations\" can spell it", item)
  }

  private mutating func warn(_ code: String, _ message: String, _ item: SpokenItem) {
    let warning = Diagnostic(
      code: code, severity: .warning, message: message,
      position: SourcePosition(line: Int(item.line), column: 1))
    warnings.append((Int(item.source), warning))
  }

  mutating func finish(pauseAfter: Int) throws(AudioError) -> ChapterSound {
    try recording.silence(max(0, audibleEnd + samples(pauseAfter) - recording.position))
    let finished = try recording.finish()
    return ChapterSound(
      samples: finished.frames, placements: placements, standIns: standIns,
      spans: track?.timings, warnings: warnings,
      loudness: finished.loudness.map { ChapterLoudness($0.result) },
      measurement: finished.loudness?.result)
  }

  private func heardRange(of clip: TrimmedClip, at position: Int) -> Range<Int> {
    let start = position + clip.head
    return start..<max(start, position + clip.pcm.samples.count - clip.tail)
  }

  /// Milliseconds as samples, rounded to the nearest.
  private func samples(_ milliseconds: Int) -> Int { (milliseconds * sampleRate + 500) / 1000 }
}

import Audio
import Guion
import Hablare
import Narration

/// The audio of a chapter while it is mixed: places clips so that every pause is exact to the sample.
/// A clip retains up to 10 ms of its own silence at each end. The mix subtracts this silence from the pauses before
/// and after the clip.
struct Mix: ~Copyable {
  /// The pan of simultaneous speeches: half way to either side, so that with headphones each voice is heard in
  /// both ears.
  static let side = 0.5

  private var timeline: Timeline
  /// The sample after the last audible sample.
  private var audibleEnd = 0
  private var laneEnds: [Int] = []
  private var laneStarts: [Int?] = []
  private var laneHead = 0
  private var itemStart: Int?
  private var placements: [Placement] = []
  private var fallbacks: [Int: String] = [:]
  /// The timings of the spans, by item number; nil if no timings are requested.
  private var timings: [Int: [SpanTiming]]?
  private var warnings: [(source: Int, diagnostic: Diagnostic)] = []

  /// Starts a mix into a master.
  /// If `isCaptioned` is true, the timings of spans are recorded.
  init(_ output: consuming Master, isCaptioned: Bool) {
    timeline = Timeline(output: output)
    timings = isCaptioned ? [:] : nil
  }

  /// The number of samples in each channel so far.
  var position: Int { timeline.position }

  /// Ends the chapter with a pause in milliseconds, applies the loudness target and closes the files.
  consuming func finish(pauseAfter: Int) throws(AudioError) -> ChapterSound {
    try timeline.appendSilence(max(0, audibleEnd + samples(pauseAfter) - timeline.position))
    let (placements, fallbacks, warnings) = (placements, fallbacks, warnings)
    let spans = timings.map { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
    let finished = try timeline.finish()
    return ChapterSound(
      samples: finished.frames, placements: placements, fallbacks: fallbacks,
      spans: spans, warnings: warnings,
      loudness: finished.loudness.map { ChapterLoudness($0.result) },
      measurement: finished.loudness?.result)
  }

  /// Converts milliseconds to samples, rounded to the nearest sample.
  private func samples(_ milliseconds: Int) -> Int {
    (milliseconds * timeline.sampleRate + 500) / 1000
  }
}

// MARK: - Sequential speech

extension Mix {
  mutating func beginItem() { itemStart = nil }

  /// Adds the clip of an item's next span, after a pause in milliseconds.
  mutating func append(
    _ clip: Clip, of span: SpokenSpan, in item: SpokenItem, pause: Int
  ) throws(AudioError) {
    let start = audibleEnd + samples(pause)
    try timeline.appendSilence(max(0, start - clip.sound.head - timeline.position))
    let place = try timeline.append(
      clip.sound.pcm, gain: clip.gain(in: span), pan: span.performance.pan)
    let heard = clip.heard(at: place)
    itemStart = itemStart ?? heard.lowerBound
    audibleEnd = heard.upperBound
    note(clip, of: span, in: item, at: place)
  }

  mutating func endItem() {
    placements.append(Placement(start: itemStart ?? audibleEnd, end: audibleEnd))
  }
}

// MARK: - Simultaneous speech

extension Mix {
  /// The lane with the earliest end; nil when all lanes have ended.
  var nextLane: Int? { timeline.nextLane }

  /// Starts simultaneous speeches, each in its own lane.
  /// `heads` are the silences at the start of the first clips, in samples. `pause` is in milliseconds.
  /// The clip with the longest silence starts first, so that all lanes become audible at the same sample.
  mutating func beginLanes(heads: [Int], pause: Int) throws(AudioError) {
    laneHead = heads.max() ?? 0
    let start = audibleEnd + samples(pause)
    try timeline.appendSilence(max(0, start - laneHead - timeline.position))
    timeline.beginLanes(heads.count)
    laneEnds = Array(repeating: timeline.position + laneHead, count: heads.count)
    laneStarts = Array(repeating: nil, count: heads.count)
  }

  /// Adds the clip of a lane's next span, after a pause in milliseconds.
  /// If `pause` is nil, the clip is the first of its lane.
  /// The first lane is on the left, the last lane on the right.
  mutating func append(
    _ clip: Clip, of span: SpokenSpan, in item: SpokenItem, pause: Int?, lane: Int
  ) throws(AudioError) {
    let start = laneEnds[lane] + samples(pause ?? 0)
    let gap = start - clip.sound.head - timeline.position(ofLane: lane)
    try timeline.appendSilence(max(0, gap), toLane: lane)
    let last = laneEnds.count - 1
    let pan = last > 0 ? Self.side * (2 * Double(lane) / Double(last) - 1) : span.performance.pan
    let place = try timeline.append(
      clip.sound.pcm, gain: clip.gain(in: span), pan: pan, toLane: lane)
    let heard = clip.heard(at: place)
    laneStarts[lane] = laneStarts[lane] ?? heard.lowerBound
    laneEnds[lane] = heard.upperBound
    note(clip, of: span, in: item, at: place, lane: lane)
  }

  mutating func endLane(_ lane: Int) throws(AudioError) { try timeline.endLane(lane) }

  mutating func endLanes() throws(AudioError) {
    try timeline.endLanes()
    for (start, end) in zip(laneStarts, laneEnds) {
      placements.append(Placement(start: start ?? end, end: end))
    }
    audibleEnd = laneEnds.max() ?? audibleEnd
  }
}

// MARK: - Records and warnings

extension Mix {
  /// Records the voice and the timing of a span, and warns if its clip is empty or its first take was bad.
  private mutating func note(
    _ clip: Clip, of span: SpokenSpan, in item: SpokenItem, at place: Range<Int>, lane: Int = 0
  ) {
    let number = placements.count + lane
    if let voice = clip.fallback { fallbacks[number] = voice.description }
    if timings != nil {
      timings?[number, default: []].append(
        SpanTiming(
          of: span, heard: clip.heard(at: place), words: clip.words(at: place),
          sampleRate: timeline.sampleRate))
    }
    if let fault = clip.badTake {
      let voice = clip.fallback ?? span.performance.voice
      warn("bad-take", "the voice \(voice) \(fault), so a second take was requested", item)
    }
    guard clip.sound.pcm.samples.isEmpty else { return }
    warn(
      "silent-line",
      "the voice \(span.performance.voice) spoke nothing for \"\(span.text.prefix(40))\"; "
        + "spell this text with an entry in \"pronunciations\"", item)
  }

  private mutating func warn(_ code: String, _ message: String, _ item: SpokenItem) {
    let warning = Diagnostic(
      code: code, severity: .warning, message: message,
      position: SourcePosition(line: Int(item.line), column: 1))
    warnings.append((Int(item.source), warning))
  }
}

extension Clip {
  /// Returns the total gain for the clip of a span, in decibels.
  fileprivate func gain(in span: SpokenSpan) -> Double {
    span.performance.gain + (fallback?.gain ?? 0) + levelling
  }

  /// Returns the audible samples of a clip at a position, without the silence at its ends.
  fileprivate func heard(at place: Range<Int>) -> Range<Int> {
    let start = place.lowerBound + sound.head
    return start..<max(start, place.upperBound - sound.tail)
  }

  /// Returns the word timings of a clip at a position, in samples from the start of the chapter.
  fileprivate func words(at place: Range<Int>) -> [WordTiming] {
    words.map { word in
      var moved = word
      moved.sample += place.lowerBound
      return moved
    }
  }
}

import Audio
import Guion
import Hablare
import Narration

/// A chapter's sound on its way into its files: places clips so that every pause is, to the sample, what a
/// listener gets.
///
/// A clip keeps up to 10 ms of its own silence on either side; the silence put between two clips is
/// the pause less what they keep.
struct Mix: ~Copyable {
  /// How far the sides of simultaneous speeches are from the middle: half the way, so that with headphones
  /// no voice is in one ear alone.
  static let side = 0.5

  private var timeline: Timeline
  /// The sample behind the last that is heard.
  private var audibleEnd = 0
  private var laneEnds: [Int] = []
  private var laneStarts: [Int?] = []
  private var laneHead = 0
  private var itemStart: Int?
  private var placements: [Placement] = []
  private var standIns: [Int: String] = [:]
  /// When the spans of each item sound; nil if no captions are asked for.
  private var timings: [Int: [SpanTiming]]?
  private var warnings: [(source: Int, diagnostic: Diagnostic)] = []

  /// Starts a mix that goes to a master; `isCaptioned` if captions are made of it.
  init(_ output: consuming Master, isCaptioned: Bool) {
    timeline = Timeline(output: output)
    timings = isCaptioned ? [:] : nil
  }

  /// How many samples of each channel are there so far.
  var position: Int { timeline.position }

  /// Ends the chapter with a pause in milliseconds, brings the sound to its loudness and closes the files.
  consuming func finish(pauseAfter: Int) throws(AudioError) -> ChapterSound {
    try timeline.appendSilence(max(0, audibleEnd + samples(pauseAfter) - timeline.position))
    let (placements, standIns, warnings) = (placements, standIns, warnings)
    let spans = timings.map { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
    let finished = try timeline.finish()
    return ChapterSound(
      samples: finished.frames, placements: placements, standIns: standIns,
      spans: spans, warnings: warnings,
      loudness: finished.loudness.map { ChapterLoudness($0.result) },
      measurement: finished.loudness?.result)
  }

  /// Milliseconds as samples, rounded to the nearest.
  private func samples(_ milliseconds: Int) -> Int {
    (milliseconds * timeline.sampleRate + 500) / 1000
  }
}

// MARK: - One after the other

extension Mix {
  mutating func beginItem() { itemStart = nil }

  /// Adds the clip of an item's next span behind a pause in milliseconds.
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

// MARK: - Together

extension Mix {
  /// The lane that is furthest behind; nil when all have ended.
  var nextLane: Int? { timeline.nextLane }

  /// Starts lanes whose first clips keep these silences: the longest starts first, so that all are
  /// heard from the same sample on.
  mutating func beginLanes(heads: [Int], pause: Int) throws(AudioError) {
    laneHead = heads.max() ?? 0
    let start = audibleEnd + samples(pause)
    try timeline.appendSilence(max(0, start - laneHead - timeline.position))
    timeline.beginLanes(heads.count)
    laneEnds = Array(repeating: timeline.position + laneHead, count: heads.count)
    laneStarts = Array(repeating: nil, count: heads.count)
  }

  /// Adds the clip of a lane's next span; without a pause it is the lane's first.
  ///
  /// The first lane is on the left, the last on the right.
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

// MARK: - What is worth knowing of a clip

extension Mix {
  /// Notes who speaks a span and when it sounds, and warns if its clip is empty or its first take was bad.
  private mutating func note(
    _ clip: Clip, of span: SpokenSpan, in item: SpokenItem, at place: Range<Int>, lane: Int = 0
  ) {
    let number = placements.count + lane
    if let voice = clip.standIn { standIns[number] = voice.description }
    if timings != nil {
      timings?[number, default: []].append(
        SpanTiming(
          of: span, heard: clip.heard(at: place), words: clip.words(at: place),
          sampleRate: timeline.sampleRate))
    }
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
}

extension Clip {
  /// The decibels by which the clip of a span is changed.
  fileprivate func gain(in span: SpokenSpan) -> Double {
    span.performance.gain + (standIn?.gain ?? 0) + levelling
  }

  /// The samples of a clip at a place that are heard: all but the silence that it keeps.
  fileprivate func heard(at place: Range<Int>) -> Range<Int> {
    let start = place.lowerBound + sound.head
    return start..<max(start, place.upperBound - sound.tail)
  }

  /// The words of a clip at a place, in samples from the chapter's first.
  fileprivate func words(at place: Range<Int>) -> [WordTiming] {
    words.map { word in
      var moved = word
      moved.sample += place.lowerBound
      return moved
    }
  }
}

import Audio
import Basics
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
  private let sounds: ChapterSounds?
  /// The sounds that were not started, because too many play.
  private var unheard: [SoundCue] = []
  /// The sounds that were started: number in the plan, number in the mixer, and start.
  private var started: [(number: Int, id: Int, sound: PlannedSound, start: Int)] = []

  /// Starts a mix into a master.
  /// If `isCaptioned` is true, the timings of spans are recorded.
  init(
    _ output: consuming Master, isCaptioned: Bool, _ sounds: ChapterSounds? = nil,
    ducks: Bool = false
  ) {
    let channels = output.channels
    timeline = Timeline(output: output)
    timings = isCaptioned ? [:] : nil
    self.sounds = sounds
    guard let sounds else { return }
    timeline.layers = sounds.layers
    guard ducks else { return }
    timeline.mix(
      SoundMixer(
        sampleRate: timeline.sampleRate, channels: channels, attack: sounds.attack,
        release: sounds.release, layers: sounds.layers))
  }

  /// The number of samples in each channel so far.
  var position: Int { timeline.position }

  /// Ends the chapter with a pause in milliseconds, applies the loudness target and closes the files.
  consuming func finish(pauseAfter: Int) throws(AudioError) -> ChapterSound {
    let rest = try timeline.endSounds(after: audibleEnd, rest: samples(Self.longestRest))
    let tail = max(samples(pauseAfter), rest)
    try timeline.appendSilence(max(0, audibleEnd + tail - timeline.position))
    warnOfUnheardSounds()
    let (placements, fallbacks, warnings) = (placements, fallbacks, warnings)
    let (layers, heard) = (sounds?.layers, soundPlacements)
    let spans = timings.map { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
    let finished = try timeline.finish()
    try layers?.finish(finished)
    var sound = ChapterSound(
      samples: finished.frames, placements: placements, fallbacks: fallbacks,
      spans: spans, warnings: warnings,
      loudness: finished.loudness.map { ChapterLoudness($0.result) },
      measurement: finished.loudness?.result)
    sound.sounds = heard
    return sound
  }

  /// Converts milliseconds to samples, rounded to the nearest sample.
  private func samples(_ milliseconds: Int) -> Int {
    (milliseconds * timeline.sampleRate + 500) / 1000
  }
}

// MARK: - Sounds

extension Mix {
  /// The pause before a sound that the next line waits for, in milliseconds.
  private static let beforeSound = 200
  /// How long a sound that ends by itself may last after the last line, in milliseconds.
  private static let longestRest = 5_000

  /// Starts or ends sounds after what has been mixed.
  mutating func place(_ sound: PlannedSound, _ number: Int) throws(AudioError) {
    guard let sounds else { return }
    let here = max(audibleEnd, timeline.position)
    guard let file = sound.file, let cue = sound.cue else { return stop(sound, at: here) }
    let prepared = try sounds.store.sound(file, folder: sounds.folder)
    var played = PlayedSound(prepared, bus: cue.bus.number)
    (played.gain, played.pan, played.loops) = (file.gain - sounds.gain, file.pan, file.loops)
    (played.fadeIn, played.fadeOut, played.duck) = (file.fadeIn, file.fadeOut, file.duck)
    let start = file.waits && here > 0 ? here + samples(Self.beforeSound) : here
    guard let id = timeline.start(played, at: start) else { return unheard.append(cue) }
    started.append((number, id, sound, start))
    if file.waits { audibleEnd = start + (try prepared.length()) }
  }

  /// Ends the sounds that a line or the end of a scene ends. An effect ends by itself.
  private mutating func stop(_ sound: PlannedSound, at frame: Int) {
    let numbers = started.filter { _, _, other, _ in
      guard let old = other.cue else { return false }
      guard let cue = sound.cue else { return old.bus != .effects || other.file?.loops == true }
      guard cue.mode == .stop else { return false }
      return cue.name.isEmpty ? old.bus == cue.bus : old.isNamed(as: cue)
    }
    timeline.stop(Set(numbers.map(\.id)), at: frame)
  }

  private mutating func warnOfUnheardSounds() {
    guard let cue = unheard.first else { return }
    let others = unheard.count - 1
    warnings.append(
      (
        Int(cue.source),
        Diagnostic(
          code: "many-sounds", severity: .warning,
          message:
            "\"\(cue.name)\"\(others > 0 ? " and \(Quantity.count(others, "later sound"))" : "") "
            + "\(others > 0 ? "are" : "is") not heard, because \(SoundMixer.most) sounds play "
            + "already; end some of them with \"stop\"",
          position: cue.line > 0 ? SourcePosition(line: Int(cue.line), column: 1) : nil)
      ))
  }

  /// The times of all sounds that were started.
  private var soundPlacements: [SoundPlacement] {
    started.map {
      SoundPlacement(
        sound: $0.number, start: $0.start,
        end: max($0.start, timeline.end(ofSound: $0.id, before: timeline.position)))
    }
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
      clip.sound.pcm, gain: clip.gain(in: span), pan: span.performance.pan,
      layer: layer(of: clip, item: placements.count))
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
      clip.sound.pcm, gain: clip.gain(in: span), pan: pan, toLane: lane,
      layer: layer(of: clip, item: placements.count + lane))
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
  private func layer(of clip: Clip, item: Int) -> LayerFile.Clip? {
    sounds?.layers == nil ? nil : LayerFile.Clip(item: item, dry: clip.dry)
  }

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

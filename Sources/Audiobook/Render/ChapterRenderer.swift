import Audio
import Basics
import Guion
import Hablare
import Narration

/// The position of an item in its chapter's file, in samples.
/// The range does not include the short silence that trimmed clips retain.
package struct Placement: Sendable, Equatable {
  /// The first sample.
  package var start: Int
  /// The sample after the last sample of the item.
  package var end: Int
}

/// The result of rendering a chapter.
struct ChapterSound: Sendable {
  /// The length in samples.
  var samples: Int
  /// The position of each item, in the order of the plan.
  var placements: [Placement]
  /// The fallback voices of items that are not spoken by their own voice, by item number from 0.
  var fallbacks: [Int: String]
  /// The timing of each span, in the order of the plan; nil if neither captions nor read-along files were
  /// requested.
  var spans: [SpanTiming]?
  /// The warnings about the chapter, such as lines for which a voice produced no speech.
  var warnings: [(source: Int, diagnostic: Diagnostic)]
  /// The loudness; nil if no loudness was requested.
  var loudness: ChapterLoudness?
  /// All measurements; nil for audio of an earlier build.
  var measurement: LoudnessMeasurement?
  /// The times of the sounds that were heard.
  var sounds: [SoundPlacement] = []
}

/// Renders a chapter.
/// Clips are requested ahead, up to a limit, and mixed in the plan's order.
struct ChapterRenderer {
  let chapter: ChapterPlan
  let clips: ClipSource
  /// The passages to render; nil for all of them.
  var passages: Range<Int>?
  /// Whether the timings of spans are recorded, for captions and read-along files.
  var isCaptioned = false
  /// What is needed to mix sounds; nil if the chapter has none, and no stems.
  var sounds: ChapterSounds?
  /// Called after each mixed passage, with the number of its items and the chapter's length so far in
  /// samples.
  let onItem: @Sendable (_ items: Int, _ samples: Int) async -> Void

  /// Mixes the chapter into the files of a master and closes them.
  func render(into output: consuming Master) async throws -> ChapterSound {
    var mix = Mix(output, isCaptioned: isCaptioned, sounds, ducks: !chapter.sounds.isEmpty)
    let wanted = passages ?? chapter.read.passages.indices
    // Other lines are never requested, because they may cost money that the user has not approved.
    let lines = Array(
      chapter.read.speakables(clips.speech.directory)[chapter.read.spans(of: wanted)])
    let list = await SpeakableItemList(name: chapter.title, items: lines)
    let clips = clips
    try await clips.speech.service.speaking(
      list, limits: .chapter,
      make: { index, _ in try await clips.clip(of: lines[index]) },
      body: { stream in
        let queue = ClipQueue(stream)
        var first = 0
        for (index, passage) in zip(wanted, chapter.read.passages[wanted]) {
          try Task.checkCancellation()
          try place(sounds(before: index), &mix)
          if passage.items.count == 1 {
            try await mixItem(passage, index, queue, &mix)
          } else {
            try await mixTogether(passage, first, queue, &mix)
          }
          first += passage.spanOrder.count
          await list.committed(upTo: first)
          await onItem(passage.items.count, mix.position)
        }
      })
    if passages == nil { try place(sounds(before: chapter.read.passages.count), &mix) }
    return try mix.finish(pauseAfter: passages == nil ? chapter.read.pauseAfter : 0)
  }

  /// Returns the numbers of the sounds before a passage, or before a span of its item.
  private func sounds(before passage: Int, span: Int = 0) -> [Int] {
    guard sounds != nil, !chapter.sounds.isEmpty else { return [] }
    return chapter.sounds.indices.filter {
      chapter.sounds[$0].passage == passage && chapter.sounds[$0].span == span
    }
  }

  private func place(_ numbers: [Int], _ mix: inout Mix) throws(AudioError) {
    for number in numbers { try mix.place(chapter.sounds[number], number) }
  }

  nonisolated(nonsending) private func mixItem(
    _ passage: Passage, _ index: Int, _ clips: ClipQueue, _ mix: inout Mix
  ) async throws {
    let item = passage.items[0]
    mix.beginItem()
    for (offset, span) in item.spans.enumerated() {
      let pause = offset == 0 ? passage.pauseBefore : span.pauseBefore
      if offset > 0 { try place(sounds(before: index, span: offset), &mix) }
      try mix.append(try await clips.next(), of: span, in: item, pause: pause)
    }
    mix.endItem()
  }

  /// Mixes simultaneous speeches, so that their first audible samples coincide.
  nonisolated(nonsending) private func mixTogether(
    _ passage: Passage, _ first: Int, _ clips: ClipQueue, _ mix: inout Mix
  ) async throws {
    // For each speech, the indices of its spans in the list. Each speech has its own lane.
    var places = [[Int]](repeating: [], count: passage.items.count)
    for (offset, place) in passage.spanOrder.enumerated() {
      places[place.item].append(first + offset)
    }
    var heads: [Int] = []
    for lane in places { heads.append(try await clips.clip(lane[0], keeping: true).sound.head) }
    try mix.beginLanes(heads: heads, pause: passage.pauseBefore)
    var next = [Int](repeating: 0, count: places.count)
    while let lane = mix.nextLane {
      let item = passage.items[lane]
      guard next[lane] < item.spans.count else {
        try mix.endLane(lane)
        continue
      }
      let span = item.spans[next[lane]]
      let clip = try await clips.clip(places[lane][next[lane]])
      try mix.append(
        clip, of: span, in: item, pause: next[lane] == 0 ? nil : span.pauseBefore, lane: lane)
      next[lane] += 1
    }
    try mix.endLanes()
  }

  /// The clips of a chapter, which simultaneous speeches take out of their order.
  private final class ClipQueue {
    private let stream: SpeechStream<Clip>
    private var taken = 0
    /// The clips that were taken from the stream before they are mixed.
    private var early: [Int: Clip] = [:]

    init(_ stream: SpeechStream<Clip>) { self.stream = stream }

    /// Waits for the next clip.
    nonisolated(nonsending) func next() async throws -> Clip { try await clip(taken) }

    /// Waits for the clip of a line, by its index in the list.
    nonisolated(nonsending) func clip(_ index: Int, keeping: Bool = false) async throws -> Clip {
      while taken <= index {
        guard let outcome = await stream.next() else { throw CancellationError() }
        early[taken] = try outcome.get()
        taken += 1
      }
      guard let clip = early[index] else { throw CancellationError() }
      if !keeping { early[index] = nil }
      return clip
    }
  }
}

extension TableRead {
  /// Returns the indices of the spans of some passages, in rendering order.
  func spans(of wanted: Range<Int>) -> Range<Int> {
    func count(_ passages: ArraySlice<Passage>) -> Int {
      passages.reduce(0) { $0 + $1.items.reduce(0) { $0 + $1.spans.count } }
    }
    let first = count(passages[..<wanted.lowerBound])
    return first..<first + count(passages[wanted])
  }

  /// Returns the indices of the spans of one passage, in rendering order.
  func spans(of passage: Int) -> Range<Int> { spans(of: passage..<passage + 1) }
}

/// The audio of a chapter while it is mixed: places clips so that every pause is exact to the sample.
/// A clip retains up to 10 ms of its own silence at each end. The mix subtracts this silence from the pauses before
/// and after the clip.
private struct Mix: ~Copyable {
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

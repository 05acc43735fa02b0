import Audio
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

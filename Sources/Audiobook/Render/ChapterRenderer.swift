import Audio
import Guion
import Hablare
import Narration

/// Where an item sounds in its chapter's file, in samples: what a listener hears, without the little
/// silence that trimmed clips keep.
public struct Placement: Sendable, Equatable {
  /// The first sample of it.
  public var start: Int
  /// The sample behind the last of it.
  public var end: Int
}

/// A chapter's sound, made.
struct ChapterSound: Sendable {
  /// Its length in samples.
  var samples: Int
  /// Where each item sounds, in the order of the plan.
  var placements: [Placement]
  /// The items, from 0, in which another voice than their own speaks, with that voice.
  var standIns: [Int: String]
  /// When each span sounds, in the order of the plan; nil where no captions were asked for.
  var spans: [SpanTiming]?
  /// Lines for which a voice had nothing to say.
  var warnings: [(source: Int, diagnostic: Diagnostic)]
  /// How loud it is; nil where no loudness was asked for.
  var loudness: ChapterLoudness?
  /// All that was measured; nil in sound of an earlier build.
  var measurement: LoudnessMeasurement?
}

/// Renders a chapter: clips are made ahead, within a bound, and mixed in the plan's order.
struct ChapterRenderer {
  let chapter: ChapterPlan
  let clips: ClipSource
  /// The passages that are rendered; nil for all of them.
  var passages: Range<Int>?
  /// Whether captions are to be made of it.
  var isCaptioned = false
  /// Told of every item that is mixed, with the chapter's length so far in samples.
  let onItem: @Sendable (_ items: Int, _ samples: Int) async -> Void

  /// Mixes the chapter into the files of a master and closes them.
  func render(into output: consuming Master) async throws -> ChapterSound {
    var mix = Mix(output, isCaptioned: isCaptioned)
    try await withThrowingTaskGroup(of: (Int, Clip).self) { group in
      let wanted = passages ?? chapter.read.passages.indices
      var first = chapter.read.passages[..<wanted.lowerBound].reduce(0) { $0 + $1.spanCount }
      let count = chapter.read.passages[wanted].reduce(0) { $0 + $1.spanCount }
      let window = ClipWindow(chapter: chapter, clips: clips, spans: first..<first + count)
      defer { group.cancelAll() }
      for passage in chapter.read.passages[wanted] {
        try Task.checkCancellation()
        if passage.items.count == 1 {
          try await mixItem(passage, first, window, &group, &mix)
        } else {
          try await mixTogether(passage, first, window, &group, &mix)
        }
        first += passage.spanCount
        await onItem(passage.items.count, mix.position)
      }
    }
    return try mix.finish(pauseAfter: passages == nil ? chapter.read.pauseAfter : 0)
  }

  private typealias Group = ThrowingTaskGroup<(Int, Clip), any Error>

  private func mixItem(
    _ passage: Passage, _ first: Int, _ window: ClipWindow, _ group: inout Group, _ mix: inout Mix
  ) async throws {
    let item = passage.items[0]
    mix.beginItem()
    for (offset, span) in item.spans.enumerated() {
      let clip = try await window.clip(first + offset, &group)
      let pause = offset == 0 ? passage.pauseBefore : span.pauseBefore
      try mix.append(clip, of: span, in: item, pause: pause)
    }
    mix.endItem()
  }

  /// Simultaneous speeches: their first sounds fall on the same sample.
  private func mixTogether(
    _ passage: Passage, _ first: Int, _ window: ClipWindow, _ group: inout Group, _ mix: inout Mix
  ) async throws {
    // Where in the window the spans of each lane are.
    var places = [[Int]](repeating: [], count: passage.items.count)
    for (offset, place) in passage.spanOrder.enumerated() {
      places[place.item].append(first + offset)
    }
    var heads: [Int] = []
    for lane in places { heads.append(try await window.peek(lane[0], &group).sound.head) }
    try mix.beginLanes(heads: heads, pause: passage.pauseBefore)
    var next = [Int](repeating: 0, count: places.count)
    while let lane = mix.nextLane {
      let item = passage.items[lane]
      guard next[lane] < item.spans.count else {
        try mix.endLane(lane)
        continue
      }
      let span = item.spans[next[lane]]
      let clip = try await window.clip(places[lane][next[lane]], &group)
      try mix.append(
        clip, of: span, in: item, pause: next[lane] == 0 ? nil : span.pauseBefore, lane: lane)
      next[lane] += 1
    }
    try mix.endLanes()
  }
}

extension Passage {
  /// How many spans its items have.
  fileprivate var spanCount: Int { items.reduce(0) { $0 + $1.spans.count } }
}

/// Clips in the making: enough ahead to keep every core busy, few enough to bound memory.
private final class ClipWindow {
  /// How many characters of text may be in the making or waiting: about 200 seconds of speech, 9 MB
  /// of samples at 22,050 Hz.
  private static let limit = 3000

  private let spans: [PlacedSpan]
  private let clips: ClipSource
  private var started: Int
  private let end: Int
  private var charactersAhead = 0
  private var ready: [Int: Clip] = [:]

  /// Makes the clips of some spans of a chapter; others might cost something that nobody has agreed to.
  init(chapter: ChapterPlan, clips: ClipSource, spans wanted: Range<Int>) {
    spans = chapter.read.placedSpans
    self.clips = clips
    (started, end) = (wanted.lowerBound, wanted.upperBound)
  }

  /// The clip of a span, when it is there.
  func clip(_ index: Int, _ group: inout ThrowingTaskGroup<(Int, Clip), any Error>)
    async throws -> Clip
  {
    let clip = try await peek(index, &group)
    ready[index] = nil
    charactersAhead -= spans[index].span.text.utf8.count
    fill(upTo: index, &group)
    return clip
  }

  /// The clip of a span, which stays in the window.
  func peek(_ index: Int, _ group: inout ThrowingTaskGroup<(Int, Clip), any Error>)
    async throws -> Clip
  {
    fill(upTo: index, &group)
    while true {
      if let clip = ready[index] { return clip }
      guard let (finished, clip) = try await group.next() else { throw CancellationError() }
      ready[finished] = clip
    }
  }

  /// Starts what fits into the window, and in any case the span that is waited for.
  private func fill(
    upTo wanted: Int, _ group: inout ThrowingTaskGroup<(Int, Clip), any Error>
  ) {
    while started < end, started <= wanted || charactersAhead < Self.limit {
      let (index, span, clips) = (started, spans[started], clips)
      started += 1
      charactersAhead += span.span.text.utf8.count
      group.addTask { (index, try await clips.clip(of: span)) }
    }
  }
}

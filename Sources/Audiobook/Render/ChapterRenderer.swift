import Audio
import Guion
import Hablare
import Narration

/// The position of an item in its chapter's file, in samples.
///
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
  /// Called after each mixed passage, with the number of its items and the chapter's length so far in
  /// samples.
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

  /// Mixes simultaneous speeches, so that their first audible samples coincide.
  private func mixTogether(
    _ passage: Passage, _ first: Int, _ window: ClipWindow, _ group: inout Group, _ mix: inout Mix
  ) async throws {
    // For each speech, the indices of its spans in the window. Each speech has its own lane.
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
  /// The number of spans in the items of the passage.
  fileprivate var spanCount: Int { items.reduce(0) { $0 + $1.spans.count } }
}

/// The clips that are requested ahead: enough to keep every core busy, few enough to limit memory.
private final class ClipWindow {
  /// The amount of text in progress or waiting, in bytes, at which no further clips are requested.
  /// 3,000 bytes are about 200 seconds of speech, or 9 MB of samples at 22,050 Hz.
  private static let limit = 3000

  private let spans: [PlacedSpan]
  private let clips: ClipSource
  private var started: Int
  private let end: Int
  private var charactersAhead = 0
  private var ready: [Int: Clip] = [:]

  /// Creates a window for some spans of a chapter.
  /// Other spans are never requested, because they may cost money that the user has not approved.
  init(chapter: ChapterPlan, clips: ClipSource, spans wanted: Range<Int>) {
    spans = chapter.read.placedSpans
    self.clips = clips
    (started, end) = (wanted.lowerBound, wanted.upperBound)
  }

  /// Waits for the clip of a span and removes it from the window.
  func clip(_ index: Int, _ group: inout ThrowingTaskGroup<(Int, Clip), any Error>)
    async throws -> Clip
  {
    let clip = try await peek(index, &group)
    ready[index] = nil
    charactersAhead -= spans[index].span.text.utf8.count
    fill(upTo: index, &group)
    return clip
  }

  /// Waits for the clip of a span, which remains in the window.
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

  /// Requests the clips that fit into the window, and always the clip that the caller waits for.
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

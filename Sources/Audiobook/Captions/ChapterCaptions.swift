import Narration

/// The captions of a chapter, computed only from its table read and the timing of each span.
struct ChapterCaptions {
  private let read: TableRead
  private let timings: [SpanTiming]
  /// The chapter's length in milliseconds.
  private let length: Int
  /// Whether announcements such as "Ann says:" are shown too.
  private let showsAnnouncements: Bool

  /// Returns the captions in the order of their starts, or nil if the timings do not match the table read.
  static func cues(
    of read: TableRead, timings: [SpanTiming], samples: Int, sampleRate: Int,
    announcements: Bool = false
  ) -> [CaptionCue]? {
    guard fits(timings, read) else { return nil }
    let captions = ChapterCaptions(
      read: read, timings: timings,
      length: CaptionCue.milliseconds(samples, at: sampleRate), showsAnnouncements: announcements)
    return captions.cues()
  }

  /// Whether there are as many timings as spans.
  static func fits(_ timings: [SpanTiming], _ read: TableRead) -> Bool {
    let spans = read.passages.reduce(0) { $1.items.reduce($0) { $0 + $1.spans.count } }
    return timings.count == spans
  }

  private func cues() -> [CaptionCue] {
    var passages: [[[CaptionCue]]] = []
    var next = 0
    var speaker: String?
    for passage in read.passages {
      let isTogether = passage.items.count > 1
      var lanes: [[CaptionCue]] = []
      for item in passage.items {
        let spans = timings[next..<next + item.spans.count]
        next += item.spans.count
        if item.kind == .announcement, !showsAnnouncements { continue }
        let name = item.captionSpeaker
        // The cues of simultaneous speeches alternate on the screen, so each cue needs the speaker's name.
        let isNew = isTogether || name != speaker
        lanes.append(
          TimedItem(item, spans).cues(isNamed: isNew && !name.isEmpty, namesAll: isTogether))
        speaker = isTogether ? nil : name
      }
      passages.append(lanes)
    }
    return Self.spaced(passages, length: length)
  }

  /// Returns the cues in order, each with the time that readers need, as far as the neighbouring cues allow.
  private static func spaced(_ passages: [[[CaptionCue]]], length: Int) -> [CaptionCue] {
    var cues: [CaptionCue] = []
    var floor = 0
    for (index, lanes) in passages.enumerated() {
      let next = passages[(index + 1)...].lazy.flatMap(\.self).compactMap(\.first).first
      let limit = max(floor, next?.start ?? length)
      let spaced = lanes.map { ChapterCaptions.Spacing.apply(to: $0, from: floor, to: limit) }
      floor = spaced.compactMap(\.last?.end).max() ?? floor
      // Cues with the same start stay in the order of the script.
      cues += spaced.count == 1 ? spaced[0] : Self.merged(spaced)
    }
    return cues
  }

  private static func merged(_ lanes: [[CaptionCue]]) -> [CaptionCue] {
    lanes.flatMap(\.self).enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  /// The pieces of an item with their times.
  /// The pieces are the author's words. If the item has no author's words, or if too few of them match the spoken
  /// words, the pieces are the spoken words.
  private struct TimedItem {
    private let timed: TimedPieces
    private let speaker: String

    init(_ item: SpokenItem, _ timings: ArraySlice<SpanTiming>) {
      speaker = item.captionSpeaker
      var spoken = TimedPieces()
      for (span, timing) in zip(item.spans, timings) {
        spoken.add(CaptionPiece.pieces(of: span.captionText), timing)
      }
      let language = item.spans.first?.performance.languageCode ?? ""
      timed =
        item.written.flatMap { WrittenTiming.pieces(of: $0, spoken: spoken, language: language) }
        ?? spoken
    }

    func cues(isNamed: Bool, namesAll: Bool) -> [CaptionCue] {
      let pieces = timed.pieces
      let name = isNamed ? CaptionPiece.width(of: speaker) + 2 : 0
      return CaptionBreaker.cuts(of: pieces, name: name, namesAll: namesAll).map { cut in
        let range = cut.pieces
        return CaptionCue(
          start: timed.starts[range.lowerBound], end: timed.ends[range.upperBound - 1],
          speaker: speaker, lines: cut.lines.map { CaptionPiece.line(pieces[$0]) })
      }
    }
  }
}

extension ChapterCaptions {
  /// Extends the cues of one speech to the time that reading takes.
  enum Spacing {
    /// The minimum gap between two cues, in milliseconds: two frames of film, so that the change is visible
    /// (Netflix, "Timed Text Style Guide: General Requirements").
    static let gap = 80
    /// The minimum duration of a cue, in milliseconds: 5/6 s (the Netflix guide named at `gap`).
    static let shortest = 833
    /// The reading speed of most adults, in characters per second (the Netflix guide named at `gap`).
    /// The 160 to 180 words per minute in the BBC's "Subtitle Guidelines" are about as fast.
    static let pace = 17

    /// Returns the cues with adjusted times.
    /// No cue starts before `floor`. A cue may stay on the screen after its words, but at most until the next
    /// cue starts. The last cue stays at most until `limit`.
    static func apply(to cues: [CaptionCue], from floor: Int, to limit: Int) -> [CaptionCue] {
      var last = floor
      return cues.indices.map { index in
        var cue = cues[index]
        let next = cues.indices.contains(index + 1) ? cues[index + 1].start : limit
        cue.start = max(cue.start, last)
        let characters = cue.lines.reduce(0) { $0 + $1.count }
        let wanted = max(shortest, characters * 1000 / pace)
        let end = max(cue.end, cue.start + wanted)
        // A cue is shortened for a gap only if the shortened cue lasts at least `shortest`.
        let room = next - cue.start
        cue.end = min(end, room >= shortest + gap ? next - gap : min(next, cue.start + shortest))
        cue.end = max(cue.end, cue.start + 1)
        last = cue.end
        return cue
      }
    }
  }
}

/// A part of a page that is highlighted while it plays: a sentence, a word or a block with an announcement.
struct EPUBUnit: Equatable {
  /// The id of the unit's element.
  var id: String
  /// The start of the unit's audio, in milliseconds.
  var start: Int
  /// The enclosing elements that a listener may skip or leave, outermost first.
  var containers: [EPUBContainer] = []
}

/// An element that a listener may skip or leave (EPUB 3.3, section 9.4).
struct EPUBContainer: Equatable {
  /// The value of `epub:type`.
  var type: String
  /// The id of the container's element.
  var id: String
}

/// The clips of a chapter's units.
///
/// A reading system skips the audio between clips. So the clips cover the whole chapter, including its pauses: the
/// first clip begins at 0, each clip lasts until the next clip begins, and the last clip ends with the chapter.
enum EPUBClips {
  /// The minimum length of a clip in microseconds.
  ///
  /// In a very short chapter, clips may be shorter.
  private static let least = 1000

  /// Returns the clip of each unit, in the order of time.
  ///
  /// Units that begin at the same time follow each other in the order of the text. The last clip ends at `duration`,
  /// or later if `duration` has less than a microsecond for each unit.
  static func clips(
    of units: [EPUBUnit], duration: EPUBTime
  ) -> [(unit: EPUBUnit, clip: Range<EPUBTime>)] {
    guard !units.isEmpty else { return [] }
    let ordered = units.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
    let end = max(duration.microseconds, ordered.count)
    let step = min(least, end / ordered.count)
    var starts: [Int] = []
    for unit in ordered {
      let start = EPUBTime(milliseconds: unit.start).microseconds
      starts.append(starts.last.map { max(start, $0 + step) } ?? 0)
    }
    // If a start leaves too little time for the later clips, the start is moved to an earlier time. The last start
    // is checked first.
    var limit = end
    for index in starts.indices.reversed() {
      starts[index] = min(starts[index], limit - step)
      limit = starts[index]
    }
    starts[0] = 0
    let ends = starts.dropFirst() + [end]
    return zip(ordered, zip(starts, ends)).map { unit, times in
      (unit, EPUBTime(microseconds: times.0)..<EPUBTime(microseconds: times.1))
    }
  }
}

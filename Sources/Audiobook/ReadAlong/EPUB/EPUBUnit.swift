/// A part of a page that is highlighted while it plays: a sentence, a word, or a block with an announcement.
struct EPUBUnit: Equatable {
  /// The id of its element.
  var id: String
  /// The start of its audio, in milliseconds.
  var start: Int
  /// The enclosing elements that a listener may skip or leave, outermost first.
  var containers: [EPUBContainer] = []
}

/// An element that a listener may skip or leave (EPUB 3.3, section 9.4).
struct EPUBContainer: Equatable {
  /// The value of `epub:type`.
  var type: String
  /// The id of its element.
  var id: String
}

/// The clips of a chapter's units.
///
/// A reader plays each clip and jumps to the next one, so gaps between clips would drop the pauses. Therefore
/// the clips cover the whole chapter: the first begins at 0, each lasts until the next one begins, and the last
/// ends with the chapter.
enum EPUBClips {
  /// The minimum length of a clip in microseconds, if the chapter is long enough.
  private static let least = 1000

  /// Returns the clip of each unit, in the order of time.
  ///
  /// Units that begin at the same time follow each other in the order of the text. The chapter lasts
  /// `duration`, or longer if that is too short to give every unit a microsecond.
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
    // Starts that are too late move forward, beginning with the last one.
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

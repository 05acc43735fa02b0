/// The pieces of a text, with the start and end of each piece in milliseconds.
struct TimedPieces {
  private(set) var pieces: [CaptionPiece] = []
  private(set) var starts: [Int] = []
  private(set) var ends: [Int] = []
  /// The indices of the pieces at the ends of spans, where the speaker draws breath.
  private(set) var breaths: Set<Int> = []

  /// Adds the pieces of a span.
  ///
  /// If the times of the pieces are unknown, the pieces share the span's time in proportion to their widths.
  mutating func add(_ new: [CaptionPiece], _ timing: SpanTiming) {
    guard !new.isEmpty else { return }
    let columns = CaptionShare.columns(of: new)
    let begins = new.indices.map { index in
      timing.pieces.count == new.count
        ? min(timing.start + timing.pieces[index], timing.end)
        : CaptionShare.part(
          from: timing.start, to: timing.end, columns[index], of: columns[new.count])
    }
    if !pieces.isEmpty {
      pieces[pieces.count - 1].ending = .sentence
      breaths.insert(pieces.count - 1)
    }
    let isFirst = pieces.isEmpty
    pieces += new
    if !isFirst { pieces[pieces.count - new.count].hasBlank = true }
    starts += begins
    ends += begins.dropFirst() + [timing.end]
  }

  /// Adds pieces that are spoken during a range of pieces of another text.
  ///
  /// The new pieces share the time of the range in proportion to their widths.
  mutating func add(
    _ new: ArraySlice<CaptionPiece>, during range: Range<Int>, of other: TimedPieces
  ) {
    guard let first = range.first, let last = range.last else { return }
    let new = Array(new)
    let columns = CaptionShare.columns(of: new)
    let begins = new.indices.map { index in
      CaptionShare.part(
        from: other.starts[first], to: other.ends[last], columns[index], of: columns[new.count])
    }
    pieces += new
    starts += begins
    ends += begins.dropFirst() + [other.ends[last]]
    if range.contains(where: other.breaths.contains), let index = pieces.indices.last {
      pieces[index].ending = .sentence
      breaths.insert(index)
    }
  }
}

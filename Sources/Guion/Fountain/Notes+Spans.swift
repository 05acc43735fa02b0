extension Notes {
  /// Returns all removed spans, boneyards and notes, with offsets in the remaining text.
  /// A boneyard inside a note is part of the note (R16.6), and is returned in `nested`.
  func spans(
    in text: Bytes, from start: Int, boneyards: [RemovedSpan]
  ) -> (spans: [RemovedSpan], nested: [RemovedSpan]) {
    guard !ranges.isEmpty else { return (boneyards, []) }
    var places = PositionCounter(text, from: start, gaps: boneyards)
    var (spans, nested): ([RemovedSpan], [RemovedSpan]) = ([], [])
    var (nextBoneyard, removed) = (0, 0)
    for note in ranges {
      while nextBoneyard < boneyards.count, boneyards[nextBoneyard].offset <= note.lowerBound {
        spans.append(boneyards[nextBoneyard].moved(back: removed))
        nextBoneyard += 1
      }
      let first = places.position(of: note.lowerBound)
      let last = places.position(of: note.upperBound - 1)
      spans.append(
        RemovedSpan(
          kind: .note, offset: note.lowerBound - removed,
          range: SourceRange(start: first, end: last),
          text: BlockText.inner(text, note.lowerBound + 2..<note.upperBound - 2)))
      while nextBoneyard < boneyards.count, boneyards[nextBoneyard].offset < note.upperBound {
        nested.append(boneyards[nextBoneyard])
        nextBoneyard += 1
      }
      removed += note.count
    }
    spans += boneyards[nextBoneyard...].map { $0.moved(back: removed) }
    return (spans, nested)
  }

  /// Returns a warning for each paragraph in which a note is opened and not closed (R15.3).
  func diagnostics(
    in text: Bytes, from start: Int, boneyards: [RemovedSpan]
  ) -> [Diagnostic] {
    guard !unclosed.isEmpty else { return [] }
    var places = PositionCounter(text, from: start, gaps: boneyards)
    return unclosed.map { .unclosedNote(at: places.position(of: $0)) }
  }
}

extension RemovedSpan {
  fileprivate func moved(back distance: Int) -> Self {
    var copy = self
    copy.offset -= distance
    return copy
  }
}

extension Diagnostic {
  fileprivate static func unclosedNote(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-note", severity: .warning,
      message: "this [[ has no ]] before the next empty line, so it is read as text; "
        + "close the note with ]], or put two spaces on the empty line to continue the note",
      position: position)
  }
}

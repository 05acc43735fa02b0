/// The boneyards of a text (R16), which are found before anything else is parsed.
struct Boneyards {
  /// The ranges to remove, brackets included.
  private(set) var ranges: [Range<Int>] = []
  /// The boneyards that become elements.
  ///
  /// Each offset is a place in the text without boneyards.
  private(set) var spans: [RemovedSpan] = []
  /// A warning if a boneyard is never closed.
  private(set) var diagnostics: [Diagnostic] = []

  /// Finds the boneyards from the offset `start`, where line 1 begins.
  init(in text: Bytes, from start: Int) {
    guard var opening = text.first(Self.open, in: start..<text.count) else { return }
    var places = PositionCounter(text, from: start)
    var removed = 0
    while let closing = text.first(Self.close, in: opening + 2..<text.count) {
      let first = places.position(of: opening)
      spans.append(
        RemovedSpan(
          kind: .boneyard, offset: opening - removed,
          range: SourceRange(start: first, end: places.position(of: closing + 1)),
          text: BlockText.inner(text, opening + 2..<closing)))
      ranges.append(opening..<closing + 2)
      removed += closing + 2 - opening
      guard let next = text.first(Self.open, in: closing + 2..<text.count) else { return }
      opening = next
    }
    // R16.3: later boneyards cannot be closed either, so only the first one gets a warning.
    diagnostics.append(.unclosedBoneyard(at: places.position(of: opening)))
  }

  private static let open = (UInt8(ascii: "/"), UInt8(ascii: "*"))
  private static let close = (UInt8(ascii: "*"), UInt8(ascii: "/"))
}

extension Diagnostic {
  fileprivate static func unclosedBoneyard(at position: SourcePosition) -> Self {
    Self(
      code: "unclosed-boneyard", severity: .warning,
      message: "this /* has no */ after it, so it is read as text; close it or delete it",
      position: position)
  }
}

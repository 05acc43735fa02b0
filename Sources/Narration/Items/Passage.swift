/// A pause, followed by one item or several simultaneous items.
public struct Passage: Sendable, Hashable {
  /// The pause that a listener hears before the items, in milliseconds.
  public var pauseBefore: Int
  /// The items.
  ///
  /// Several items are simultaneous speeches, which all start at the same time.
  public var items: [SpokenItem]

  /// Creates a passage.
  public init(pauseBefore: Int, items: [SpokenItem]) {
    self.pauseBefore = pauseBefore
    self.items = items
  }
}

/// The table read of a chapter, ready to be spoken.
public struct TableRead: Sendable, Hashable {
  /// The passages in order.
  public var passages: [Passage]
  /// The pause after the last passage, in milliseconds.
  public var pauseAfter: Int
  /// The pauses inside the text of a span.
  public var pausesInside: ClipPauses

  /// Creates a table read.
  public init(passages: [Passage], pauseAfter: Int, pausesInside: ClipPauses = ClipPauses()) {
    self.passages = passages
    self.pauseAfter = pauseAfter
    self.pausesInside = pausesInside
  }
}

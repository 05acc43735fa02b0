/// A pause, and then what sounds: one item, or several at once.
public struct Passage: Sendable, Hashable {
  /// Milliseconds of silence a listener hears before it.
  public var pauseBefore: Int
  /// What sounds; more than one where speeches are simultaneous, all from the same start.
  public var items: [SpokenItem]

  /// Makes a passage.
  public init(pauseBefore: Int, items: [SpokenItem]) {
    self.pauseBefore = pauseBefore
    self.items = items
  }
}

/// The table read of a chapter, ready to be spoken.
public struct TableRead: Sendable, Hashable {
  /// What sounds, in order.
  public var passages: [Passage]
  /// Milliseconds of silence behind the last passage.
  public var pauseAfter: Int

  /// Makes a table read.
  public init(passages: [Passage], pauseAfter: Int) {
    self.passages = passages
    self.pauseAfter = pauseAfter
  }
}

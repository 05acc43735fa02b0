/// A token, or a part of one, on its way to phonemes.
struct SpokenPiece: Sendable {
  /// The signs; fewer than in the text where signs without a sound are left out.
  var signs: [Unicode.Scalar]
  /// The place in the text of the sentence.
  var range: Range<Int>
  var tag: String
  var hasSpace: Bool
  /// The sound, if it is known.
  var phonemes: Phones?
  /// Whether the piece begins its word.
  var isHead = true
  /// What is read in place of the signs.
  var alias: String?
  /// The sign of the currency that a number is an amount of.
  var currency: Unicode.Scalar?
  /// Whether a space parts the phonemes from those before.
  var hasSpaceBefore = false
  /// The questions that nobody has answered.
  var unread: [String] = []

  /// Whether the sound is settled before words are looked up.
  var isSettled: Bool { alias != nil || phonemes != nil }
}

extension SpokenPiece {
  /// Several pieces as one.
  init(merging pieces: ArraySlice<SpokenPiece>, first: SpokenPiece) {
    self = first
    signs = pieces.flatMap(\.signs)
    range = first.range.lowerBound..<(pieces.last ?? first).range.upperBound
    // Capitals weigh double: the tag is the one of the part that says most.
    tag = (pieces.dropFirst().reduce(first) { $1.weight > $0.weight ? $1 : $0 }).tag
    hasSpace = (pieces.last ?? first).hasSpace
    currency = pieces.compactMap(\.currency).max()
    unread = pieces.flatMap(\.unread)
    (phonemes, alias) = (nil, nil)
  }

  private var weight: Int { signs.reduce(0) { $0 + ($1.isUpper ? 2 : 1) } }
}

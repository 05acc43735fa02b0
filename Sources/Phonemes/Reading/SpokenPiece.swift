/// A token, or a part of one, while it is converted to phonemes.
struct SpokenPiece: Sendable {
  /// The symbols, without silent symbols.
  var symbols: [Unicode.Scalar]
  /// The range in the text of the sentence.
  var range: Range<Int>
  var tag: String
  var hasSpace: Bool
  /// The phonemes, if known.
  var phonemes: Phones?
  /// Whether the piece begins its word.
  var isHead = true
  /// The text that is read instead of the symbols.
  var alias: String?
  /// The currency symbol of an amount.
  var currency: Unicode.Scalar?
  /// Whether there is a space before the phonemes.
  var hasSpaceBefore = false
  /// The questions without an answer.
  var unread: [String] = []

  /// Whether the pronunciation is known before words are looked up.
  var isSettled: Bool { alias != nil || phonemes != nil }
}

extension SpokenPiece {
  init(merging pieces: ArraySlice<SpokenPiece>, first: SpokenPiece) {
    self = first
    symbols = pieces.flatMap(\.symbols)
    range = first.range.lowerBound..<(pieces.last ?? first).range.upperBound
    // Uses the tag of the part with the most symbols. Capitals count double.
    tag = (pieces.dropFirst().reduce(first) { $1.weight > $0.weight ? $1 : $0 }).tag
    hasSpace = (pieces.last ?? first).hasSpace
    currency = pieces.compactMap(\.currency).max()
    unread = pieces.flatMap(\.unread)
    (phonemes, alias) = (nil, nil)
  }

  private var weight: Int { symbols.reduce(0) { $0 + ($1.isUpper ? 2 : 1) } }
}

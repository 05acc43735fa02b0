/// The stress of a word with several parts, and whether the parts are spoken separately.
enum CompoundStress {
  /// Determines the phonemes of symbols between the parts, and lowers the stress of the lighter parts.
  static func settle(_ pieces: inout [SpokenPiece]) {
    let isApart = isApart(pieces)
    for place in pieces.indices {
      if pieces[place].phonemes == nil {
        let symbols = pieces[place].symbols
        if place == pieces.count - 1, symbols.count == 1, PhoneSet.stops.contains(symbols[0]) {
          pieces[place].phonemes = symbols
        } else if WordGroups.isJunk(symbols) {
          pieces[place].phonemes = []
        }
      } else if place > 0 {
        pieces[place].hasSpaceBefore = isApart
      }
    }
    if !isApart { lower(&pieces) }
  }

  /// Whether the parts are spoken separately.
  ///
  /// Parts are spoken separately if they mix letters, digits and symbols, or if a slash or a space separates them.
  private static func isApart(_ pieces: [SpokenPiece]) -> Bool {
    var kinds: Set<Int> = []
    for (place, piece) in pieces.enumerated() {
      if piece.symbols.contains("/") { return true }
      if place < pieces.count - 1, piece.hasSpace { return true }
      for symbol in piece.symbols where !WordGroups.isJunk(symbol) {
        kinds.insert(symbol.isLetter ? 0 : symbol.isDigit ? 1 : 2)
      }
    }
    return kinds.count > 1
  }

  private static func lower(_ pieces: inout [SpokenPiece]) {
    let spoken = pieces.indices.filter { pieces[$0].phonemes?.isEmpty == false }
    let parts = spoken.map { place in
      let phonemes = pieces[place].phonemes ?? []
      return (isStressed: phonemes.hasPrimary, weight: phonemes.weight, place: place)
    }
    if parts.count == 2, pieces[parts[0].place].symbols.count == 1 {
      lower(&pieces[parts[1].place])
      return
    }
    let stressed = parts.count { $0.isStressed }
    guard parts.count > 1, stressed > (parts.count + 1) / 2 else { return }
    let lightest = parts.sorted {
      ($0.isStressed ? 1 : 0, $0.weight, $0.place) < ($1.isStressed ? 1 : 0, $1.weight, $1.place)
    }
    for part in lightest.prefix(parts.count / 2) { lower(&pieces[part.place]) }
  }

  private static func lower(_ piece: inout SpokenPiece) {
    piece.phonemes = piece.phonemes?.stressed(.lowered)
  }

  /// Returns the phonemes of all parts.
  static func joined(_ pieces: [SpokenPiece]) -> Phones {
    pieces.reduce(into: []) { joined, piece in
      guard let phonemes = piece.phonemes, !phonemes.isEmpty else { return }
      if piece.hasSpaceBefore, let last = joined.last, last != " " { joined.append(" ") }
      joined += phonemes
    }
  }
}

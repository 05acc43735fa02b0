import Basics

/// Reads the moves of chess in English: "Nf3" is "knight f three", "Qxd5+" is "queen takes d five check".
struct ChessMoves: ReadingRule {
  let speech: Speech

  private static let pieces: [Unicode.Scalar: String] = [
    "K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight",
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.isOpen(before: start), let move = move(start, in: line) else { return nil }
    guard move.isSure || isGame(around: start, in: line) else { return nil }
    return Reading(end: move.end, words: move.words)
  }

  private func move(_ start: Int, in line: Line) -> (words: SpokenWords, end: Int, isSure: Bool)? {
    guard line.length(start) < 5, let rank = line.value(start + 1, most: 1), (1...8).contains(rank),
      line.isClosed(start + 2), line.kind(start) == .word
    else { return nil }
    var words = SpokenWords()
    var hasTaken = false
    var files = 0
    for place in line.range(start) {
      let scalar = line.scalars[place]
      if let piece = Self.pieces[scalar], words.isEmpty {
        words.add(piece, from: place..<place + 1)
      } else if scalar == "x", !hasTaken, !words.isEmpty {
        hasTaken = true
        words.add("takes", from: place..<place + 1)
      } else if "abcdefgh".unicodeScalars.contains(scalar) {
        files += 1
        words.add(String(scalar).uppercased(), from: place..<place + 1)
      } else {
        return nil
      }
    }
    guard files > 0, files < 3,
      "abcdefgh".unicodeScalars.contains(line.scalars[line.range(start).upperBound - 1])
    else { return nil }
    words.add(speech.speller.cardinal(rank), from: line.range(start + 1))
    var end = start + 2
    if line.symbol(end) == "+", line.isClosed(end + 1) {
      words.add("check", from: line.range(end))
      end += 1
    } else if line.symbol(end) == "#", line.isClosed(end + 1) {
      words.add("mate", from: line.range(end))
      end += 1
    }
    return (words, end, hasTaken && (line.length(start) > 2))
  }

  /// Whether another move with a piece is near.
  private func isGame(around start: Int, in line: Line) -> Bool {
    (max(0, start - 12)..<min(line.count, start + 12)).contains { index in
      index != start && line.isOpen(before: index) && line.length(index) > 1 && line.isUpper(index)
        && move(index, in: line) != nil
    }
  }
}

/// The points of players in a game.
enum GamePoints {
  /// Whether "HP" is the health of a player: "+200 hp", "restores 50 HP".
  static func isHealth(_ start: Int, in line: Line) -> Bool {
    if let sign = line.symbol(start - 1), "+-−/".unicodeScalars.contains(sign) { return true }
    let near = max(0, start - 60)..<min(line.count, start + 60)
    return near.contains { line.key($0).map(Self.games.contains) == true }
  }

  /// Words of games beside the health of a player.
  private static let games = WordTable.words(
    """
    dmg enemies enemy heal healed healing heals mana potion potions regenerate regenerates regeneration xp
    """)
}

import Basics

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

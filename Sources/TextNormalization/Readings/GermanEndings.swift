/// The endings of German ordinals, which depend on the words before them.
enum GermanEndings {
  private static let weak: Set<String> = [
    "dem", "den", "des", "am", "im", "zum", "zur", "vom", "beim", "einem", "einen", "einer",
    "eines",
    "jeden", "jedem", "diesem", "diesen", "dieser", "bis", "ab", "ihrem", "ihren", "ihrer",
    "seinem",
    "seinen", "seiner", "meinem", "meinen", "meiner", "unserem", "unseren", "kein", "keinen",
  ]
  private static let plain: Set<String> = [
    "der", "die", "das", "ins", "ans", "aufs", "fürs", "durchs", "jede", "diese", "dieses", "eine",
    "ihre", "seine", "meine", "unsere", "deine", "keine",
  ]
  private static let dative: Set<String> = [
    "in", "an", "auf", "nach", "seit", "aus", "mit", "von", "zu", "bei", "vor", "während",
  ]

  /// Whether an ordinal may follow a word.
  static func announces(_ key: String) -> Bool {
    weak.contains(key) || plain.contains(key)
      || ["ein", "mein", "sein", "ihr", "dein"].contains(key)
  }

  /// Returns the ending for a day of a month.
  static func ofDate(before start: Int, in line: Line) -> OrdinalForm {
    guard let key = line.keyBefore(start) else {
      // "am Montag, 3. Mai" continues in the dative.
      return behindWeekday(before: start, in: line) ? .n : .r
    }
    if weak.contains(key) { return .n }
    if plain.contains(key) { return .plain }
    return ["seit", "von", "nach", "vor", "mit"].contains(key) ? .m : .r
  }

  private static func behindWeekday(before start: Int, in line: Line) -> Bool {
    let comma = line.skippingSpaceBack(start - 1)
    guard line.symbol(comma) == ",", line.kind(comma - 1) == .word else { return false }
    return ["am", "vom", "zum", "ab", "bis"].contains(line.keyBefore(comma - 1) ?? "")
  }

  /// Returns the ending before a noun of a gender.
  static func of(_ gender: Gender, before start: Int, in line: Line) -> OrdinalForm {
    let strong: OrdinalForm =
      switch gender {
      case .masculine: .r
      case .feminine: .plain
      case .neuter: .s
      }
    guard let before = line.wordBefore(start), let key = line.key(before) else { return strong }
    if key == "der", gender == .feminine || line.keyBefore(before).map(dative.contains) == true {
      return line.keyBefore(before).map(dative.contains) == true ? .n : .plain
    }
    if weak.contains(key) { return .n }
    return plain.contains(key) ? .plain : strong
  }
}

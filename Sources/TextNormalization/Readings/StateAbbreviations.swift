/// Abbreviations of states behind towns: "Eugene, OR".
extension Abbreviations {
  /// Whether the abbreviation of a state is behind a town and before the end, a mark or a ZIP code.
  func isBehindTown(_ found: Found, in line: Line) -> Bool {
    guard line.isSpace(found.start - 1), line.symbol(found.start - 2) == ",",
      line.isUpper(found.start - 3), line.length(found.start - 3) > 3
    else { return false }
    let next = line.skippingSpace(found.end)
    guard line.symbol(found.end) != "/" else { return false }
    // "on devices, SD, TNFS"
    if speech.isSecond, line.symbol(found.end) == ",", line.length(next + 2) > 1,
      line.isAllCapitals(next + 2), line.key(next + 2)?.hasPrefix("us") != true
    {
      return false
    }
    guard Self.ambiguousStates.contains(found.key) else { return line.kind(next) != .word }
    // "in Eugene, OR and"
    return (line.kind(next) != .word || line.key(next) == "and")
      && isTown(found.start - 3, beforeCode: next, found.key, in: line)
  }

  /// Whether a name is a town: "from Gary, IN", "Gary, IN 46401".
  private func isTown(_ name: Int, beforeCode next: Int, _ state: String, in line: Line) -> Bool {
    if [4, 5].contains(line.length(next)), line.kind(next) == .digits { return true }
    // "EXT. EUGENE, OR", "Boston, MA"
    let end = name + 4
    if ["id", "in", "la", "mo", "or"].contains(state), line.isAllCapitals(name),
      line.isEnd(end) || line.symbol(end)?.isClosingQuote == true
    {
      return true
    }
    if state == "ma", !line.startsSentence(name), !line.isAllCapitals(name) { return true }
    var start = name
    while start > 1, line.isSpace(start - 1), line.isUpper(start - 2), name - start < 6,
      !Self.placePrepositions.contains(line.key(start - 2) ?? "")
    {
      start -= 2
    }
    // "Go to Boston, OK?", "He gave it to Anna, ME."
    return state != "ok" && state != "me"
      && line.keyBefore(start).map(Self.placePrepositions.contains) == true
  }

  /// The states whose letters are a word or another abbreviation.
  private static let ambiguousStates: Set<String> = [
    "al", "ar", "co", "ct", "hi", "id", "in", "la", "ma", "md", "me", "mo", "ms", "mt", "oh", "ok",
    "or", "pa",
  ]
  private static let placePrepositions: Set<String> = [
    "at", "from", "in", "into", "near", "of", "outside", "to",
  ]
}

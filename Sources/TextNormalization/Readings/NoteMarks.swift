extension Powers {
  /// Passes over the mark of a note: "the end.⁵", "„so“.⁵ Dann", "words⁴".
  func noteMark(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond else { return nil }
    var end = start
    while end - start < 5, Self.isRaised(line.symbol(end)) { end += 1 }
    guard line.isClosed(end), line.symbol(start) != "⁻", isMarked(start, end, in: line) else {
      return nil
    }
    return Reading(end: end, words: SpokenWords())
  }

  private func isMarked(_ start: Int, _ end: Int, in line: Line) -> Bool {
    if line.kind(start - 1) == .word {
      let isPower = end == start + 1 && (line.symbol(start) == "²" || line.symbol(start) == "³")
      return !isPower && line.length(start - 1) > 3
    }
    guard let before = line.symbol(start - 1), start > 1 else { return false }
    return before.isClosingQuote || ".!?…,".unicodeScalars.contains(before)
  }
}

/// Splits a chunk at symbols between its parts: hyphens, slashes, a point between two sentences.
enum TokenInfixes {
  static func split(_ chunk: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    var (tokens, start, place): ([Range<Int>], Int, Int) = ([], chunk.startIndex, chunk.startIndex)
    while place < chunk.endIndex {
      let length = length(in: chunk, at: place)
      guard length > 0 else {
        place += 1
        continue
      }
      if place > chunk.startIndex {
        if place > start { tokens.append(start..<place) }
        tokens.append(place..<place + length)
        start = place + length
      }
      place += length
    }
    if start < chunk.endIndex { tokens.append(start..<chunk.endIndex) }
    return tokens
  }

  /// Returns the length of the symbol that splits at an index, or 0.
  private static func length(in chunk: ArraySlice<Unicode.Scalar>, at place: Int) -> Int {
    func symbol(_ place: Int) -> Unicode.Scalar? {
      chunk.indices.contains(place) ? chunk[place] : nil
    }
    let this = chunk[place]
    if this == "…" || TokenEdges.isIcon(this) { return 1 }
    guard !this.isLetterOrDigit else { return 0 }
    let before = symbol(place - 1)
    let after = symbol(place + 1)
    switch this {
    case ".":
      let points = chunk[place...].prefix { $0 == "." }.count
      if points > 1 { return points }
      guard let before, let after else { return 0 }
      return (before.isSmall || TokenEdges.isQuote(before))
        && (after.isCapital || TokenEdges.isQuote(after)) ? 1 : 0
    case ",": return before?.isLetter == true && after?.isLetter == true ? 1 : 0
    case ":", "<", ">", "=", "/":
      return before?.isLetterOrDigit == true && after?.isLetter == true ? 1 : 0
    case "+", "-", "*", "^", "–", "—", "~":
      if let after, before?.isDigit == true, "+-*^".unicodeScalars.contains(this),
        after.isDigit || after == "-"
      {
        return 1
      }
      return dash(chunk, at: place)
    default: return 0
    }
  }

  /// Returns the length of a dash between a word and a letter, or 0.
  private static func dash(_ chunk: ArraySlice<Unicode.Scalar>, at place: Int) -> Int {
    let this = chunk[place]
    guard place > chunk.startIndex, chunk[place - 1].isLetterOrDigit, this != "+", this != "*",
      this != "^"
    else { return 0 }
    let length = chunk[place...].prefix { $0 == this }.count
    let most = this == "-" ? 3 : this == "—" ? 2 : 1
    let next = place + length
    return length <= most && next < chunk.endIndex && chunk[next].isLetter ? length : 0
  }
}

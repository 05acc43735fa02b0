/// Splits a token into the parts that are looked up if the whole token is unknown: letters, digits,
/// hyphens, symbols, and the words of "camelCase".
enum Subtokens {
  static func split(_ token: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    var (parts, place): ([Range<Int>], Int) = ([], token.startIndex)
    while place < token.endIndex {
      if let end = end(in: token, from: place) {
        parts.append(place..<end)
        place = end
      } else {
        // An apostrophe between digits has no sound.
        place += 1
      }
    }
    return parts
  }

  private static func end(in token: ArraySlice<Unicode.Scalar>, from start: Int) -> Int? {
    let symbol = token[start]
    func at(_ place: Int) -> Unicode.Scalar? { token.indices.contains(place) ? token[place] : nil }
    if symbol.isApostrophe { return apostrophes(token, start) }
    if symbol.isCapital, at(start + 1)?.isCapital == true, at(start + 2)?.isSmall == true {
      return start + 1
    }
    if let end = digits(token, start) { return end }
    if symbol == "-" || symbol == "_" {
      return run(token, start) { $0 == "-" || $0 == "_" }
    }
    if symbol.isLetter { return hump(token, start) ?? letters(token, start) }
    return symbol.isDigit ? nil : start + 1
  }

  private static func run(
    _ token: ArraySlice<Unicode.Scalar>, _ start: Int, _ fits: (Unicode.Scalar) -> Bool
  ) -> Int {
    token[start...].firstIndex { !fits($0) } ?? token.endIndex
  }

  /// Returns the end of apostrophes at the start or end of the token, or of two or more apostrophes; nil for a single
  /// apostrophe inside the token.
  private static func apostrophes(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int? {
    let end = run(token, start, \.isApostrophe)
    let isPart = start == token.startIndex || end - start > 1 || end == token.endIndex
    return isPart ? end : nil
  }

  /// Returns the end of a number: digits with points and commas before or between them, and a minus at the
  /// start of the token.
  private static func digits(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int? {
    var place = start
    if token[place] == "-", place == token.startIndex { place += 1 }
    var end: Int?
    while place < token.endIndex {
      let next = place + 1
      if token[place].isDigit {
        place = next
      } else if token[place] == "." || token[place] == ",", next < token.endIndex,
        token[next].isDigit
      {
        place = next + 1
      } else {
        break
      }
      end = place
    }
    return end
  }

  /// Returns the end of letters up to a lowercase letter that is followed by a capital.
  private static func hump(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int? {
    var place = start
    while place + 1 < token.endIndex, token[place].isLetter {
      if token[place].isSmall, token[place + 1].isCapital { return place + 1 }
      place += 1
    }
    return nil
  }

  /// Returns the end of letters, including single letters after apostrophes.
  private static func letters(_ token: ArraySlice<Unicode.Scalar>, _ start: Int) -> Int {
    var place = run(token, start, \.isLetter)
    while place + 1 < token.endIndex, token[place].isApostrophe, token[place + 1].isLetter {
      place += 2
    }
    return place
  }
}

/// The questions about a word that neither the lexicon nor a rule knows.
enum Questions {
  /// A part of a word.
  enum Part: Equatable {
    /// Letters or digits, as written.
    case word(String)
    /// The name of a symbol, in words.
    case symbol(String)
  }

  private static let names: [Unicode.Scalar: String] = [
    "/": "slash", "=": "equals", "+": "plus", "&": "and", "@": "at", "%": "percent", "#": "hash",
    "*": "asterisk", "~": "tilde", "^": "caret", "<": "less than", ">": "greater than",
  ]

  private static let endings = ["ing", "'d", "ed", "'s", "st", "nd", "rd", "th", "s"].map {
    Array($0.unicodeScalars)
  }

  /// Whether a text is a number.
  ///
  /// A number can have points, commas and colons, a minus at the start, and an ending as in "1990s" or
  /// "8th".
  static func isNumber(_ symbols: [Unicode.Scalar]) -> Bool {
    guard symbols.contains(where: \.isDigit) else { return false }
    let ending = endings.first { symbols.reversed().starts(with: $0.reversed()) }
    let number = symbols.dropLast(ending?.count ?? 0)
    return number.enumerated().allSatisfy { place, symbol in
      symbol.isDigit || symbol == "," || symbol == "." || symbol == ":"
        || (symbol == "-" && place == 0)
    }
  }

  /// Returns the questions for a word.
  static func of(_ piece: SpokenPiece) -> [Part] {
    let symbols = piece.symbols
    if isNumber(symbols) {
      let amount = piece.currency.map { [$0] + symbols } ?? symbols
      return [.word(amount.string)]
    }
    var (parts, place): ([Part], Int) = ([], 0)
    while place < symbols.count {
      let start = place
      if symbols[place].isLetterOrDigit {
        place = symbols[place].isDigit ? number(symbols, from: place) : word(symbols, from: place)
        parts.append(.word(symbols[start..<place].string))
      } else {
        if let name = names[symbols[place]] { parts.append(.symbol(name)) }
        place += 1
      }
    }
    return parts
  }

  /// Returns the end of a number: digits, and digits after points, commas and colons.
  private static func number(_ symbols: [Unicode.Scalar], from start: Int) -> Int {
    var place = start
    while place < symbols.count {
      if symbols[place].isDigit {
        place += 1
      } else if symbols[place] == "." || symbols[place] == "," || symbols[place] == ":",
        place + 1 < symbols.count, symbols[place + 1].isDigit
      {
        place += 2
      } else {
        break
      }
    }
    return place
  }

  /// Returns the end of a word: letters, and letters after apostrophes.
  private static func word(_ symbols: [Unicode.Scalar], from start: Int) -> Int {
    var place = start
    while place < symbols.count {
      if symbols[place].isLetter {
        place += 1
      } else if symbols[place] == "'" || symbols[place] == "’", place + 1 < symbols.count,
        symbols[place + 1].isLetter
      {
        place += 2
      } else {
        break
      }
    }
    return place
  }
}

/// The questions about a word that neither the lexicon nor a rule knows.
enum Questions {
  /// A part of a word.
  enum Part: Equatable {
    /// Letters or digits, as written.
    case word(String)
    /// The name of a symbol, in words.
    case sign(String)
  }

  private static let names: [Unicode.Scalar: String] = [
    "/": "slash", "=": "equals", "+": "plus", "&": "and", "@": "at", "%": "percent", "#": "hash",
    "*": "asterisk", "~": "tilde", "^": "caret", "<": "less than", ">": "greater than",
  ]

  private static let endings = ["ing", "'d", "ed", "'s", "st", "nd", "rd", "th", "s"].map {
    Array($0.unicodeScalars)
  }

  /// Whether a text is a number: digits, symbols between them, and an ending as in "1990s" or "8th".
  static func isNumber(_ signs: [Unicode.Scalar]) -> Bool {
    guard signs.contains(where: \.isFigure) else { return false }
    let ending = endings.first { signs.reversed().starts(with: $0.reversed()) }
    let number = signs.dropLast(ending?.count ?? 0)
    return number.enumerated().allSatisfy { place, sign in
      sign.isFigure || sign == "," || sign == "." || sign == ":" || (sign == "-" && place == 0)
    }
  }

  /// Returns the questions for a word.
  static func of(_ piece: SpokenPiece) -> [Part] {
    let signs = piece.signs
    if isNumber(signs) {
      let amount = piece.currency.map { [$0] + signs } ?? signs
      return [.word(amount.string)]
    }
    var (parts, place): ([Part], Int) = ([], 0)
    while place < signs.count {
      let start = place
      if signs[place].isWordSign {
        place = signs[place].isFigure ? number(signs, from: place) : word(signs, from: place)
        parts.append(.word(signs[start..<place].string))
      } else {
        if let name = names[signs[place]] { parts.append(.sign(name)) }
        place += 1
      }
    }
    return parts
  }

  /// Returns the end of a number: digits, and digits after points, commas and colons.
  private static func number(_ signs: [Unicode.Scalar], from start: Int) -> Int {
    var place = start
    while place < signs.count {
      if signs[place].isFigure {
        place += 1
      } else if signs[place] == "." || signs[place] == "," || signs[place] == ":",
        place + 1 < signs.count, signs[place + 1].isFigure
      {
        place += 2
      } else {
        break
      }
    }
    return place
  }

  /// Returns the end of a word: letters, and letters after apostrophes.
  private static func word(_ signs: [Unicode.Scalar], from start: Int) -> Int {
    var place = start
    while place < signs.count {
      if signs[place].isLetter {
        place += 1
      } else if signs[place] == "'" || signs[place] == "’", place + 1 < signs.count,
        signs[place + 1].isLetter
      {
        place += 2
      } else {
        break
      }
    }
    return place
  }
}

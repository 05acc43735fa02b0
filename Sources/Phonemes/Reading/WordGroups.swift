/// Groups tokens into words.
/// The parts of adjacent tokens form a word if there is no space or punctuation between them.
enum WordGroups {
  /// The maximum number of parts in a word.
  /// Further parts begin a new word, so that no input is slow.
  private static let most = 32
  private static let currencies: Set<Unicode.Scalar> = ["$", "£", "€"]
  private static let junk = SymbolSet("',-._‘’/")

  static func isJunk(_ symbols: [Unicode.Scalar]) -> Bool { symbols.allSatisfy(junk.contains) }
  static func isJunk(_ symbol: Unicode.Scalar) -> Bool { junk.contains(symbol) }

  /// Returns the pieces of each word, in order.
  static func groups(of tokens: [SpokenPiece], in text: [Unicode.Scalar]) -> [[SpokenPiece]] {
    var words: [[SpokenPiece]] = []
    /// Whether the last word can have more parts.
    var isOpen = false
    var currency: Unicode.Scalar?
    for (number, token) in tokens.enumerated() {
      let next = number + 1 < tokens.count ? tokens[number + 1].tag : nil
      var parts = split(token, in: text)
      for place in parts.indices {
        settle(&parts, place, nextTag: next, &currency)
        var part = parts[place]
        if part.isSettled {
          words.append([part])
          isOpen = false
        } else if isOpen, let count = words.last?.count, count < most {
          part.isHead = false
          words[words.count - 1].append(part)
          isOpen = !part.hasSpace
        } else {
          words.append([part])
          isOpen = !part.hasSpace
        }
      }
    }
    return words
  }

  private static func split(_ token: SpokenPiece, in text: [Unicode.Scalar]) -> [SpokenPiece] {
    if token.isSettled { return [token] }
    var parts = Subtokens.split(text[token.range]).map { range in
      SpokenPiece(symbols: Array(text[range]), range: range, tag: token.tag, hasSpace: false)
    }
    if parts.isEmpty { return [] }
    parts[parts.count - 1].hasSpace = token.hasSpace
    return parts
  }

  /// Determines the phonemes of punctuation, and records the currency for the number that follows.
  private static func settle(
    _ parts: inout [SpokenPiece], _ place: Int, nextTag: String?, _ currency: inout Unicode.Scalar?
  ) {
    let part = parts[place]
    if part.isSettled { return }
    if part.tag == "$", let symbol = part.symbols.first, part.symbols.count == 1,
      currencies.contains(symbol)
    {
      currency = symbol
      parts[place].phonemes = []
    } else if part.tag == ":", part.symbols == ["-"] || part.symbols == ["–"] {
      parts[place].phonemes = ["—"]
    } else if PartOfSpeech.marks.contains(part.tag), !part.symbols.allSatisfy(isPlainLetter) {
      parts[place].phonemes = mark(part)
    } else if currency != nil {
      if part.tag != "CD" {
        currency = nil
      } else if place + 1 == parts.count, nextTag != "CD" {
        parts[place].currency = currency
      }
    } else if part.symbols == ["2"], place > 0, place + 1 < parts.count,
      parts[place - 1].symbols.last?.isLetter == true,
      parts[place + 1].symbols.first?.isLetter == true
    {
      parts[place].alias = "to"
    }
  }

  private static func isPlainLetter(_ symbol: Unicode.Scalar) -> Bool {
    symbol.isASCII && symbol.isLetter
  }

  private static func mark(_ part: SpokenPiece) -> Phones {
    switch part.tag {
    case "-LRB-": ["("]
    case "-RRB-": [")"]
    case "``": ["“"]
    case "\"\"", "''": ["”"]
    default: part.symbols.filter(PhoneSet.punctuation.contains)
    }
  }
}

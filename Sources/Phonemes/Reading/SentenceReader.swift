/// Determines the phonemes of the words of a sentence, from last to first.
struct SentenceReader {
  let words: WordReader
  /// The phonemes of words that the lexicon and the rules do not know, by word (see `Questions`).
  let answers: [String: Phones]
  private(set) var context = SpokenContext()

  init(words: WordReader, answers: [String: Phones]) {
    (self.words, self.answers) = (words, answers)
  }

  /// Returns the words with phonemes, one piece each.
  mutating func read(_ groups: [[SpokenPiece]]) -> [SpokenPiece] {
    Array(
      groups.reversed().compactMap { group in
        group.count == 1 ? single(group[0]) : compound(group)
      }.reversed())
  }

  private mutating func single(_ piece: SpokenPiece) -> SpokenPiece {
    var piece = piece
    if piece.phonemes == nil { piece.phonemes = phonemes(of: piece) }
    if piece.phonemes == nil { ask(&piece) }
    advance(over: piece)
    return piece
  }

  private mutating func advance(over piece: SpokenPiece) {
    context = context.before(piece.phonemes ?? [], text: piece.symbols, tag: piece.tag)
  }

  private mutating func compound(_ group: [SpokenPiece]) -> SpokenPiece? {
    guard let head = group.first else { return nil }
    var pieces = group
    FrenchWords.settleNames(&pieces)
    settlePlural(&pieces)
    settlePossessive(&pieces)
    settleInfinitives(&pieces)
    Self.settleLetters(&pieces)
    if let sound = syllables(pieces) {
      var whole = SpokenPiece(merging: pieces[...], first: head)
      whole.phonemes = sound
      advance(over: whole)
      return whole
    }
    var (left, right) = (0, pieces.count)
    while left < right {
      let part = SpokenPiece(merging: pieces[left..<right], first: pieces[left])
      let isOpen = !pieces[left..<right].contains(where: \.isSettled)
      if isOpen, let found = known(part) {
        pieces[left].phonemes = found.phonemes
        pieces[left].unread = found.unread
        for place in left + 1..<right { pieces[place].phonemes = [] }
        advance(over: found)
        (left, right) = (0, left)
      } else if left + 1 < right {
        left += 1
      } else {
        right -= 1
        if pieces[right].phonemes == nil {
          guard WordGroups.isJunk(pieces[right].symbols) else {
            var whole = SpokenPiece(merging: group[...], first: head)
            whole.unread = []
            ask(&whole)
            return whole
          }
          // "L-U-C-Y." ends a sentence. "J." is an initial.
          let isStop =
            right > 4 && right == group.count - 1 && group[right - 2].symbols == ["-"]
            && group[right].symbols == ["."]
          pieces[right].phonemes = isStop ? ["."] : []
        } else {
          advance(over: pieces[right])
        }
        left = 0
      }
    }
    // The letter of "A-one" is no article.
    if head.symbols == ["A"], pieces[0].phonemes == ["ɐ"] { pieces[0].phonemes = ["ˈ", "A"] }
    CompoundStress.settle(&pieces)
    var whole = SpokenPiece(merging: pieces[...], first: head)
    whole.phonemes = CompoundStress.joined(pieces)
    return whole
  }

  /// Marks the verb of "easy-to-use", but not the second mouth of "mouth-to-mouth".
  private func settleInfinitives(_ pieces: inout [SpokenPiece]) {
    guard pieces.count > 4 else { return }
    for place in pieces.indices.dropFirst(4)
    where pieces[place - 2].symbols.elementsEqual("to".unicodeScalars)
      && pieces[place - 1].symbols == ["-"] && pieces[place - 3].symbols == ["-"]
      && pieces[place - 4].symbols != pieces[place].symbols
    {
      pieces[place].tag = "VB"
    }
  }

  /// Returns a part of a word with its phonemes, or nil if the part cannot be read alone.
  /// A number becomes a question.
  private mutating func known(_ part: SpokenPiece) -> SpokenPiece? {
    var part = part
    part.phonemes = phonemes(of: part)
    if part.phonemes == nil, Questions.isNumber(part.symbols) { ask(&part) }
    return part.phonemes == nil ? nil : part
  }

  /// Returns the phonemes of a word or a part of a word; nil if no rule knows it.
  private func phonemes(of piece: SpokenPiece) -> Phones? {
    let symbols = piece.alias.map { Array($0.unicodeScalars) } ?? piece.symbols
    if let foreign = HouseWords.foreign(symbols, words.dialect) { return foreign }
    guard let word = ASCIIWord(symbols), !word.isEmpty else { return nil }
    return words.stretched(word, tag: piece.tag, context)
      ?? words.accented(word, tag: piece.tag, context)
      ?? words.phonemes(word, tag: piece.tag, context) ?? words.joined(word)
  }

  /// Sets the phonemes of a piece that no rule knows, and adds questions for its digits and words.
  /// Symbols are read by their names.
  private mutating func ask(_ piece: inout SpokenPiece) {
    var sounds: [Phones] = []
    for question in Questions.of(piece) {
      switch question {
      case .word(let text):
        var part = piece
        part.symbols = Array(text.unicodeScalars)
        // A symbol beside a known word, such as a quotation mark, prevents the lookup of the word. So the word
        // is looked up alone.
        if part.symbols.count < piece.symbols.count, let known = phonemes(of: part) {
          sounds.append(known)
        } else if let answer = answers[text] {
          if !answer.isEmpty { sounds.append(answer) }
        } else {
          piece.unread.append(text)
        }
      case .symbol(let name):
        let parts = name.split(separator: " ").compactMap {
          words.look(up: $0.utf8, tag: nil, .unchanged, nil)
        }
        sounds.append(Phones(parts.joined(separator: [" "])))
      }
    }
    piece.phonemes = Phones(sounds.joined(separator: [" "]))
  }

  /// The stress of a word with several parts, and whether the parts are spoken separately.
  enum CompoundStress {
    /// Determines the phonemes of symbols between the parts, and lowers the stress of the lighter parts.
    static func settle(_ pieces: inout [SpokenPiece]) {
      let isApart = isApart(pieces)
      for place in pieces.indices {
        if pieces[place].phonemes == nil {
          let symbols = pieces[place].symbols
          if place == pieces.count - 1, symbols.count == 1, PhoneSet.stops.contains(symbols[0]) {
            pieces[place].phonemes = symbols
          } else if WordGroups.isJunk(symbols) {
            pieces[place].phonemes = []
          }
        } else if place > 0 {
          pieces[place].hasSpaceBefore = isApart
        }
      }
      if !isApart { lower(&pieces) }
    }

    /// Whether the parts are spoken separately.
    /// Parts are spoken separately if they mix letters, digits and symbols, or if a slash or a space separates them.
    private static func isApart(_ pieces: [SpokenPiece]) -> Bool {
      var kinds: Set<Int> = []
      for (place, piece) in pieces.enumerated() {
        if piece.symbols.contains("/") { return true }
        if place < pieces.count - 1, piece.hasSpace { return true }
        for symbol in piece.symbols where !WordGroups.isJunk(symbol) {
          kinds.insert(symbol.isLetter ? 0 : symbol.isDigit ? 1 : 2)
        }
      }
      return kinds.count > 1
    }

    private static func lower(_ pieces: inout [SpokenPiece]) {
      let spoken = pieces.indices.filter {
        pieces[$0].phonemes?.isEmpty == false && pieces[$0].phonemes != ["."]
      }
      let parts = spoken.map { place in
        let phonemes = pieces[place].phonemes ?? []
        return (isStressed: phonemes.hasPrimary, weight: phonemes.weight, place: place)
      }
      if parts.count == 2, pieces[parts[0].place].symbols.count == 1 {
        lower(&pieces[parts[1].place])
        return
      }
      let stressed = parts.count { $0.isStressed }
      guard parts.count > 1, stressed > (parts.count + 1) / 2 else { return }
      let lightest = parts.sorted {
        ($0.isStressed ? 1 : 0, $0.weight, $0.place) < ($1.isStressed ? 1 : 0, $1.weight, $1.place)
      }
      for part in lightest.prefix(parts.count / 2) { lower(&pieces[part.place]) }
    }

    private static func lower(_ piece: inout SpokenPiece) {
      piece.phonemes = piece.phonemes?.stressed(.lowered)
    }

    static func joined(_ pieces: [SpokenPiece]) -> Phones {
      pieces.reduce(into: []) { joined, piece in
        guard let phonemes = piece.phonemes, !phonemes.isEmpty else { return }
        if piece.hasSpaceBefore, let last = joined.last, last != " " { joined.append(" ") }
        joined += phonemes
      }
    }
  }

  /// The questions about a word that neither the lexicon nor a rule knows.
  enum Questions {
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
}

/// A token, or a part of one, while it is converted to phonemes.
struct SpokenPiece: Sendable {
  /// The symbols, without silent symbols.
  var symbols: [Unicode.Scalar]
  var range: Range<Int>
  var tag: String
  var hasSpace: Bool
  /// The phonemes, if known.
  var phonemes: Phones?
  /// Whether the piece begins its word.
  var isHead = true
  /// The text that is read instead of the symbols.
  var alias: String?
  /// The currency symbol of an amount.
  var currency: Unicode.Scalar?
  /// Whether there is a space before the phonemes.
  var hasSpaceBefore = false
  /// The questions without an answer.
  var unread: [String] = []

  /// Whether the pronunciation is known before words are looked up.
  var isSettled: Bool { alias != nil || phonemes != nil }
}

extension SpokenPiece {
  init(merging pieces: ArraySlice<SpokenPiece>, first: SpokenPiece) {
    self = first
    symbols = pieces.flatMap(\.symbols)
    range = first.range.lowerBound..<(pieces.last ?? first).range.upperBound
    // Uses the tag of the part with the most symbols. Capitals count double.
    tag = (pieces.dropFirst().reduce(first) { $1.weight > $0.weight ? $1 : $0 }).tag
    hasSpace = (pieces.last ?? first).hasSpace
    currency = pieces.compactMap(\.currency).max()
    unread = pieces.flatMap(\.unread)
    (phonemes, alias) = (nil, nil)
  }

  private var weight: Int { symbols.reduce(0) { $0 + ($1.isUpper ? 2 : 1) } }
}

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
    var isQuoted = false
    var currency: Unicode.Scalar?
    for (number, token) in tokens.enumerated() {
      let next = number + 1 < tokens.count ? tokens[number + 1].tag : nil
      var parts = split(token, in: text)
      for place in parts.indices {
        settle(&parts, place, nextTag: next, &currency)
        var part = parts[place]
        let isApostrophe = part.symbols == ["'"] || part.symbols == ["’"]
        // "rushin' through" has no quotation mark.
        // "up 'n' about" has none either.
        if isApostrophe, !isOpen, !part.hasSpace, number + 1 < tokens.count,
          tokens[number + 1].symbols.elementsEqual("n".unicodeScalars)
        {
          part.phonemes = nil
        }
        if isApostrophe, isOpen, let mark = part.phonemes, !isQuoted || mark == ["“"] {
          part.phonemes = nil
        }
        if isApostrophe, part.phonemes?.isEmpty == false { isQuoted = part.phonemes == ["“"] }
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

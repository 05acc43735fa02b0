/// Splits text into tokens: words, the parts of contractions, and punctuation.
/// Chunks between spaces are looked up first. Then symbols are split off from both ends, and the rest is
/// split at hyphens, slashes and similar symbols. Finally, adjacent tokens that form a known chunk are
/// joined again.
struct Tokenizer: Sendable {
  let forms: WrittenForms
  /// The maximum length of a chunk in symbols.
  /// Longer chunks are cut, so that no input is slow.
  /// No real word is longer.
  private static let longestChunk = 400

  /// A token, as a range of a text.
  struct Token: Sendable, Equatable {
    var range: Range<Int>
    var hasSpace: Bool
  }

  /// Returns the tokens of a text, in order.
  func tokens(_ text: [Unicode.Scalar]) -> [Token] {
    var tokens: [Token] = []
    var place = 0
    while place < text.count {
      if text[place].isSpace {
        place += 1
        continue
      }
      let start = place
      while place < text.count, !text[place].isSpace, place - start < Self.longestChunk {
        place += 1
      }
      // "in option c." ends a sentence. The letter and its point are no abbreviation.
      let isLetter = place == text.count && place == start + 2 && start > 0 && text[start].isSmall
      let ranges =
        isLetter && text[start + 1] == "."
        ? [start..<start + 1, start + 1..<place]
        : chunks(text[start..<place]).flatMap { split(text[$0]) }
      for range in ranges { tokens.append(Token(range: range, hasSpace: false)) }
      if place < text.count, text[place].isSpace { tokens[tokens.count - 1].hasSpace = true }
    }
    return tokens
  }

  /// Splits a chunk so that each word with a given pronunciation becomes a separate chunk.
  private func chunks(_ chunk: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    guard chunk.contains(MappedText.placeholder) else { return [chunk.indices] }
    var (ranges, start): ([Range<Int>], Int) = ([], chunk.startIndex)
    for place in chunk.indices where chunk[place] == MappedText.placeholder {
      if start < place { ranges.append(start..<place) }
      ranges.append(place..<place + 1)
      start = place + 1
    }
    if start < chunk.endIndex { ranges.append(start..<chunk.endIndex) }
    return ranges
  }

  private func split(_ chunk: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    if let lengths = forms.tokens(ofChunk: chunk) { return ranges(lengths, from: chunk.startIndex) }
    var (rest, before, after) = (chunk, [Range<Int>](), [Range<Int>]())
    while !rest.isEmpty, forms.tokens(ofChunk: rest) == nil {
      let first = TokenEdges.first(rest)
      if first > 0, first < rest.count, forms.tokens(ofChunk: rest.dropFirst(first)) != nil {
        before.append(rest.prefix(first).indices)
        rest = rest.dropFirst(first)
        break
      }
      let last = TokenEdges.last(rest.dropFirst(first))
      if last > 0, last < rest.count, forms.tokens(ofChunk: rest.dropLast(last)) != nil {
        after.append(rest.suffix(last).indices)
        rest = rest.dropLast(last)
        break
      }
      if first == 0, last == 0 { break }
      if first > 0 { before.append(rest.prefix(first).indices) }
      if last > 0 { after.append(rest.suffix(last).indices) }
      rest = rest.dropFirst(first).dropLast(last)
    }
    let tokens = before + middle(rest) + after.reversed()
    return tokens.count > 1 ? rejoined(tokens, chunk) : tokens
  }

  private func middle(_ rest: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    if rest.isEmpty { return [] }
    if let lengths = forms.tokens(ofChunk: rest) { return ranges(lengths, from: rest.startIndex) }
    return WebAddress.isAddress(rest) ? [rest.indices] : TokenInfixes.split(rest)
  }

  private func ranges(_ lengths: [Int], from start: Int) -> [Range<Int>] {
    var place = start
    return lengths.map { length in
      defer { place += length }
      return place..<place + length
    }
  }

  /// Joins two or three adjacent tokens that form a known chunk, such as "Sept" and ".".
  private func rejoined(
    _ tokens: [Range<Int>], _ chunk: ArraySlice<Unicode.Scalar>
  ) -> [Range<Int>] {
    var (result, place): ([Range<Int>], Int) = ([], 0)
    outer: while place < tokens.count {
      for count in [3, 2] where place + count <= tokens.count {
        let range = tokens[place].lowerBound..<tokens[place + count - 1].upperBound
        if let lengths = forms.tokens(ofChunk: chunk[range]) {
          result += ranges(lengths, from: range.lowerBound)
          place += count
          continue outer
        }
      }
      result.append(tokens[place])
      place += 1
    }
    return result
  }

  /// Distinguishes web and email addresses from words.
  enum WebAddress {
    private static let endings = Set(
      "com org net edu gov io co uk de fr info biz us ca au tv me ly ai".split(separator: " ")
        .map(String.init))

    static func isAddress(_ chunk: ArraySlice<Unicode.Scalar>) -> Bool {
      guard chunk.contains(where: { $0 == "." || $0 == ":" || $0 == "@" }) else { return false }
      let text = chunk.string.lowercased()
      for start in ["http://", "https://", "ftp://", "www."]
      where text.hasPrefix(start) && text.utf8.count > start.utf8.count {
        return true
      }
      return isMail(text) || isHost(text)
    }

    private static func isMail(_ text: String) -> Bool {
      let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty,
        parts[0].allSatisfy({ isPart($0) || $0 == "." || $0 == "+" })
      else { return false }
      let names = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      return names.count > 1 && names.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPart) }
    }

    private static func isHost(_ text: String) -> Bool {
      let host = text.unicodeScalars.prefix { $0 != "/" }
      let names = host.split(separator: ".", omittingEmptySubsequences: false)
      guard names.count > 1, let last = names.last, endings.contains(String(last)) else {
        return false
      }
      return names.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPart) }
    }

    private static func isPart(_ symbol: Unicode.Scalar) -> Bool {
      symbol.isLetterOrDigit || symbol == "_" || symbol == "-"
    }
  }

  /// Splits a chunk at symbols between its parts: hyphens, slashes, a point between two sentences.
  enum TokenInfixes {
    static func split(_ chunk: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
      var (tokens, start, place): ([Range<Int>], Int, Int) = (
        [], chunk.startIndex, chunk.startIndex
      )
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

  /// The symbols at the beginning and end of a chunk of text that are separate tokens.
  enum TokenEdges {
    private static let quotes = SymbolSet("'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉")
    private static let punctuation = SymbolSet("…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·")
    private static let icons = SymbolSet("™®©°§¶†‡•")
    private static let currencies = SymbolSet("$£€¥฿₽₹₩₪₺₴₦₫₱₲₵₸₼₾₿")
    private static let firsts = SymbolSet("§%=—–").union(punctuation).union(quotes).union(icons)
      .union(currencies)
    private static let lasts = SymbolSet("—–").union(punctuation).union(quotes).union(icons)
    private static let beforePoint = SymbolSet("%²-+").union(punctuation).union(quotes)
    private static let units = Set(
      """
      km km² km³ m m² m³ dm dm² dm³ cm cm² cm³ mm mm² mm³ ha µm nm yd in ft kg g mg µg t lb oz m/s km/h kmh mph \
      hPa Pa mbar mb MB kb KB gb GB tb TB T G M K %
      """.split(separator: " ").map { Array($0.unicodeScalars) })

    static func isIcon(_ symbol: Unicode.Scalar) -> Bool { icons.contains(symbol) }
    static func isQuote(_ symbol: Unicode.Scalar) -> Bool { quotes.contains(symbol) }

    /// Returns the length of the token that begins a chunk, or 0.
    static func first(_ chunk: ArraySlice<Unicode.Scalar>) -> Int {
      guard let symbol = chunk.first else { return 0 }
      if symbol == "." {
        let points = chunk.prefix { $0 == "." }.count
        return points > 1 ? points : 0
      }
      if symbol == "+" { return chunk.dropFirst().first?.isDigit == true ? 0 : 1 }
      if symbol == "U", chunk.starts(with: "US$".unicodeScalars) { return 3 }
      if symbol == "A" || symbol == "C", chunk.dropFirst().first == "$" { return 2 }
      return firsts.contains(symbol) ? 1 : 0
    }

    /// Returns the length of the token that ends a chunk, or 0.
    static func last(_ chunk: ArraySlice<Unicode.Scalar>) -> Int {
      guard let symbol = chunk.last else { return 0 }
      let before = chunk.dropLast()
      if symbol == "." { return point(chunk) }
      if symbol == "s" || symbol == "S" {
        if let mark = before.last, mark == "'" || mark == "’" { return 2 }
      }
      if symbol == "…" { return before.last == "…" ? 2 : 1 }
      if let amount = currencyOrUnit(chunk) { return amount }
      if lasts.contains(symbol) { return 1 }
      return symbol == "+" && before.last?.isDigit == true ? 1 : 0
    }

    /// Returns the number of points to split off at the end of a chunk: all of them if there are two or more, and a
    /// single point only after certain symbols.
    private static func point(_ chunk: ArraySlice<Unicode.Scalar>) -> Int {
      let points = chunk.reversed().prefix { $0 == "." }.count
      if points > 1 { return points }
      let before = chunk.dropLast()
      guard let symbol = before.last else { return 0 }
      if symbol.isDigit || symbol.isSmall || beforePoint.contains(symbol) { return 1 }
      // A point is not split off after a single capital, because it may belong to an abbreviation.
      guard symbol.isCapital, let second = before.dropLast().last else { return 0 }
      // "methodA."
      if second.isCapital || second.isSmall { return 1 }
      return second == "°" && "FCK".unicodeScalars.contains(symbol) ? 1 : 0
    }

    /// Returns the length of a currency symbol or a unit directly after a digit; nil if there is none.
    private static func currencyOrUnit(_ chunk: ArraySlice<Unicode.Scalar>) -> Int? {
      for length in (1...4).reversed() where chunk.count > length {
        let rest = chunk.suffix(length)
        guard chunk[rest.startIndex - 1].isDigit else { continue }
        if units.contains(Array(rest)) { return length }
        if let symbol = rest.last, currencies.contains(symbol), length == first(rest) {
          return length
        }
      }
      return nil
    }
  }
}

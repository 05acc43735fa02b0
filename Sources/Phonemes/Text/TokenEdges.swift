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
    if second.isCapital { return 1 }
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

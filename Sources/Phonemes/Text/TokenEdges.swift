/// The symbols at the beginning and end of a chunk of text that are separate tokens.
enum TokenEdges {
  private static let quotes = SignSet("'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉")
  private static let punctuation = SignSet("…,:;!?¿¡()[]{}<>_#*&。？！，、；：～·")
  private static let icons = SignSet("™®©°§¶†‡•")
  private static let currencies = SignSet("$£€¥฿₽₹₩₪₺₴₦₫₱₲₵₸₼₾₿")
  private static let firsts = SignSet("§%=—–").union(punctuation).union(quotes).union(icons)
    .union(currencies)
  private static let lasts = SignSet("—–").union(punctuation).union(quotes).union(icons)
  private static let beforePoint = SignSet("%²-+").union(punctuation).union(quotes)
  private static let units = Set(
    """
    km km² km³ m m² m³ dm dm² dm³ cm cm² cm³ mm mm² mm³ ha µm nm yd in ft kg g mg µg t lb oz m/s km/h kmh mph \
    hPa Pa mbar mb MB kb KB gb GB tb TB T G M K %
    """.split(separator: " ").map { Array($0.unicodeScalars) })

  static func isIcon(_ sign: Unicode.Scalar) -> Bool { icons.contains(sign) }
  static func isQuote(_ sign: Unicode.Scalar) -> Bool { quotes.contains(sign) }

  /// Returns the length of the token that begins a chunk, or 0.
  static func first(_ chunk: ArraySlice<Unicode.Scalar>) -> Int {
    guard let sign = chunk.first else { return 0 }
    if sign == "." {
      let points = chunk.prefix { $0 == "." }.count
      return points > 1 ? points : 0
    }
    if sign == "+" { return chunk.dropFirst().first?.isFigure == true ? 0 : 1 }
    if sign == "U", chunk.starts(with: "US$".unicodeScalars) { return 3 }
    if sign == "A" || sign == "C", chunk.dropFirst().first == "$" { return 2 }
    return firsts.contains(sign) ? 1 : 0
  }

  /// Returns the length of the token that ends a chunk, or 0.
  static func last(_ chunk: ArraySlice<Unicode.Scalar>) -> Int {
    guard let sign = chunk.last else { return 0 }
    let before = chunk.dropLast()
    if sign == "." { return point(chunk) }
    if sign == "s" || sign == "S" {
      if let mark = before.last, mark == "'" || mark == "’" { return 2 }
    }
    if sign == "…" { return before.last == "…" ? 2 : 1 }
    if let amount = currencyOrUnit(chunk) { return amount }
    if lasts.contains(sign) { return 1 }
    return sign == "+" && before.last?.isFigure == true ? 1 : 0
  }

  /// Returns the number of points that end a chunk: always if there are two or more, and one after certain
  /// symbols.
  private static func point(_ chunk: ArraySlice<Unicode.Scalar>) -> Int {
    let points = chunk.reversed().prefix { $0 == "." }.count
    if points > 1 { return points }
    let before = chunk.dropLast()
    guard let sign = before.last else { return 0 }
    if sign.isFigure || sign.isSmall || beforePoint.contains(sign) { return 1 }
    // A point is not split off after a single capital, because it may belong to an abbreviation.
    guard sign.isCapital, let second = before.dropLast().last else { return 0 }
    if second.isCapital { return 1 }
    return second == "°" && "FCK".unicodeScalars.contains(sign) ? 1 : 0
  }

  /// Returns the length of a currency symbol or a unit directly after a digit; nil if there is none.
  private static func currencyOrUnit(_ chunk: ArraySlice<Unicode.Scalar>) -> Int? {
    for length in (1...4).reversed() where chunk.count > length {
      let rest = chunk.suffix(length)
      guard chunk[rest.startIndex - 1].isFigure else { continue }
      if units.contains(Array(rest)) { return length }
      if let sign = rest.last, currencies.contains(sign), length == first(rest) { return length }
    }
    return nil
  }
}

/// A currency: its noun, and the noun of its hundredth part.
struct Currency: Sendable, Equatable {
  var unit: Noun
  /// The noun of the hundredth part, or nil if the currency has no hundredths, like the yen.
  var part: Noun?
}

/// The words for money and large numbers, in one language.
struct MoneyWords: Sendable {
  /// The currencies, by symbol and by code.
  var currencies: [String: Currency]
  /// The letters before "$", and the words that they add before "dollars".
  var dollars: [String: String]
  /// Large numbers, as written after digits.
  var magnitudes: [String: Noun]
  /// Magnitudes that only money has, as in "$5m".
  var moneyMagnitudes: [String: Noun]
  /// The word between units and hundredths; empty in French and German.
  var joiner: String
  /// Whether the name of the hundredth part is spoken after units, as in "five dollars and ten cents".
  var namesParts: Bool

  /// Countries where "$" is the peso.
  private static let pesos: Set<String> = ["mx", "ar", "cl", "co", "uy", "do", "cu"]

  /// Returns the words of a language.
  /// `region` is the country of the language tag, in lower case.
  static func of(_ language: Language, region: String) -> MoneyWords {
    switch language {
    case .english: english
    case .spanish: pesos.contains(region) ? pesoCountries : spanish
    case .french: french
    case .german: german
    case .other:
      MoneyWords(
        currencies: [:], dollars: [:], magnitudes: [:], moneyMagnitudes: [:], joiner: "",
        namesParts: false)
    }
  }

  /// Parses a table of currencies.
  /// Each line contains the symbols and codes of a currency, its noun and, after a slash, the noun of its hundredth
  /// part.
  private static func currencies(_ text: String) -> [String: Currency] {
    var result: [String: Currency] = [:]
    for (keys, value) in WordTable.entries(text) {
      let parts = value.split(separator: "|")
      guard let first = parts.first, let unit = Noun(first) else { continue }
      let currency = Currency(unit: unit, part: parts.count > 1 ? Noun(parts[1]) : nil)
      for key in keys { result[key] = currency }
    }
    return result
  }

  private static let english = MoneyWords(
    currencies: currencies(
      """
      $ = dollar dollars | cent cents
      USD = US_dollar US_dollars | cent cents
      CAD = Canadian_dollar Canadian_dollars | cent cents
      AUD = Australian_dollar Australian_dollars | cent cents
      £ GBP = pound pounds | penny pence
      € EUR = euro euros | cent cents
      ¥ JPY = yen yen
      CNY RMB = yuan yuan
      ₹ INR = rupee rupees
      ₽ RUB = ruble rubles
      ₩ KRW = won won
      ₪ ILS = shekel shekels
      ₺ = lira lira
      ₴ = hryvnia hryvnias
      ₫ = dong dong
      ₱ = peso pesos
      ₿ BTC = bitcoin bitcoins
      CHF = Swiss_franc Swiss_francs | centime centimes
      SEK = Swedish_krona Swedish_kronor
      NOK = Norwegian_krone Norwegian_kroner
      DKK = Danish_krone Danish_kroner
      MXN = Mexican_peso Mexican_pesos
      ¢ = cent cents
      """),
    dollars: [
      "US": "US", "U.S.": "US", "C": "Canadian", "CA": "Canadian", "A": "Australian",
      "AU": "Australian", "NZ": "New Zealand", "HK": "Hong Kong", "S": "Singapore",
    ],
    magnitudes: WordTable.nouns(
      """
      million = million
      billion = billion
      trillion = trillion
      thousand = thousand
      hundred = hundred
      bn = billion
      mn mln = million
      bln = billion
      trn tn = trillion
      """),
    moneyMagnitudes: WordTable.nouns(
      """
      k K = thousand
      m M mm MM = million
      b B = billion
      t T = trillion
      """), joiner: "and", namesParts: true)

  private static let spanish = MoneyWords(
    currencies: currencies(
      """
      $ US$ = dólar dólares | centavo centavos
      USD = dólar_estadounidense dólares_estadounidenses | centavo centavos
      £ GBP = f libra libras | penique peniques
      € EUR = euro euros | céntimo céntimos
      ¥ JPY = yen yenes
      CNY = yuan yuanes
      ₹ INR = f rupia rupias
      ₽ RUB = rublo rublos
      ₱ = peso pesos | centavo centavos
      MXN = peso_mexicano pesos_mexicanos | centavo centavos
      ARS = peso_argentino pesos_argentinos | centavo centavos
      ₿ BTC = bitcoin bitcoins
      CHF = franco_suizo francos_suizos | céntimo céntimos
      Pts pts ptas = f peseta pesetas
      ¢ = centavo centavos
      """), dollars: [:],
    magnitudes: WordTable.nouns(
      """
      millón millones = millón millones
      mill = millón millones
      mil = mil
      billón billones = billón billones
      """), moneyMagnitudes: WordTable.nouns("M = millón millones\nK k = mil"), joiner: "con",
    namesParts: true)

  private static let pesoCountries: MoneyWords = {
    var words = spanish
    words.currencies["$"] = Currency(
      unit: Noun("peso", "pesos"), part: Noun("centavo", "centavos"))
    words.currencies["US$"] = spanish.currencies["$"]
    return words
  }()

  private static let french = MoneyWords(
    currencies: currencies(
      """
      $ = dollar dollars | cent cents
      USD = dollar_américain dollars_américains | cent cents
      CAD = dollar_canadien dollars_canadiens | cent cents
      £ GBP = f livre livres | penny pence
      € EUR = euro euros | centime centimes
      ¥ JPY = yen yens
      CNY = yuan yuans
      ₹ INR = f roupie roupies
      ₽ RUB = rouble roubles
      ₿ BTC = bitcoin bitcoins
      CHF = franc_suisse francs_suisses | centime centimes
      F FF = franc francs | centime centimes
      ¢ = cent cents
      """), dollars: [:],
    magnitudes: WordTable.nouns(
      """
      million millions = million millions
      milliard milliards = milliard milliards
      Mds Md Mrd = milliard milliards
      mille = mille
      """), moneyMagnitudes: WordTable.nouns("M = million millions\nk K = mille"), joiner: "",
    namesParts: false)

  private static let german = MoneyWords(
    currencies: currencies(
      """
      $ = Dollar | Cent
      USD = US-Dollar | Cent
      £ GBP = n Pfund | m Penny Pence
      € EUR = Euro | Cent
      ¥ JPY = Yen
      CNY = Yuan
      ₹ INR = f Rupie Rupien
      ₽ RUB = Rubel
      ₿ BTC = Bitcoin
      CHF SFr Fr = Franken | Rappen
      DM = f Mark | Pfennig
      ¢ = Cent
      """), dollars: ["US": "US-"],
    magnitudes: WordTable.nouns(
      """
      Million Millionen = f Million Millionen
      Milliarde Milliarden = f Milliarde Milliarden
      Billion Billionen = f Billion Billionen
      Mio Mill = f Million Millionen
      Mrd = f Milliarde Milliarden
      Tsd = n tausend
      tausend = n tausend
      """), moneyMagnitudes: WordTable.nouns("k K = n tausend"), joiner: "", namesParts: false)
}

import Basics

/// The language that rules use: its words and its numbers.
/// This is a class because every rule holds it.
final class Speech: Sendable {
  let vocabulary: Vocabulary
  let speller: NumberSpeller
  let format: NumberFormat
  let edition: ReadingEdition

  /// Finds lines that may have something to read.
  let scan: CandidateScan

  init(tag: String, edition: ReadingEdition) {
    self.edition = edition
    let locale = tag.replacing("-", with: "_")
    vocabulary = Vocabulary(tag: tag, edition: edition)
    speller = NumberSpeller(language: vocabulary.language, locale: locale)
    format = NumberFormat(
      language: vocabulary.language, locale: locale, groupsThousands: edition != .first)
    scan = CandidateScan(vocabulary, edition)
  }

  /// Whether the rules of the second edition apply.
  var isSecond: Bool { edition != .first }
  var language: Language { vocabulary.language }
  var symbols: SymbolWords { vocabulary.symbols }
  var context: ContextWords { vocabulary.context }

  /// Returns the plural of a word such as "page" before several numbers, or nil if the word stays the same.
  func plural(_ word: String) -> String? {
    guard !language.isGerman, [symbols.page.one, symbols.number].contains(word) else { return nil }
    return word == symbols.number ? symbols.numbers : symbols.page.many
  }

  /// Whether people say the parts of an IP address as numbers, not digit by digit.
  var saysOctets: Bool { isSecond && (language.isFrench || language.isSpanish) }

  /// Returns digits one by one.
  /// English reads zero as "oh".
  func digits(_ digits: String) -> String {
    speller.digits(digits, zero: language.isEnglish ? "oh" : nil)
  }
}

/// The result of a rule for some tokens.
struct Reading: Sendable {
  /// The index of the token after the reading.
  var end: Int
  var words: SpokenWords

  init(end: Int, words: SpokenWords) {
    (self.end, self.words) = (end, words)
  }

  init(_ tokens: Range<Int>, _ text: String, in line: Line) {
    self.init(end: tokens.upperBound, words: SpokenWords(text, from: line.range(tokens)))
  }
}

protocol ReadingRule: Sendable {
  /// Returns the reading that begins at a token, or nil if the rule does not match there.
  func reading(at index: Int, in line: Line) -> Reading?
}

/// Tests the words around digits.
struct NearbyWords: Sendable {
  let speech: Speech

  private var context: ContextWords { speech.context }

  /// Whether the words around some tokens are about a game or a vote.
  func isGame(around tokens: Range<Int>, in line: Line) -> Bool {
    isAny(of: context.scores, around: tokens, in: line)
  }

  /// Whether one of the words is within twelve tokens before `tokens` or within six tokens after them.
  func isAny(of words: Set<String>, around tokens: Range<Int>, in line: Line) -> Bool {
    guard !words.isEmpty else { return false }
    for index in max(0, tokens.lowerBound - 12)..<tokens.lowerBound {
      if let key = line.key(index), words.contains(key) { return true }
    }
    let end = min(line.count, tokens.upperBound + 6)
    guard tokens.upperBound < end else { return false }
    for index in tokens.upperBound..<end {
      if let key = line.key(index), words.contains(key) { return true }
    }
    return false
  }

  /// Whether tokens are an adjective before a noun: "a 5 km run".
  func isAdjective(_ tokens: Range<Int>, in line: Line) -> Bool {
    guard let before = line.keyBefore(tokens.lowerBound), context.determiners.contains(before),
      line.isSpace(tokens.upperBound), let next = line.key(tokens.upperBound + 1)
    else { return false }
    return !context.function.contains(next)
  }

  // MARK: Nouns

  /// Whether a number names a part of a German text: "§ 1 Ziel", "Abs. 1 Satz 1", "Aufgabe 1 Lösung".
  /// In French and Spanish, only the index of a variable: "x 1 perpendicular", but not "y 1 voz".
  func isReferred(_ start: Int, in line: Line) -> Bool {
    guard speech.isSecond else { return false }
    if speech.language.isSpanish || speech.language.isFrench {
      guard line.isSpace(start - 1), let key = line.key(start - 2) else { return false }
      return key.unicodeScalars.count == 1 && !line.isUpper(start - 2)
        && !["a", "e", "o", "u", "y", "à"].contains(key)
        || key == "griega" || MathWords.letters.values.contains(key)
    }
    guard speech.language.isGerman else { return false }
    if line.symbol(line.skippingSpaceBack(start - 1)) == "§" { return true }
    // "x 1 Stern": the index of a variable
    guard let key = line.keyBefore(start) else { return false }
    return Self.references.contains(key)
      || key.utf8.count == 1 && line.isSpace(start - 1) && !line.isUpper(start - 2)
      || MathWords.letters.values.contains(key)
  }

  private static let references = WordTable.words(
    """
    abb abbildung abs absatz abschnitt alt alternative anhang anlage anm art artikel aufgabe band bd beispiel \
    buchst ebene fall frage gruppe halbsatz kap kapitel klasse lektion level modul nr nummer paragraf paragraph \
    phase platz punkt rang raum rn satz schritt seite stufe tab tabelle teil top typ übung variante version ziff \
    ziffer
    """)

  /// Whether a word looks like a plural noun.
  func isPlural(_ key: String) -> Bool {
    if context.plurals.contains(key) { return true }
    return key.utf8.count > 3 && key.hasSuffix("s") && !key.hasSuffix("'s") && !key.hasSuffix("ss")
      && !key.hasSuffix("us") && !key.hasSuffix("is") && !context.noPlurals.contains(key)
  }

  /// Returns the form of a number that ends before an index.
  /// The form depends on the word after the number.
  func form(before index: Int, in line: Line) -> NumberForm {
    guard !speech.language.isEnglish, line.isSpace(index), let key = line.key(index + 1),
      !context.function.contains(key)
    else { return .alone }
    switch speech.language {
    case .spanish: return .before(spanishGender(of: key))
    case .french: return .before(frenchGender(of: key))
    case .german:
      guard line.isUpper(index + 1) || germanAdjective(key) else { return .alone }
      return .before(germanGender(of: key))
    default: return .alone
    }
  }

  /// Whether a small word begins the name behind a French title: "M. de Rênal", "MM. les jurés".
  func isName(at next: Int, behind title: String, in line: Line) -> Bool {
    guard speech.isSecond, let key = line.key(next) else { return false }
    guard speech.language.isFrench, ["m.", "mm."].contains(title) else { return false }
    if ["le", "la", "les"].contains(key) || key.hasPrefix("l'") { return true }
    if key.hasPrefix("d'") { return line.word(next)?.dropFirst(2).first?.isUppercase == true }
    return ["de", "du", "des", "von", "van"].contains(key) && line.capitalFollows(next + 1)
  }

  /// Whether Spanish "S." or "D." is an initial or an answer: "Jasanoff, S. (2013)", "(S. Masó, Trad.)", "Clase: D."
  func isInitial(before next: Int, _ tokens: Range<Int>, in line: Line) -> Bool {
    guard speech.language.isSpanish, tokens.count == 2, let key = line.key(tokens.lowerBound),
      key == "s" || key == "d"
    else { return false }
    return line.symbol(next - 1) == "("
      || line.symbol(line.skippingSpaceBack(tokens.lowerBound - 1)) == ":"
      || key == "s" && !Self.saints.contains(line.key(next) ?? "")
  }

  /// Whether a Spanish first name, or two words with capitals, begin at a token: "Juan", "Quijote de la Mancha".
  func isPerson(at name: Int, in line: Line) -> Bool {
    guard line.isUpper(name), let key = line.key(name) else { return false }
    if Self.saints.contains(key) || Self.firstNames.contains(key) { return true }
    if speech.vocabulary.romans.rulers.contains(key) { return true }
    guard line.isSpace(name + 1) else { return false }
    return line.isUpper(name + 2) && !line.isAllCapitals(name + 2)
  }

  private static let firstNames = WordTable.words(
    """
    adolfo alberto aldo alejandro alfredo alonso álvaro ángel armando arturo augusto aurelio baltasar bartolomé \
    benjamín camilo cándido césar cristóbal daniel david diego domingo eduardo elías emilio ernesto eugenio eusebio \
    fabián fadrique félix fermín gabriel garcía gaspar gerardo germán gil gonzalo gustavo héctor hernán hernando hugo \
    iñigo íñigo isaac ismael jacinto javier joaquín julián julio justo leandro leonardo lope manuel marcelino \
    marcelo mariano mario mauricio máximo melchor mendo nuño octavio óscar patricio pelayo plácido quijote quintín \
    raimundo ramiro raúl rodrigo román rosendo rubén ruy samuel santiago saturnino sergio silvestre simón tomás \
    valentín vasco víctor xavier
    """)

  private static let saints = WordTable.words(
    """
    agustín andrés antonio benito bernardo blas carlos esteban felipe fermín fernando francisco gregorio ignacio \
    ildefonso isidro jerónimo jorge josé juan lorenzo lucas luis marcos martín mateo miguel millán nicolás pablo \
    pascual pedro rafael ramón roque salvador sebastián vicente
    """)

  func spanishGender(of key: String) -> Gender {
    if context.feminine.contains(key) { return .feminine }
    if context.masculine.contains(key) { return .masculine }
    let feminine = [
      "a", "as", "ción", "ciones", "sión", "siones", "dad", "dades", "tad", "tades", "tud", "tudes",
      "umbre",
      "umbres", "eces", "triz", "trices",
    ]
    if key.hasSuffix("ma") || key.hasSuffix("mas") {
      return key.hasSuffix("grama") || key.hasSuffix("gramas") ? .masculine : .feminine
    }
    return feminine.contains(where: key.hasSuffix) ? .feminine : .masculine
  }

  func frenchGender(of key: String) -> Gender {
    if context.feminine.contains(key) { return .feminine }
    if context.masculine.contains(key) { return .masculine }
    let feminine = [
      "tion", "sion", "aison", "ette", "ance", "ence", "ure", "esse", "elle", "té", "ée", "ise",
      "ie", "ille",
      "euse", "trice", "ière", "enne", "onne", "ude", "ade", "ode", "ace", "ière",
    ]
    let single = key.hasSuffix("s") ? String(key.dropLast()) : key
    if speech.isSecond, single.hasSuffix("té"),
      !["ité", "iété", "eté"].contains(where: single.hasSuffix),
      !Self.qualities.contains(single)
    {
      return .masculine
    }
    return feminine.contains(where: single.hasSuffix) ? .feminine : .masculine
  }

  /// French nouns for qualities in "-té" without an i before it. Other words in "-té" are participles.
  private static let qualities = WordTable.words(
    """
    beauté bonté brièveté chasteté cherté clarté communauté cruauté difficulté dureté faculté fermeté fierté gaieté \
    lâcheté liberté loyauté majesté netteté nouveauté parenté pauvreté primauté principauté privauté propreté puberté \
    pureté rareté royauté saleté santé sûreté volonté volupté
    """)

  func germanGender(of key: String) -> Gender {
    if context.feminine.contains(key) { return .feminine }
    if context.masculine.contains(key) { return .masculine }
    let feminine = [
      "ung", "heit", "keit", "schaft", "ion", "tät", "ei", "ie", "ik", "ur", "in", "e", "enz",
      "anz",
    ]
    let neuter = [
      "chen", "lein", "ment", "um", "nis", "bier", "kind", "haus", "buch", "jahr", "auto",
    ]
    if neuter.contains(where: key.hasSuffix) { return .neuter }
    if speech.isSecond, Self.things.contains(where: key.hasSuffix) { return .neuter }
    return feminine.contains(where: key.hasSuffix) ? .feminine : .masculine
  }

  /// The ends of neuter German nouns for things that documents count.
  private static let things = [
    "album", "bild", "bit", "blatt", "byte", "ergebnis", "feature", "feld", "foto", "frame",
    "file", "gerät",
    "gebäude", "gramm", "image", "interface", "level", "modell", "modul", "objekt", "paket",
    "pfund",
    "problem", "programm", "projekt", "rezept", "signal", "skript", "spiel", "stück", "symbol",
    "system", "team", "template", "tool", "update", "video", "wort", "zeichen", "ziel", "zimmer",
  ]

  /// Whether a word has the ending of a German adjective: "ein großes Haus", "eine große Stadt".
  private func germanAdjective(_ key: String) -> Bool {
    key.hasSuffix("es") || key.hasSuffix("er") || key.hasSuffix("e")
  }
}

/// The endings of German ordinals, which depend on the words before them.
enum GermanEndings {
  private static let weak: Set<String> = [
    "dem", "den", "des", "am", "im", "zum", "zur", "vom", "beim", "einem", "einen", "einer",
    "eines",
    "jeden", "jedem", "diesem", "diesen", "dieser", "bis", "ab", "ihrem", "ihren", "ihrer",
    "seinem",
    "seinen", "seiner", "meinem", "meinen", "meiner", "unserem", "unseren", "kein", "keinen",
  ]
  private static let plain: Set<String> = [
    "der", "die", "das", "ins", "ans", "aufs", "fürs", "durchs", "jede", "diese", "dieses", "eine",
    "ihre", "seine", "meine", "unsere", "deine", "keine",
  ]
  private static let dative: Set<String> = [
    "in", "an", "auf", "nach", "seit", "aus", "mit", "von", "zu", "bei", "vor", "während",
  ]

  /// Whether an adjective has the ending "en" behind a word: "dem sogenannten Code".
  static func isWeak(_ key: String) -> Bool { weak.contains(key) && key != "bis" && key != "ab" }

  /// Whether an ordinal may follow a word.
  static func announces(_ key: String) -> Bool {
    weak.contains(key) || plain.contains(key)
      || ["ein", "mein", "sein", "ihr", "dein"].contains(key)
  }

  /// Returns the ending for a day of a month.
  static func ofDate(before start: Int, in line: Line) -> OrdinalForm {
    guard let key = line.keyBefore(start) else {
      // "am Montag, 3. Mai" continues in the dative.
      return behindWeekday(before: start, in: line) ? .n : .r
    }
    if weak.contains(key) { return .n }
    if plain.contains(key) { return .plain }
    return ["seit", "von", "nach", "vor", "mit"].contains(key) ? .m : .r
  }

  /// Returns the ending of a day, which the last day of a range shares: "v. 18.6.2009", "vom 1.-3.5.2020".
  static func ofDay(before start: Int, isSecond: Bool, in line: Line) -> OrdinalForm {
    var first = start
    let dash = line.skippingSpaceBack(start - 1)
    let stop = line.skippingSpaceBack(dash - 1)
    if isSecond, line.symbol(dash)?.isDash == true, line.symbol(stop) == ".",
      line.kind(stop - 1) == .digits
    {
      first = stop - 1
      while line.symbol(first - 1) == ".", line.kind(first - 2) == .digits { first -= 2 }
    }
    // "am 20. und 21. Juli"
    if isSecond, ["und", "oder"].contains(line.key(dash)), line.isSpace(dash - 1),
      line.symbol(dash - 2) == ".", line.kind(dash - 3) == .digits
    {
      first = dash - 3
    }
    return isSecond && line.keyBefore(first) == "v" ? .n : ofDate(before: first, in: line)
  }

  private static func behindWeekday(before start: Int, in line: Line) -> Bool {
    let comma = line.skippingSpaceBack(start - 1)
    guard line.symbol(comma) == ",", line.kind(comma - 1) == .word else { return false }
    return ["am", "vom", "zum", "ab", "bis"].contains(line.keyBefore(comma - 1) ?? "")
  }

  /// Returns the ending before a noun of a gender.
  /// `isSure` says that the gender is no guess: before a feminine noun, "der" is the dative or the genitive.
  static func of(
    _ gender: Gender, before start: Int, isSure: Bool = false, in line: Line
  ) -> OrdinalForm {
    let strong: OrdinalForm =
      switch gender {
      case .masculine: .r
      case .feminine: .plain
      case .neuter: .s
      }
    guard let before = line.wordBefore(start), let key = line.key(before) else { return strong }
    if isSure, key == "der", gender == .feminine { return .n }
    if key == "der", gender == .feminine || line.keyBefore(before).map(dative.contains) == true {
      return line.keyBefore(before).map(dative.contains) == true ? .n : .plain
    }
    if weak.contains(key) { return .n }
    return plain.contains(key) ? .plain : strong
  }
}

// Nouns that an ordinal numbers even at the start of a sentence: "3. Kapitel", but "3. Einen Fehler melden".
enum GermanOrdinals {
  static let nouns: [String: Gender] = {
    var nouns: [String: Gender] = [:]
    for (gender, words) in [
      (Gender.masculine, masculine), (Gender.feminine, feminine), (Gender.neuter, neuter),
    ] {
      for word in WordTable.words(words) { nouns[word] = gender }
    }
    return nouns
  }()

  /// Returns the ending of an adjective, which an ordinal before it has too: "die 3. überarbeitete Auflage", "der 1.
  /// stellvertretenden Vorsitzenden". Nil for other nouns.
  static func form(like word: String, isNoun: Bool) -> OrdinalForm? {
    if isNoun { return word.hasSuffix("enden") || word.hasSuffix("rdneten") ? .n : nil }
    if word.hasSuffix("en") { return .n }
    if word.hasSuffix("em") { return .m }
    if word.hasSuffix("er") { return .r }
    return word.hasSuffix("es") ? .s : nil
  }

  /// Whether an ending says that a noun is feminine.
  static func isFeminine(_ noun: String) -> Bool {
    ["ung", "heit", "keit", "schaft", "ion", "tät"].contains(where: noun.hasSuffix)
  }

  private static let masculine = """
    advent absatz abschnitt akt artikel aufzug band bezirk gang geburtstag gesang index jahrestag monat platz rang satz \
    schritt spieltag stock tag teil versuch wahlgang weltkrieg wk
    """
  private static let feminine = """
    abteilung armee auflage bundesliga division dynastie etage etappe folge frage generation gruppe halbzeit hilfe kammer \
    klasse legion legislaturperiode liga person phase reihe runde seite sinfonie sitzung staffel stufe stunde symphonie szene woche
    """
  private static let neuter = """
    bataillon bild buch gebot geschoss halbjahr jahr jahrhundert jh jhd jhdt jahrtausend jahrzehnt kapitel korps lebensjahr mal \
    obergeschoss quartal regiment schuljahr semester viertel
    """
}

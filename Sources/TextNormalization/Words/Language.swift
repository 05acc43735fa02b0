import Basics

/// The languages that the rules distinguish.
enum Language: Sendable, Equatable {
  case english(isBritish: Bool)
  case spanish(isAmerican: Bool)
  case french
  case german
  /// A language of which only numbers are read, with ICU's rules.
  case other

  /// Creates the language of a tag such as `en-GB`.
  init(tag: String) {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    // The region is the first subtag of two letters or three digits.
    let region = parts.dropFirst().first {
      $0.utf8.count == 2 || $0.utf8.count == 3 && $0.first?.isNumber == true
    }
    switch parts.first {
    case "en":
      let isAmerican = region == nil || Self.likeAmerica.contains(region ?? "")
      self = .english(isBritish: !isAmerican)
    case "es": self = .spanish(isAmerican: region != nil && region != "es" && region != "gq")
    case "fr": self = .french
    case "de": self = .german
    default: self = .other
    }
  }

  /// Regions where English numbers and dates are read as in the United States.
  private static let likeAmerica: Set<Substring> = [
    "us", "ca", "ph", "pr", "gu", "as", "vi", "001",
  ]

  var isEnglish: Bool { if case .english = self { true } else { false } }
  var isSpanish: Bool { if case .spanish = self { true } else { false } }
  var isFrench: Bool { self == .french }
  var isGerman: Bool { self == .german }
}

/// The gender of a counted noun.
enum Gender: Sendable { case masculine, feminine, neuter }

/// All tables of a language.
/// This is a class because every rule holds it, and the tables are large.
final class Vocabulary: Sendable {
  let language: Language
  let calendar: CalendarWords
  let symbols: SymbolWords
  let units: UnitWords
  let money: MoneyWords
  let context: ContextWords
  let romans: RomanWords
  let abbreviations: AbbreviationWords

  init(tag: String, edition: ReadingEdition) {
    let language = Language(tag: tag)
    let region = tag.lowercased().split { $0 == "-" || $0 == "_" }.dropFirst()
      .first { $0.utf8.count == 2 }
    self.language = language
    calendar = .of(language)
    symbols = .of(language)
    units = .of(language)
    money = .of(language, region: region.map(String.init) ?? "")
    context = .of(language, edition)
    romans = .of(language, edition)
    abbreviations = .of(language, edition)
  }
}

/// Parses tables in the form of text with one entry per line.
enum WordTable {
  /// Returns the words between spaces and line breaks.
  static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Returns lines of the form `key key = value`.
  /// `_` in a key is a space.
  static func entries(_ text: String) -> [(keys: [String], value: Substring)] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let keys = parts[0].split(separator: " ").map { String($0.replacing("_", with: " ")) }
      return (keys, parts[1].drop { $0 == " " })
    }
  }

  /// Returns the value of each key.
  static func dictionary(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for (keys, value) in entries(text) {
      for key in keys { result[key] = String(value) }
    }
    return result
  }

  static func nouns(_ text: String) -> [String: Noun] {
    var result: [String: Noun] = [:]
    for (keys, value) in entries(text) {
      guard let noun = Noun(value) else { continue }
      for key in keys { result[key] = noun }
    }
    return result
  }
}

/// A noun that can be counted: its singular, its plural and its gender.
struct Noun: Sendable, Equatable {
  var one: String
  var many: String
  var gender: Gender

  init(_ one: String, _ many: String, _ gender: Gender = .masculine) {
    (self.one, self.many, self.gender) = (one, many, gender)
  }

  /// Parses "m mile miles" or "mile miles": an optional letter for the gender, then singular and plural.
  /// `_` is a space.
  init?(_ text: Substring) {
    var parts = text.split(separator: " ").map { String($0.replacing("_", with: " ")) }
    var gender = Gender.masculine
    if let letter = parts.first, let known = Self.genders[letter] {
      gender = known
      parts.removeFirst()
    }
    guard let one = parts.first, parts.count <= 2 else { return nil }
    self.init(one, parts.count > 1 ? parts[1] : one, gender)
  }

  private static let genders: [String: Gender] = [
    "m": .masculine, "f": .feminine, "n": .neuter,
  ]

  func word(isOne: Bool) -> String { isOne ? one : many }
}

/// The written and the spoken months and weekdays of a language.
struct CalendarWords: Sendable {
  var months: [String]
  /// The number of a month from 1, by each of its spellings, in lower case without a full stop.
  var monthKeys: [String: Int]
  /// The full names of abbreviated weekdays.
  /// The keys are in lower case, without a full stop.
  var weekdays: [String: String]
  /// The full names of the weekdays, in lower case.
  var weekdayNames: Set<String>

  /// Creates a table.
  /// `abbreviations` contains the other spellings of each month, in the order of the months.
  private init(_ months: String, abbreviations: String, weekdays: String) {
    self.months = months.split(separator: " ").map(String.init)
    monthKeys = [:]
    for (index, month) in self.months.enumerated() { monthKeys[month.lowercased()] = index + 1 }
    for (index, keys) in abbreviations.split(separator: "/").enumerated() {
      for key in keys.split(separator: " ") { monthKeys[String(key)] = index + 1 }
    }
    self.weekdays = WordTable.dictionary(weekdays)
    weekdayNames = Set(self.weekdays.values.map { $0.lowercased() })
  }

  static func of(_ language: Language) -> CalendarWords {
    switch language {
    case .english: english
    case .spanish: spanish
    case .french: french
    case .german: german
    case .other: none
    }
  }

  private static let none = CalendarWords("", abbreviations: "", weekdays: "")

  private static let english = CalendarWords(
    "January February March April May June July August September October November December",
    abbreviations: "jan/feb/mar/apr/ /jun/jul/aug/sep sept/oct/nov/dec",
    weekdays: """
      mon = Monday
      tue tues = Tuesday
      wed weds = Wednesday
      thu thur thurs = Thursday
      fri = Friday
      sat = Saturday
      sun = Sunday
      """)

  private static let spanish = CalendarWords(
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    abbreviations: "ene/feb/mar/abr/may/jun/jul/ago/setiembre sep sept set/oct/nov/dic",
    weekdays: """
      lun = lunes
      mar = martes
      mié mie miérc = miércoles
      jue = jueves
      vie = viernes
      sáb sab = sábado
      dom = domingo
      """)

  private static let french = CalendarWords(
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    abbreviations: "janv/févr fév fevr/ /avr/ / /juil/aout/sept/oct/nov/déc dec",
    weekdays: """
      lun = lundi
      mar = mardi
      mer = mercredi
      jeu = jeudi
      ven = vendredi
      sam = samedi
      dim = dimanche
      """)

  private static let german = CalendarWords(
    "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    abbreviations: "jan jänner/feb/mär mrz/apr/ /jun/jul/aug/sep sept/okt/nov/dez",
    weekdays: """
      mo = Montag
      di = Dienstag
      mi = Mittwoch
      do = Donnerstag
      fr = Freitag
      sa = Samstag
      so = Sonntag
      """)
}

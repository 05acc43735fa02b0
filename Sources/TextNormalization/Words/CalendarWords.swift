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

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

  init(tag: String) {
    let language = Language(tag: tag)
    let region = tag.lowercased().split { $0 == "-" || $0 == "_" }.dropFirst()
      .first { $0.utf8.count == 2 }
    self.language = language
    calendar = .of(language)
    symbols = .of(language)
    units = .of(language)
    money = .of(language, region: region.map(String.init) ?? "")
    context = .of(language)
    romans = .of(language)
    abbreviations = .of(language)
  }
}

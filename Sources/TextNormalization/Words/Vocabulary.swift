/// All tables of a language.
///
/// This is a class because every rule holds it, and the tables are large.
final class Vocabulary: Sendable {
  let tongue: Tongue
  let calendar: CalendarWords
  let signs: SignWords
  let units: UnitWords
  let money: MoneyWords
  let context: ContextWords
  let romans: RomanWords
  let abbreviations: AbbreviationWords

  /// Creates the vocabulary of a language tag.
  init(tag: String) {
    let tongue = Tongue(tag: tag)
    let region = tag.lowercased().split { $0 == "-" || $0 == "_" }.dropFirst()
      .first { $0.utf8.count == 2 }
    self.tongue = tongue
    calendar = .of(tongue)
    signs = .of(tongue)
    units = .of(tongue)
    money = .of(tongue, region: region.map(String.init) ?? "")
    context = .of(tongue)
    romans = .of(tongue)
    abbreviations = .of(tongue)
  }
}

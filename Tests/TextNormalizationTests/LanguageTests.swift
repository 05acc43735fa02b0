import Testing
import TextNormalization

/// Tests of languages without our own rules, and of regions of languages with rules.
@Suite struct LanguageTests {
  private func said(_ text: String, _ language: String) -> String {
    TextNormalizer(language: language).normalized(text).text
  }

  @Test func otherLanguagesUseOnlyICU() {
    #expect(
      said("Ho 21 libri e 3,5 litri.", "it") == "Ho ventuno libri e tre virgola cinque litri.")
    #expect(said("Mam 5 kotów.", "pl") == "Mam pięć kotów.")
    #expect(said("У меня 2 кота.", "ru") == "У меня два кота.")
    #expect(said("我有3本书", "zh") == "我有三本书")
  }

  /// In these languages, engines know better than our rules what symbols next to digits mean.
  @Test(arguments: [
    "5-й", "27.10.2025", "10:30", "5%", "A4", "3/4", "007", "No. 5a", "dr. Rossi & figli",
  ])
  func otherLanguagesKeepEverythingExceptPlainNumbers(_ text: String) {
    #expect(said(text, "it") == text)
  }

  @Test func digitsStayIfICUHasNoRules() {
    #expect(said("mi pana 5 e kili", "tok") == "mi pana 5 e kili")
  }

  @Test func regionsDiffer() {
    #expect(said("on 5/3/2025", "en-US") == "on May third, twenty twenty-five")
    #expect(said("on 5/3/2025", "en-GB") == "on the fifth of March, twenty twenty-five")
    #expect(said("101 and 50%", "en-GB") == "One hundred and one and fifty per cent")
    #expect(said("5 km", "en-GB") == "Five kilometres")
    #expect(said("1,234.5", "es-MX") == "Mil doscientos treinta y cuatro punto cinco")
    #expect(said("1.234,5", "es-ES") == "Mil doscientos treinta y cuatro coma cinco")
    #expect(said("$20", "es-MX") == "Veinte pesos")
    #expect(said("1.5", "de") == "Eins Punkt fünf")
  }
}

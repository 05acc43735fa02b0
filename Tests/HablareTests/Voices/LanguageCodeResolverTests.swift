import Testing

@testable import Hablare

struct LanguageCodeResolverTests {
  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], "de"),
    (["LANG": "C"], "en"),
    (["LANG": "C.UTF-8"], "en"),
    (["LANG": "POSIX"], "en"),
    (["LANG": ""], "en"),
    ([:], "en"),
    (["LANG": "fr_FR@euro"], "fr"),
    (["LANG": "FR"], "fr"),
    (["LANG": "gsw_CH"], "gsw"),
    (["LANG": "12_34"], "en"),
    (["LANG": "é"], "en"),
    (["LC_ALL": "", "LC_MESSAGES": "es_ES", "LANG": "de_DE"], "es"),
    (["LC_ALL": "C", "LC_MESSAGES": "es_ES", "LANG": "de_DE"], "en"),
    (["LC_ALL": "it_IT", "LC_MESSAGES": "es_ES"], "it"),
  ])
  func `the environment names the language`(environment: [String: String], expected: String) {
    #expect(LanguageCodeResolver.languageCode(environment: environment) == expected)
  }

  @Test func `a given code is kept`() {
    #expect(LanguageCodeResolver.resolve("pt-BR") == "pt-BR")
    #expect(LanguageCodeResolver.resolve(nil) == LanguageCodeResolver.systemLanguageCode)
    #expect(LanguageCodeResolver.resolve("") == LanguageCodeResolver.systemLanguageCode)
  }
}

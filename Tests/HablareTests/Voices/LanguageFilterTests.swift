import Testing

@testable import Hablare

struct LanguageFilterTests {
  private static let tags = ["en-GB", "en-US", "de", "zh-Hant-TW", "eng"]

  @Test(arguments: [
    ("", tags), ("en", ["en-GB", "en-US"]), ("EN_gb", ["en-GB"]), ("en-AU", ["en-GB", "en-US"]),
    ("de", ["de"]), ("de-AT", ["de"]), ("zh", ["zh-Hant-TW"]), ("e", []), ("-", []), ("-GB", []),
  ])
  func `a code selects itself, or else its language`(code: String, accepted: [String]) {
    let filter = LanguageFilter(code, among: Self.tags)
    #expect(Self.tags.filter(filter.accepts) == accepted)
  }
}

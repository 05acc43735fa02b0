import Phonemes
import Testing

@testable import Hablare

/// Where IPA stands in a text.
struct PhonemePartsTests {
  @Test func `brackets mean IPA only where the request says so`() {
    #expect(
      PhonemeParts.parts(of: "Ask [[ˈsɪən]].", hasPhonemes: false) == [.text("Ask [[ˈsɪən]].")])
    #expect(
      PhonemeParts.parts(of: "Ask [[ˈsɪən]].", hasPhonemes: true)
        == [.text("Ask "), .ipa("ˈsɪən", written: "[[ˈsɪən]]"), .text(".")])
  }

  @Test func `a bracket that is not closed is text`() {
    #expect(
      PhonemeParts.parts(of: "[[a]][[b", hasPhonemes: true) == [
        .ipa("a", written: "[[a]]"), .text("[[b"),
      ])
  }
}

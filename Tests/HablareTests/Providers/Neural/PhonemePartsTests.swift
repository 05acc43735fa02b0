import Phonemes
import Testing

@testable import Hablare

/// Tests of where text contains IPA.
struct PhonemePartsTests {
  @Test func `brackets mean IPA only if the request says so`() {
    #expect(
      PhonemeParts.parts(of: "Ask [[ˈsɪən]].", hasPhonemes: false) == [.text("Ask [[ˈsɪən]].")])
    #expect(
      PhonemeParts.parts(of: "Ask [[ˈsɪən]].", hasPhonemes: true)
        == [.text("Ask "), .ipa("ˈsɪən", written: "[[ˈsɪən]]"), .text(".")])
  }

  @Test func `an unclosed bracket is text`() {
    #expect(
      PhonemeParts.parts(of: "[[a]][[b", hasPhonemes: true) == [
        .ipa("a", written: "[[a]]"), .text("[[b"),
      ])
  }
}

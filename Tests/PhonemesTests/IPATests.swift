import Testing

@testable import Phonemes

@Suite("IPA")
struct IPATests {
  @Test(arguments: [
    ("həˈloʊ wɜːld", "həlˈO wɜɹld", "həlˈQ wɜːld"),
    ("/ˈæʃ.tən/", "ˈæʃtən", "ˈaʃtən"), ("[ˈt͡ʃɜːɹt͡ʃ]", "ʧˈɜɹʧ", "ʧˈɜːɹʧ"),
    ("ˈnʌt.ʃɛl", "nˈʌtʃɛl", "nˈʌtʃɛl"), ("ˈnʌtʃɛl", "nˈʌʧɛl", "nˈʌʧɛl"),
    ("'bʌtn̩", "bˈʌtᵊn", "bˈʌtᵊn"), ("ˈbɒtəl", "bˈɑtəl", "bˈɒtəl"),
    ("hɪər", "hɪɹ", "hɪəɹ"), ("skweə", "skwɛɹ", "skwɛː"), ("aɪˈdɪə", "Idˈiə", "Idˈɪə"),
    ("fɔɹ", "fɔɹ", "fɔːɹ"), ("bɹaʊn", "bɹWn", "bɹWn"), ("ˌbɔɪˈeɪ", "bˌYˈA", "bˌYˈA"),
    ("ʒɑ̃", "ʒɑn", "ʒɑːn"), ("mylɐ", "mulə", "muːlə"), ("g", "ɡ", "ɡ"),
    ("ˈwɔɾɚ", "wˈɔTəɹ", "wˈɔːtə"),
  ])
  func toMisaki(ipa: String, american: String, british: String) throws {
    #expect(try IPA.misaki(ipa, dialect: .american) == american)
    #expect(try IPA.misaki(ipa, dialect: .british) == british)
  }

  /// The phonemes that libespeak-ng 1.51 reads, in en-us and en-gb.
  @Test(arguments: [
    ("həˈloʊ", "h@l'oU"), ("ˈnʌt.ʃɛl", "n'Vt|SEl"), ("ˈnʌtʃɛl", "n'VtSEl"), ("kɑːɹ", "kA:r-"),
    ("ˈhʌɹi", "h'Vri"), ("t͡ʃɜːɹt͡ʃ", "tS3:tS"), ("ˈfɜːɹi", "f'3:ri"), ("ˈfaɪə", "f'aI|@"),
    ("ˌʌndəˈstænd", ",Vnd@st'and"), ("θɪŋ ðɪs", "TIN DIs"), ("ˈbʌtn̩", "b'Vt@n"), ("i.ə", "i|@"),
  ])
  func toEspeak(ipa: String, mnemonics: String) throws {
    #expect(try IPA.espeak(ipa) == mnemonics)
  }

  @Test(arguments: [
    ("ab\u{298}", "\u{298}", 2), ("/x4/", "4", 2), ("hə(ɹ)", "(", 2), ("", "", 0), ("ˈ", "", 0),
  ])
  func unknownSymbolsAreNamed(ipa: String, symbol: String, offset: Int) {
    let expected = IPAError(symbol: symbol, offset: offset)
    #expect(throws: expected) { try IPA.misaki(ipa, dialect: .american) }
    #expect(throws: expected) { try IPA.espeak(ipa) }
  }

  @Test func messagesSayWhatToDo() {
    #expect(
      IPAError(symbol: "ʘ", offset: 2).message
        == "the symbol \"ʘ\" (U+0298) at character 3 is unknown in English IPA; "
        + "replace it with the nearest English sound")
  }

  /// Converts each sound of English there and back, alone and in pairs.
  @Test(arguments: EnglishDialect.allCases)
  func soundsSurviveConversionThereAndBack(dialect: EnglishDialect) throws {
    let sounds = Set(IPASound.all.map { $0.misaki(dialect) })
    for first in sounds {
      for second in [""] + sounds {
        let phonemes = "ˈ" + first + second
        let ipa = IPA.ipa(misaki: phonemes, dialect: dialect)
        let back = try IPA.misaki(ipa, dialect: dialect).filter { $0 != "ˈ" }
        #expect(back == first + second, "\(ipa)")
      }
    }
  }

  /// Each sound has one spelling, and a mnemonic.
  @Test func noSpellingHasTwoSounds() {
    var seen: Set<String> = []
    for sound in IPASound.all {
      #expect(!sound.american.isEmpty && !sound.british.isEmpty && !sound.espeak.isEmpty)
      for spelling in sound.spellings { #expect(seen.insert(spelling).inserted, "\(spelling)") }
    }
  }
}

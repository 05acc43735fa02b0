import Testing

@testable import Phonemes

/// Tests with answers of espeak-ng 1.51, with ties.
@Suite("espeak-ng's spelling")
struct EspeakSpellingTests {
  @Test(arguments: [
    ("həlˈo^ʊ", "həlˈO"), ("blˈoː^ɹb", "blˈɔɹb"), ("wˈɔːɾɚ", "wˈɔɾəɹ"), ("bˈʌʔn̩", "bˈʌtᵊn"),
    ("lˈɪɾə^l", "lˈɪɾᵊl"), ("ˈe^ɪtθ", "ˈAtθ"), ("t^ʃˈɜːt^ʃ", "ʧˈɜɹʧ"), ("nˈʌtʃɛl", "nˈʌtʃɛl"),
    ("d͡ʒˈa͡ɪənt", "ʤˈIənt"), ("lˈɑːx", "lˈɑk"), ("ɐbˈa^ʊt", "əbˈWt"), ("(fr)ʃˈa(en)t", "ʃˈat"),
    ("wˈʌn\ntˈuː", "wˈʌn tˈu"), ("ɹˈɪ^ðəm̩", "ɹˈɪðəᵊm"), ("ʘ ", ""),
    ("fɚɹˈɑːɹi", "fəɹˈɑɹi"), ("sˈɛɾɚɹə", "sˈɛɾəɹə"),
  ])
  func american(ipa: String, phonemes: String) {
    #expect(EspeakSpelling.phonemes(ipa, .american).text == phonemes)
  }

  @Test(arguments: [
    ("həlˈə^ʊ", "həlˈQ"), ("skwˈe^ə", "skwˈɛː"), ("hˈi^ə", "hˈɪə"), ("blˈɔːb", "blˈɔːb"),
    ("dˈɒlə", "dˈɒlə"), ("nˈa^ɪntiːn", "nˈIntiːn"),
  ])
  func british(ipa: String, phonemes: String) {
    #expect(EspeakSpelling.phonemes(ipa, .british).text == phonemes)
  }
}

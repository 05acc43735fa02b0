import Phonemes
import Testing

/// Tests of punctuation, symbols and pauses in sentences, with results measured as for `AmericanWordTests`.
@Suite("American sentences", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct AmericanSentenceTests {
  @Test(arguments: [
    // Hyphens, slashes, compounds.
    ("A well-known, state-of-the-art machine.", "ɐ wˌɛlnˈOn, stˈAtʌvðiˈɑɹt məʃˈin."),
    ("Her mother-in-law and the ex-president.", "hˌɜɹ mˈʌðəɹənlˌɔ ænd ði ˌɛkspɹˈɛzədˌɛnt."),
    ("Yes and/or no, he/she said.", "jˈɛs ænd ɔɹ nˈO, hi ʃi sˈɛd."),
    (
      "An iPhone and a JavaScript program by McDonald.",
      "ɐn ˈIfˌOn ænd ɐ ʤˈɑvəskɹˌɪpt pɹˈOɡɹˌæm bI məkdˈɑnəld."
    ),
    ("Half-open doors lead to twenty-one rooms.", "hˌæfˈOpᵊn dˈɔɹz lˈid tə twˌɛntiwˈʌn ɹˈumz."),
    ("A disk-a-zero and one-a-day pills.", "ɐ dˈɪskˌAzˈɪɹO ænd wˈʌnɐdˈA pˈɪlz."),
    ("The posttest on a raspberrypi.", "ðə pˈOsttˌɛst ˌɔn ɐ ɹˌæzbˌɛɹipˈI."),
    // Punctuation.
    (
      "Well... yes -- no; maybe: \"Sure!\" he said (softly).",
      "wˈɛl... jˈɛs  nˈO; mˈAbi: \"ʃˈʊɹ! hi sˈɛd (sˈɔftli)."
    ),
    ("Wait! What? No, never: nothing.", "wˈAt! wˌʌt? nˈO, nˈɛvəɹ: nˈʌθɪŋ."),
    ("Oh, no! Not again…", "ˈO, nˈO! nˌɑt əɡˈɛn…"),
    ("He paused - then left.", "hˌi pˈɔzd  ðˈɛn lˈɛft."),
    // Symbols.
    ("Salt & pepper, you + me at home.", "sˈɔlt ænd pˈɛpəɹ, ju plˈʌs mˌi æt hˈOm."),
    ("Ten percent = a tenth.", "tˈɛn pəɹsˈɛnt ˈikwᵊlz ɐ tˈɛnθ."),
    // Sentences.
    (
      "Go on. I will wait. Mr. Brown is late. J. Smith is not.",
      "ɡˌO ˌɔn. ˌI wɪl wˈAt. mˈɪstəɹ bɹˈWn ɪz lˈAt. ʤˈA smˈɪθ ɪz nˌɑt."
    ),
    ("It is late. and so on.", "ˌɪt ɪz lˈAt. ænd sˌO ˌɔn."),
    // Stress of small words before a pause.
    ("Can you? Yes, I can. I can go.", "kˌæn ju? jˈɛs, ˌI kˈæn. ˌI kæn ɡˌO."),
    ("What could he do? He could. He could do it.", "wˌʌt kʊd hi dˈu? hˌi kˈʊd. hˌi kʊd dˈu ɪt."),
    ("Where is he from? He is from Rome.", "wˌɛɹ ɪz hi fɹʌm? hˌi ɪz fɹʌm ɹˈOm."),
    ("I know that. I know that man.", "ˌI nˈO ðæt. ˌI nˈO ðˈæt mˈæn."),
  ])
  func sentences(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }
}

import Phonemes
import Testing

/// Tests of the rules for words.
///
/// The results were measured with the Python program that comes with the voice.
@Suite("American words", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct AmericanWordTests {
  @Test(arguments: [
    // The, a, an, to before vowels and consonants.
    ("The apple fell near the tree.", "ði ˈæpᵊl fˈɛl nˌɪɹ ðə tɹˈi."),
    ("The hour was late, and the users left.", "ði ˈWəɹ wʌz lˈAt, ænd ðə jˈuzəɹz lˈɛft."),
    ("A dog saw an owl.", "ɐ dˈɔɡ sˈɔ ɐn ˈWl."),
    ("Give it to Anna, then to me.", "ɡˈɪv ɪt tʊ ˈɑnə, ðˈɛn tə mˌi."),
    ("Who is it for, and who did you give it to?", "hˌu ɪz ɪt fɔɹ, ænd hˌu dˈɪd ju ɡˈɪv ɪt tu?"),
    ("She went to open the door to the attic.", "ʃˌi wˈɛnt tʊ ˈOpᵊn ðə dˈɔɹ tə ði ˈæTɪk."),
    ("I am here, and I am. Am I late?", "ˌI ɐm hˈɪɹ, ænd ˌI æm. æm ˌI lˈAt?"),
    ("The man in the hat walked in.", "ðə mˈæn ɪn ðə hˈæt wˈɔkt ˈɪn."),
    ("Come in, please.", "kˈʌm ˈɪn, plˈiz."),
    ("I used to swim, but I used an old towel.", "ˌI jˈust tə swˈɪm, bˌʌt ˌI jˈuzd ɐn ˈOld tˈWᵊl."),
    ("The used car was used to travel.", "ðə jˈuzd kˈɑɹ wʌz jˈuzd tə tɹˈævᵊl."),
    // Endings.
    ("The cats chased dogs and foxes.", "ðə kˈæts ʧˈAst dˈɔɡz ænd fˈɑksᵻz."),
    (
      "She watches the birds, the judges and the churches.",
      "ʃˌi wˈɑʧᵻz ðə bˈɜɹdz, ðə ʤˈʌʤəz ænd ðə ʧˈɜɹʧᵻz."
    ),
    ("He wanted it, needed it and walked to it.", "hˌi wˈɑntᵻd ɪt, nˈidᵻd ɪt ænd wˈɔkt tʊ ɪt."),
    ("They loved, pleaded and planned it.", "ðˌA lˈʌvd, plˈidᵻd ænd plˈænd ɪt."),
    ("Running, hoping and sitting are tiring.", "ɹˈʌnɪŋ, hˈOpɪŋ ænd sˈɪTɪŋ ɑɹ tˈIəɹɪŋ."),
    (
      "The ladies' coats and the boss's hat were stolen.",
      "ðə lˈAdiz kˈOts ænd ðə bˈɔsᵻz hˈæt wɜɹ stˈOlən."
    ),
    ("James' book is on Charles's desk.", "ʤˈAmz bˈʊk ɪz ˌɔn ʧˈɑɹlzᵻz dˈɛsk."),
    (
      "Nobody panicked, and the picnicking went on.",
      "nˈObˌɑdi pˈænɪkt, ænd ðə pˈɪknˌɪkɪŋ wˈɛnt ˌɔn."
    ),
    (
      "It melted, and he waited; they slated the cat.",
      "ˌɪt mˈɛltᵻd, ænd hi wˈATᵻd; ðA slˈATᵻd ðə kˈæt."
    ),
    // Contractions.
    ("I'm sure you'll see what we've done.", "ˌIm ʃˈʊɹ jul sˈi wˌʌt wiv dˈʌn."),
    ("They're here, she'd gone, and he won't.", "ðˌɛɹ hˈɪɹ, ʃid ɡˈɔn, ænd hi wˈOnt."),
    ("Don't you know it isn't mine? It's hers.", "dˈOnt ju nˈO ɪt ˈɪzᵊnt mˈIn? ˌɪts hˈɜɹz."),
    ("Could've been worse: who's to say?", "kˌʊdəv bɪn wˈɜɹs: hˌuz tə sˈA?"),
    ("That's y'all's problem, ma'am.", "ðˈæts jˈɔlz pɹˈɑbləm, mˈæm."),
    ("Let's go, o'clock or not.", "lˈɛts ɡˌO, əklˈɑk ɔɹ nˌɑt."),
    // Possessives.
    (
      "My sister's friend's house is my brothers' too.",
      "mˌI sˈɪstəɹz fɹˈɛndz hˈWs ɪz mI bɹˈʌðəɹz tˈu."
    ),
    // Capitals and abbreviations.
    ("NASA sent the FBI and the CIA a TV.", "nˈæsə sˈɛnt ði ˌɛfbˌiˈI ænd ðə sˌiˌIˈA ɐ tˌivˈi."),
    ("The U.S. and the U.K. signed it.", "ðə jˌuˈɛs ænd ðə jˌukˈA sˈInd ɪt."),
    (
      "He has a Ph.D. in the arts, e.g. in music.",
      "hˌi hæz ɐ pˌiˌAʧdˈi ɪn ði ˈɑɹts, ˌiʤˈi ɪn mjˈuzɪk."
    ),
    (
      "The DVD player, the CEOs and the BBC's news.",
      "ðə dˌivˌidˈi plˈAəɹ, ðə sˌiˌiˈOz ænd ðə bˌibˌisˈiz nˈuz."
    ),
    ("THE END OF THE WORLD IS HERE", "ði ˈɛnd ˈʌv ðə wˈɜɹld ˈɪz hˈɪɹ"),
    (
      "Mr. Smith met Mrs. Jones and Dr. Brown.",
      "mˈɪstəɹ smˈɪθ mˈɛt mˈɪsɪz ʤˈOnz ænd dˈɑktəɹ bɹˈWn."
    ),
    (
      "Prof. Green lives on Main St. near Mt. Hope.",
      "pɹəfˈɛsəɹ ɡɹˈin lˈɪvz ˌɔn mˈAn stɹˈit nˌɪɹ mˈWnt hˈOp."
    ),
    ("St. James met Capt. Hook vs. the crew.", "sˈAnt ʤˈAmz mˈɛt kˈæptᵊn hˈʊk vˈɜɹsəs ðə kɹˈu."),
    (
      "We sell pens, paper, etc. at Smith Bros. and Sons Inc.",
      "wˌi sˈɛl pˈɛnz, pˈApəɹ, ɛtsˈɛTəɹə. æt smˈɪθ bɹˈʌðəɹz ænd sˈʌnz ɪnkˈɔɹpəɹˌATᵻd."
    ),
  ])
  func words(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }
}

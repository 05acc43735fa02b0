import Phonemes
import Testing

/// Tests of the rules with the British lexicon, with results measured as for `AmericanWordTests`.
@Suite("British sentences", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct BritishSentenceTests {
  @Test(arguments: [
    // The, a, an, to before vowels and consonants.
    ("The apple fell near the tree.", "ði ˈapᵊl fˈɛl nˌɪə ðə tɹˈiː."),
    ("The hour was late, and the users left.", "ði ˈWə wɒz lˈAt, and ðə jˈuːzəz lˈɛft."),
    ("A dog saw an owl.", "ɐ dˈɒɡ sˈɔː ɐn ˈWl."),
    ("Give it to Anna, then to me.", "ɡˈɪv ɪt tʊ ˈanə, ðˈɛn tə mˌiː."),
    (
      "Who is it for, and who did you give it to?",
      "hˌuː ɪz ɪt fɔː, and hˌuː dˈɪd juː ɡˈɪv ɪt tuː?"
    ),
    ("She went to open the door to the attic.", "ʃˌiː wˈɛnt tʊ ˈQpᵊn ðə dˈɔː tə ði ˈatɪk."),
    ("I am here, and I am. Am I late?", "ˌI ɐm hˈɪə, and ˌI am. am ˌI lˈAt?"),
    ("The man in the hat walked in.", "ðə mˈan ɪn ðə hˈat wˈɔːkt ˈɪn."),
    ("Come in, please.", "kˈʌm ˈɪn, plˈiːz."),
    (
      "I used to swim, but I used an old towel.",
      "ˌI jˈuːst tə swˈɪm, bˌʌt ˌI jˈuːzd ɐn ˈQld tˈWᵊl."
    ),
    ("The used car was used to travel.", "ðə jˈuːzd kˈɑː wɒz jˈuːzd tə tɹˈavᵊl."),
    // Endings.
    ("The cats chased dogs and foxes.", "ðə kˈats ʧˈAst dˈɒɡz and fˈɒksɪz."),
    (
      "She watches the birds, the judges and the churches.",
      "ʃˌiː wˈɒʧɪz ðə bˈɜːdz, ðə ʤˈʌʤɪz and ðə ʧˈɜːʧɪz."
    ),
    ("He wanted it, needed it and walked to it.", "hˌiː wˈɒntɪd ɪt, nˈiːdɪd ɪt and wˈɔːkt tʊ ɪt."),
    ("They loved, pleaded and planned it.", "ðˌA lˈʌvd, plˈiːdɪd and plˈand ɪt."),
    ("Running, hoping and sitting are tiring.", "ɹˈʌnɪŋ, hˈQpɪŋ and sˈɪtɪŋ ɑː tˈIəɹɪŋ."),
    (
      "The ladies' coats and the boss's hat were stolen.",
      "ðə lˈAdɪz kˈQts and ðə bˈɒsɪz hˈat wɜː stˈQlən."
    ),
    ("James' book is on Charles's desk.", "ʤˈAmz bˈʊk ɪz ˌɒn ʧˈɑːlzɪz dˈɛsk."),
    (
      "Nobody panicked, and the picnicking went on.",
      "nˈQbədi pˈanɪkt, and ðə pˈɪknɪkɪŋ wˈɛnt ˌɒn."
    ),
    (
      "It melted, and he waited; they slated the cat.",
      "ˌɪt mˈɛltɪd, and hiː wˈAtɪd; ðA slˈAtɪd ðə kˈat."
    ),
    // Contractions.
    ("I'm sure you'll see what we've done.", "ˌIm ʃˈʊə juːl sˈiː wˌɒt wiːv dˈʌn."),
    ("They're here, she'd gone, and he won't.", "ðˌɛː hˈɪə, ʃiːd ɡˈɒn, and hiː wˈQnt."),
    ("Don't you know it isn't mine? It's hers.", "dˈQnt juː nˈQ ɪt ˈɪzᵊnt mˈIn? ˌɪts hˈɜːz."),
    ("Could've been worse: who's to say?", "kˌʊdəv biːn wˈɜːs: hˌuːz tə sˈA?"),
    ("That's y'all's problem, ma'am.", "ðˈats jˈɔːlz pɹˈɒbləm, mˈam."),
    ("Let's go, o'clock or not.", "lˈɛts ɡˌQ, əklˈɒk ɔː nˌɒt."),
    // Capitals and abbreviations.
    ("NASA sent the FBI and the CIA a TV.", "nˈasə sˈɛnt ði ˌɛfbˌiːˈI and ðə sˌiːˌIˈA ɐ tˌiːvˈiː."),
    ("The U.S. and the U.K. signed it.", "ðə jˌuːˈɛs and ðə jˌuːkˈA sˈInd ɪt."),
    (
      "He has a Ph.D. in the arts, e.g. in music.",
      "hˌiː haz ɐ pˌiːˌAʧdˈiː ɪn ði ˈɑːts, ˌiːʤˈiː ɪn mjˈuːzɪk."
    ),
    (
      "The DVD player, the CEOs and the BBC's news.",
      "ðə dˌiːvˌiːdˈiː plˈAə, ðə sˌiːˌiːˈQz and ðə bˌiːbˌiːsˈiːz njˈuːz."
    ),
    ("THE END OF THE WORLD IS HERE", "ði ˈɛnd ˈɒv ðə wˈɜːld ˈɪz hˈɪə"),
    ("Mr. Smith met Mrs. Jones and Dr. Brown.", "mˈɪstə smˈɪθ mˈɛt mˈɪsɪz ʤˈQnz and dˈɒktə bɹˈWn."),
    (
      "Prof. Green lives on Main St. near Mt. Hope.",
      "pɹəfˈɛsə ɡɹˈiːn lˈɪvz ˌɒn mˈAn stɹˈiːt nˌɪə mˈWnt hˈQp."
    ),
    ("St. James met Capt. Hook vs. the crew.", "sˈAnt ʤˈAmz mˈɛt kˈaptɪn hˈʊk vˈɜːsəs ðə kɹˈuː."),
    (
      "We sell pens, paper, etc. at Smith Bros. and Sons Inc.",
      "wˌiː sˈɛl pˈɛnz, pˈApə, ɛtsˈɛtəɹə. at smˈɪθ bɹˈʌðəz and sˈʌnz ɪnkˈɔːpəɹAtɪd."
    ),
    // Hyphens, slashes, compounds.
    ("A well-known, state-of-the-art machine.", "ɐ wˌɛlnˈQn, stˈAtɒvðiˈɑːt məʃˈiːn."),
    ("Her mother-in-law and the ex-president.", "hˌɜː mˈʌðəɹɪnlɔː and ði ˌɛkspɹˈɛzɪdᵊnt."),
    ("Yes and/or no, he/she said.", "jˈɛs and ɔː nˈQ, hiː ʃiː sˈɛd."),
    (
      "An iPhone and a JavaScript program by McDonald.",
      "ɐn ˈIfˌQn and ɐ ʤˈɑːvəskɹˌɪpt pɹˈQɡɹam bI məkdˈɒnᵊld."
    ),
    ("Half-open doors lead to twenty-one rooms.", "hˌɑːfˈQpᵊn dˈɔːz lˈiːd tə twˈɛntiwˌʌn ɹˈuːmz."),
    // Heteronyms.
    ("I read the book that you read every night.", "ˌI ɹˈɛd ðə bˈʊk ðat juː ɹˈɛd ˈɛvəɹi nˈIt."),
    ("He will read it. He has read it.", "hˌiː wɪl ɹˈiːd ɪt. hˌiː haz ɹˈɛd ɪt."),
    ("We live near live music.", "wˌiː lˈɪv nˌɪə lˈIv mjˈuːzɪk."),
    ("The wind will wind the sail.", "ðə wˈɪnd wɪl wˈInd ðə sˈAl."),
    ("Please record the record.", "plˈiːz ɹɪkˈɔːd ðə ɹˈɛkɔːd."),
    ("He will present the present.", "hˌiː wɪl pɹɪzˈɛnt ðə pɹˈɛzᵊnt."),
    ("The desert is no place to desert a friend.", "ðə dˈɛzət ɪz nˈQ plˈAs tə dɪzˈɜːt ɐ fɹˈɛnd."),
    ("Close the door, it is close.", "klˈQz ðə dˈɔː, ɪt ɪz klˈQs."),
    ("She shed a tear over the tear in her dress.", "ʃˌiː ʃˈɛd ɐ tˈɪə ˈQvə ðə tˈɛː ɪn hɜː dɹˈɛs."),
    ("They refuse the refuse.", "ðˌA ɹɪfjˈuːz ðə ɹˈɛfjuːs."),
    ("The contract will contract the muscle.", "ðə kˈɒntɹakt wɪl kəntɹˈakt ðə mˈʌsᵊl."),
    (
      "I do not conduct the orchestra; my conduct is good.",
      "ˌI dˈuː nˌɒt kəndˈʌkt ði ˈɔːkɪstɹə; mI kˈɒndʌkt ɪz ɡˈʊd."
    ),
    ("Do you use it? It is of no use.", "dˈuː juː jˈuːz ɪt? ˌɪt ɪz ɒv nˈQ jˈuːs."),
    ("They produce good produce.", "ðˌA pɹədjˈuːs ɡˈʊd pɹˈɒdjuːs."),
    ("The house will house us.", "ðə hˈWs wɪl hˈWz ˌʌs."),
    ("Perfect the perfect plan.", "pəfˈɛkt ðə pˈɜːfɪkt plˈan."),
    ("I suspect the suspect.", "ˌI səspˈɛkt ðə sˈʌspɛkt."),
    ("Excuse me, what is your excuse?", "ɪkskjˈuːz mˌiː, wˌɒt ɪz jɔː ɪkskjˈuːs?"),
    ("An estimate: we estimate two days.", "ɐn ˈɛstɪmət: wiː ˈɛstɪmAt tˈuː dˈAz."),
    ("The elaborate plan was to elaborate.", "ði ɪlˈabəɹət plˈan wɒz tʊ ɪlˈabəɹAt."),
    ("Separate the two separate piles.", "sˈɛpəɹAt ðə tˈuː sˈɛpəɹət pˈIlz."),
  ])
  func sentences(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .british) == phonemes)
  }
}

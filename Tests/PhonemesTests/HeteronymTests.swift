import Phonemes
import Testing

/// Tests of words with one spelling whose sound depends on the part of speech, with results measured as for
/// `AmericanWordTests`; words whose neighbours tell the sound are as people say them.
@Suite("Heteronyms", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct HeteronymTests {
  @Test(arguments: [
    // Heteronyms.
    ("I read the book that you read every night.", "ˌI ɹˈɛd ðə bˈʊk ðæt ju ɹˈɛd ˈɛvəɹi nˈIt."),
    ("He will read it. He has read it.", "hˌi wɪl ɹˈid ɪt. hˌi hæz ɹˈɛd ɪt."),
    ("Lead pipes lead nowhere.", "lˈɛd pˈIps lˈid nˈOhwˌɛɹ."),
    ("We live near live music.", "wˌi lˈɪv nˌɪɹ lˈIv mjˈuzɪk."),
    ("The wind will wind the sail.", "ðə wˈɪnd wɪl wˈInd ðə sˈAl."),
    ("Please record the record.", "plˈiz ɹəkˈɔɹd ðə ɹˈɛkəɹd."),
    ("They object to the object.", "ðˌA əbʤˈɛkt tə ði ˈɑbʤəkt."),
    ("He will present the present.", "hˌi wɪl pɹizˈɛnt ðə pɹˈɛzᵊnt."),
    ("The desert is no place to desert a friend.", "ðə dˈɛzəɹt ɪz nˈO plˈAs tə dəzˈɜɹt ɐ fɹˈɛnd."),
    ("Close Emma and all JSON files.", "klˈOz ˈɛmə ænd ˈɔl ʤˈAsˈɑn fˈIlz."),
    ("Close the door, it is close.", "klˈOz ðə dˈɔɹ, ɪt ɪz klˈOs."),
    ("She shed a tear over the tear in her dress.", "ʃˌi ʃˈɛd ɐ tˈɪɹ ˈOvəɹ ðə tˈɛɹ ɪn hɜɹ dɹˈɛs."),
    ("There was a tear in her eye.", "ðˌɛɹ wʌz ɐ tˈɪɹ ɪn hɜɹ ˈI."),
    ("The road winds down.", "ðə ɹˈOd wˈIndz dˌWn."),
    ("He bowed. It is made of lead.", "hˌi bˈWd. ˌɪt ɪz mˌAd ʌv lˈɛd."),
    ("He'd read it. The crack is minute.", "hˌid ɹˈɛd ɪt. ðə kɹˈæk ɪz mInˈut."),
    ("Polish the silver. She objects.", "pˈɑlɪʃ ðə sˈɪlvəɹ. ʃˌi əbʤˈɛkts."),
    ("a middle-aged man and the aged man", "ɐ mˌɪdᵊlˈAʤd mˈæn ænd ði ˈAʤᵻd mˈæn"),
    ("The bases are loaded.", "ðə bˈAsᵻz ɑɹ lˈOdᵻd."),
    ("The dove dove into the bushes.", "ðə dˈʌv dˈOv ˈɪntu ðə bˈʊʃᵻz."),
    ("They refuse the refuse.", "ðˌA ɹəfjˈuz ðə ɹˈɛfjˌus."),
    ("It contracts. Contracts end.", "ˌɪt kəntɹˈækts. kˈɑntɹˌækts ˈɛnd."),
    ("relative to contract open interest", "ɹˈɛləTɪv tə kˈɑntɹˌækt ˈOpᵊn ˈɪntɹəst"),
    (
      "Can conflict with it. It may also import wool.",
      "kˌæn kənflˈɪkt wɪð ɪt. ˌɪt mˈA ˈɔlsO ɪmpˈɔɹt wˈʊl."
    ),
    (
      "Code lives in one file; their love lives in it.",
      "kˈOd lˈɪvz ɪn wˈʌn fˈIl; ðɛɹ lˈʌv lˈIvz ɪn ɪt."
    ),
    (
      "Sh! Run one dot sh or sh, not dot to.",
      "ʃʃː! ɹˈʌn wˈʌn dˈɑt ˌɛsˈAʧ ɔɹ ˌɛsˈAʧ, nˌɑt dˈɑt tˈu."
    ),
    ("Record event names", "ɹəkˈɔɹd əvˈɛnt nˈAmz"),
    (
      "This conflicts with us. Two conflicts end.",
      "ðˌɪs kənflˈɪkts wɪð ˌʌs. tˈu kˈɑnflˌɪkts ˈɛnd."
    ),
    (
      "Use override in it. You can override in it.",
      "jˈuz ˈOvəɹɹˌId ɪn ɪt. jˌu kæn ˌOvəɹɹˈId ɪn ɪt."
    ),
    ("Record campaign events", "ɹəkˈɔɹd kæmpˈAn əvˈɛnts"), ("Record label", "ɹˈɛkəɹd lˈAbəl"),
    ("The contract will contract the muscle.", "ðə kˈɑntɹˌækt wɪl kəntɹˈækt ðə mˈʌsᵊl."),
    (
      "I do not conduct the orchestra; my conduct is good.",
      "ˌI dˈu nˌɑt kəndˈʌkt ði ˈɔɹkəstɹə; mI kˈɑndˌʌkt ɪz ɡˈʊd."
    ),
    (
      "Use management fees: use (it), no use of it.",
      "jˈuz mˈænɪʤmənt fˈiz: jˈuz (ɪt), nˈO jˈus ʌv ɪt."
    ),
    ("Use of force", "jˈus ʌv fˈɔɹs"), ("values a, b", "vˈæljuz ˈA, bˈi"), ("a f", "ˈA ˈɛf"),
    ("A day", "ɐ dˈA"), ("Mobile eigenbasis in Hz, Derby", "mˈObᵊl ˈIɡənbˌAsɪs ɪn hˈɜɹts, dˈɜɹbi"),
    ("Do you use it? It is of no use.", "dˈu ju jˈuz ɪt? ˌɪt ɪz ʌv nˈO jˈus."),
    ("They produce good produce.", "ðˌA pɹədˈus ɡˈʊd pɹˈOdˌus."),
    ("The house will house us.", "ðə hˈWs wɪl hˈWz ˌʌs."),
    ("Bow to the king with a bow.", "bˈW tə ðə kˈɪŋ wɪð ɐ bˈO."),
    ("The bass player caught a bass.", "ðə bˈAs plˈAəɹ kˈɔt ɐ bˈæs."),
    ("A minute is not a minute amount.", "ɐ mˈɪnət ɪz nˌɑt ɐ mInˈut əmˈWnt."),
    ("Perfect the perfect plan.", "pəɹfˈɛkt ðə pˈɜɹfəkt plˈæn."),
    ("I suspect the suspect.", "ˌI səspˈɛkt ðə sˈʌspˌɛkt."),
    ("Excuse me, what is your excuse?", "ɪkskjˈuz mˌi, wˌʌt ɪz jʊɹ ɪkskjˈus?"),
    ("An estimate: we estimate two days.", "ɐn ˈɛstəmət: wi ˈɛstəmˌAt tˈu dˈAz."),
    ("The elaborate plan was to elaborate.", "ði əlˈæbəɹət plˈæn wʌz tʊ əlˈæbəɹˌAt."),
    ("x close bracket. It was close.", "ˈɛks klˈOz bɹˈækət. ˌɪt wʌz klˈOs."),
    ("It was close the whole time.", "ˌɪt wʌz klˈOs ðə hˈOl tˈIm."),
    ("I got used to noise. He is used to losing.", "ˌI ɡɑt jˈust tə nˈYz. hˌi ɪz jˈust tə lˈuzɪŋ."),
    ("It is used to show it. A tool used to cut.", "ˌɪt ɪz jˈuzd tə ʃˈO ɪt. ɐ tˈul jˈuzd tə kˈʌt."),
    ("The script I used to build it.", "ðə skɹˈɪpt ˌI jˈuzd tə bˈɪld ɪt."),
    ("The script I used to run.", "ðə skɹˈɪpt ˌI jˈust tə ɹˈʌn."),
    ("The house we used to build.", "ðə hˈWs wi jˈust tə bˈɪld."),
    ("A log message records: it", "ɐ lˈɔɡ mˈɛsɪʤ ɹəkˈɔɹdz: ɪt"),
    ("The log message records: it", "ðə lˈɔɡ mˈɛsɪʤ ɹˈɛkəɹdz: ɪt"),
    ("It is crooked. He crooked a finger.", "ˌɪt ɪz kɹˈʊkɪd. hˌi kɹˈʊkt ɐ fˈɪŋɡəɹ."),
    ("As they read it they will smile.", "ˌæz ðA ɹˈid ɪt ðA wɪl smˈIl."),
    ("When they read it they smiled.", "wˌɛn ðA ɹˈɛd ɪt ðA smˈIld."),
    ("Extracts main structure", "ɪkstɹˈækts mˈAn stɹˈʌkʧəɹ"),
    ("Extracts of it", "ˈɛkstɹˌækts ʌv ɪt"),
    ("two language constructs.", "tˈu lˈæŋɡwɪʤ kˈɑnstɹˌʌkts."), ("Estimate P", "ˈɛstəmˌAt pˈi"),
    ("She was tearing up.", "ʃˌi wʌz tˈɪɹɪŋ ˌʌp."), ("tearing up paper", "tˈɛɹɪŋ ˌʌp pˈApəɹ"),
    ("The image contracts, shrinking.", "ði ˈɪmɪʤ kəntɹˈækts, ʃɹˈɪŋkɪŋ."),
    ("The car tears past. Her tears fall.", "ðə kˈɑɹ tˈɛɹz pˈæst. hˌɜɹ tˈɪɹz fˈɔl."),
    ("We keep it subordinate to us.", "wˌi kˈip ɪt səbˈɔɹdənət tʊ ˌʌs."),
    ("Rosa and Ben converse in it.", "ɹˈOzə ænd bˈɛn kənvˈɜɹs ɪn ɪt."),
    ("He stands at the bow. Look at the bow.", "hˌi stˈændz æt ðə bˈW. lˈʊk æt ðə bˈO."),
    ("They alternate between us.", "ðˌA ˈɔltəɹnˌAt bətwˈin ˌʌs."),
    ("The signs read: out", "ðə sˈInz ɹˈid: ˈWt"),
    ("The men all use. For all use.", "ðə mˈɛn ˈɔl jˈuz. fˌɔɹ ˈɔl jˈus."),
    ("Rosa protests. Two protests.", "ɹˈOzə pɹətˈɛsts. tˈu pɹˈOtˌɛsts."),
    ("Ye-es, he OD'd.", "jˈɛəs, hi ˌOdˈid."),
    ("A consummate liar", "ɐ kˈɑnsəmət lˈIəɹ"),
    ("The price increases.", "ðə pɹˈIs ɪnkɹˈisᵻz."), ("an easy-to-use tool", "ɐn ˈizitəjˈuz tˈul"),
    ("Barry typed it per se.", "bˈɛɹi tˈIpt ɪt pɜɹ sˈA."),
    ("Vis-à-vis: two coyotes", "vˌizəvˈi: tˈu kIˈOTiz"), ("Pte Maillot", "pˈɔɹt mIjˈO"),
    ("Read the data into R. This is odd.", "ɹˈid ðə dˈATə ˈɪntu ˈɑɹ. ðˌɪs ɪz ˈɑd."),
    ("A line between X and Y. Let's draw it.", "ɐ lˈIn bətwˈin ˈɛks ænd wˈI. lˈɛts dɹˈɔ ɪt."),
    ("So am I. Rosa left.", "sˌO ɐm ˈI. ɹˈOzə lˈɛft."),
    ("George W. Bush was here.", "ʤˈɔɹʤ dˈʌbᵊlju bˈʊʃ wʌz hˈɪɹ."),
    ("We see Logan separate from the others.", "wˌi sˈi lˈOɡən sˈɛpəɹˌAt fɹʌm ði ˈʌðəɹz."),
    ("The elevator doors above her close.", "ði ˈɛləvˌATəɹ dˈɔɹz əbˈʌv hɜɹ klˈOz."),
    ("It reshapes itself in minute ways.", "ˌɪt ɹiʃˈAps ɪtsˈɛlf ɪn mInˈut wˈAz."),
    ("A lamp that projects stars is on.", "ɐ lˈæmp ðæt pɹəʤˈɛkts stˈɑɹz ɪz ˌɔn."),
    ("The fact that projects fail is known.", "ðə fˈækt ðæt pɹˈɑʤˌɛkts fˈAl ɪz nˈOn."),
    (
      "Crime grows as resource deprivation increases so does fear.",
      "kɹˈIm ɡɹˈOz æz ɹˈisˌɔɹs dˌɛpɹəvˈAʃən ɪnkɹˈisᵻz sˌO dˈʌz fˈɪɹ."
    ),
    ("The congestion window increases over time.", "ðə kənʤˈɛsʧən wˈɪndO ɪnkɹˈisᵻz ˈOvəɹ tˈIm."),
    ("The attribute values are set.", "ði ˈætɹəbjˌut vˈæljuz ɑɹ sˈɛt."),
    ("The deck tears loose. Bow ties", "ðə dˈɛk tˈɛɹz lˈus. bˈO tˈIz"),
    ("The play the ladies used to perform.", "ðə plˈA ðə lˈAdiz jˈust tə pəɹfˈɔɹm."),
    ("The escorts wait. Bows", "ði ˈɛskˌɔɹts wˈAt. bˈWz"),
    ("Separate the two separate piles.", "sˈɛpəɹˌAt ðə tˈu sˈɛpəɹət pˈIlz."),
  ])
  func heteronyms(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }
}

import Foundation
import Phonemes
import Testing

/// Tests of 165 cases that are hard to pronounce, as Americans say them.
@Suite("Hard words", .enabled(if: VoiceTables.areThere, VoiceTables.advice))
struct HardWordsTests {
  static let homographs = """
    The lead pipe fell. | ðə lˈɛd pˈIp fˈɛl.
    a lead weight on the line | ɐ lˈɛd wˈAt ˌɔn ðə lˈIn
    Lead us to the door. | lˈid ˌʌs tə ðə dˈɔɹ.
    He took the lead. | hˌi tˈʊk ðə lˈid.
    She plays bass guitar. | ʃˌi plˈAz bˈAs ɡətˈɑɹ.
    The bass doesn't carry in this song. | ðə bˈAs dˈʌzᵊnt kˈɛɹi ɪn ðɪs sˈɔŋ.
    He caught a bass in the lake. | hˌi kˈɔt ɐ bˈæs ɪn ðə lˈAk.
    a minute amount of poison | ɐ mInˈut əmˈWnt ʌv pˈYzᵊn
    Wait a minute. | wˈAt ɐ mˈɪnət.
    I object, Your Honor. | ˌI əbʤˈɛkt, jˌʊɹ ˈɑnəɹ.
    They strongly object to that. | ðˌA stɹˈɔŋli əbʤˈɛkt tə ðˈæt.
    What is that object? | wˌʌt ɪz ðˈæt ˈɑbʤəkt?
    They live long. | ðˌA lˈɪv lˈɔŋ.
    He is in Nice. | hˌi ɪz ɪn nˈis.
    a map of nice. | ɐ mˈæp ʌv nˈis.
    a lot of nice men | ɐ lˈɑt ʌv nˈIs mˈɛn
    (use photos of pets) | (jˈuz fˈOTOz ʌv pˈɛts)
    (use of force) | (jˈus ʌv fˈɔɹs)
    a programmer used to serial work | ɐ pɹˈOɡɹˌæməɹ jˈust tə sˈɪɹiəl wˈɜɹk
    a knife used to cut bread | ɐ nˈIf jˈuzd tə kˈʌt bɹˈɛd
    to do: Perfect positive score | tə dˈu: pˈɜɹfəkt pˈɑzəTɪv skˈɔɹ
    synthesising, emphasising | sˈɪnθəsˌIzɪŋ, ˈɛmfəsˌIzɪŋ
    xauth, Xauthority, whereis | ˈɛksˌɔθ, ˌɛksəθˈɔɹəTi, wˌɛɹˈɪz
    a pty, nih, rrid, faq | ɐ pˌitˌiwˈI, ˌɛnˌIˈAʧ, ˌɑɹˌɑɹˌIdˈi, ˌɛfˌAkjˈu
    pubmed, orcid, pfas | pˌʌbmˈɛd, ˈɔɹkɪd, pˈifˌæs
    in medias res | ɪn mˈidiəz ɹˈɛz
    impt: prev | ɪmpˈɔɹtᵊnt: pɹˈiviəs
    I suggest you read it. | ˌI səɡʤˈɛst ju ɹˈid ɪt.
    I close deals. The door close to us. | ˌI klˈOz dˈilz. ðə dˈɔɹ klˈOs tʊ ˌʌs.
    how the other half lives | hˌW ði ˈʌðəɹ hˈæf lˈɪvz
    to look perfect your first day | tə lˈʊk pˈɜɹfəkt jʊɹ fˈɜɹst dˈA
    didn't you graduate law school | dˈɪdᵊnt ju ɡɹˈæʤəwˌAt lˈɔ skˈul
    a graduate of law | ɐ ɡɹˈæʤəwət ʌv lˈɔ
    Copy the U.R.L. Paste it. | kˈɑpi ðə jˌuˌɑɹˈɛl. pˈAst ɪt.
    by the A.P.I. Some do. | bI ði ˌApˌiˈI. sˌʌm dˈu.
    by the A.P.I. Users can. | bI ði ˌApˌiˈI. jˈuzəɹz kˈæn.
    the F.B.I. Director said | ði ˌɛfbˌiˈI dəɹˈɛktəɹ sˈɛd
    the U.S. Open is | ðə jˌuˈɛs ˈOpᵊn ɪz
    methodA. Call it. | mˈɛθədˌA. kˈɔl ɪt.
    L.A.'s office, the F.B.I.'s case | ˌɛlˈAz ˈɔfəs, ði ˌɛfbˌiˈIz kˈAs
    Mmmmm. Mmm. | mmm. mm.
    Have you read the script? | hˌæv ju ɹˈɛd ðə skɹˈɪpt?
    not used to being alone | nˌɑt jˈust tə bˈiɪŋ əlˈOn
    an undie drawer | ɐn ˈʌndi dɹˈɔɹ
    pushing the site live | pˈʊʃɪŋ ðə sˈIt lˈIv
    foreach, ejs, Hexo | fˌɔɹˈiʧ, ˌiʤˌAˈɛs, hˈɛksO
    Vitepress in Colab | vˈitpɹˌɛs ɪn kˈOlæb
    the multicollinearity test | ðə mˌʌltikəlˌɪniˈɛɹəTi tˈɛst
    yesyesyes | jˈɛsjˈɛsjˈɛs
    gnawing on a Sega | nˈɔɪŋ ˌɔn ɐ sˈɛɡə
    thwpfft | θwˈʌpft
    He took a bow. | hˌi tˈʊk ɐ bˈW.
    She takes a bow on stage. | ʃˌi tˈAks ɐ bˈW ˌɔn stˈAʤ.
    a bow and arrow | ɐ bˈO ænd ˈɛɹO
    They bow to the queen. | ðˌA bˈW tə ðə kwˈin.
    The police close in. | ðə pəlˈis klˈOz ˈɪn.
    Close the door. | klˈOz ðə dˈɔɹ.
    We are close now. | wˌi ɑɹ klˈOs nˈW.
    Live from New York. | lˈIv fɹʌm nˈu jˈɔɹk.
    It goes live at ten. | ˌɪt ɡˈOz lˈIv æt tˈɛn.
    And we're live. | ˌænd wɪɹ lˈIv.
    Im here. | ˌIm hˈɪɹ.
    It gets closer. Closer. | ˌɪt ɡɛts klˈOsəɹ. klˈOsəɹ.
    Call the F.B.I. We know. | kˈɔl ði ˌɛfbˌiˈI. wˌi nˈO.
    a spikey laaaadiiieees | ɐ spˈIki lˈAːdiz
    We live here. | wˌi lˈɪv hˈɪɹ.
    a live show | ɐ lˈIv ʃˈO
    I am content with my life. | ˌI ɐm kəntˈɛnt wɪð mI lˈIf.
    the content of the letter | ðə kˈɑntɛnt ʌv ðə lˈɛTəɹ
    He is a learned man. | hˌi ɪz ɐ lˈɜɹnᵻd mˈæn.
    I learned it at school. | ˌI lˈɜɹnd ɪt æt skˈul.
    My beloved is gone. | mˌI bəlˈʌvᵻd ɪz ɡˈɔn.
    She was beloved by all. | ʃˌi wʌz bəlˈʌvd bI ˈɔl.
    The dove dove into the water. | ðə dˈʌv dˈOv ˈɪntu ðə wˈɔTəɹ.
    We will house the guests. | wˌi wɪl hˈWz ðə ɡˈɛsts.
    The house is empty. | ðə hˈWs ɪz ˈɛmpti.
    Send me your resume. | sˈɛnd mˌi jʊɹ ɹˈɛzəmˌA.
    We resume at noon. | wˌi ɹəzˈum æt nˈun.
    I read it yesterday. | ˌI ɹˈɛd ɪt jˈɛstəɹdˌA.
    I will read it. | ˌI wɪl ɹˈid ɪt.
    A tear ran down her face. | ɐ tˈɪɹ ɹˈæn dˌWn hɜɹ fˈAs.
    Do not tear the page. | dˈu nˌɑt tˈɛɹ ðə pˈAʤ.
    The wind blew. | ðə wˈɪnd blˈu.
    Wind the clock. | wˈInd ðə klˈɑk.
    The desert is hot. | ðə dˈɛzəɹt ɪz hˈɑt.
    Do not desert me. | dˈu nˌɑt dəzˈɜɹt mˌi.
    I refuse to go. | ˌI ɹəfjˈuz tə ɡˌO.
    Record the song. | ɹəkˈɔɹd ðə sˈɔŋ.
    a new record | ɐ nˈu ɹˈɛkəɹd
    the present moment | ðə pɹˈɛzᵊnt mˈOmᵊnt
    They present the award. | ðˌA pɹizˈɛnt ði əwˈɔɹd.
    an elaborate plan | ɐn əlˈæbəɹət plˈæn
    Two doves flew. | tˈu dˈʌvz flˈu.
    She tears up and tears up the letter. | ʃˌi tˈɪɹz ˌʌp ænd tˈɛɹz ˌʌp ðə lˈɛTəɹ.
    He writes a note and tears it off. | hˌi ɹˈIts ɐ nˈOt ænd tˈɛɹz ɪt ˈɔf.
    Tears run down. | tˈɪɹz ɹˈʌn dˌWn.
    a stiff bow | ɐ stˈɪf bˈW
    The boats separate from the pier. | ðə bˈOts sˈɛpəɹˌAt fɹʌm ðə pˈɪɹ.
    Keep the keys separate from the locks. | kˈip ðə kˈiz sˈɛpəɹət fɹʌm ðə lˈɑks.
    Birthday presents | bˈɜɹθdˌA pɹˈɛzᵊnts
    The wedding presents a problem. | ðə wˈɛdɪŋ pɹizˈɛnts ɐ pɹˈɑbləm.
    A wind-up toy | ɐ wˈIndˌʌp tˈY
    Keys project into folders. | kˈiz pɹəʤˈɛkt ˈɪntu fˈOldəɹz.
    Split the project into parts. | splˈɪt ðə pɹˈɑʤˌɛkt ˈɪntu pˈɑɹts.
    Content authoring tools | kˈɑntˌɛnt ˈɔθəɹɪŋ tˈulz
    Resume, CV | ɹˈɛzəmˌA, sˌivˈi
    The doors close. | ðə dˈɔɹz klˈOz.
    doors close to us | dˈɔɹz klˈOs tʊ ˌʌs
    """

  static let names = """
    Phyllis waits. | fˈɪləs wˈAts.
    Beth laughs. | bˈɛθ lˈæfs.
    Jared runs. | ʤˈɛɹəd ɹˈʌnz.
    Mycroft nods. | mˈIkɹɔft nˈɑdz.
    Landis sits. | lˈændəs sˈɪts.
    Joaquin sings. | wɑkˈin sˈɪŋz.
    NIAMH dances. | nˈiv dˈænsᵻz.
    Mister Ng speaks. | mˈɪstəɹ ˈɪŋ spˈiks.
    café au lait | kæfˈA ˈO lˈA
    a sense of déjà vu | ɐ sˈɛns ʌv dˌAʒɑ vˈu
    a tête-à-tête | ɐ tˈɛtɑtˈɛt
    hors d'oeuvres | ˈɔɹ dˈɜɹvz
    a ménage à trois | ɐ mAnˈɑʒ ɑ tɹwˈɑ
    a jalapeño | ɐ hˌæləpˈAnjO
    the Champs-Élysées | ðə ʃˌɑnzˌAlizˈA
    Des Moines, Iowa | də mˈYn, ˈIəwə
    La Jolla | lˌɑ hˈYə
    Eleanor sleeps. | ˈɛlənˌɔɹ slˈips.
    Captain Perez shouts. | kˈæptᵊn pˈɛɹɛz ʃˈWts.
    the Apaches ride | ði əpˈæʧiz ɹˈId
    los angeles | lˌɔs ˈænʤələs
    Siobhan smiles. | ʃəvˈɔn smˈIlz.
    Hermione reads. | həɹmˈIəni ɹˈidz.
    Xavier waits. | zˈAviəɹ wˈAts.
    a croissant | ɐ kɹwˌɑsˈɑnt
    gnocchi | njˈɑki
    Leicester | lˈɛstəɹ
    Worcestershire | wˈʊstəɹʃˌɪɹ
    Greenwich | ɡɹˈɛnɪʧ
    Versailles | vˌɜɹsˈI
    Edinburgh | ˈɛdənbəɹə
    Sean knocks. | ʃˈɔn nˈɑks.
    Louisville | lˈuivˌɪl
    Arkansas | ˈɑɹkənsˌɔ
    Jean-Louis nods to Jean-Marc. | ʒˌɑnluˈi nˈɑdz tə ʒˌɑnmˈɑɹk.
    my friend jean-paul | mI fɹˈɛnd ʒˌɑnpˈɔl
    Billie-Jean | bˌɪliʤˈin
    the old château | ði ˈOld ʃætˈO
    Bonsoir, mon ami. | bɔnswˈɑɹ, mˈOn ɑmˈi.
    s'il vous plait | sˈil vˈu plˈA
    Les Halles | lˈA ˈɑl
    Mister Cruikshank | mˈɪstəɹ kɹˈʊkʃˌæŋk
    """

  static let words = """
    We're makin' a cake and givin' it up. | wˌɪɹ mˈAkɪn ɐ kˈAk ænd ɡˈɪvɪn ɪt ˌʌp.
    the robin's nest | ðə ɹˈɑbənz nˈɛst
    He said 'the cabin' and left. | hˌi sˈɛd “ðə kˈæbən” ænd lˈɛft.
    up 'n' about, him 'n me | ˌʌp ən əbˈWt, hˌɪm ən mˌi
    one o' them | wˈʌn ə ðˌɛm
    that'd be fine | ðˈæTəd bi fˈIn
    A-ha! | ɑhˈɑ!
    two U-Is | tˈu jˈuˌIz
    at LAX | æt ˌɛlˌAˈɛks
    He is MIA. | hˌi ɪz ˌɛmˌIˈA.
    shot MOS | ʃˈɑt ˌɛmˌOˈɛs
    the FBI | ði ˌɛfbˌiˈI
    the drawing | ðə dɹˈɔɪŋ
    She breathed out. | ʃˌi bɹˈiðd ˈWt.
    He bailed. | hˌi bˈAld.
    Ms Jones | mˈɪz ʤˈOnz
    a quay | ɐ kˈi
    foldr and foldl | fˌOldˈɑɹ ænd fˌOldˈɛl
    the ide on ios | ði ˌIdˌiˈi ˌɔn ˌIˌOˈɛs
    asyncio and libc | ˌAsˌɪŋkˌIˈO ænd lˌɪbsˈi
    an OLED, an otp | ɐn ˈOlˌɛd, ɐn ˌOtˌipˈi
    the colonel | ðə kˈɜɹnᵊl
    a yacht | ɐ jˈɑt
    a choir | ɐ kwˈIəɹ
    an aisle | ɐn ˈIl
    the rendezvous | ðə ɹˈɑndəvˌu
    Don'tcha know? C'mom. | dˈOnʧə nˈO? kəmˈɑm.
    Sabretooth roars. | sˈAbəɹtˌuθ ɹˈɔɹz.
    Visine at Dulles. | vIzˈin æt dˈʌlᵻs.
    Alvays vhat I say. | ˈɔlvˌAz vˌʌt ˌI sˈA.
    vhatever you vant. | vəTˈɛvəɹ ju vˈɑnt.
    an in-ter-est-ing case | ɐn ˈɪntɹəstɪŋ kˈAs
    A thi, whe, wha. | ɐ θˈɪ, wˈɛ, wˈʌ.
    It moves in R.E.M. sleep. | ˌɪt mˈuvz ɪn ɹˈɛm slˈip.
    tri, dva | tɹˈi, dvˈɑ
    """

  static let contractions = """
    Who're you? | hˈuəɹ ju?
    Why're you here? | wˈIəɹ ju hˈɪɹ?
    What're they? | wˈʌTəɹ ðA?
    There're two. | ðˈɛɹəɹ tˈu.
    G'night, Tom. | ɡənˈIt, tˈɑm.
    D'you know? | ʤˌu nˈO?
    'Tis late. | “tˈɪz lˈAt.
    'Twas nothing. | “twˈɑz nˈʌθɪŋ.
    Y'all come in. | jˈɔl kˈʌm ˈɪn.
    C'mon, man. | kəmˈɑn, mˈæn.
    Ma'am, please. | mˈæm, plˈiz.
    Gimme that. | ɡˈɪmi ðˈæt.
    """

  static let stammers = """
    W-what is it? | wə wˌʌt ɪz ɪt?
    P-please stop. | pə plˈiz stˈɑp.
    B-b-but why? | bə bə bˌʌt wˌI?
    N-no, sir. | nə nˈO, sˌɜɹ.
    S-sorry. | sə sˈɔɹi.
    Th-that is mine. | ðə ðæt ɪz mˈIn.
    M-mom? | mə mˈɑm?
    I-I know. | ˈIˌI nˈO.
    Wh-where is she? | wə wˌɛɹ ɪz ʃi?
    St-stop it. | stə stˈɑp ɪt.
    A-and then? | æ ænd ðˈɛn?
    It is D-Day. | ˌɪt ɪz dˈidˌA.
    You know tha-that one. | jˌu nˈO ðæ ðˈæt wˈʌn.
    It goes t-t-t-t. Then it stops. | ˌɪt ɡˈOz tə tə tə tə. ðˈɛn ɪt stˈɑps.
    We c-couldn't go. | wˌi kə kˌʊdᵊnt ɡˌO.
    """

  static let sounds = """
    Shh, quiet. | ʃʃː, kwˈIət.
    Shhhh! | ʃʃː!
    Brr, it is cold. | bɹɹː, ɪt ɪz kˈOld.
    Grr! | ɡɹɹː!
    Zzz. | zzː.
    Hmph. | hˈʌmf.
    Pshh. | pʃʃː.
    Bzzt. | bzzːt.
    Nooooo! | nˈOː!
    loooves | lˈʌːvz
    Sooo good. | sˌOː ɡˈʊd.
    Heyyy. | hˈAː.
    Oww! | ˈWː!
    Eww. | ˈiːu.
    Yesss! | jˈɛːs!
    Pleeease. | plˈiːz.
    Whaaat? | wˌʌːt?
    Loooong day. | lˈɔːŋ dˈA.
    Hmm. | hmm.
    Ahhh. | ˈɑː.
    Mmm. | mm.
    Noo! Meroww. Vrrrip! | nˈOː! mɹˈW. vɹˈɪp!
    """

  static let rows = [homographs, names, words, contractions, stammers, sounds]
    .flatMap { $0.split(separator: "\n") }.map(String.init)

  @Test func thereAreEnough() { #expect(Self.rows.count == 234) }

  @Test(arguments: rows) func areSaidAsPeopleSayThem(_ row: String) async throws {
    let parts = row.components(separatedBy: " | ")
    try #require(parts.count == 2)
    #expect(try await VoiceTables.read(parts[0], .american) == parts[1])
  }

  @Test(arguments: [
    ("Karen's mouths.", "kˈɛɹənz mˈWðz."), ("NIAMH and Jared's dog", "nˈiv ænd ʤˈɛɹədz dˈɔɡ"),
    ("no-nonsense", "nˌOnˈɑnsˌɛns"), ("T-shirt", "tˈiʃˌɜɹt"), ("X-ray", "ˈɛksɹˌA"),
    ("B-b-b-but", "bə bə bə bˌʌt"), ("I-it's", "ɪ ɪts"), ("III", "ˌIˌIˈI"),
    ("bookkeeper", "bˈʊkkˌipəɹ"),
    ("CLOSE UP", "klˈOs ˈʌp"), ("Ooh, oohh, ohh.", "ˈuː, ˈuː, ˈOː."),
  ])
  func ordinaryWordsStay(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }

  @Test(arguments: [
    ("Use openssl and sqlite.", "jˈuz ˌOpᵊnˌɛsˌɛsˈɛl ænd ˌɛskjˌuˌɛlˈIt."),
    ("NaN in YAML", "nˈæn ɪn jˈæmᵊl"), ("stdin and mkdir", "stˌændəɹdˈɪn ænd mˌAkdˈɪɹ"),
    ("Kubernetes", "kˌubəɹnˈɛTiz"), ("PostgreSQL", "pˌOstɡɹˌɛskjˌuˈɛl"), ("PyPI", "pˌIpˌiˈI"),
  ])
  func wordsOfProgrammersHaveTheirSounds(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }

  /// Words that no lexicon has are read by their parts: known words, and letters that nobody can say.
  @Test(arguments: [
    ("stainedglass", "stˈAndɡlˌæs"), ("leavebehind", "lˈivbəhˌInd"),
    ("courseweb", "kˈɔɹswˌɛb"), ("modulefiles", "mˈɑʤulfˌIlz"), ("softkey", "sˈɔftkˌi"),
    ("Misskey's", "mˈɪskˌiz"), ("makefile", "mˈAkfˌIl"), ("virtualenv", "vˈɜɹʧəwəlˌɛnv"),
    ("plantuml", "plˌæntjˌuˌɛmˈɛl"), ("nosql", "nˌOˌɛskjˌuˈɛl"),
    ("libpng", "lˌɪbpˌiˌɛnʤˈi"), ("nodejs", "nˌOdʤˌAˈɛs"), ("openmp", "ˌOpᵊnˌɛmpˈi"),
    ("glmnet", "ʤˌiˌɛlˌɛmnˈɛt"), ("rmarkdown", "ˌɑɹmˈɑɹkdˌWn"),
    ("dnskey", "dˌiˌɛnˌɛskˈi"), ("datatables", "dˈATətˌAbᵊlz"),
    ("strptime", "ˌɛstˌiˌɑɹpˌitˈIm"), ("j-th", "ʤˈAθ"), ("IPv", "ˌIpˌivˈi"), ("dplyr", "dˈiplˌIəɹ"),
    ("kubectl", "kjˌubsˌitˌiˈɛl"),
  ])
  func joinedWordsAreReadByTheirParts(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }

  @Test(arguments: [
    ("The width in mm is", "ðə wˈɪdθ ɪn ˌɛmˈɛm ɪz"), ("Mm, mm.", "mm, mm."), ("Mm-hmm.", "mhmm."),
    ("the entity id", "ði ˈɛntəTi ˌIdˈi"), ("He 'id it.", "hˌi ˈɪd ɪt."),
    ("Affects: all", "əfˈɛkts: ˈɔl"),
    ("or MM", "ɔɹ ˌɛmˈɛm"), ("She dives.", "ʃˌi dˈIvz."), ("installations", "ˌɪnstəlˈAʃənz"),
    ("Guten Morgen, mein Herr", "ɡˈutᵊn mˈɔɹɡᵊn, mˈIn hˈɛɹ"), ("Keine Bewegung", "kˈInə bəvˈAɡʊŋ"),
    ("Reba", "ɹˈibə"), ("Whassup?", "wʌsˈʌp?"), ("frijoles", "fɹihˈOlAz"),
    ("Connery and Schneider", "kˈɑnəɹi ænd ʃnˈIdəɹ"), ("Touché!", "tuʃˈA!"),
    ("coq au vin", "kˈOk ˈO vˈæn"), ("noatime", "nˌOˈAtˌIm"), ("five GPUh", "fˈIv ʤˌipˌijˈuˌWəɹz"),
    ("bikeshare", "bˈIkʃˌɛɹ"), ("lecturesight", "lˈɛkʧəɹsˌIt"),
  ])
  func unitsNamesAndVerbsHaveTheirSounds(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .american) == phonemes)
  }

  /// Names and other unknown words keep the sounds of espeak.
  @Test(arguments: [
    "Chatham", "Hubbard", "Fonthill", "Schmidt", "hostable", "sparql", "mustn", "iconv",
  ])
  func otherWordsAreNotJoined(text: String) async throws {
    #expect(try await VoiceTables.read(text, .american).hasSuffix(#"["\#(text)"]"#))
  }

  /// Long words and many stammers take linear time.
  @Test func largeInputIsRead() async throws {
    let long = String(repeating: "B-", count: 20_000) + "but"
    #expect(try await !VoiceTables.read(long, .american).isEmpty)
    let stretched = String(repeating: "aaabbb", count: 1_000)
    #expect(try await !VoiceTables.read(stretched, .american).isEmpty)
  }

  @Test(arguments: [
    ("drawing", "dɹˈɔːɪŋ"), ("bass guitar", "bˈAs ɡɪtˈɑː"), ("W-what", "wə wˌɒt"),
    ("Phyllis", "fˈɪlɪs"),
  ])
  func britishVoicesHaveTheirOwnSounds(text: String, phonemes: String) async throws {
    #expect(try await VoiceTables.read(text, .british) == phonemes)
  }
}

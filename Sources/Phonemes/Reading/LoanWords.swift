/// Words of other languages that people of scripts use, names, and words with a dropped sound, as English speakers say
/// them.
enum LoanWords {
  /// The lines are those of `HouseWords`.
  static let words = """
    grazie ɡɹˈɑtsiA
    prego pɹˈAɡO
    buona bwˈɑnə
    buono bwˈɑnO
    Sera sˈɛɹə
    buongiorno bwɔnʤˈɔɹnO
    buonasera bwˌɑnəsˈɛɹə
    arrivederci əɹˌivədˈɛɹʧi
    capisce kəpˈiʃ
    capisci kəpˈiʃi
    capiche kəpˈiʃ
    scusi skˈuzi
    andiamo ɑndjˈɑmO
    dottore dOtˈɔɹA
    professore pɹˌOfəsˈɔɹA
    carabinieri kˌɛɹəbɪnjˈɛɹi
    polizia pˌOlɪtsˈiə
    basta bˈɑstə
    Onegin OnjˈAɡɪn
    Remo ɹˈAmO
    capo kˈɑpO
    capos kˈɑpOz
    hasta ˈɑstə
    luego lwˈAɡO
    muchas mˈuʧəs
    vamos vˈɑmOs
    vamanos vˈɑmənOs
    mierda mjˈɛɹdə
    cabron kəbɹˈOn
    noches nˈOʧAs
    mijo mˈihO
    mija mˈihə
    federales fˌɛdəɹˈɑlAs
    policia pˌOlisˈiə
    cerveza sɛɹvˈAsə
    cervezas sɛɹvˈAsəs
    liebchen lˈipʃən
    garcon ɡɑɹsˈOn
    Francais fɹɑnsˈA
    salaud səlˈO
    pardonnez pɑɹdənˈA
    sacre sˈɑkɹə
    mazel mˈɑzᵊl
    l'chaim ləhˈIəm
    'im ɪm =
    Sh ʃʃː =
    Brandt bɹˈænt bɹˈant
    Schiff ʃˈɪf =
    Schindler ʃˈɪndləɹ ʃˈɪndlə
    Schick ʃˈɪk =
    Schiller ʃˈɪləɹ ʃˈɪlə
    Schilling ʃˈɪlɪŋ =
    Schipper ʃˈɪpəɹ ʃˈɪpə
    Schirra ʃəɹˈɑ =
    spikey spˈIki =
    krispie kɹˈɪspi =
    krispies kɹˈɪspiz =
    assured əʃˈʊɹd
    reassured ɹˌiəʃˈʊɹd
    self-assured sˌɛlfəʃˈʊɹd
    addressed ədɹˈɛst =
    Evelyn ˈɛvəlɪn ˈiːvlɪn
    Claus klˈɔz klˈɔːz
    Vera vˈɪɹə vˈɪəɹə
    focussed fˈOkəst fˈQkəst
    focussing fˈOkəsɪŋ fˈQkəsɪŋ
    closer klˈOsəɹ klˈQsə
    Tatianna tɑtjˈɑnə tatjˈɑːnə
    Catesby kˈAtsbi =
    Los lˌɔs lˌɒs
    would'st wˈʊdst =
    could'st kˈʊdst =
    should'st ʃˈʊdst =
    did'st dˈɪdst =
    had'st hˈædst hˈadst
    'twere twˈɜɹ twˈɜː
    s'okay sOkˈA sQkˈA
    s'ok sOkˈA sQkˈA
    s'all sˈɔl sˈɔːl
    s'just sʤˈʌst =
    s'not snˈɑt snˈɒt
    s'right sɹˈIt =
    s'fine sfˈIn =
    s'good sɡˈʊd =
    s'cool skˈul skˈuːl
    s'nice snˈIs =
    s'more smˈɔɹ smˈɔː
    m'kay əmkˈA =
    m'lord məlˈɔɹd məlˈɔːd
    m'lady məlˈAdi =
    m'dear mədˈɪɹ mədˈɪə
    m'boy məbˈY =
    d'ya ʤə =
    imma ˈImə =
    I'ma ˈImə =
    sabretooth sˈAbəɹtˌuθ sˈAbətˌuːθ
    sabertooth sˈAbəɹtˌuθ sˈAbətˌuːθ
    Visine vIzˈin vIzˈiːn
    Dulles dˈʌlᵻs dˈʌlɪs
    Westchester wˈɛsʧˌɛstəɹ wˈɛsʧɪstə
    Secaucus səkˈɔkəs sɪkˈɔːkəs
    Munroe mənɹˈO mʌnɹˈQ
    Gelman ɡˈɛlmən =
    unnoticed ʌnnˈOTᵻst ʌnnˈQtɪst
    chartreuse ʃɑɹtɹˈuz ʃɑːtɹˈɜːz
    don'tcha dˈOnʧə dˈQnʧə
    won'tcha wˈOnʧə wˈQnʧə
    can'tcha kˈænʧə kˈɑːnʧə
    gramma ɡɹˈæmə ɡɹˈamə
    C'mom kəmˈɑm kəmˈɒm
    excu-say-moi ɛkskjˌuzAmwˈɑ ɛkskjˌuːzAmwˈɑː
    wusspuss wˈʊspˌʊs =
    merow mɹˈW =
    merows mɹˈWz =
    noo nˈOː nˈQː
    dva dvˈɑ dvˈɑː
    vsig-da vsɪɡdˈɑ vsɪɡdˈɑː
    shka ʃkə =
    whe wˈɛ =
    wha wˈʌ wˈɒ
    thi θˈɪ =
    """

  static let german = """
    meinen mˈInən =
    dein dˈIn =
    deine dˈInə =
    kein kˈIn =
    keine kˈInə =
    eine ˈInə =
    einen ˈInən =
    ich ˈɪʃ =
    mich mˈɪʃ =
    dich dˈɪʃ =
    sie zˈi zˈiː
    wir vˈɪɹ vˈɪə
    bitte bˈɪTə bˈɪtə
    danke dˈɑŋkə dˈaŋkə
    jawohl jəvˈOl jəvˈQl
    achtung ˈɑktʊŋ ˈaktʊŋ
    haben hˈɑbən hˈɑːbən
    habe hˈɑbə hˈɑːbə
    ist ˈɪst =
    sind zˈɪnt =
    und ˈʊnt =
    auf ˈWf =
    aus ˈWs =
    wie vˈi vˈiː
    warum vɑɹˈʊm vaɹˈʊm
    weg vˈɛk =
    raus ɹˈWs =
    etwas ˈɛtvɑs ˈɛtvas
    wichtig vˈɪʃtɪɡ =
    alle ˈɑlə ˈalə
    diese dˈizə dˈiːzə
    dieser dˈizəɹ dˈiːzə
    wirst vˈɪɹst vˈɪəst
    nochmal nˈɔkmˌɑl nˈɒkmˌɑːl
    gesehen ɡəzˈAən =
    sehen zˈAən =
    gehen ɡˈAən =
    verstehen fɛɹʃtˈAən fɛːʃtˈAən
    sprechen ʃpɹˈɛkən =
    sprengen ʃpɹˈɛŋən =
    machen mˈɑkən mˈakən
    zumachen tsˈumˌɑkən tsˈuːmˌakən
    steigen ʃtˈIɡən =
    bewegung bəvˈAɡʊŋ =
    fahrschein fˈɑɹʃˌIn fˈɑːʃˌIn
    fahrscheine fˈɑɹʃˌInə fˈɑːʃˌInə
    weiber vˈIbəɹ vˈIbə
    amerikane ɑmˌɛɹikˈɑnə amˌɛɹiːkˈɑːnə
    amerikaner ɑmˌɛɹikˈɑnəɹ amˌɛɹiːkˈɑːnə
    kubelwagon kˈubᵊlvˌɑɡən kˈuːbᵊlvˌɑːɡən
    kubelwagen kˈubᵊlvˌɑɡən kˈuːbᵊlvˌɑːɡən
    deutsch dˈYʧ =
    deutsche dˈYʧə =
    polizei pˌɔlɪtsˈI pˌɒlɪtsˈI
    wiedersehen vˈidəɹzˌAən vˈiːdəzˌAən
    scheisse ʃˈIsə =
    """
}

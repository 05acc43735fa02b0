/// The pronunciations of this project, for words that the voice's lexicons read wrongly or do not have.
enum HouseWords {
  /// Returns the pronunciations in a dialect, by word. A word without a capital also holds for the word with one.
  static func entries(_ dialect: EnglishDialect) -> [ASCIIWord: LexiconEntry] {
    Dictionary(
      table(dialect).map { (ASCIIWord($0.word), entry($0.phonemes)) }
    ) { first, _ in first }
  }

  /// Returns the pronunciation of a word with letters that no lexicon has, such as "déjà"; nil if it is unknown.
  static func foreign(_ symbols: [Unicode.Scalar], _ dialect: EnglishDialect) -> Phones? {
    guard symbols.contains(where: { !$0.isASCII }) else { return nil }
    let word = symbols.string.lowercased()
    return (accented[word] ?? FrenchWords.accented[word]).map { Phones($0) }
  }

  private static func entry(_ phonemes: String) -> LexiconEntry {
    LexiconEntry(isChecked: true, forms: [.init(use: .usual, phonemes: Phones(phonemes))])
  }

  /// Returns the lines of the table: a word, its American phonemes and its British ones. British readers keep the
  /// lexicon's phonemes for words without them.
  private static func table(_ dialect: EnglishDialect) -> [(word: String, phonemes: String)] {
    let tables = [
      words, SmallAcronyms.words, ProgramWords.words, FrenchWords.words, LoanWords.words,
      LoanWords.german,
    ]
    return tables.flatMap { $0.split(separator: "\n") }.compactMap { line in
      let parts = line.split(separator: " ").map(String.init)
      if dialect == .american { return (parts[0], parts[1]) }
      return parts.count > 2 ? (parts[0], parts[2] == "=" ? parts[1] : parts[2]) : nil
    }
  }

  private static let words = """
    PuTTY pˈʌTi pˈʌti
    Ranft ɹˈænft ɹˈanft
    Hamm hˈæm hˈam
    wind-up wˈIndˌʌp =
    wind-ups wˈIndˌʌps =
    lovestruck lˈʌvstɹˌʌk =
    starstruck stˈɑɹstɹˌʌk stˈɑːstɹˌʌk
    rendez-vous ɹˈɑndəvˌu ɹˈɒndɪvˌuː
    ogm ˌOʤˌiˈɛm ˌQʤˌiːˈɛm
    ogv ˌOʤˌivˈi ˌQʤˌiːvˈiː
    Orm ˈɔɹm ˈɔːm
    Iam ˌIəm =
    drawing dɹˈɔɪŋ dɹˈɔːɪŋ
    bowed bˈWd =
    drawings dɹˈɔɪŋz dɹˈɔːɪŋz
    gen ʤˈɛn =
    Gen ʤˈɛn =
    Raul ɹɑˈul ɹɑːˈuːl
    Raquel ɹəkˈɛl =
    crooked kɹˈʊkɪd =
    Barry bˈɛɹi bˈaɹi
    kidnaping kˈɪdnˌæpɪŋ kˈɪdnˌapɪŋ
    kidnaper kˈɪdnˌæpəɹ kˈɪdnˌapə
    kidnapers kˈɪdnˌæpəɹz kˈɪdnˌapəz
    hyah hjˈɑ hjˈɑː
    overvaluation ˌOvəɹvˌæljuˈAʃən ˌQvəvˌaljuˈAʃən
    primate pɹˈImˌAt =
    primates pɹˈImˌAts =
    ricochet ɹˈɪkəʃˌA =
    ricochets ɹˈɪkəʃˌAz =
    coyote kIˈOTi kIˈQti
    coyotes kIˈOTiz kIˈQtiz
    Laughton lˈɔtᵊn lˈɔːtᵊn
    typed tˈIpt =
    JSON ʤˈAsˈɑn ʤˈAsˈɒn
    cursed kˈɜɹst kˈɜːst
    retyped ɹˌitˈIpt ɹˌiːtˈIpt
    untyped ˌʌntˈIpt =
    ise ˈIz =
    comeon kˌʌmˈɔn kˌʌmˈɒn
    bwoc bˌidˌʌbᵊljˌuˌOsˈi bˌiːdˌʌbᵊljˌuːˌQsˈiː
    breathed bɹˈiðd bɹˈiːðd
    bailed bˈAld =
    mouths mˈWðz =
    premiere pɹəmˈɪɹ pɹˈɛmiɛː
    Ms. mˈɪz =
    Phyllis fˈɪləs fˈɪlɪs
    Beth bˈɛθ =
    Jared ʤˈɛɹəd ʤˈaɹəd
    Mycroft mˈIkɹɔft mˈIkɹɒft
    Landis lˈændəs lˈandɪs
    Joaquin wɑkˈin wɑːkˈiːn
    Niamh nˈiv nˈiːv
    Ng ˈɪŋ =
    Eleanor ˈɛlənˌɔɹ ˈɛlɪnə
    Perez pˈɛɹɛz =
    Karen kˈɛɹən kˈaɹən
    Wes wˈɛs =
    Denis dˈɛnɪs =
    Dolores dəlˈɔɹəs dəlˈɔːɹɪs
    Caleb kˈAləb =
    Elias əlˈIəs ɪlˈIəs
    Pierre piˈɛɹ piˈɛː
    Mercedes məɹsˈAdiz məsˈAdiːz
    Isabelle ˈɪzəbˌɛl =
    Lourdes lˈʊɹdz lˈʊədz
    Kurtis kˈɜɹTɪs kˈɜːtɪs
    Phillis fˈɪləs fˈɪlɪs
    Mendes mˈɛndɛz =
    Abbas əbˈɑs əbˈɑːs
    Chopin ʃˈOpˌæn ʃˈQpan
    Gilles ʒˈil ʒˈiːl
    Joachim jˈOəkɪm jˈQəkɪm
    Siobhan ʃəvˈɔn ʃɪvˈɔːn
    Hermione həɹmˈIəni həmˈIəni
    Xavier zˈAviəɹ zˈAviə
    Cruikshank kɹˈʊkʃˌæŋk kɹˈʊkʃˌaŋk
    Cruickshank kɹˈʊkʃˌæŋk kɹˈʊkʃˌaŋk
    Moreno məɹˈɛnO mɒɹˈAnQ
    Tanganyika tˌæŋɡənjˈikə tˌaŋɡənjˈiːkə
    fraulein fɹˈYlIn =
    guten ɡˈutᵊn ɡˈuːtᵊn
    meine mˈInə =
    abend ˈɑbənt ˈɑːbənt
    avanti əvˈɑnti əvˈanti
    sirree səɹˈi səɹˈiː
    sireebob səɹˈibˌɑb səɹˈiːbˌɒb
    Sean ʃˈɔn ʃˈɔːn
    Miz mˈɪz =
    Apache əpˈæʧi əpˈaʧi
    Apaches əpˈæʧiz əpˈaʧiz
    angeles ˈænʤələs ˈanʤəliːz
    Jolla hˈYə =
    jalapeno hˌæləpˈAnjO hˌaləpˈAnjQ
    LAX ˌɛlˌAˈɛks =
    're əɹ ə
    who're hˈuəɹ hˈuːə
    why're wˈIəɹ wˈIə
    what're wˈʌTəɹ wˈɒtə
    there're ðˈɛɹəɹ ðˈɛːɹə
    g'night ɡənˈIt =
    that'd ðˈæTəd ðˈatəd
    what'd wˈʌTəd wˈɒtəd
    ol' ˈOl ˈQl
    jus' ʤˈʌs =
    mus' mˈʌs =
    takin' tˈAkɪn =
    goin' ɡˈOɪn ɡˈQɪn
    'n ən =
    'n' ən =
    o' ə =
    t' tə =
    th' ðə =
    mebbe mˈɛbi =
    nuthin nˈʌθɪn =
    nuttin nˈʌtɪn =
    somethin sˈʌmθɪn =
    a-ha ɑhˈɑ ɑːhˈɑː
    d'you ʤˌu =
    tis tˈɪz =
    youre jʊɹ jɔː
    theyre ðɛɹ ðɛː
    wont wOnt wQnt
    Im ˌIm =
    isnt ˈɪzᵊnt =
    wasnt wˈʌzᵊnt wˈɒzᵊnt
    didnt dˈɪdᵊnt =
    havent hˈævᵊnt hˈavᵊnt
    hasnt hˈæzᵊnt hˈazᵊnt
    hadnt hˈædᵊnt hˈadᵊnt
    couldnt kˌʊdᵊnt =
    wouldnt wˈʊdᵊnt =
    shouldnt ʃˈʊdᵊnt =
    arent ˌɑɹnt ˌɑːnt
    werent wˌɜɹnt wˌɜːnt
    yall jˈɔl jˈɔːl
    ya'll jˈɔl jˈɔːl
    ow ˈW =
    eww ˈiu ˈiːuː
    ew ˈiu ˈiːuː
    aww ˈɔ ˈɔː
    ooh ˈu ˈuː
    hmph hˈʌmf =
    tsk tˈɪsk =
    bzzt bzzzt =
    argh ˈɑɹɡ ˈɑːɡ
    NaN nˈæn nˈan
    POSIXct pˌɑzɪkssˌitˈi pˌɒzɪkssˌiːtˈiː
    POSIXlt pˌɑzɪksˌɛltˈi pˌɒzɪksˌɛltˈiː
    YAML jˈæmᵊl jˈamᵊl
    yaml jˈæmᵊl jˈamᵊl
    yml wˌIˌɛmˈɛl =
    openssl ˌOpᵊnˌɛsˌɛsˈɛl ˌQpᵊnˌɛsˌɛsˈɛl
    openssh ˌOpᵊnˌɛsˌɛsˈAʧ ˌQpᵊnˌɛsˌɛsˈAʧ
    sqlite ˌɛskjˌuˌɛlˈIt ˌɛskjˌuːˌɛlˈIt
    postgres pˈOstɡɹˌɛs pˈQstɡɹˌɛs
    PostgreSQL pˌOstɡɹˌɛskjˌuˈɛl pˌQstɡɹˌɛskjˌuːˈɛl
    redis ɹˈɛdɪs =
    Kubernetes kˌubəɹnˈɛTiz kˌuːbənˈɛtiːz
    PyPI pˌIpˌiˈI pˌIpˌiːˈI
    etcd ˌɛtsˌidˈi ˌɛtsˌiːdˈiː
    systemctl sˌɪstəmsˌitˌiˈɛl sˌɪstəmsˌiːtˌiːˈɛl
    systemd sˌɪstəmdˈi sˌɪstəmdˈiː
    stdin stˌændəɹdˈɪn stˌandədˈɪn
    stdout stˌændəɹdˈWt stˌandədˈWt
    stderr stˌændəɹdˈɛɹəɹ stˌandədˈɛɹə
    mkdir mˌAkdˈɪɹ mˌAkdˈɪə
    rmdir ˌɑɹˌɛmdˈɪɹ ˌɑːɹˌɛmdˈɪə
    dir dˈɪɹ dˈɪə
    dirs dˈɪɹz dˈɪəz
    chroot sˌiˌAʧɹˈut sˌiːˌAʧɹˈuːt
    uname jˈunˌAm jˈuːnˌAm
    inode ˈInˌOd ˈInˌQd
    inodes ˈInˌOdz ˈInˌQdz
    enum ˈinˌʌm ˈiːnˌʌm
    enums ˈinˌʌmz ˈiːnˌʌmz
    async ˈAsˌɪŋk =
    argc ˈɑɹɡsˌi ˈɑːɡsˌiː
    argv ˈɑɹɡvˌi ˈɑːɡvˌiː
    pytest pˈItˌɛst =
    sklearn ˌɛskˌAlˈɜɹn ˌɛskˌAlˈɜːn
    uri jˌuˌɑɹˈI jˌuːˌɑːɹˈI
    uris jˌuˌɑɹˈIz jˌuːˌɑːɹˈIz
    urls jˌuˌɑɹˈɛlz jˌuːˌɑːɹˈɛlz
    os ˌOˈɛs ˌQˈɛs
    gpus ʤˌipˌijˈuz ʤˌiːpˌiːjˈuːz
    cpus sˌipˌijˈuz sˌiːpˌiːjˈuːz
    apis ˌApˌiˈIz ˌApˌiːˈIz
    apk ˌApˌikˈA ˌApˌiːkˈA
    osm ˌOˌɛsˈɛm ˌQˌɛsˈɛm
    doi dˌiˌOˈI dˌiːˌQˈI
    seo ˌɛsˌiˈO ˌɛsˌiːˈQ
    ymd wˌIˌɛmdˈi wˌIˌɛmdˈiː
    yyyy wˌIwˌIwˌIwˈI =
    multi mˈʌlti =
    multiqc mˌʌltikjˌusˈi mˌʌltikjˌuːsˈiː
    RNAseq ˌɑɹˌɛnˌAsˈik ˌɑːɹˌɛnˌAsˈiːk
    ncol ˈɛnkˌɑl ˈɛnkˌɒl
    padj pˌiˈæʤ pˌiːˈaʤ
    logit lˈOʤɪt lˈQʤɪt
    scontrol ˌɛskəntɹˈOl ˌɛskəntɹˈQl
    pheatmap pˌihˈitmˌæp pˌiːhˈiːtmˌap
    usr jˈuzəɹ jˈuːzə
    addr ˈædɹ ˈadə
    spaCy spˈAsi spˈAsiː
    scikit sˈIkˌɪt =
    matplotlib mˈætplɑtlˌɪb mˈatplɒtlˌɪb
    arxiv ˈɑɹkˌIv ˈɑːkˌIv
    toupper təˈʌpəɹ təˈʌpə
    th θ =
    ith ˈIθ =
    jth ʤˈAθ =
    kth kˈAθ =
    IPv ˌIpˌivˈi ˌIpˌiːvˈiː
    xyz ˌɛkswˌIzˈi ˌɛkswˌIzˈɛd
    ipython ˌIpˈIθˌɑn ˌIpˈIθən
    ipynb ˌIpˌIˌɛnbˈi ˌIpˌIˌɛnbˈiː
    pypi pˌIpˌiˈI pˌIpˌiːˈI
    numpy nˈʌmpˌI =
    scipy sˈIpˌI =
    printf pɹˌɪntˈɛf =
    sprintf ˌɛspɹˌɪntˈɛf =
    ioctl ˌIˌOkəntɹˈOl ˌIˌQkəntɹˈQl
    sysctl sˌɪssˌitˌiˈɛl sˌɪssˌiːtˌiːˈɛl
    iptables ˌIpˌitˈAbᵊlz ˌIpˌiːtˈAbᵊlz
    nftables ˌɛnˌɛftˈAbᵊlz =
    fstab ˌɛfˌɛstˈæb ˌɛfˌɛstˈab
    ebpf ˌibˌipˌiˈɛf ˌiːbˌiːpˌiːˈɛf
    kubectl kjˌubsˌitˌiˈɛl kjˌuːbsˌiːtˌiːˈɛl
    kubeadm kjˌubˈædmɪn kjˌuːbˈadmɪn
    journald ʤˌɜɹnᵊldˈi ʤˌɜːnᵊldˈiː
    dockerd dˌɑkəɹdˈi dˌɒkədˈiː
    containerd kəntˌAnəɹdˈi kəntˌAnədˈiː
    uvx jˌuvˌiˈɛks jˌuːvˌiːˈɛks
    uwsgi jˌuwˈɪzɡi jˌuːwˈɪzɡi
    wsgi wˈɪzɡi =
    pipx pˌɪpˈɛks =
    tidyr tˌIdiˈɑɹ tˌIdiˈɑː
    dplyr dˈiplˌIəɹ dˈiːplˌIə
    knitr nˈɪTəɹ nˈɪtə
    tidyverse tˈIdivˌɜɹs tˈIdivˌɜːs
    geom ʤˈiˌɑm ʤˈiːˌɒm
    geoms ʤˈiˌɑmz ʤˈiːˌɒmz
    sapply ˌɛsəplˈI =
    lapply ˌɛləplˈI =
    tapply tˌiəplˈI tˌiːəplˈI
    vapply vˌiəplˈI vˌiːəplˈI
    mapply ˌɛməplˈI =
    runif ˌɑɹjˈunˌɪf ˌɑːjˈuːnˌɪf
    rbinom ˌɑɹbInˈOm ˌɑːbInˈQm
    dbinom dˌibInˈOm dˌiːbInˈQm
    abline ˌAbˌilˈIn ˌAbˌiːlˈIn
    squeue ˌɛskjˈu ˌɛskjˈuː
    sinfo ˌɛsˈɪnfO ˌɛsˈɪnfQ
    scancel ˌɛskˈænsᵊl ˌɛskˈansᵊl
    auc ˌAjˌusˈi ˌAjˌuːsˈiː
    cli sˌiˌɛlˈI sˌiːˌɛlˈI
    ux jˌuˈɛks jˌuːˈɛks
    uav jˌuˌAvˈi jˌuːˌAvˈiː
    uavs jˌuˌAvˈiz jˌuːˌAvˈiːz
    utm jˌutˌiˈɛm jˌuːtˌiːˈɛm
    imu ˌIˌɛmjˈu ˌIˌɛmjˈuː
    adc ˌAdˌisˈi ˌAdˌiːsˈiː
    spi ˌɛspˌiˈI ˌɛspˌiːˈI
    aes ˌAˌiˈɛs ˌAˌiːˈɛs
    rfid ˌɑɹˌɛfˌIdˈi ˌɑːɹˌɛfˌIdˈiː
    gpio ʤˌipˌiˌIˈO ʤˌiːpˌiːˌIˈQ
    epsg ˌipˌiˌɛsʤˈi ˌiːpˌiːˌɛsʤˈiː
    eeprom ˈiˌipɹˌɑm ˈiːˌiːpɹˌɒm
    geojson ʤˌiOʤˈAsˈɑn ʤˌiːQʤˈAsˈɒn
    qgis kjˈuʤˌɪs kjˈuːʤˌɪs
    fastq fˌæstkjˈu fˌastkjˈuː
    rnaseq ˌɑɹˌɛnˌAsˈik ˌɑːɹˌɛnˌAsˈiːk
    deseq dˌisˈik dˌiːsˈiːk
    xargs ˈɛksˌɑɹɡz ˈɛksˌɑːɡz
    chown ʧˈOn ʧˈQn
    haproxy ˌAʧˌApɹˈɑksi ˌAʧˌApɹˈɒksi
    lighttpd lˈIti =
    isinstance ˌɪzˈɪnstəns =
    ndarray ˌɛndˌiəɹˈA ˌɛndˌiːəɹˈA
    arange ˌAɹˈAnʤ =
    iloc ˈIlˌOk ˈIlˌQk
    groupby ɡɹˈupbˌI ɡɹˈuːpbˌI
    usize jˈusˌIz jˈuːsˌIz
    isize ˈIsˌIz =
    varchar vˈɑɹkˌɛɹ vˈɑːkˌɛː
    nullptr nˈʌlpˌYntəɹ nˈʌlpˌYntə
    cudnn kˌudˌiˌɛnˈɛn kˌuːdˌiːˌɛnˈɛn
    fcntl ˌɛfkəntɹˈOl ˌɛfkəntɹˈQl
    sqlalchemy ˌɛskjˌuˌɛlˈælkəmi ˌɛskjˌuːˌɛlˈalkəmi
    lightgbm lˌItʤˌibˌiˈɛm lˌItʤˌiːbˌiːˈɛm
    webp wˈɛbpˌi wˈɛbpˌiː
    mm ˌɛmˈɛm =
    Mm mm =
    mm-hmm mhmm =
    mm-hm mhm =
    id ˌIdˈi ˌIdˈiː
    'id ˈɪd =
    ids ˌIdˈiz ˌIdˈiːz
    affects əfˈɛkts =
    dives dˈIvz =
    wanting wˈɑntɪŋ wˈɒntɪŋ
    systematizing sˈɪstəmətˌIzɪŋ =
    installation ˌɪnstəlˈAʃən =
    reinstallation ɹˌiɪnstəlˈAʃən ɹˌiːɪnstəlˈAʃən
    Vogel vˈOɡᵊl vˈQɡᵊl
    Schneider ʃnˈIdəɹ ʃnˈIdə
    Connery kˈɑnəɹi kˈɒnəɹi
    nyet njˈɛt =
    gnawing nˈɔɪŋ nˈɔːɪŋ
    thawing θˈɔɪŋ θˈɔːɪŋ
    Sega sˈɛɡə =
    sega sˈɛɡə =
    makin mˈAkɪn =
    pjs pˈiʤˌAz pˈiːʤˌAz
    APCu ˌApˌisˌijˈu ˌApˌiːsˌiːjˈuː
    atime ˈAtˌIm =
    mtime ˈɛmtˌIm =
    ctime sˈitˌIm sˈiːtˌIm
    relatime ɹˈɛlAtˌIm =
    noatime nˌOˈAtˌIm nˌQˈAtˌIm
    GPUh ʤˌipˌijˈuˌWəɹz ʤˌiːpˌiːjˈuːˌWəz
    CPUh sˌipˌijˈuˌWəɹz sˌiːpˌiːjˈuːˌWəz
    coreh kˈɔɹˌWəɹz kˈɔːɹˌWəz
    nodeh nˈOdˌWəɹz nˈQdˌWəz
    winget wˈɪnɡˌɛt =
    Hz hˈɜɹts hˈɜːts
    kHz kˈɪləhˌɜɹts kˈɪləhˌɜːts
    MHz mˈɛɡəhˌɜɹts mˈɛɡəhˌɜːts
    GHz ɡˈɪɡəhˌɜɹts ɡˈɪɡəhˌɜːts
    cm sˈɛntəmˌiTəɹz sˈɛntɪmˌiːtəz
    eigen ˈIɡən =
    eigenbasis ˈIɡənbˌAsɪs =
    eigenspace ˈIɡənspˌAs =
    eigenmode ˈIɡənmˌOd ˈIɡənmˌQd
    eigenpair ˈIɡənpˌɛɹ ˈIɡənpˌɛː
    Mobile mˈObᵊl
    Derby dˈɜɹbi
    cetera sˈɛTəɹə sˈɛtəɹə
    VaR vˈɑɹ vˈɑː
    ary ˌɛɹi
    illiquid ɪlˈɪkwəd ɪlˈɪkwɪd
    chassis ʃˈæsi ʃˈasi
    automating ˈɔTəmˌATɪŋ ˈɔːtəmˌAtɪŋ
    hyperparameter hˌIpəɹpəɹˈæməTəɹ hˌIpəpəɹˈamɪtə
    hyperparameters hˌIpəɹpəɹˈæməTəɹz hˌIpəpəɹˈamɪtəz
    hugemem hjˈuʤmˌɛm hjˈuːʤmˌɛm
    largemem lˈɑɹʤmˌɛm lˈɑːʤmˌɛm
    CiviCRM sˌɪvisˌiˌɑɹˈɛm sˌɪvisˌiːˌɑːɹˈɛm
    civicrm sˌɪvisˌiˌɑɹˈɛm sˌɪvisˌiːˌɑːɹˈɛm
    Adelie ədˈAli =
    Reba ɹˈibə ɹˈiːbə
    frijole fɹihˈOlA fɹiːhˈQlA
    frijoles fɹihˈOlAz fɹiːhˈQlAz
    whassup wʌsˈʌp =
    wassup wʌsˈʌp =
    humpf hˈʌmpf =
    harrumph həɹˈʌmf =
    nein nˈIn =
    mein mˈIn =
    Petrie pˈitɹi pˈiːtɹi
    Kris kɹˈɪs =
    I'da ˈIdə =
    outa ˈWTə ˈWtə
    outatowner ˌWTətˈWnəɹ ˌWtətˈWnə
    pgghew pjˈu pjˈuː
    ragged ɹˈæɡɪd =
    raggedy ɹˈæɡɪdi =
    OD'd ˌOdˈid ˌQdˈiːd
    ye-es jˈɛəs =
    ye-ah jˈɛə =
    ye-eah jˈɛə =
    we-ell wˈɛəl =
    undulate ˈʌnʤəlˌAt ˈʌndjʊlˌAt
    recoils ɹəkˈYlz ɹɪkˈYlz
    rewinds ɹiwˈIndz ɹiːwˈIndz
    distributing dəstɹˈɪbjuTɪŋ dɪstɹˈɪbjuːtɪŋ
    catercorner kˈæTəɹkˌɔɹnəɹ kˈatəkˌɔːnə
    cater-corner kˈæTəɹkˌɔɹnəɹ kˈatəkˌɔːnə
    catty-corner kˈæTikˌɔɹnəɹ kˈatikˌɔːnə
    kitty-corner kˈɪTikˌɔɹnəɹ kˈɪtikˌɔːnə
    couple'a kˈʌpələ =
    coupla kˈʌpələ =
    """

  private static let accented = [
    "café": "kæfˈA", "cafés": "kæfˈAz", "déjà": "dˌAʒɑ", "maître": "mˈAtɹə",
    "vis-à-vis": "vˌizəvˈi", "tête": "tˈɛt", "à": "ɑ",
    "ménage": "mAnˈɑʒ", "jalapeño": "hˌæləpˈAnjO",
    "jalapeños": "hˌæləpˈAnjOz", "champs-élysées": "ʃˌɑnzˌAlizˈA", "élysées": "ˌAlizˈA",
    "piñata": "pinjˈɑTə", "señor": "sAnjˈɔɹ", "señora": "sAnjˈɔɹə", "señorita": "sˌAnjəɹˈiTə",
    "d'état": "dAtˈɑ", "crème": "kɹˈɛm", "brûlée": "bɹulˈA",
    "résumé": "ɹˈɛzəmˌA", "protégé": "pɹˈOTəʒˌA", "pâté": "pɑtˈA", "naïve": "nIˈiv",
    "clichéd": "kliʃˈAd", "voilà": "vwɑlˈɑ", "métier": "mAtjˈA", "touché": "tuʃˈA", "über": "ˈubəɹ",
  ]
}

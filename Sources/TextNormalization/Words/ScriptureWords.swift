/// The books of the Bible in one language: the spoken names, by the abbreviations and names in lower case.
enum ScriptureWords {
  static func of(_ language: Language) -> [String: String] {
    switch language {
    case .english: english
    case .spanish: spanish
    case .french: french
    case .german: german
    case .other: [:]
    }
  }

  private static let english = WordTable.dictionary(
    """
    gen gn = Genesis
    exod ex = Exodus
    lev = Leviticus
    num = Numbers
    deut dt = Deuteronomy
    josh = Joshua
    judg = Judges
    sam = Samuel
    kgs = Kings
    chr chron = Chronicles
    neh = Nehemiah
    esth = Esther
    ps pss = Psalm
    prov = Proverbs
    eccl eccles = Ecclesiastes
    isa = Isaiah
    jer = Jeremiah
    lam = Lamentations
    ezek = Ezekiel
    dan = Daniel
    hos = Hosea
    mic = Micah
    hab = Habakkuk
    zech = Zechariah
    mal = Malachi
    matt mt = Matthew
    mk = Mark
    lk = Luke
    jn = John
    rom = Romans
    cor = Corinthians
    gal = Galatians
    eph = Ephesians
    phil = Philippians
    col = Colossians
    thess = Thessalonians
    tim = Timothy
    tit = Titus
    heb = Hebrews
    jas = James
    pet = Peter
    rev = Revelation
    samuel = Samuel
    kings = Kings
    chronicles = Chronicles
    corinthians = Corinthians
    thessalonians = Thessalonians
    timothy = Timothy
    peter = Peter
    john = John
    """)

  private static let german = WordTable.dictionary(
    """
    gen = Genesis
    mose mos = Mose
    jos = Josua
    sam samuel = Samuel
    kön könige = Könige
    chr chronik = Chronik
    ps psalm = Psalm
    spr = Sprüche
    pred koh = Prediger
    jes jesaja = Jesaja
    jer jeremia = Jeremia
    hes ez = Hesekiel
    dan = Daniel
    mt matthäus = Matthäus
    mk markus = Markus
    lk lukas = Lukas
    joh johannes = Johannes
    apg = Apostelgeschichte
    röm römer = Römer
    kor korinther = Korinther
    gal galater = Galater
    eph epheser = Epheser
    phil philipper = Philipper
    kol kolosser = Kolosser
    thess thessalonicher = Thessalonicher
    tim timotheus = Timotheus
    hebr hebräer = Hebräer
    jak jakobus = Jakobus
    petr petrus = Petrus
    offb offenbarung = Offenbarung
    """)

  private static let french = WordTable.dictionary(
    """
    gn genèse = Genèse
    ex exode = Exode
    lv = Lévitique
    nb = Nombres
    dt = Deutéronome
    s sam samuel = Samuel
    r rois = Rois
    ps psaume = Psaume
    pr = Proverbes
    qo = Qohéleth
    is isaïe = Isaïe
    jr jérémie = Jérémie
    ez = Ézéchiel
    dn daniel = Daniel
    mt matthieu = Matthieu
    mc marc = Marc
    lc luc = Luc
    jn jean = Jean
    ac actes = Actes
    rm romains = Romains
    co corinthiens = Corinthiens
    ga galates = Galates
    ep = Éphésiens
    ph = Philippiens
    th = Thessaloniciens
    tm = Timothée
    he hébreux = Hébreux
    jc jacques = Jacques
    ap apocalypse = Apocalypse
    """)

  private static let spanish = WordTable.dictionary(
    """
    gn gén génesis = Génesis
    éx éxodo = Éxodo
    lv = Levítico
    nm = Números
    dt = Deuteronomio
    sam samuel = Samuel
    reyes = Reyes
    sal salmo salmos = Salmo
    prov proverbios = Proverbios
    is isaías = Isaías
    jr jeremías = Jeremías
    ez = Ezequiel
    dn = Daniel
    mt mateo = Mateo
    mc marcos = Marcos
    lc lucas = Lucas
    jn juan = Juan
    hch hechos = Hechos
    rom romanos = Romanos
    cor corintios = Corintios
    gál gálatas = Gálatas
    ef = Efesios
    flp = Filipenses
    col = Colosenses
    tes = Tesalonicenses
    tim timoteo = Timoteo
    heb hebreos = Hebreos
    sant = Santiago
    pe pedro = Pedro
    ap apocalipsis = Apocalipsis
    """)
}

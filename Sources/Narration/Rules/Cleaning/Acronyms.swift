import Basics

/// Tests and lists for words in capitals, such as acronyms, sounds and Roman numerals.
enum Acronyms {
  /// Acronyms that occur in scripts, for rule set 1.0.
  /// The acronyms of three letters matter only in runs of capitals, hyphenated words and names. Elsewhere, an unknown
  /// word of three letters stays in capitals even if it is not listed.
  static let known: Set<String> = Set(
    """
    AAA AMC APB ABC ACLU AFP AI AIDS AK AKA AM/PM ANC ASAP ATF ATM AWOL BBC BMW BMX CBS CCTV CD CDC CEO CERN \
    CFO CGI CIA CNN COO CPR CPU CSI CT CTO DA DC DEA DHS DIY DJ DMV DNA DOA DOD DOJ DVD EBU ECU \
    EEG EKG EMP EMT ER ESA ESP EU FAA FAQ FBI FDA FEMA FIFA FM GCSE GI GMT GPS GQ HBO HIV HQ HR HTML \
    HTTP IBM ICE ICU ID IMAX IMF IOU IQ IRA IRS ISP IT'S IV JFK KGB KKK LA LAPD LAX LCD LED LGBT LSD MBA \
    MGM MI5 MI6 MIA MIT MLK MMA MOMA MP MRI MTV MVP NASA NATO NBA NBC NCIS NFL NGO NHL NKVD NRA NSA \
    NSFW NWA NY NYC NYPD NYU OBE OCD OK OPEC OPS PA PBS PC PDA PDF PE PG PHD PI PIN PM POV POW PR \
    PSA PTA PTSD PVC QVC RAF RBI RCMP RNLI RIP ROTC ROTFL RPG RPM RSPCA RSVP RV SAS SAT SATS SFX SIM SMS \
    SNL SOS SPCA STD SUV SWAT TGIF TLC TNT TSA TV UAV UCLA UFC UFO UK UN UNESCO UNICEF UPS URL USA \
    USAF USB USC USMC USS USSR UV VCR VFX VHS VIP VP VR WASP WHO'S WWI WWII WWF WTF XL XXL YMCA YWCA
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  ).subtracting([
    "IT'S", "WHO'S", "AM/PM", "LA", "OPS", "PIN", "SIM", "SAT", "COO", "AK", "RIP", "ER",
  ])

  /// Words without a vowel that are sounds or titles, not initials.
  static let soundWords: Set<String> = [
    "HMM", "HMMM", "HM", "SH", "SHH", "SHHH", "PSST", "PST", "TSK", "BRR", "BRRR", "GRR", "GRRR",
    "PFFT", "MMM", "MM", "MMHM", "ZZZ", "MR", "MRS", "MS", "DR", "ST", "VS", "CRWTH", "CWM", "NTH",
  ]

  static let verbsAfterUs: Set<String> = [
    "are", "were", "have", "had", "will", "would", "can", "could", "should", "shall", "may",
    "might", "must", "do", "did", "don't", "aren't", "go", "get", "be", "see", "know", "take",
    "make", "come", "leave", "run", "stay", "hear", "help", "talk", "eat", "live", "die", "pray",
    "think", "try", "want", "need", "win", "fight", "find", "keep", "hope", "begin", "start",
    "stop", "all", "both", "out", "in", "alone", "now", "again", "down", "up", "off", "away",
  ]

  static let wordsBeforeUs: Set<String> = [
    "of", "for", "with", "to", "at", "on", "from", "let", "tell", "give", "help", "between",
    "against", "than", "behind", "around", "after", "like", "about", "without", "leave", "make",
    "save", "kill", "killed", "got", "told", "gave", "see", "saw", "need", "needs", "join",
  ]

  /// Whether "US" is the pronoun.
  /// US is the pronoun before a verb ("US ARE"). In a run of capitals, US is also the pronoun after a preposition or
  /// after a verb such as "LET".
  static func isPronounUS(_ index: Int, in line: CapitalsLine) -> Bool {
    let (tokens, scalars) = (line.tokens, line.scalars)
    let next = index + 1 < tokens.count ? scalars[tokens[index + 1].range].text.lowercased() : ""
    if verbsAfterUs.contains(next) { return true }
    guard tokens[index].isInRun, index > 0 else { return false }
    return wordsBeforeUs.contains(scalars[tokens[index - 1].range].text.lowercased())
  }

  /// Whether a word is a Roman numeral up to 39 in its correct form, with two letters or more.
  /// Beyond 39, the letters are more often words (MIX, LIVID, CIVIC) than numbers.
  static func isRomanNumeral(_ word: String) -> Bool {
    guard word.utf8.count > 1, word.utf8.allSatisfy({ $0 == 0x49 || $0 == 0x56 || $0 == 0x58 })
    else { return false }
    let tens = word.prefix { $0 == "X" }.count
    var units = word.dropFirst(tens)
    // In "XIX", the last X belongs to the nine.
    if units == "IX" { return tens <= 3 }
    if units.isEmpty { return tens <= 3 }
    if units.hasPrefix("V") { units = units.dropFirst() }
    return tens <= 3
      && (units == "IV" && !word.contains("VIV")
        || units.count <= 3 && units.allSatisfy { $0 == "I" })
  }

  /// Whether a word has a vowel and so may be pronounceable.
  /// Every letter outside ASCII counts as a vowel.
  static func hasVowel(_ word: String) -> Bool {
    word.unicodeScalars.contains { scalar in
      guard scalar.isASCII else { return scalar.properties.isAlphabetic }
      switch scalar {
      case "A", "E", "I", "O", "U", "Y", "a", "e", "i", "o", "u", "y": return true
      default: return false
      }
    }
  }
}

extension CapitalsLine {
  /// Whether OR is the odds ratio of a study, as in "the adjusted OR was 1.4" and "OR (95% CI)".
  /// False for the operator, as in "the OR operator". Nil if the adjacent words do not decide.
  func isOddsRatio(_ index: Int) -> Bool? {
    let (start, end) = (tokens[index].range.lowerBound, tokens[index].range.upperBound)
    let rest = scalars[end...].prefix(60).text
    // The digits are words in a later pass.
    let isValue =
      rest.contains(/^ ?\((?:OR\(|(?:9[059]|ninety)[^()]{0,16}C\.?I\b)/)
      || rest.contains(/^ (?:of|is|was|equals|between|below|above) (?:\d+\.\d|[a-z-]+ point )/)
      || rest.contains(/^ ?[=≈] ?\d|^\([a-z]{2,}\)/)
    if isValue { return true }
    // "OR/AND"
    let isBesideAnd = [index - 1, index + 1].contains {
      tokens.indices.contains($0) && ["AND", "NOT"].contains(word($0))
    }
    if isBesideAnd { return false }
    guard !tokens[index].isInRun else { return nil }
    let after = after(index)
    if after.map(Self.logic.contains) == true
      || tokens.indices.contains(where: { ["AND", "NOT", "XOR", "NOR"].contains(word($0)) })
    {
      return false
    }
    // "(black) OR."
    if rest.contains(/^\.(?:\s|$)/), start > 1, scalars[start - 2..<start].text == ") " {
      return true
    }
    let isMeasured = before(index).map(Self.measured.contains) == true
    return isMeasured && after.map(Self.behindNoun.contains) ?? rest.contains(/^(?:$|[.,;)]| \()/)
      ? true : nil
  }

  private static let measured = AcronymList.set(
    "adjusted unadjusted biased unbiased crude pooled estimated hypothesized observed median mean")
  private static let behindNoun = AcronymList.set(
    """
    of is are was were be being has had would could can may that which and describing obtained estimate estimates \
    estimated for from using between representing along computed
    """)
  private static let logic = AcronymList.set(
    "operator operators gate gates clause clauses condition conditions keyword logic filter query")
}

/// The acronyms of a language: spelled acronyms, and acronyms that are spoken as words.
/// Letters without a vowel, and letters that cannot be pronounced, are spelled even if they are not listed. Such
/// letters are listed here if they can have a plural.
struct AcronymList: Sendable {
  private let spelled: Set<String>
  private let pronounced: Set<String>

  static func of(_ language: String) -> AcronymList {
    lists[language.prefix { $0 != "-" && $0 != "_" }.lowercased()] ?? english
  }

  func contains(_ word: String) -> Bool { spelled.contains(word) || pronounced.contains(word) }

  /// Whether the acronym is spoken letter by letter.
  func isSpelled(_ word: String) -> Bool { spelled.contains(word) }

  func isPronounced(_ word: String) -> Bool { pronounced.contains(word) }

  /// Names and words of two letters.
  /// All other pairs of capitals are initials.
  static let shortNames = set(
    """
    AB AL AW BO CY DE DI DU ED EL EM EW HO HU IM JI JO KO LE LI LO LU MA MO MU OI OW OX OZ PA SU TI TY \
    VI VU WU XI XU YA YE YO YU
    """)

  /// Abbreviations of a single word.
  /// They are not spelled letter by letter.
  static let abbreviations = set(
    """
    ABBR ACCT ADJ ADV AMT APPT APT ASSN ASST ATTN AVG BLDG BLVD CAPT COL COMM CONF CONT CORP CPL DEPT \
    DIST ENCL ESQ ETC EXCL EXEC EXT FIG GEN GOV GOVT HON HRS INC INCL INT JR LB LBS LT LTD MAX MGR MIN \
    MISC MT MTG NO NR OZ PVT REF REP REV SEN SGT SQ SR ST TBSP TEMP TSP VOL VS
    """)

  static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private init(_ spelled: String, pronounced: String, beside other: AcronymList? = nil) {
    self.spelled = Self.set(spelled).union(other?.spelled ?? [])
    self.pronounced = Self.set(pronounced).union(other?.pronounced ?? [])
  }

  private static let lists = ["en": english, "es": spanish, "fr": french, "de": german]

  private static let english = AcronymList(
    """
    AA AAA ABC ACLU ACTH ADC ADHD ADP AEC AFB AFC AFP AI AKA ALS AMA AMC AMD AOL AP APA APB APC API AQ \
    ASAP ASPCA ATF ATM ATP ATV AV AWS AZT BA BBC BIA BMI BMW BMX BTU CAA CBD CBS CCTV CD CDC CDO CEO CFC \
    CFO CGI CI CIA CIO CLI CMO CNC CNN CPA CPI CPO CPR CPU CRM CSI CSS CSV CT CTA CTO CV DBA DDT DEA DHS \
    DIY DJ DM DMV DNA DNS DOA DOB DOD DOJ DUI DVD DVR DWI EA EBU ECG ECU EDT EEC EEG EEOC EFT EKG EMI \
    EMP EMR EMS EMT EOD EOF EPA ESA ESL ESP ESPN ETA ETF EU EV FAA FAO FAQ FBI FCC FDA FDIC FDR FHA FM \
    FTC FTP FYI GAO GCSE GDP GDPR GED GI GMO GMT GNP GOP GP GPA GPO GPS GPU GQ GTA HBO HDMI HIV HMO HQ HR \
    HTML HTTP HTTPS IAEA IBM ICBM ICC ICU ID IDE IED IEEE IIS IMF IMO IO IOU IP IPA IPO IQ IRB IRC IRL \
    IRS ISBN ISO ISP ISS ITV IUD IVF JFK JPG KFC KGB KIA KKK KPI LAPD LBJ LCD LGBT LGBTQ LLC LLM LSD LSU \
    MBA MC MCU MD MGM MI MIT MLB MLK MMA MMO MOU MP MRI MTV MVP NAACP NBA NBC NCAA NCIS NCO NDA NFC NFL \
    NFT NGO NHL NHS NIH NKVD NPC NPM NPR NRA NSA NSF NSFW NWA NY NYC NYPD NYSE NYU OBE OCD OCR OD OECD \
    OJ OK OOP ORM OS OTA OTC OTP PBA PBS PC PCP PCR PDA PDF PG PGA PHD PI PIA PIO PJ PM PMS PO POV PR PSA \
    PTA PTO PTSD PVC QA QC QED QVC RA RAF RAII RBI RCA RCMP RDA RIAA RN RNA RNLI ROI ROTC ROTFL RPG RPM RSI \
    RSPCA RSVP RTFM RV SAS SDK SDS SEO SFX SLA SMS SNL SOS SPCA SQL SRO SSA SSD SSH SSL SSO STD STI SUV \
    TA TBA TBD TCP TDD TGIF TIA TLC TLS TMI TNT TPU TSA TTL TV TVA TWA UAE UAV UAW UC UCLA UDP UFC UFO UHF \
    UI UK UN UNC UPC UPI UPS URI URL USA USAF USB USC USCG USDA USMC USN USO USPS USS USSR UTC UTF UTI UUID \
    UV UX VA VC VCR VFW VFX VHS VIP VM VO VP VPN VR VW WMD WTF WTO WWF WWW XL XML XXL YMCA YWCA
    """,
    pronounced: """
      AIDS AJAX ALGOL ANSI ANZAC ASCII AWACS AWOL BIOS CERN COBOL COVID CRISPR DARPA DEFCON EPCOT EPUB \
      FEMA FIFA FIFO FOMO FUBAR GATT GIF GNU GUI HIPAA IATA ICAO IKEA IMAX ISIS JPEG JSON LAN LIDAR LIFO \
      LOL MENSA MIDI MIME MOMA MOSFET MPEG NAFTA NAS NASA NASCAR NASDAQ NATO NIMBY NORAD OPEC OSHA POSIX \
      QWERTY RISC ROM SAML SARS SATA SCADA SCSI SEATO SNAFU SWAT TARDIS TEFL TIFF TOEFL TOML UNESCO \
      UNICEF UNIX WAN WASP WAV WYSIWYG YAML YOLO
      """)

  /// Acronyms that rule set 1.2 adds in all languages.
  static let newest = set("CEST CET EMC EPS IETF IIIF KMA")

  /// Acronyms that rule set 1.2 speaks as words in all languages: "the ack", "the syn", `GIT_DIR`.
  static let newestWords = set("ACK DIR ENV GIT NACK NAK NUL SYN SYS")

  /// English words of code that other languages do not spell.
  static let codeWords = set(
    """
    ADD ALL AND ANY APP ASC AVG BIN BITS BUG BUS BY CAT DEL DESC DIN DO ELSE END FOR FROM GET GIT IF INTO JOB JOIN KEY \
    LOG MAP MAX MIN MOD NET NEW NIL NOR NOT NULL OFF OR OUT PUT ROOT ROW RUN SET SUM TABLE TAG TAN TEST TEXT THEN TO TOP \
    TRY USE VAR WEB WITH XOR
    """)

  /// Acronyms that are also words, which nobody writes in capitals in a document.
  static let inDocuments = set("AAAA AIAA AISC ALB DRAM EST MAE NU SAP SOP")

  /// Acronyms that are also names or words, which a document in English spells outside of runs of capitals.
  static let pairsInDocuments = set(
    """
    AB ALE APE APR APU AUK BOA CID CIS COB COS DAB DEE DI DOE DU ED EEL EKE ELL EM ERE ERG EW EWE FIB GEE HEP HEW HO ILK \
    IM IRK KIP LEA LEI LI LO LYE MA MES MEW MO MOA MU NIB OAT ODE OVA PAP PES PIS POI QUA SAC SOT SU TAM TAT TEE TI UTE \
    VU WEN WU YAM YAW
    """)

  /// Acronyms that Spanish, French and German speak as words and write in lower case.
  static let pronouncedAbroad = set(
    "APT ARM BIT CAD DEB DOS ELF FAT FAX MAC PIN POP RAM SIM SIP WEP ZIP")

  private static let spanish = AcronymList(
    "ADN DNI EEUU IRPF OMS ONG RTVE TVE UE",
    pronounced: "AVE IVA ONU OTAN OVNI RENFE SIDA", beside: english)

  private static let french = AcronymList(
    "ADN BAFA CAF CRS DGSE EDF HLM IUT OMS PDG PV RATP RER SNCF TGV TVA UE USA",
    pronounced: "ENA INSEE ONU OTAN OVNI SIDA SMIC", beside: english)

  private static let german = AcronymList(
    "ADAC AG AOK ARD BKA BND CDU CSU DDR EDV EKD FDP KI KG LKW ÖBB ÖVP PKW SPD SPÖ UKW WG ZDF",
    pronounced: "BAFÖG TÜV UNO", beside: english)
}

/// The English words and first names of three letters in Debian's word list wamerican.
/// Nearly all other combinations of three capitals in a document are acronyms, even if they can be pronounced: USI,
/// CID.
enum ThreeLetterWords {
  static func contains(_ word: String) -> Bool { all.contains(word) }

  private static let all = Set(list.split(separator: " ").map(String.init))

  private static let list = """
    ABE ACE ACT ADA ADD ADJ ADO ADS ADV ADZ AFT AGE AGO AHA AID AIL AIM AIR ALA ALB ALE ALI ALL ALT AMP AMT \
    AMY ANA AND ANI ANN ANT ANY APE APP APR APT ARA ARC ARE ARK ARM ART ASH ASK ASP ASS ATE ATS AUG AUK AVA \
    AVE AVG AWE AWL AXE AYA AYE BAA BAD BAG BAH BAN BAR BAT BAY BEA BED BEE BEG BEN BET BIB BIC BID BIG BIN \
    BIT BLU BOA BOB BOG BOO BOP BOT BOW BOX BOY BRA BUD BUG BUM BUN BUR BUS BUT BUY BYE CAB CAD CAL CAM \
    CAN CAP CAR CAT CAW CHI CID CIS COB COD COG COL COM CON COO COP COT COW COX COY CRY CUB CUD CUE CUM \
    CUP CUR CUT DAB DAD DAM DAN DAY DEB DEC DEE DEL DEM DEN DEV DEW DID DIE DIG DIM DIN DIP DIX DOC DOE \
    DOG DOM DON DOS DOT DOW DRY DUB DUD DUE DUG DUH DUN DUO DYE EAR EAT EBB ECO EEL EGG EGO EKE \
    ELF ELI ELK ELL ELM EMO EMS EMU END ENG EON ERA ERE ERG ERR ESQ EST ETA ETC EVA EVE EWE EYE FAD FAG \
    FAN FAR FAT FAX FAY FEB FED FEE FEM FEN FER FEW FEY FEZ FIB FIE FIG FIN FIR FIT FIX FLA FLO FLU FLY FOB \
    FOE FOG FOO FOP FOR FOX FRI FRO FRY FUM FUN FUR GAB GAD GAG GAL GAP GAS GAY GEE GEL GEM GEN GER GET \
    GIA GIG GIL GIN GNU GOA GOB GOD GOG GOO GOT GUM GUN GUS GUT GUY GYM GYP HAD HAG HAH HAL HAM HAN HAS \
    HAT HAW HAY HEM HEN HEP HER HES HEW HEX HEY HID HIE HIM HIP HIS HIT HOB HOC HOD HOE HOG HON HOP HOS HOT \
    HOW HUB HUE HUG HUH HUI HUM HUN HUS HUT IAN ICE ICY IDA III IKE ILA ILK ILL IMP INA INC \
    IND INK INN INS INT ION IRA IRE IRK ISM ITO ITS IVA IVY JAB JAG JAM JAN JAR JAS JAW JAY JED JET JEW JIB \
    JIG JIM JOB JOE JOG JON JOT JOY JUG JUL JUN JUT KAI KAY KEG KEN KEY KID KIM KIN KIP KIT LAB LAD LAG LAM \
    LAO LAP LAS LAT LAW LAX LAY LEA LED LEE LEG LEI LEN LEO LES LET LEW LIA LIB LID LIE LII LIN LIP LIT LIX \
    LIZ LOB LOG LON LOP LOS LOT LOU LOW LOX LUG LUZ LVI LXI LYE MAC MAD MAE MAI MAJ MAN MAO MAP MAR MAS MAT \
    MAW MAX MAY MED MEG MEH MEL MEN MES MET MEW MIA MID MIL MIN MIR MIX MOB MOD MOE MOM MON MOO MOP MOS MOW \
    MUD MUG MUM NAB NAG NAM NAN NAP NAT NAY NED NEG NEO NET NEV NEW NIA NIB NIL NIP NIT NIX NOA NOD NOE NOH \
    NON NOR NOS NOT NOV NOW NUB NUN NUT OAF OAK OAR OAT OCT ODD ODE OFF OFT OHM OHO OHS OIL OLA OLD ONE \
    ONO OPS OPT ORA ORB ORC ORE ORR OUR OUT OVA OWE OWL OWN PAD PAL PAM PAN PAP PAR PAS PAT PAW PAY PEA PEE \
    PEG PEI PEN PEP PER PET PEW PIE PIG PIN PIP PIS PIT PLY POD POE POI POL POP POT POX PRO PRY PUB PUG PUN \
    PUP PUS PUT PYM PYX QOM QUA RAE RAG RAM RAN RAP RAT RAV RAW RAY RED REF REP REV REX RHO RIB RID RIG RIM \
    RIO RIP ROB ROD ROE RON ROT ROW ROY RUB RUE RUG RUM RUN RUT RYE SAC SAD SAG SAL SAM SAN SAP SAT SAW \
    SAX SAY SEA SEC SEE SEN SEP SET SEW SEX SHE SHY SIC SID SIM SIN SIP SIR SIS SIT SIX SKI SKY SLY SOB SOD \
    SOL SON SOP SOS SOT SOW SOX SOY SPA SPY STU STY SUB SUE SUI SUM SUN SUP TAB TAD TAG TAM TAN TAO TAP TAR \
    TAT TAX TEA TED TEE TEL TEN TET TEX THE THO THY TIA TIC TIE TIM TIN TIP TIT TOD TOE TOG TOM TON TOO TOP \
    TOR TOT TOW TOY TRY TUB TUG TUN TUT TUX TWO UFA UGH UMP UPS URN USE UTE UZI VAL VAN VAR VAT VET VEX VIA \
    VIC VIE VII VIM VIZ VOL VOW WAC WAD WAG WAN WAR WAS WAX WAY WEB WED WEE WEI WEN WET WHO WHY WIG WII WIN \
    WIS WIT WIZ WOE WOK WON WOO WOT WOW WRY WYO XCI XII XIV XIX XOR XVI XXI YAK YAM YAP YAW YEA YEN YEP \
    YES YET YEW YIP YON YOU YUK YUM YUP ZAC ZAP ZED ZEN ZIP ZIT ZOE ZOO
    """
}

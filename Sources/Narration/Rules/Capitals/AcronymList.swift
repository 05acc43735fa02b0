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

  private static func set(_ list: String) -> Set<String> {
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

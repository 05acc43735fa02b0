/// Decides whether a speaker of English can pronounce letters as a word: "AWOL" can be pronounced, "IVF" cannot.
/// A word begins and ends with consonant clusters of the language. The clusters come from the words and names of up to
/// six letters in Debian's word list wamerican-large, without abbreviations.
enum SpokenShape {
  /// Whether a word in capitals can be pronounced.
  /// `word` has only ASCII letters.
  static func isSayable(_ word: String) -> Bool {
    let letters = Array(word.utf8)
    guard let first = letters.indices.first(where: { isVowel($0, letters) }),
      let last = letters.indices.last(where: { isVowel($0, letters) })
    else { return false }
    // Three letters that begin with two vowels are not a word: "AES", "OEM". Words such as "OUT" are in other lists.
    if letters.count == 3, first == 0, isVowel(1, letters) { return false }
    return isOnset(letters[..<first]) && isCoda(letters[(last + 1)...])
  }

  /// Whether an engine would probably read the letters as a word.
  /// Engines pronounce letters as a word if the letters begin like a word.
  static func invitesReading(_ word: String) -> Bool {
    let letters = Array(word.utf8)
    guard let first = letters.indices.first(where: { isVowel($0, letters) }) else { return false }
    return isOnset(letters[..<first])
  }

  private static func isOnset(_ cluster: ArraySlice<UInt8>) -> Bool {
    cluster.count < 2 || onsets.contains(String(decoding: cluster, as: UTF8.self))
  }

  private static func isCoda(_ cluster: ArraySlice<UInt8>) -> Bool {
    if cluster.count < 2 { return true }
    // A doubled letter is one sound: "GIBBS", "BRR".
    var cluster = Array(cluster)
    if let twin = cluster.indices.dropFirst().first(where: { cluster[$0] == cluster[$0 - 1] }) {
      cluster.remove(at: twin)
    }
    return cluster.count < 2 || codas.contains(String(decoding: cluster, as: UTF8.self))
  }

  /// Whether a letter is a vowel.
  /// Y is a vowel, except at the start of a word before another vowel. U after Q is not a vowel.
  private static func isVowel(_ index: Int, _ word: [UInt8]) -> Bool {
    switch word[index] {
    case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "I"), UInt8(ascii: "O"): return true
    case UInt8(ascii: "U"): return index == 0 || word[index - 1] != UInt8(ascii: "Q")
    case UInt8(ascii: "Y"): return index > 0 || word.count == 1 || !isVowel(1, word)
    default: return false
    }
  }

  private static func clusters(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let onsets = clusters(
    """
    BH BJ BL BR BW CH CHL CHR CL CN CR CZ DH DJ DM DN DR DV DW FJ FL FR GD GH GL GN GR GW HJ HM HW JH \
    KH KHM KL KM KN KR KV KW LH LL LV MB MN MW NG NJ PF PH PHL PHR PL PN PR PS PSH PT QU RH RW SC SCH \
    SCHL SCHM SCHN SCHR SCHW SCL SCR SF SH SHL SHM SHN SHR SHT SHW SK SKR SL SM SN SP SPH SPL SPR SQU \
    SR ST STH STR SV SW SZ TH THR THW TL TR TS TSCH TSH TSW TW TZ VL VR WH WR XH XM ZB ZD ZH ZL ZW
    """)

  private static let codas = clusters(
    """
    BS BST BT BTS CH CHS CHT CHTS CK CKS CS CT CTS DS DST DT DTH DTHS DZ FS FT FTH FTHS FTS GH GHS GHT GHTH \
    GHTS GM GN GNS GS GST HD HL HLS HM HMS HN HNS HR HS HT HTS KH KHS KS LB LBS LC LCH LCT LD LDS LDT LF \
    LFS LFT LG LK LKS LM LMS LN LNS LP LPH LPS LPT LS LSH LST LT LTH LTS LTZ LV LX LZ MB MBS MF MN MNS MP \
    MPH MPHS MPS MPT MPTS MS MSK MT NC NCH NCHS NCK NCS NCT ND NDS NDT NF NG NGH NGS NGST NGTH NH NK NKH \
    NKS NS NSCH NSH NSK NST NT NTH NTHS NTS NTZ NX NZ PF PH PHS PHT PS PST PT PTH PTHS PTS RB RBS RC RCH \
    RCK RCS RD RDS RF RFS RG RGH RGS RK RKS RL RLD RLDS RLS RM RMS RMTH RN RNS RNST RNT RP RPH RPS RRH RS \
    RSCH RSH RSK RST RSTS RT RTH RTHS RTS RTZ RV RVS RX RZ SC SCH SCS SH SK SKS SM SMS SP SPH SPS ST STH \
    STS SZ SZT TCH TH THM THS TL TS TSCH TZ WD WDS WK WKS WL WLS WN WNS WP WPS WS WST WT WTH WTS XT XTH XTS
    """)
}

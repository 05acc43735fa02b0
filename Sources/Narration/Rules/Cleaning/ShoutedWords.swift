import Basics

/// The readings of words in capitals in rule set 1.1.
/// Adjacent acronyms are not shouting, so a run of capitals is shouting only if it contains an ordinary word. Listed
/// acronyms and unpronounceable letters keep their capitals. All other words become lower case.
struct ShoutedWords: CapitalsJudge {
  let words: LanguageWords
  /// The words of the roles' names, in upper case.
  let names: Set<String>
  /// Whether the tables of English sounds and contexts apply to the text.
  let isEnglish: Bool
  let isSpanish: Bool
  let isRomance: Bool
  var isFrench: Bool { isRomance && !isSpanish }
  let acronyms: AcronymList
  /// Whether the text is a document.
  /// In a script, an unknown word of three letters is the name of a character who appears.
  let isDocument: Bool
  let edition: ReadingEdition
  let isGerman: Bool

  init(
    words: LanguageWords, names: Set<String>, languageCode: String, isDocument: Bool = false,
    edition: ReadingEdition = .second
  ) {
    (self.words, self.names, self.isDocument) = (words, names, isDocument)
    self.edition = edition
    isEnglish = languageCode.lowercased().hasPrefix("en")
    isSpanish = languageCode.lowercased().hasPrefix("es")
    isRomance = isSpanish || languageCode.lowercased().hasPrefix("fr")
    isGerman = languageCode.lowercased().hasPrefix("de")
    acronyms = AcronymList.of(languageCode)
  }

  // MARK: Runs

  func settleRuns(in line: inout CapitalsLine) {
    if edition == .second, isDocument, isGerman { settleLists(in: &line) }
    var start = 0
    while start < line.tokens.count {
      guard line.tokens[start].isInRun else {
        start += 1
        continue
      }
      var end = start
      while end < line.tokens.count, line.tokens[end].isInRun { end += 1 }
      if !(start..<end).contains(where: { isPlainWord($0, in: line) }) {
        for index in start..<end { line.tokens[index].isInRun = false }
      }
      start = end
    }
  }

  /// Takes words that marks part from the other capitals out of their run: "USV, RAID, SAN".
  private func settleLists(in line: inout CapitalsLine) {
    let isBeside = line.tokens.indices.dropLast().map {
      line.isBeside($0) && line.tokens[$0].isInRun && line.tokens[$0 + 1].isInRun
    }
    for index in line.tokens.indices where line.tokens[index].isInRun {
      let hasNext = index < isBeside.count && isBeside[index]
      line.tokens[index].isInRun = hasNext || index > 0 && isBeside[index - 1]
    }
  }

  /// Whether a word cannot be an acronym.
  /// A run of capitals is shouting if it contains such a word.
  private func isPlainWord(_ index: Int, in line: CapitalsLine) -> Bool {
    let token = line.tokens[index]
    guard token.isCapitals, token.letterCount > 1 else { return false }
    let base = line.base(index)
    if let isAcronym = isAcronymHere(index, base, line) {
      return !isAcronym
    }
    if isElidedAcronym(index, base, in: line) { return false }
    if words.shortWords.contains(base) || base.contains(where: { $0 == "'" || $0 == "’" }) {
      return true
    }
    // "la ACL ADMIN-HOST"
    if token.parts > 1, isSpanish, isDocument, edition == .second { return false }
    return token.parts > 1
      || token.letterCount > 3 && !isCodeWord(base) && !isAcronym(base) && !isPlural(base)
        && !(isUnsayableAbroad(base) && isForeignAcronym(base))
  }

  // MARK: Words

  func reading(of index: Int, in line: CapitalsLine) -> CapitalsReading {
    let token = line.tokens[index]
    let base = line.base(index)
    let isMarked =
      edition == .second && token.letterCount > 1
      && line.isBefore(LetterNames.letterMark, index)
    if isMarked || line.isLetterOfPair(index, and: words.and) || isMicrosoft(index, base, line)
      || isLicence(index, line)
    {
      return .kept
    }
    if token.letterCount == 1 {
      let isWord = base != "I" && words.shortWords.contains(base)
      return token.isInRun && isWord ? .word(isName: false) : .kept
    }
    if let isAcronym = isAcronymHere(index, base, line) {
      let isGiven = edition == .second && ["EVA", "IRA", "MIA"].contains(base)
      return isAcronym ? .kept : .word(isName: isName(base) || isGiven)
    }
    if Acronyms.isRomanNumeral(base) || isElidedAcronym(index, base, in: line) { return .kept }
    if words.shortWords.contains(base) || words.contractsI(base) { return .word(isName: false) }
    if line.isTitle(index, words) { return .word(isName: true) }
    if token.parts == 1 {
      // In a run of capitals, "DVDS" can be the plural of DVD. Elsewhere, authors write "DVDs", so VCS is not the
      // plural of VC.
      if token.isInRun, isPlural(base) { return .plural }
      if isAcronym(base) || !token.isInRun && isForeignAcronym(base) { return .kept }
    }
    let isWord =
      token.parts > 1 || token.isInRun || token.letterCount > 3 || isName(base) || isSound(base)
    // Other words of three letters that can be pronounced are characters who appear: "DOC looks up."
    return .word(isName: isName(base) || !isWord)
  }

  /// Whether an article before an acronym is elided, as in "L'API renvoie".
  private func isElidedAcronym(_ index: Int, _ base: String, in line: CapitalsLine) -> Bool {
    guard edition == .second, !isEnglish, line.tokens.count > 1, let rest = Self.unelided(base)
    else { return false }
    let isForeign = !line.tokens[index].isInRun && isForeignAcronym(rest)
    return (isAcronym(rest) || isForeign) && !words.shortWords.contains(rest)
  }

  /// Returns the word behind an elided article or pronoun: "API" of "l'API". Nil if no word is elided.
  static func unelided(_ word: String) -> String? {
    guard let mark = word.firstIndex(where: { $0 == "'" || $0 == "’" }),
      ["l", "d", "qu", "s", "n", "j"].contains(word[..<mark].lowercased())
    else { return nil }
    let rest = String(word[word.index(after: mark)...])
    return rest.utf8.count > 1 ? rest : nil
  }

  // "VS Code", "MS Word"
  private func isMicrosoft(_ index: Int, _ base: String, _ line: CapitalsLine) -> Bool {
    guard edition == .second, base == "VS" || base == "MS", index + 1 < line.tokens.count,
      line.isBeside(index), !line.tokens[index].isInRun
    else { return false }
    if base == "MS" { return line.after(index).map(Self.programs.contains) == true }
    return line.scalars[line.tokens[index + 1].range.lowerBound].isUpper
  }

  /// Programs and systems behind the name of their maker.
  private static let programs: Set<String> = [
    "access", "azure", "build", "dos", "dynamics", "edge", "excel", "exchange", "office", "outlook",
    "paint", "powerpoint", "project", "publisher", "sharepoint", "sql", "teams", "visio", "visual",
    "windows", "word", "works",
  ]

  func keepsPart(_ part: String, isInner: Bool) -> Bool {
    // "LET-US-IN", but "US-LED" and "NON-US"
    if part == "US" { return !(edition == .second && isInner) }
    if part == "UPS", edition == .second { return false }
    // "UN-FREEZES", but "UN-BACKED"
    if part == "UN", edition == .second, !isDocument { return false }
    return part.unicodeScalars.count > 1 && !words.shortWords.contains(part)
      && (acronyms.contains(part) || edition == .second && AcronymList.newest.contains(part)
        || isEnglish && isDocument && edition == .second && (3...4).contains(part.utf8.count)
          && part != "INF" && part != "SHA" && !isName(part) && isAcronym(part)
        || isGerman && edition == .second && isForeignAcronym(part)
        || part == "SA" && edition == .second && isDocument
        || !Acronyms.hasVowel(part) && !Acronyms.soundWords.contains(part))
  }

  func staysInName(_ part: String, judged: String) -> Bool {
    judged.unicodeScalars.filter(\.isLetter).allSatisfy(\.isUpper)
  }

  func nameWithCapitals(_ word: String) -> String? {
    IrishName.spelled(word) ?? (isEnglish ? ScottishName.spelled(word) : nil)
  }

  /// Whether a word is a name: part of a role's name, but not an everyday word.
  private func isName(_ base: String) -> Bool {
    names.contains(base) && !words.shortWords.contains(base)
  }

  /// Whether a word is an acronym in any context.
  func isAcronym(_ base: String) -> Bool {
    if edition == .second, AcronymList.newestWords.contains(base) { return false }
    if acronyms.contains(base) || edition == .second && AcronymList.newest.contains(base) {
      return true
    }
    if edition == .second, isEnglish {
      if isDocument,
        AcronymList.inDocuments.contains(base)
          || base.utf8.count == 4 && Set(base).count > 2
            && base.allSatisfy({ "AEIOU".contains($0) })
      {
        return true
      }
      // "AIX EN PROVENCE", "EN ROUTE"
      if !isDocument, ["AIX", "EN", "LES", "SUR"].contains(base) { return false }
      // SY is a man, and NY no role.
      if ["AX", "FU", "HI", "NU"].contains(base)
        || base.utf8.count == 2 && base.hasSuffix("Y") && names.contains(base)
      {
        return false
      }
    }
    if isSound(base) || AcronymList.shortNames.contains(base)
      || AcronymList.abbreviations.contains(base)
    {
      return false
    }
    if isEnglish, ScottishName.spelled(base) != nil { return false }
    if isEnglish, edition == .second, isForm(base) { return false }
    if !Acronyms.hasVowel(base) { return true }
    guard isEnglish, base.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else { return false }
    if isDocument, base.utf8.count == 3, !names.contains(base) {
      return !ThreeLetterWords.contains(base)
    }
    return base.utf8.count == 2
      || base.utf8.count <= 5
        && !SpokenShape.isSayable(base, isName: edition == .second && isName(base))
  }

  /// Whether a word is a word or a name of three letters, perhaps with an s: IAN, REVS.
  private func isForm(_ base: String) -> Bool {
    ThreeLetterWords.contains(base)
      || base.utf8.count == 4 && base.hasSuffix("S") && Acronyms.hasVowel(base)
        && ThreeLetterWords.contains(String(base.dropLast()))
  }

  /// Whether a word is two or three capitals, or cannot be pronounced, in a document that is not in English.
  /// For other languages, there is no list of words of three letters.
  func isForeignAcronym(_ base: String) -> Bool {
    if isGerman, edition == .second, isDocument, isUmlautAcronym(base) { return true }
    return isDocument && !isEnglish && !AcronymList.pronouncedAbroad.contains(base)
      && ((2...3).contains(base.utf8.count) || edition != .first && isUnsayableAbroad(base))
      && base.utf8.allSatisfy { (0x41...0x5A).contains($0) } && !isName(base) && !isSound(base)
      && !(edition == .second && AcronymList.newestWords.contains(base)) && !isCodeWord(base)
  }

  private func isCodeWord(_ base: String) -> Bool {
    edition == .second && !isEnglish && AcronymList.codeWords.contains(base)
  }

  /// Whether four or five letters begin or end as no word of the language does: CRPA, OKFN.
  private func isUnsayableAbroad(_ base: String) -> Bool {
    guard (4...5).contains(base.utf8.count) else { return false }
    let isConsonant: (Character) -> Bool = { !Acronyms.hasVowel(String($0)) }
    // "IDMS", "OSPF", "EECC", "IIIF"
    let end = String(base.suffix(3))
    if isGerman, edition == .second,
      end.allSatisfy(isConsonant) && !Self.threefold.contains(end)
        && !"LMNR".contains(end.prefix(1))
        || ["AA", "EE", "II", "IY", "UU", "BYO"].contains(where: base.hasPrefix)
    {
      return true
    }
    // "BITV"
    let pair = base.suffix(2)
    if isGerman, edition == .second, pair.allSatisfy(isConsonant), pair.first != pair.last,
      !"LMNR".contains(pair.prefix(1)), !Self.codas.contains(String(pair)),
      !["BS", "BT", "GD", "HL", "HM", "HN", "HR", "HS", "ZT"].contains(pair)
    {
      return true
    }
    let start = String(base.prefix(while: isConsonant))
    if start.count == 2, !Self.onsets.contains(start) { return true }
    if base.suffix(3).allSatisfy(isConsonant), !Self.codas.contains(String(base.suffix(2))) {
      return true
    }
    if start.count > 2,
      !["SCH", "STR", "SCR", "SPR", "SPL", "CHR", "PHR", "THR", "PFL"].contains(
        where: start.hasPrefix)
    {
      return true
    }
    return isSpanish && base.reversed().prefix(while: isConsonant).count > 1
      && !(isConsonant(base[base.startIndex]) && base.count(where: { !isConsonant($0) }) == 1
        && Self.englishCodas.contains(String(pair)))
  }

  /// The ends of English words that Spanish documents have in capitals, as in SURF and TRUST.
  private static let englishCodas = AcronymList.set(
    "CH CK FT LD LK LL LT ND NG NK NT RD RF RK RN RT SH SK SS ST TH")

  /// The pairs of consonants with which words of German, French and Spanish begin and end.
  private static let onsets = AcronymList.set(
    """
    BL BR CH CL CR CZ DJ DR DS DZ FJ FL FR GH GL GN GR KL KN KR LL PF PH PL PN PR PS RH SC SH SK SL SM SN SP SQ \
    ST SV SW SZ TH TR TS TW VR WH WR ZW
    """)
  private static let threefold = AcronymList.set(
    "BST CHS CHT CKS CKT FTS GST HLS HLT HNT HRS HRT KTS PFT PPS PST SCH STS TTS TZS TZT")
  private static let codas = AcronymList.set(
    "CH CK CT DS FS FT GS GT HT KS KT LD LS LT MS ND NG NK NS NT PF PS PT RG RK RN RS RT SC SH SK SS ST TH TS TT TZ"
  )

  private func isSound(_ base: String) -> Bool {
    Acronyms.soundWords.contains(base) || base.hasStretchedLetter
      || edition == .second && isCry(base)
  }

  /// Whether a word is a cry, such as AAH and OOH.
  private func isCry(_ base: String) -> Bool {
    base.utf8.count > 2 && base.last == "H" && base.dropLast().allSatisfy { "AEOUH".contains($0) }
  }

  /// Whether a word is the plural of a listed acronym.
  private func isPlural(_ base: String) -> Bool {
    base.utf8.count > 2 && base.hasSuffix("S") && !acronyms.contains(base)
      && acronyms.isSpelled(String(base.dropLast()))
  }
}

extension CapitalsLine {
  /// Whether a word in parentheses consists of the initials of the words before it: "Intention Shared (IS)".
  /// Small words such as "of" may have no initial.
  func isExplained(_ index: Int) -> Bool {
    let token = tokens[index]
    guard 2...5 ~= token.letterCount, token.parts == 1, index > 1, token.range.lowerBound > 1,
      scalars[token.range.lowerBound - 1] == "(", token.range.upperBound < scalars.count,
      scalars[token.range.upperBound] == ")"
    else { return false }
    var letters = word(index).lowercased().unicodeScalars.reversed()[...]
    var place = index - 1
    while place >= 0, let letter = letters.first {
      let said = word(place).lowercased()
      if said.unicodeScalars.first == letter {
        letters.removeFirst()
      } else if !Self.joints.contains(said) {
        return false
      }
      if place + 1 < index, !isBeside(place) { return false }
      place -= 1
    }
    return letters.isEmpty
  }

  private static let joints: Set<String> = ["of", "and", "for", "the", "in", "on", "to", "a"]

  /// Whether a word is one of two initials that "and" joins, as in "AT and T" and "R and D".
  func isLetterOfPair(_ index: Int, and conjunction: String) -> Bool {
    for step in [-2, 2] where tokens.indices.contains(index + step) {
      let joint = index + step / 2
      let (first, second) = (min(index, index + step), max(index, index + step))
      guard word(joint) == conjunction, before(joint) != nil, after(joint) != nil,
        isLetters(first), isLetters(second),
        tokens[first].letterCount == 1 || tokens[second].letterCount == 1
      else { continue }
      return true
    }
    return false
  }

  private func isLetters(_ index: Int) -> Bool {
    tokens[index].isCapitals && tokens[index].letterCount < 3 && word(index) != "I"
      && tokens[index].parts == 1
  }
}

extension String {
  /// Whether a letter occurs three times in a row, as in "NOOO".
  /// Such a word is not an acronym.
  var hasStretchedLetter: Bool {
    let units = Array(utf8)
    return units.indices.dropFirst(2).contains {
      units[$0] == units[$0 - 1] && units[$0] == units[$0 - 2]
    }
  }
}

/// Decides whether a speaker of English can pronounce letters as a word: "AWOL" can be pronounced, "IVF" cannot.
/// A word begins and ends with consonant clusters of the language. The clusters come from the words and names of up to
/// six letters in Debian's word list wamerican-large, without abbreviations.
enum SpokenShape {
  /// Whether a word in capitals can be pronounced.
  /// `word` has only ASCII letters.
  static func isSayable(_ word: String, isName: Bool = false) -> Bool {
    let letters = Array(word.utf8)
    guard let first = letters.indices.first(where: { isVowel($0, letters) }),
      let last = letters.indices.last(where: { isVowel($0, letters) })
    else { return false }
    // Three letters that begin with two vowels are not a word: "AES", "OEM". Words such as "OUT" are in other lists.
    // A role can be OOK.
    if letters.count == 3, !isName, first == 0, isVowel(1, letters) { return false }
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

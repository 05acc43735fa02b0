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

/// The words by which a line in capitals is no cue, although its form is the form of a cue (R6.9).
enum CueWords {
  /// What a line is instead of a cue.
  enum Kind {
    /// The label of a text on the screen, a sound or music, such as `SUPER: LVIV, 1994`.
    case label
    /// A shot, such as `ANGLE ON THE DOOR` or `CLOSEUP - STRIKER - NIGHT`.
    case shot
  }

  /// Returns what a line is; nil if it may name a speaker.
  /// `isRepeated` says that the line is above several texts, as a name is.
  static func kind(of name: String, isRepeated: Bool = false, hasExtension: Bool = false) -> Kind? {
    if isPlain(name) { return nil }
    if let colon = name.firstIndex(of: ":"), isLabel(name[..<colon]) || isTransition(name) {
      return .label
    }
    let typed = name.split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
    if !isRepeated, !hasExtension, let last = typed.last, isTorn(last),
      typed.count > 1 || !last.hasSuffix("...") && !last.hasSuffix("…")
    {
      return .shot
    }
    var words = typed.map(plain)
    // "63. CLOSER SHOT"
    if typed.count > 1, typed[0].hasSuffix("."), words[0].allSatisfy(\.isNumber) {
      words.removeFirst()
      if words.last == "SHOT" { return .shot }
    }
    if !isRepeated, !hasExtension, isSentence(typed, words) { return .shot }
    if !isRepeated, !hasExtension, words.last == "DRAFT",
      words.dropLast().last.map(drafts.contains) == true
    {
      return .label
    }
    if isRemainder(typed) || !hasExtension && words.count == 1 && times.contains(words[0]) {
      return .shot
    }
    if hasExtension, let last = words.last, isDash(last) { words.removeLast() }
    if wholeShots.contains(words.joined(separator: " ")) { return .shot }
    if words.first == "ON", 2...3 ~= words.count, !hasExtension { return .shot }
    if ["INTERIOR", "EXTERIOR"].contains(words.first), words.count > 1, !hasExtension,
      !["VOICE", "MONOLOGUE"].contains(words.last)
    {
      return .shot
    }
    if words.suffix(2) == ["TO", "REVEAL"]
      || isMovement(words) && !(isRepeated && words[0] == "DOLLY")
    {
      return .shot
    }
    if words.contains("POV") || shots.contains(where: { words.starts(with: $0) }) { return .shot }
    guard !isRepeated, let dash = words.indices.dropFirst().first(where: { isDash(words[$0]) }),
      dash + 1 < words.count
    else { return nil }
    return words[(dash + 1)...].allSatisfy(extensions.contains) ? nil : .shot
  }

  /// Whether a line is a few words without signs, none of which is a word of a shot, as most names are.
  static func isPlain(_ name: String) -> Bool {
    var (place, above, wordCount, mayBeShot) = (0, 0, 0, false)
    for byte in name.utf8 {
      if byte == 0x20 {
        place = 0
        continue
      }
      let letter = Int(byte) - 0x41
      guard 0..<26 ~= letter || byte &- UInt8(ascii: "0") < 10 else { return false }
      if place == 0 { wordCount += 1 }
      if place == 1, letter >= 0, above >= 0, shotStarts[above * 26 + letter] { mayBeShot = true }
      (above, place) = (letter, place + 1)
    }
    guard 1...8 ~= wordCount else { return false }
    return !mayBeShot
      || !name.split(separator: " ").contains { shotWords.contains(String($0)) }
  }

  /// Whether a word of a shot begins with two letters: nearly no name has to be split.
  private static let shotStarts: [Bool] = {
    var starts = [Bool](repeating: false, count: 26 * 26)
    for word in shotWords where word.utf8.count > 1 {
      let letters = word.utf8.prefix(2).map { Int($0) - 0x41 }
      if letters.allSatisfy({ 0..<26 ~= $0 }) { starts[letters[0] * 26 + letters[1]] = true }
    }
    return starts
  }()

  /// The words by which a line without signs can be no name.
  private static let shotWords: Set<String> = {
    let lists = [movements, shots, wholeShots.map { [$0] }].joined()
    let firsts = lists.compactMap { $0.first?.split(separator: " ").first.map(String.init) }
    return times.union(placeStarts).union(loneMovements).union(firsts).union([
      "POV", "DRAFT", "REVEAL", "ON", "INTERIOR", "EXTERIOR",
    ])
  }()

  /// Whether words begin with a movement of the camera: `PULL BACK`, `TILT UP TO THE ROOF`.
  private static func isMovement(_ words: [String]) -> Bool {
    if words.count == 1 { return loneMovements.contains(words[0]) }
    return movements.contains { words.starts(with: $0) }
  }

  /// Whether a paragraph asks for a sound or music: `SFX: A door slams`, `MUSIC:`.
  static func isSound(_ text: String) -> Bool {
    guard let colon = text.utf8.prefix(24).firstIndex(of: UInt8(ascii: ":")) else { return false }
    return soundLabels.contains(String(text[..<colon]))
  }

  private static let soundLabels: Set<String> = [
    "SFX", "FX", "SOUND", "SOUNDS", "MUSIC", "SONG", "MUSIK", "GERÄUSCH", "GERÄUSCHE", "MUSIQUE",
    "BRUITAGE", "SON", "MÚSICA", "SONIDO", "EFECTO",
  ]

  /// Whether a line in capitals is a transition that does not end in `TO:` (R11.6).
  static func isTransition(_ line: String) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
    guard let last = words.last?.last, last == ":" else { return false }
    // French has a blank before the colon: `COUPE SUR :`
    let named = last == ":" && words.last?.count == 1 ? words.dropLast() : words[...]
    return transitions.contains(named.map(plain).joined(separator: " "))
  }

  /// Returns the lines with a colon that are no names, in a script whose names have none: `THEN:`, `SLAM TO TITLE:`.
  /// `named` are the cues with their numbers.
  static func openings(among named: [String: Int], cueCount: Int) -> Set<String> {
    let ended = named.filter { $0.key.hasSuffix(":") }
    guard 2 * ended.values.reduce(0, +) < cueCount else { return [] }
    return Set(ended.keys.filter { named[String($0.dropLast())] == nil })
  }

  /// Whether a text says how a person speaks: "V.O.", "on phone".
  static func isExtension(_ text: String) -> Bool {
    let words = text.uppercased().split { " /()".contains($0) }.map(plain)
    return !words.isEmpty && words.allSatisfy(extensions.contains)
  }

  /// Returns a word without its points: "POV" for "P.O.V.".
  private static func plain(_ word: Substring) -> String {
    word.utf8.contains(where: { $0.isOne(of: ".,:") })
      ? String(word.filter { !".,:".contains($0) }) : String(word)
  }

  /// Whether the last word of a line shows that the line is no name: `CLOSED --`, `PHONE)`, `SAVAK!`, `THE DC-10.`
  private static func isTorn(_ word: Substring) -> Bool {
    if word.hasSuffix("...") || word.hasSuffix("…") { return true }
    if isDash(String(word)) || word.hasSuffix("!") || word.hasSuffix("--") { return true }
    if word.hasSuffix(")") { return !word.contains("(") }
    return endsSentence(word)
  }

  /// Whether a word ends in a full stop; "SAMMY JR." and "MR. T." are names.
  private static func endsSentence(_ word: Substring) -> Bool {
    word.hasSuffix(".") && word.count > 4 && !word.dropLast().contains(".")
  }

  /// Whether a text is a time of day, as at the end of a heading.
  static func isTime(_ text: String) -> Bool { times.contains(text) }

  /// Whether the last word of a heading is a time of day: `ROOM - NIGHT`.
  static func endsInTime(_ heading: String) -> Bool {
    let words = heading.split { !$0.isLetter && $0 != "'" }
    return words.last.map { times.contains(String($0)) || moments.contains(String($0)) } ?? false
  }

  private static let moments: Set<String> = [
    "CONTINUOUS", "LATER", "SUNSET", "SUNRISE", "DAWN", "TWILIGHT", "TIME",
  ]

  /// Whether a line is the rest of a torn line, however often it occurs: `ENGLISH)`, `DO YOUR FUCKING JOB.`
  private static func isRemainder(_ typed: [Substring]) -> Bool {
    guard let last = typed.last else { return false }
    if last.hasSuffix(")"), !typed.contains(where: { $0.contains("(") }) { return true }
    let calls = typed.dropLast().contains { $0.hasSuffix("!") || $0.hasSuffix("?") }
    if calls, typed.count > 4 { return true }
    return typed.count > 2 && endsSentence(last) && !titles.contains(String(last))
  }

  /// Whether a line that occurs once has more words than a name, ends as no name does, or begins as the name of a place.
  private static func isSentence(_ typed: [Substring], _ words: [String]) -> Bool {
    words.count > 8 || typed.count > 1 && typed.last.map { ",;".contains($0.suffix(1)) } == true
      || words.count > 2 && placeStarts.contains(words[0]) || hasStop(typed, words)
      || typed.contains(where: isPhoneNumber)
  }

  /// Whether a word is the number of a telephone: `555-9814`.
  private static func isPhoneNumber(_ word: Substring) -> Bool {
    let parts = word.split(separator: "-")
    return parts.count > 1 && parts.last?.count == 4
      && parts.allSatisfy { $0.count < 5 && $0.allSatisfy(\.isNumber) }
  }

  /// Whether a line has the full stop of a sentence: `HER HANDS BENEATH HER.`, `SUSPENSE. A LONG`.
  private static func hasStop(_ typed: [Substring], _ words: [String]) -> Bool {
    typed.indices.contains { index in
      guard typed[index].hasSuffix("."), typed[index].dropLast().allSatisfy(\.isLetter) else {
        return false
      }
      if index + 1 == typed.count {
        // "JOHN D. SMITH JR."
        if typed[index].count < 4 || ["ESQ.", "INC."].contains(typed[index]) { return false }
        return index > 2 || index > 1 && words.contains(where: smallWords.contains)
      }
      return typed[index].count > 5 && !titles.contains(String(typed[index]))
    }
  }

  private static func isDash(_ word: String) -> Bool {
    !word.isEmpty && word.allSatisfy { "-–—".contains($0) }
  }

  private static func isLabel(_ head: Substring) -> Bool {
    let words = head.split(separator: " ").map(String.init)
    return labels.contains { label in
      guard words.starts(with: label) else { return false }
      return words.count == label.count || labelTails.contains(words[label.count])
    }
  }

  private static func phrases(_ list: String) -> [[String]] {
    list.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  private static let labels = phrases(
    """
    TITLE, TITLES, TITLE CARD, INTERTITLE, CARD, SUPER, SUPERIMPOSE, SUPERIMPOSED, SUPERTITLE,
    SUBTITLE, SUBTITLES, CHYRON, CAPTION, LEGEND, ON SCREEN, ONSCREEN, TEXT, SFX, FX, VFX, MUSIC,
    SOUND, SOUNDS, SONG, INTERCUT, INSERT, MONTAGE, SERIES OF SHOTS, FLASHBACK, CREDITS,
    TITEL, EINBLENDUNG, TEXTTAFEL, MUSIK, GERÄUSCH, TITRE, CARTON, SURIMPRESSION, MUSIQUE, BRUITAGE,
    TÍTULO, RÓTULO, SOBREIMPRESIÓN, MÚSICA, SONIDO
    """)
  private static let labelTails: Set<String> = [
    "OVER", "ON", "CARD", "UP", "IN", "WITH", "READS", "CUE", "-",
  ]
  private static let shots = phrases(
    """
    BACK TO, ANGLE ON, ANGLE -, ANGLES ON, ANGLES OUT, CLOSE ON, CLOSE UP, CLOSEUP, CLOSE-UP, EXTREME CLOSE,
    EXTREME CLOSEUP, INSERT, CUT TO, SMASH CUT, MATCH CUT, WIDE ON, WIDE SHOT, WIDE ANGLE, LOW ANGLE, HIGH ANGLE,
    NEW ANGLE, ANOTHER ANGLE, REVERSE ANGLE, REVERSE ON, REVERSE SHOT, TRACKING SHOT, LONG SHOT,
    MEDIUM SHOT, MED SHOT, TWO SHOT, TWO-SHOT, AERIAL SHOT, AERIAL VIEW, ESTABLISHING SHOT,
    STOCK SHOT, FULL SHOT, CLOSE SHOT, MOVING SHOT, PAN TO, ZOOM IN, ZOOM ON, ZOOM OUT, SPLIT SCREEN, INTERCUT,
    MONTAGE, SERIES OF SHOTS, FLASHBACK, FLASH BACK, FLASH TO, END OF, END FLASHBACK, END MONTAGE,
    GROS PLAN, PLAN LARGE, RETOUR SUR, CONTRECHAMP, GROSSAUFNAHME, NAHAUFNAHME, ZURÜCK ZU,
    PRIMER PLANO, PLANO GENERAL, CONTRAPLANO, VUELTA A
    """)
  /// Movements of the camera. Those that are also names need the word behind them: "DOLLY", "PAN".
  private static let movements = phrases(
    """
    PULL BACK, PULL AWAY, PULL FOCUS, PULLING BACK, PUSH IN, PUSH INTO, PUSHING IN, PAN UP, PAN DOWN, PAN LEFT, PAN RIGHT,
    PAN OVER, PAN ACROSS, PAN ALONG, PAN OFF, PAN FROM, PAN BACK, TILT UP, TILT DOWN, TILT TO, TILTING UP, TILTING DOWN,
    TRACK IN, TRACK BACK, TRACK WITH, TRACK TO, TRACK ALONG, TRACKING WITH, TRACKING BACK,
    DOLLY IN, DOLLY OUT, DOLLY BACK, DOLLY TO, DOLLY WITH, ZOOM TO, ZOOM BACK, ZOOMING IN, ZOOMING OUT, WIDEN TO,
    WIDEN OUT, WIDENING TO, RACK FOCUS, RACK TO, CRANE UP, CRANE DOWN, CAMERA MOVES, CAMERA PANS, CAMERA PULLS,
    CAMERA PUSHES, CAMERA TILTS, CAMERA TRACKS, CAMERA ZOOMS, CAMERA HOLDS, CAMERA REVEALS, REVEAL THE, REVEAL A,
    REVEAL THAT, WE PULL, WE PUSH, WE PAN, WE TILT
    """)
  private static let loneMovements: Set<String> = ["WIDEN", "REVEAL", "PANNING", "WIDENING"]
  /// The times of day that end a heading.
  private static let times: Set<String> = [
    "DAY", "NIGHT", "MORNING", "EVENING", "AFTERNOON", "NOON", "MIDNIGHT", "DUSK",
  ]
  /// The words before "DRAFT" on a title page.
  private static let drafts: Set<String> = [
    "FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "FINAL", "SHOOTING", "REVISED", "PRODUCTION",
    "ROUGH", "WORKING",
    "1ST", "2ND", "3RD", "4TH", "5TH", "BLUE", "PINK", "YELLOW", "GREEN", "WHITE",
  ]
  private static let placeStarts: Set<String> = [
    "AT", "BY", "IN", "INTO", "INSIDE", "OUTSIDE", "BEHIND", "BENEATH", "DOWN", "ACROSS", "THROUGH",
    "SUDDENLY", "AS", "CAMERA",
  ]
  private static let titles: Set<String> = [
    "CAPT.", "PROF.", "INSP.", "LIEUT.", "SERGT.", "COMDR.", "MESSRS.", "SISTER.",
  ]
  private static let smallWords: Set<String> = [
    "A", "AN", "AND", "AT", "HER", "HIS", "IN", "IS", "IT", "ON", "THE", "THEIR", "TO", "WITH",
  ]
  private static let wholeShots: Set<String> = [
    "ANGLE", "REVERSE", "WIDER", "INTERTITLE", "TITLE CARD", "CHYRON", "LATER", "MOMENTS LATER",
    "MEANWHILE", "FREEZE FRAME", "OMITTED", "FADE IN", "FADE OUT",
  ]
  /// The words after a dash that say how a person speaks.
  private static let extensions: Set<String> = [
    "VO", "OS", "OC", "OFF", "OFF-SCREEN", "OFFSCREEN", "ON", "PHONE", "RADIO", "TV", "VOICE",
    "OVER",
    "VOICEOVER", "INTERCOM", "PRE-LAP", "CONT'D", "CONT’D", "CONTD", "CONT", "CONTINUED",
    "SUBTITLED",
  ]
  private static let transitions: Set<String> = [
    "FADE IN", "FADE OUT", "FADE UP", "FADE TO BLACK", "FADE TO WHITE", "FADE IN ON",
    "CUT TO BLACK", "CUT", "SMASH CUT", "MATCH CUT", "JUMP CUT", "TIME CUT", "HARD CUT",
    "FLASH CUT", "QUICK CUT", "DISSOLVE", "LAP DISSOLVE",
    "IRIS IN", "IRIS OUT",
    "WIPE", "FONDU AU NOIR", "FONDU ENCHAÎNÉ", "OUVERTURE AU NOIR", "FERMETURE AU NOIR",
    "COUPE SUR", "CUT SUR", "AUFBLENDE", "ABBLENDE", "SCHNITT", "SCHNITT AUF", "ÜBERBLENDUNG",
    "CORTE A", "CORTE A NEGRO",
    "FUNDIDO A NEGRO", "FUNDIDO DE NEGRO", "FUNDE A", "DISOLVENCIA A", "CORTA PARA", "CORTE PARA",
    "STACCO", "STACCO SU", "DISSOLVENZA", "LEIKKAUS", "HÄIVYTYS", "RISTIHÄIVYTYS", "KLIPP TILL",
    "KLIP TIL", "TONING", "ÖVERTONING", "SNIJ NAAR", "CIĘCIE", "CIĘCIE DO", "PRZENIKANIE",
  ]
}

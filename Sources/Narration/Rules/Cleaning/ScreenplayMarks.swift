import Basics
import Hablare

/// The short forms of screenplays: ages in brackets, and shots.
/// "(40's M)" is "(forties, male)", and "CU ON THE VIAL" is "Close up on the vial".
enum ScreenplayMarks {
  /// Returns the text with its short forms expanded.
  /// `words` is the table of the text's language.
  static func opened(_ text: String, _ words: ScreenplayWords) -> String {
    let text = words.isNewest ? withoutSigns(text, words) : text
    let shots = words.mayNameShot(in: text) ? shots(in: text, words) : text
    return text.hasByte(UInt8(ascii: "(")) ? ages(in: shots, words) : shots
  }

  /// Whether a heading names a shot instead of a new place: `.CU: THE VIAL`.
  static func isShot(_ heading: String) -> Bool {
    let first = heading.split { !$0.isLetter && $0 != "-" && $0 != "’" && $0 != "'" }.prefix(2).map(
      String.init)
    guard let word = first.first, heading == heading.uppercased() else { return false }
    let shots = [
      "CU", "ECU", "MCU", "POV", "OTS", "INSERT", "ANGLE", "CLOSE", "CLOSE-UP", "CLOSEUP", "WIDER",
    ]
    return shots.contains(word)
      || sizes.contains(word) && (first.last == "SHOT" || first.last == "ANGLE")
  }

  /// Whether a transition says nothing else than how the picture changes: `SMASH CUT TO BLACK:`.
  static func isBareTransition(_ text: String) -> Bool {
    let text = text.uppercased()
    let words = text.split { !$0.isLetter }.map(String.init)
    return text.hasSuffix("TO:") || words.allSatisfy(transitions.contains) && words != ["THE"]
  }

  private static let transitions: Set<String> = [
    "CUT", "CUTS", "TO", "SMASH", "MATCH", "JUMP", "HARD", "QUICK", "SLOW", "FAST", "TIME",
    "FADE", "FADES", "IN", "OUT", "UP", "DOWN", "ON", "FROM", "BLACK", "WHITE", "BLACKOUT",
    "DISSOLVE", "DISSOLVES", "LAP", "CROSS", "CROSSFADE", "WIPE", "IRIS", "BACK", "FLASH",
    "INTERCUT", "WITH", "END", "CREDITS", "OF", "THE", "A", "AND", "SCHNITT", "AUF", "SCHWARZ",
    "WEISS", "ÜBERBLENDUNG", "AUFBLENDE", "ABBLENDE", "ZU", "FONDU", "AU", "NOIR", "BLANC",
    "ENCHAÎNÉ", "OUVERTURE", "FERMETURE", "COUPE", "SUR", "CORTE", "NEGRO", "BLANCO", "FUNDIDO",
    "FUNDE", "DE", "DISOLVENCIA", "CORTA", "PARA", "STACCO", "SU", "DISSOLVENZA", "INCROCIATA",
    "NERO", "LEIKKAUS", "HÄIVYTYS", "RISTIHÄIVYTYS", "MUSTAAN", "KLIPP", "TILL", "KLIP", "TIL",
    "TONING", "ÖVERTONING", "SNIJ", "NAAR", "CIĘCIE", "DO", "PRZENIKANIE",
  ]

  // MARK: Shots

  private static let sizes: Set<String> = [
    "MED", "MEDIUM", "WIDE", "LONG", "FULL", "TWO", "REVERSE", "LOW", "HIGH",
  ]

  /// Expands the names of shots that are in capitals.
  /// "POV", "OTS", "ECU" and "MCU" are expanded anywhere. "MED" is expanded before words such as "SHOT". All other
  /// names are expanded only at the start of a line or after a full stop or a colon.
  private static func shots(in text: String, _ words: ScreenplayWords) -> String {
    var result = ""
    var rest = text[...]
    var isStart = true
    var before = ""
    while !rest.isEmpty {
      let token = rest.prefix { $0.isLetter || $0.isNumber }
      if token.isEmpty {
        let other = rest.prefix { !$0.isLetter && !$0.isNumber }
        if other.contains(where: { "\n.:".contains($0) }) { isStart = true }
        // "-- CU on her hand"
        if words.isNewest, other.contains("--") || other.contains("—") { isStart = true }
        result += other
        rest = rest.dropFirst(other.count)
        continue
      }
      let after = rest.dropFirst(token.count)
      let short = words.shot(String(token), isStart: isStart, after: after)
      result +=
        short ?? words.newShot(String(token), before: before, after: after) ?? String(token)
      before = token.lowercased()
      rest = after
      // In "MED. SHOT", the full stop belongs to the abbreviation.
      if token == "MED", after.hasPrefix(". SHOT") { rest = rest.dropFirst() }
      if token == "ST", result.hasSuffix("Saint ") { rest = rest.dropFirst() }
      isStart = false
    }
    return result
  }

  // MARK: Signs

  /// Returns the text without tags of players, with "iPHONE" as "iPhone", and with the short forms that have a slash.
  private static func withoutSigns(_ text: String, _ words: ScreenplayWords) -> String {
    var text = text
    if text.hasByte(UInt8(ascii: "<")) {
      text.replace(
        /<\/?(?:audio|video|source|iframe|embed|object|picture|script|button|input)(?:\s[^<>]*)?>/,
        with: " ")
    }
    if let closeUp = words.closeUp, text.hasText("C.U.") {
      text.replace(
        /(^\s*|\n\s*|[.:!?\-]\s{1,2})C\.U\.(?=:|\s+(?:\p{Ll}|\p{Lu}{2}|\p{Lu}\p{Ll}+['’]s\s))/
      ) { $0.1 + closeUp }
    }
    // "25¢", decoded as Latin-1.
    if text.hasText("\u{C2}") { text.replace(/\u{C2}([¢£§°±½¼¾])/) { $0.1 } }
    if text.hasByte(UInt8(ascii: "\\")) {
      text.replace(/(\p{Lu}{2})\\(?=\p{Lu}{2})/) { $0.1 + "/" }
    }
    if text.hasByte(UInt8(ascii: "P")), text.hasText("iP") {
      text.replace(/\biP([A-Z]{2,})\b/) { "iP" + $0.1.lowercased() }
    }
    if !words.newShots.isEmpty, text.hasText(" W. ") || text.hasText(" E. "),
      text.utf8.contains(where: { $0 &- UInt8(ascii: "0") < 10 })
    {
      text.replace(/\b(\d+) ([EW])\. (?=\d+(?:st|nd|rd|th)\b)/) {
        "\($0.1) \($0.2 == "W" ? "West" : "East") "
      }
    }
    if !words.newShots.isEmpty, text.hasByte(UInt8(ascii: "/")) {
      if text.hasText("f/x") || text.hasText("F/X") {
        text.replace(/\b(?:f\/x|F\/X)\b/, with: "effects")
      }
      if text.hasText("b/w") || text.hasText("B/W") {
        text.replace(/\b(?:b\/w|B\/W)\b/, with: "black and white")
      }
    }
    return text
  }

  // MARK: Ages

  private static func ages(in text: String, _ words: ScreenplayWords) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let inner = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      result += "(" + (age(inner, words) ?? String(inner)) + ")"
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// Returns the words for an age, or for an age and a gender, such as "40's M", "M, 40s" and "F/60s".
  /// Nil for any other text.
  private static func age(_ text: Substring, _ words: ScreenplayWords) -> String? {
    let parts = text.split { " ,/".contains($0) }.map(String.init)
    guard (1...2).contains(parts.count) else { return nil }
    let opened = parts.map { words.decade($0) ?? words.gender($0) }
    let isAge = parts.contains { words.decade($0) != nil || $0.allSatisfy(\.isNumber) }
    let hasMark = opened.contains { $0 != nil }
    guard isAge, hasMark, zip(parts, opened).allSatisfy({ $1 != nil || $0.allSatisfy(\.isNumber) })
    else {
      return nil
    }
    return zip(parts, opened).map { $1 ?? $0 }.joined(separator: ", ")
  }
}

/// The meanings of the short forms of screenplays in one language.
struct ScreenplayWords: Sendable {
  /// The decades of life from the twenties on.
  let decades: [String]
  let male: String
  let female: String
  /// The names of shots, by their abbreviations.
  private let shots: [String: String]
  /// The name of the shot in one word, which no verb has: "C.U. Ann".
  var closeUp: String? { shots["CU"].map { $0 == "close up" ? "close-up" : $0 } }
  /// The short forms that rule set 1.2 adds.
  private(set) var newShots: [String: String] = [:]
  /// Whether the rules of rule set 1.2 apply.
  private(set) var isNewest = false

  /// Returns the table for a language tag, or the English table if the language has no table.
  static func of(_ language: String, _ rules: RuleSet = .current) -> ScreenplayWords {
    let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    var words = tables[code] ?? english
    words.isNewest = rules >= .v1_2
    if code == "en", words.isNewest {
      words.newShots = [
        "BG": "background", "CAM": "camera", "FG": "foreground", "MOS": "without sound",
        "ST": "Saint ",
      ]
    }
    return words
  }

  /// Returns "forties" for `40's`, `40s` and `40S`; nil for any other text.
  func decade(_ text: String) -> String? {
    let digits = text.prefix(while: \.isNumber)
    guard digits.count == 2, digits.last == "0", let number = Int(digits), number >= 20 else {
      return nil
    }
    guard ["s", "'s", "’s", "S", "'S", "’S"].contains(text.dropFirst(2)) else { return nil }
    return decades[number / 10 - 2]
  }

  /// Returns "male" for `M`; nil for any other text.
  func gender(_ text: String) -> String? {
    switch text {
    case "M", "MALE": male
    case "F", "FEMALE": female
    default: nil
    }
  }

  /// Whether a text contains the letters of a shot.
  /// Most texts contain no such letters, so the search for shots is rarely needed.
  func mayNameShot(in text: String) -> Bool {
    var letters: [UInt8] = []
    for byte in text.utf8 {
      if (0x41...0x5A).contains(byte) {
        letters.append(byte)
      } else {
        if isShot(letters) { return true }
        letters.removeAll(keepingCapacity: true)
      }
    }
    return isShot(letters)
  }

  private func isShot(_ letters: [UInt8]) -> Bool {
    guard (2...3).contains(letters.count) else { return false }
    let word = String(decoding: letters, as: UTF8.self)
    return shots[word] != nil || newShots[word] != nil
  }

  /// Returns the words of a short form of rule set 1.2, or nil if a name or a noun may have the same letters.
  func newShot(_ letters: String, before: String, after: Substring) -> String? {
    guard let words = newShots[letters] else { return nil }
    if letters == "ST" {
      return after.first == "." && after.dropFirst().first?.isLetter == true ? words : nil
    }
    let closes = after.isEmpty || ".,;:!?)\n".contains(after.first ?? " ") || after.hasPrefix(" -")
    if letters == "MOS" {
      return closes && !Self.determiners.contains(before) ? words : nil
    }
    if letters == "CAM" {
      // A person of this name does not tilt.
      let next = after.drop { $0 == " " }.prefix(while: \.isLetter).uppercased()
      return after.first == " " && Self.movements.contains(next)
        || closes && ["toward", "towards", "behind", "past"].contains(before) ? words : nil
    }
    return closes || ["in", "the", "into"].contains(before) ? words : nil
  }

  /// What cameras do, and people hardly.
  private static let movements: Set<String> = [
    "PUSH", "PUSHES", "PAN", "PANS", "TILT", "TILTS", "PULLS", "ZOOMS", "DOLLIES", "TRACKS",
    "CRANES",
  ]

  private static let determiners: Set<String> = [
    "a", "an", "the", "my", "your", "his", "her", "our", "their", "this", "that", "s",
  ]

  /// Returns the name of a shot.
  /// Nil if the letters are not a shot. Also nil if the text after the letters (`after`) shows that they are another
  /// word.
  func shot(_ letters: String, isStart: Bool, after: Substring) -> String? {
    guard let words = shots[letters] else { return nil }
    switch letters {
    case "MED":
      let next = after.drop { " .".contains($0) }
      return ["SHOT", "CLOSE", "ANGLE"].contains(where: next.hasPrefix) ? words : nil
    case "POV", "OTS", "ECU", "MCU": return words
    default:
      let isNamed =
        after.isEmpty || after.hasPrefix(":") || after.hasPrefix(" ON")
        || after.hasPrefix(" OF")
        || after.hasPrefix(" -") || after.hasPrefix("\n")
        || isNewest && (after.hasPrefix(" on ") || after.hasPrefix(" of "))
      return isStart && isNamed ? words : nil
    }
  }

  private static let tables = ["en": english, "es": spanish, "fr": french, "de": german]

  private static let english = ScreenplayWords(
    decades: [
      "twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties",
    ],
    male: "male", female: "female",
    shots: [
      "CU": "close up", "ECU": "extreme close up", "MCU": "medium close up", "MED": "medium",
      "POV": "point of view", "OTS": "over the shoulder", "WS": "wide shot", "LS": "long shot",
      "MS": "medium shot", "ELS": "extreme long shot",
    ])

  private static let spanish = ScreenplayWords(
    decades: [
      "veintitantos", "treinta y tantos", "cuarenta y tantos", "cincuenta y tantos",
      "sesenta y tantos",
      "setenta y tantos", "ochenta y tantos", "noventa y tantos",
    ], male: "hombre", female: "mujer",
    shots: [
      "CU": "primer plano", "ECU": "primerísimo primer plano", "PP": "primer plano",
      "PG": "plano general",
      "POV": "punto de vista", "OTS": "sobre el hombro", "MED": "medio",
    ])

  private static let french = ScreenplayWords(
    decades: [
      "la vingtaine", "la trentaine", "la quarantaine", "la cinquantaine", "la soixantaine",
      "soixante-dix ans passés", "quatre-vingts ans passés", "quatre-vingt-dix ans passés",
    ], male: "homme", female: "femme",
    shots: [
      "CU": "gros plan", "ECU": "très gros plan", "GP": "gros plan", "TGP": "très gros plan",
      "POV": "vue subjective", "OTS": "par-dessus l'épaule", "MED": "moyen",
    ])

  private static let german = ScreenplayWords(
    decades: [
      "in den Zwanzigern", "in den Dreißigern", "in den Vierzigern", "in den Fünfzigern",
      "in den Sechzigern",
      "in den Siebzigern", "in den Achtzigern", "in den Neunzigern",
    ], male: "männlich", female: "weiblich",
    shots: [
      "CU": "Nahaufnahme", "ECU": "Detailaufnahme", "POV": "Subjektive", "OTS": "über die Schulter",
      "MED": "halbnah",
    ])
}

/// The kind of a line of action.
/// Some lines come from screenwriting programs or printed pages.
/// The elements keep the types that Fountain's rules give them. The kind changes only how they are read.
enum PageLine: Equatable {
  /// Ordinary text for a listener.
  case words
  /// `CONTINUED: (2)`, `(CONTINUED)`, or a page number.
  case furniture
  /// A transition that Fountain's rules do not recognize, such as `FADE OUT.`
  case transition
  /// A scene heading with a number before it, or before and after it, as in `1 INT. HOUSE - DAY 1`.
  /// The value is the heading without the numbers.
  case heading(String)

  /// `knowsLanguages` is false before rule set 1.2, which knows transitions only in English.
  init(_ line: some StringProtocol, knowsLanguages: Bool = true) {
    // Lines of all other kinds have no lower-case letters. Nearly every ordinary line has lower-case letters.
    guard !line.utf8.contains(where: { (0x61...0x7A).contains($0) }) else {
      self = .words
      return
    }
    let text = line.trimmed
    if Self.isFurniture(text) {
      self = .furniture
    } else if Self.transitions.contains(where: { Self.isTransition(text, $0) })
      || knowsLanguages && Self.foreign.contains(where: { Self.isTransition(text, $0) })
    {
      self = .transition
    } else if let heading = Self.numberedHeading(text) {
      self = .heading(heading)
    } else {
      self = .words
    }
  }

  // MARK: Furniture

  private static func isFurniture(_ text: String) -> Bool {
    let bare = text.filter { !"()[]:. ".contains($0) }
    if !bare.isEmpty, bare.allSatisfy(\.isNumber), text.count <= 7, !text.contains(":") {
      return bare.count <= 3 && isPageNumber(text)
    }
    let marks = ["CONTINUED", "CONT'D", "CONT’D", "MORE"]
    let words = bare.prefix { !$0.isNumber }
    let rest = bare.dropFirst(words.count)
    return marks.contains(String(words)) && rest.allSatisfy(\.isNumber)
      && (text.hasPrefix("(") || text.contains(":") || rest.isEmpty && words != "MORE")
  }

  /// Whether the text is a page number: `12`, `12.`, `(12)`.
  private static func isPageNumber(_ text: String) -> Bool {
    let trimmed = text.drop { $0 == "(" }
    let digits = trimmed.prefix(while: \.isNumber)
    let rest = trimmed.dropFirst(digits.count)
    return !digits.isEmpty && (rest.isEmpty || rest == "." || rest == ")")
  }

  // MARK: Transitions

  /// The words that begin a transition.
  /// "TO", "BACK", "BLACK" and similar words in capitals can follow.
  private static let transitions = [
    "FADE IN", "FADE OUT", "FADE TO", "FADE UP", "FADE BACK", "CUT TO", "CUT BACK", "SMASH CUT",
    "MATCH CUT",
    "JUMP CUT", "HARD CUT", "DISSOLVE TO", "DISSOLVE", "WIPE TO", "IRIS OUT", "IRIS IN",
    "CROSSFADE", "CROSS FADE",
    "TIME CUT", "INTERCUT WITH", "BACK TO SCENE", "BLACK OUT", "BLACKOUT",
  ]

  private static let foreign = [
    "FONDU", "COUPE SUR", "CUT SUR", "OUVERTURE AU NOIR", "FERMETURE AU NOIR", "SCHNITT",
    "ABBLENDE", "AUFBLENDE", "ÜBERBLENDUNG", "CORTE A", "FUNDIDO", "FUNDE A", "DISOLVENCIA A",
    "CORTA PARA", "CORTE PARA", "STACCO", "DISSOLVENZA", "LEIKKAUS", "HÄIVYTYS", "RISTIHÄIVYTYS",
    "KLIPP TILL", "KLIP TIL", "TONING", "ÖVERTONING", "SNIJ NAAR", "CIĘCIE", "PRZENIKANIE",
  ]

  private static func isTransition(_ text: String, _ start: String) -> Bool {
    guard text.hasPrefix(start), text.count <= 40, text == text.uppercased() else { return false }
    let rest = text.dropFirst(start.count)
    guard rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return false }
    // If other words follow, the line is action: "FADE IN ON A STREET." describes a picture.
    let words = rest.split { !$0.isLetter }
    let filling: Set<Substring> = [
      "TO", "BLACK", "WHITE", "BACK", "IN", "OUT", "UP", "FROM", "SCENE", "ON",
      "AU", "NOIR", "BLANC", "ENCHAÎNÉ", "AUF", "NACH", "ZU", "SCHWARZ", "WEISS", "A", "DE",
      "NEGRO", "BLANCO", "ENCADENADO", "SU", "NERO", "INCROCIATA", "DO", "MUSTAAN",
    ]
    return words.allSatisfy(filling.contains) && (words.last != "ON")
  }

  // MARK: Numbered headings

  /// Returns the heading from a line that begins with a number, or nil for any other line.
  /// The number is left out. If the line also ends in this number, the number is left out there too.
  private static func numberedHeading(_ text: String) -> String? {
    let number = text.prefix { !$0.isWhitespace }
    let name = number.hasSuffix(".") ? number.dropLast() : number
    guard !name.isEmpty, name.count <= 5, name.contains(where: \.isNumber),
      name.allSatisfy({ $0.isNumber || $0.isASCII && $0.isUppercase }),
      !text.contains("\n")
    else { return nil }
    var rest = text.dropFirst(number.count).drop(while: \.isWhitespace)
    let prefixes = ["INT.", "EXT.", "EST.", "INT ", "EXT ", "INT/", "EXT/", "I/E"]
    guard prefixes.contains(where: rest.hasPrefix), rest == rest.uppercased() else { return nil }
    if let last = rest.split(separator: " ").last, last == number || last == name {
      rest = rest.dropLast(last.count)
    }
    return rest.trimmed
  }
}

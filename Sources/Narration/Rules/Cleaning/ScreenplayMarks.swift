import Basics

/// The short forms of screenplays: ages in brackets, and shots.
/// "(40's M)" is "(forties, male)", and "CU ON THE VIAL" is "Close up on the vial".
enum ScreenplayMarks {
  /// Returns the text with its short forms expanded.
  /// `words` is the table of the text's language.
  static func opened(_ text: String, _ words: ScreenplayWords) -> String {
    let shots = words.mayNameShot(in: text) ? shots(in: text, words) : text
    return text.utf8.contains(UInt8(ascii: "(")) ? ages(in: shots, words) : shots
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
    while !rest.isEmpty {
      let token = rest.prefix { $0.isLetter || $0.isNumber }
      if token.isEmpty {
        let other = rest.prefix { !$0.isLetter && !$0.isNumber }
        if other.contains(where: { "\n.:".contains($0) }) { isStart = true }
        result += other
        rest = rest.dropFirst(other.count)
        continue
      }
      let after = rest.dropFirst(token.count)
      result += words.shot(String(token), isStart: isStart, after: after) ?? String(token)
      rest = after
      // In "MED. SHOT", the full stop belongs to the abbreviation.
      if token == "MED", after.hasPrefix(". SHOT") { rest = rest.dropFirst() }
      isStart = false
    }
    return result
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

  /// Returns the table for a language tag, or the English table if the language has no table.
  static func of(_ language: String) -> ScreenplayWords {
    tables[language.prefix { $0 != "-" && $0 != "_" }.lowercased()] ?? english
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
    (2...3).contains(letters.count) && shots[String(decoding: letters, as: UTF8.self)] != nil
  }

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

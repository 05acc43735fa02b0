import Basics

/// The deliveries for the words of parentheticals (Documentation/speech.md, "Delivery").
package struct DeliveryTable: Sendable {
  struct Row: Sendable {
    var phrases: [Phrase]
    var delivery: Delivery
  }

  struct Phrase: Sendable, Hashable {
    var words: [String]
    /// Whether the phrase must be the whole direction: "temps" alone is a beat, but "en même temps" is not.
    var isWhole: Bool

    /// Creates a phrase of the table.
    /// If the text begins with `=`, the phrase must be the whole direction.
    init(_ text: String) {
      words = DeliveryTable.words(of: text)
      isWhole = text.hasPrefix("=")
    }

    init(_ words: [String], isWhole: Bool) { (self.words, self.isWhole) = (words, isWhole) }
  }

  /// The deliveries.
  /// The cast's own deliveries come first.
  private let deliveries: [Delivery]
  private let numbers: [Phrase: [Int]]
  /// The lengths in words of the phrases that can be part of a direction.
  private let lengths: Set<Int>
  /// Whether combined deliveries stay within the limits of one, as in rule set 1.2.
  let limits: Bool

  /// Creates the table of a language.
  /// `additions` are deliveries of a cast, which override the table.
  package init(
    languageCode: String, additions: [String: Delivery] = [:], rules: RuleSet = .current
  ) {
    let primary = languageCode.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if primary == "en", additions.isEmpty, rules >= .v1_2 {
      self = Self.newestEnglish
    } else {
      self.init(primary, additions, rules)
    }
  }

  /// The table that most scripts need several times.
  private static let newestEnglish = Self("en", [:], .current)

  private init(_ primary: String, _ additions: [String: Delivery], _ rules: RuleSet) {
    let own = additions.sorted { $0.key < $1.key }.map { word, delivery in
      Row(phrases: [Phrase(word)], delivery: delivery)
    }
    // Manners of rule set 1.2 override the first table.
    limits = rules >= .v1_2
    let tables = [limits ? Manner.rows(primary) : [], Self.tables[primary] ?? Self.english]
    let all = [own] + tables.map { $0.map { Row(phrases: $0.map(Phrase.init), delivery: $1) } }
    deliveries = all.joined().map(\.delivery)
    var (numbers, lengths, number) = ([Phrase: [Int]](), Set<Int>(), 0)
    numbers.reserveCapacity(2_048)
    for table in all {
      let first = number
      for row in table {
        for phrase in row.phrases {
          // A phrase of an earlier table is taken.
          if let other = numbers[phrase]?.first, other < first { continue }
          numbers[phrase, default: []].append(number)
          if !phrase.isWhole { lengths.insert(phrase.words.count) }
        }
        number += 1
      }
    }
    (self.numbers, self.lengths) = (numbers, lengths.subtracting([0]))
  }

  /// Returns the delivery for a parenthetical or an extension, or nil if no phrase of the table matches.
  package func delivery(for direction: String) -> Delivery? {
    let words = Self.words(of: direction)
    let found = Set(matches(in: words).flatMap(\.numbers))
    guard !found.isEmpty else { return nil }
    let all = found.sorted().map { deliveries[$0] }.reduce(Delivery()) { $0.combined(with: $1) }
    return limits && found.count > 1 ? all.limited : all
  }

  /// Returns the runs of words that are in no phrase of the table, each with the next word. Nil if no phrase matches,
  /// or before rule set 1.2.
  func unmatched(in direction: String) -> [(words: [String], next: String?)]? {
    let words = Self.words(of: direction)
    let matches = matches(in: words)
    guard limits, !matches.isEmpty else { return nil }
    let matched = Set(matches.flatMap(\.range))
    return words.indices.split(whereSeparator: matched.contains).map { run in
      (Array(words[run]), words.dropFirst(run.upperBound).first)
    }
  }

  /// Returns the places of the table's phrases in a direction, with the numbers of their deliveries.
  private func matches(in words: [String]) -> [(range: Range<Int>, numbers: [Int])] {
    guard !words.isEmpty else { return [] }
    var found: [(range: Range<Int>, numbers: [Int])] = []
    if let whole = numbers[Phrase(words, isWhole: true)] { found.append((words.indices, whole)) }
    for length in lengths where length <= words.count {
      for start in 0...words.count - length {
        let phrase = Phrase(Array(words[start..<start + length]), isWhole: false)
        guard let numbers = numbers[phrase], !Self.isDenied(words[..<start].suffix(2)) else {
          continue
        }
        found.append((start..<start + length, numbers))
      }
    }
    return found
  }

  private static func words(of text: String) -> [String] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.lowercased().utf8
        .split { $0 &- UInt8(ascii: "a") >= 26 && $0 != UInt8(ascii: "'") }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    return text.lowercased().unicodeScalars
      .split { !($0.isLetter || $0.isMark || $0.isApostrophe) }
      .map { word in word.lazy.map { $0 == "’" ? "'" : $0 }.text }
  }

  /// Whether the words before a phrase negate it: "not whispering", "stops singing".
  private static func isDenied(_ before: ArraySlice<String>) -> Bool {
    if before.last.map(denials.contains) ?? false { return true }
    // In "no longer whispering" and "deja de cantar", two words negate the phrase.
    return before.count == 2 && before.first.map(denials.contains) ?? false
      && ["longer", "de", "más", "plus", "mehr"].contains(before.last)
  }

  private static let denials: Set<String> = [
    "not", "no", "never", "without", "stop", "stops", "stopping", "isn't", "nearly",
    "sin", "deja", "dejan", "nunca", "sans", "pas", "plus", "cesse", "arrête", "nicht", "ohne",
    "kein", "keine", "nie",
  ]

  typealias Table = [([String], Delivery)]

  // The values come from Documentation/speech.md, "Delivery".
  private static let beat = Delivery(pause: 700)
  private static let longPause = Delivery(pause: 1500)
  private static let whisper = Delivery(gain: Delivery.whisperGain, whispers: true)
  private static let shout = Delivery(gain: 3, rate: 1.05, pitch: 2)
  private static let quick = Delivery(rate: 1.2)
  private static let slow = Delivery(rate: 0.85)
  private static let sing = Delivery(pitch: 1)
  private static let phone = Delivery(effect: .telephone)
  private static let outside = Delivery(gain: -4, effect: .offScreen)

  private static let tables: [String: Table] = [
    "en": english, "es": spanish, "fr": french, "de": german,
  ]

  private static let english: Table = [
    (["beat", "pause", "pauses", "pausing"], beat),
    (["long pause", "long beat", "silence", "long silence"], longPause),
    (
      [
        "whispering", "whispers", "whisper", "whispered", "in a whisper", "quietly", "sotto",
        "sotto voce", "under his breath", "under her breath", "under their breath",
        "under my breath", "hushed",
      ], whisper
    ),
    (
      [
        "shouting", "shouts", "shout", "shouted", "yelling", "yells", "yell", "screaming",
        "screams", "scream",
      ], shout
    ),
    (["quickly", "rapidly"], quick),
    (["slowly", "deliberately"], slow),
    (["singing", "sings", "sung"], sing),
    (
      [
        "into phone", "on phone", "into the phone", "on the phone", "over phone", "over the phone",
        "filtered", "over radio", "over the radio", "into radio", "on radio", "on the radio",
        "on tv", "on the tv", "over intercom",
      ], phone
    ),
    (["o s", "o c", "os", "oc", "off screen", "off camera", "offscreen"], outside),
  ]

  private static let spanish: Table = [
    (["pausa", "=tiempo", "un tiempo"], beat),
    (["pausa larga", "larga pausa", "silencio"], longPause),
    (
      [
        "susurrando", "susurra", "susurros", "en susurros", "en un susurro", "en voz baja",
        "bajito",
        "por lo bajo", "entre dientes", "sotto voce",
      ], whisper
    ),
    (["gritando", "grita", "a gritos", "chillando", "vociferando"], shout),
    (["rápidamente", "rápido", "deprisa", "de prisa"], quick),
    (["lentamente", "despacio", "lento", "pausadamente"], slow),
    (["cantando", "canta"], sing),
    (
      [
        "al teléfono", "por teléfono", "filtrado", "filtrada", "por radio", "por la radio",
        "en la radio", "en la tele", "en televisión", "en tv", "al móvil",
      ], phone
    ),
    (["fuera de campo", "fuera de cámara", "o s", "o c", "os", "oc"], outside),
  ]

  private static let french: Table = [
    (["un temps", "=temps", "pause"], beat),
    (["un long temps", "long temps", "longue pause", "silence", "long silence"], longPause),
    (
      [
        "chuchotant", "chuchote", "en chuchotant", "murmurant", "murmure", "à voix basse",
        "tout bas", "sotto voce",
      ], whisper
    ),
    (["criant", "crie", "en criant", "hurlant", "hurle", "en hurlant"], shout),
    (["rapidement", "vite", "très vite"], quick),
    (["lentement", "posément"], slow),
    (["chantant", "chante", "en chantant"], sing),
    (
      [
        "au téléphone", "filtré", "filtrée", "à la radio", "par radio", "à la télé",
        "à la télévision",
      ], phone
    ),
    (["hors champ", "hors-champ", "h c", "o s", "o c", "os", "oc"], outside),
  ]

  private static let german: Table = [
    (["pause", "=moment"], beat),
    (["lange pause", "stille", "schweigen"], longPause),
    (
      ["flüsternd", "flüstert", "flüstern", "leise", "murmelnd", "murmelt", "sotto voce"], whisper
    ),
    (["schreiend", "schreit", "rufend", "ruft", "brüllend", "brüllt"], shout),
    (["schnell", "hastig", "rasch"], quick),
    (["langsam", "bedächtig"], slow),
    (["singend", "singt"], sing),
    (
      [
        "am telefon", "ins telefon", "gefiltert", "über funk", "im radio", "aus dem radio",
        "im fernsehen",
      ], phone
    ),
    (["aus dem off", "o s", "o c", "os", "oc"], outside),
  ]
}

import Basics

/// Reads a letter for thousands, millions or billions: "150M active users", "1.5B people", "10K followers".
struct Magnitudes: ReadingRule {
  let speech: Speech
  private let quantities: Quantities

  init(speech: Speech) {
    self.speech = speech
    quantities = Quantities(speech: speech)
  }

  private static let english = [
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "B": "billion",
    "T": "trillion",
  ]

  /// Words after which "2m" is no length.
  private static let people = WordTable.words(
    """
    adults barrels children copies customers downloads fans followers homes households jobs members men people readers \
    residents subscribers tonnes users viewers views visitors voters women workers
    """)

  /// Words after which "100M" is a distance.
  private static let races: Set<String> = [
    "backstroke", "breaststroke", "butterfly", "dash", "final", "freestyle", "hurdles", "race",
    "relay", "run", "sprint",
  ]

  /// Words after which "4K" is a resolution.
  private static let screens: Set<String> = [
    "cameras", "displays", "footage", "images", "monitors", "projectors", "screens", "streams",
    "textures", "tvs", "videos",
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.kind(start - 1) != .word, line.symbol(start - 1) != "#",
      let quantity = quantities.quantity(at: start, in: line), quantity.first.fraction == nil
    else { return nil }
    let end = quantity.tokens.upperBound
    let name: String?
    let place: Int
    switch speech.language {
    case _ where isThousands(quantity, end, in: line):
      place = end
      name = speech.language.isGerman ? "tausend" : speech.speller.cardinal(1000)
    case .english:
      if let reading = shortened(quantity, in: line) ?? memory(quantity, in: line) {
        return reading
      }
      place = end
      name = line.word(end).flatMap { Self.english[$0] }
      guard isCounting(quantity, end + 1, in: line) else { return nil }
    case .spanish, .french:
      place = line.skippingSpace(end)
      let link = line.isSpace(place + 1) ? line.key(place + 2) : nil
      guard line.word(place) == "M", link == "de" || link?.hasPrefix("d'") == true else {
        return nil
      }
      let isOne = quantity.isOne
      name = speech.vocabulary.money.moneyMagnitudes["M"]?.word(isOne: isOne)
    default: return nil
    }
    guard let name else { return nil }
    var words = quantities.words(quantity, .before(.masculine), in: line)
    words.add(name, from: line.range(place))
    return Reading(end: place + 1, words: words)
  }

  private static let shortened = [
    "bn": "billion", "bln": "billion", "mn": "million", "mln": "million", "tn": "trillion",
    "trn": "trillion",
  ]

  /// Reads "52 bn parameters" and "5mn users".
  private func shortened(_ quantity: Quantity, in line: Line) -> Reading? {
    let place = line.skippingSpace(quantity.tokens.upperBound)
    guard let word = line.word(place), let name = Self.shortened[word], line.isClosed(place + 1),
      word.utf8.count > 2 || word == "bn"
        || line.isSpace(place + 1) && line.key(place + 2).map(quantities.nearby.isPlural) == true
    else { return nil }
    var words = quantities.words(quantity, in: line)
    words.add(name, from: line.range(place))
    return Reading(end: place + 1, words: words)
  }

  private static let bytes = ["M": "MB", "G": "GB", "T": "TB"]
  private static let memories = WordTable.words(
    "cache disk drive hdd heap memory nvme quota ram scratch ssd storage swap vram")
  private static let machines = WordTable.words(
    "container core cpu gpu host instance machine node pod server vm worker")

  /// Reads the letter of bytes beside a word for memory, or for each machine: "128G of RAM", "memory: 64G", "2T/node".
  private func memory(_ quantity: Quantity, in line: Line) -> Reading? {
    let (start, end) = (quantity.tokens.lowerBound, quantity.tokens.upperBound)
    guard let letter = line.word(end), let unit = Self.bytes[letter], line.isClosed(end + 1),
      let noun = speech.vocabulary.units.nouns[unit]
    else { return nil }
    let before = line.skippingSpaceBack(start - 1)
    let next = line.keyAfter(end + 1) ?? ""
    let isBefore = line.isSpace(end + 1) && Self.memories.contains(next)
    let isNear =
      next == "of" && line.key(end + 4).map(Self.memories.contains) == true
      || line.key(line.symbol(before) == ":" ? before - 1 : before).map(Self.memories.contains)
        == true
      || letter != "M" && line.symbol(end + 1) == "/"
        && line.key(end + 2).map(Self.machines.contains) == true
    guard isBefore || isNear else { return nil }
    var words = quantities.words(quantity, in: line)
    words.add(noun.word(isOne: isBefore || quantity.isOne), from: line.range(end))
    return Reading(end: end + 1, words: words)
  }

  /// Whether "k" means thousands: "~367k Abschnitte", "50k usuarios", but not "4k".
  private func isThousands(_ quantity: Quantity, _ end: Int, in line: Line) -> Bool {
    guard speech.isSecond, !speech.language.isEnglish, line.word(end) == "k",
      let value = quantity.value, value > 9, line.isSpace(end + 1),
      let next = line.word(end + 2), next.utf8.count > 3
    else { return false }
    return speech.language.isGerman ? line.isUpper(end + 2) : quantities.nearby.isPlural(next)
  }

  /// Whether the words after a letter are counted: "40M visitors", "5M+ users", but not "room 40M" or "a 10K run".
  private func isCounting(_ quantity: Quantity, _ end: Int, in line: Line) -> Bool {
    let letter = line.word(end - 1)
    guard line.isClosed(end), line.symbol(end) != "-" else { return false }
    let before = line.keyBefore(quantity.tokens.lowerBound) ?? ""
    if speech.context.pairs.contains(before) { return false }
    let place = line.symbol(end) == "+" ? end + 1 : end
    guard line.isSpace(place), let next = line.key(place + 1), !line.isUpper(place + 1) else {
      // "grew to 150M."
      return letter == "M" && line.symbol(end) != "²" && Self.amounts.contains(before)
    }
    if letter == "m" { return Self.people.contains(next) }
    if Self.races.contains(next) { return false }
    // "4K or 5K monitors"
    if speech.isSecond, letter == "K", [2, 4, 5, 6, 8].contains(quantity.value ?? 0),
      Self.screens.contains(next)
    {
      return false
    }
    if quantities.nearby.isPlural(next) || Self.qualities.contains(next) { return true }
    return letter == "M" && !speech.context.function.contains(next)
      || quantity.first.number?.fraction != nil && letter == "B"
  }

  /// Adjectives between an amount and a plural.
  private static let qualities: Set<String> = [
    "active", "daily", "monthly", "new", "registered", "total", "unique", "weekly",
  ]

  /// Words before an amount at the end of a sentence.
  private static let amounts: Set<String> = [
    "about", "above", "almost", "by", "exceeded", "exceeds", "for", "from", "nearly", "of", "over",
    "reached", "reaches", "than", "to", "under",
  ]
}

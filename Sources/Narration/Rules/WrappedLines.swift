import Basics

/// Lines that a program broke at the margin of a page.
enum WrappedLines {
  /// Returns lines with the words that a hyphen breaks at the end of a line in one piece.
  /// In a document, no speech breaks off at a hyphen, so a capital behind it goes on the word: "Bau-\nWerkzeug".
  static func mended(_ lines: [Substring], isDocument: Bool = false) -> [Substring] {
    guard lines.contains(where: { $0.hasByte(UInt8(ascii: "-")) }) else {
      return lines.filter { !$0.allSatisfy { $0 == " " } }
    }
    var lines = lines.map(joined)
    for index in lines.indices.dropLast() {
      guard let start = brokenWord(at: lines[index]) else { continue }
      let next = lines[index + 1].drop { $0 == " " }
      guard let first = next.first else { continue }
      let rest = next.prefix { $0 != " " }
      let second = String(rest.prefix(while: \.isLetter))
      // "Re-Elect", "ANTI-FEAR", "Jean-Luc", but not "No, Bob-" and "What?"
      let half = first.isUppercase ? start.lowercased().filter(\.isLetter) : ""
      let isCapital =
        isDocument && first.isUppercase || capitalPrefixes.contains(half)
        || firstNames.contains(half) && secondNames.contains(second.lowercased())
      guard first.isLowercase || isCapital else { continue }
      let isNumber = start.last?.isNumber == true
      if conjunctions.contains(second) || isNumber && afterDash.contains(second) { continue }
      let keepsHyphen =
        isCapital || start.contains { "-'’".contains($0) } || rest.contains("-")
        || start.count(where: \.isLetter) == 1
        || isCompound(start.lowercased(), second) || particles.contains(second) || isNumber
        || start.lowercased().hasSuffix("teen") && second != "th"
      let head = keepsHyphen ? lines[index] : lines[index].dropLast()
      lines[index] = Substring(head + rest)
      let margin = lines[index + 1].prefix { $0 == " " }
      lines[index + 1] = Substring(margin + next.dropFirst(rest.count).drop { $0 == " " })
    }
    return lines.filter { !$0.allSatisfy { $0 == " " } }
  }

  /// Returns a line with the words in one piece that were broken at the end of a line, and whose halves are on one line
  /// now: "well- known". A stammer, "two- and three-bedroom", and a hyphen that stands for a dash stay.
  private static func joined(_ line: Substring) -> Substring {
    guard line.hasByte(UInt8(ascii: "-")), line.hasText("- ") else { return line }
    var words = line.split(separator: " ", omittingEmptySubsequences: false)
    for index in words.indices.dropLast().reversed() {
      let (word, next) = (words[index], words[index + 1])
      let rest = next.prefix { $0.isLetter || $0 == "-" }.lowercased()
      guard word.hasSuffix("-"), next.first?.isLowercase == true,
        let first = word.dropLast().split(separator: "-").last?.lowercased(),
        first.allSatisfy(\.isLetter), !first.isEmpty
      else { continue }
      let second = String(rest.prefix { $0 != "-" })
      if first == "to", ["morrow", "night", "day"].contains(second) {
        words[index] = word.dropLast() + next
      } else if !conjunctions.contains(second), !rest.hasPrefix(first),
        numbers.contains(first) && numbers.contains(second)
          || prefixes.contains(first) && !afterDash.contains(second)
          || !numbers.contains(first) && ends.contains(second)
      {
        words[index] = word + next
      } else {
        continue
      }
      words.remove(at: index + 1)
    }
    return Substring(words.joined(separator: " "))
  }

  /// Whether two halves of a word are words, which a hyphen joins also within a line: "large-breasted", "thump-thump".
  private static func isCompound(_ first: String, _ second: String) -> Bool {
    if prefixes.contains(first) { return !suffixes.contains(second) }
    // "postponed" is one word.
    if first == "post" { return second.count > 5 && !second.hasPrefix("pon") }
    if second == "action", actions.contains(first) { return true }
    return first.count > 3 && first == second
      || first.hasSuffix("ish") && colors.contains(second)
      || first.count > 2 && adjectives.contains(second) && !closed.contains(first)
        && !first.hasSuffix("dis")
  }

  /// Returns the part of a word before the hyphen that ends a line; nil if no hyphen breaks a word.
  private static func brokenWord(at line: Substring) -> Substring? {
    // The last byte of U+2010.
    guard let end = line.utf8.last, end == UInt8(ascii: "-") || end == 0x90,
      line.last == "-" || line.last == "\u{2010}"
    else { return nil }
    let head = line.dropLast()
    guard let last = head.last, last.isLetter || last.isNumber else { return nil }
    return head.split(separator: " ").last
  }

  /// Words after a hyphen that stands for a part of a compound: "Ein- und Ausgang".
  private static let conjunctions: Set<String> = [
    "and", "or", "to", "und", "oder", "bis", "sowie", "et", "ou", "y", "o",
  ]
  /// Ends of compounds that keep their hyphens: "break-in", "president-elect".
  private static let particles: Set<String> = [
    "in", "up", "off", "out", "down", "by", "on", "elect",
    "ce", "ci", "elle", "elles", "ils", "je", "là", "même", "mêmes", "moi", "nous", "vous",
  ]
  /// Parts of compounds before a capital, which keep their hyphens.
  private static let capitalPrefixes: Set<String> = [
    "re", "anti", "non", "pre", "post", "pro", "ex", "mid", "trans", "anglo", "franco", "afro",
    "indo", "euro", "neo", "pan", "saint", "sainte", "champs", "jean",
  ]
  /// The parts of double names.
  private static let firstNames: Set<String> = [
    "jean", "anne", "marie", "pierre", "hans", "karl", "klaus", "franz", "paul", "louis", "mary",
  ]
  private static let secondNames: Set<String> = [
    "pierre", "paul", "luc", "claude", "jacques", "louis", "marc", "michel", "philippe", "baptiste",
    "yves", "christophe", "françois", "francois", "marie", "sophie", "laure", "louise", "therese",
    "thérèse", "antoinette", "christine", "peter", "heinz", "joachim", "dieter", "jürgen", "josef",
    "henri", "ann", "anne", "kate", "jane", "lou", "beth",
  ]
  /// Parts of compounds that keep their hyphens.
  private static let prefixes: Set<String> = [
    "self", "well", "half", "non", "all", "cross", "mid", "semi", "ill", "old", "long", "twenty",
    "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    "arrière", "après", "avant", "celle", "celui", "ceux", "cinquante", "contre", "demi", "dix",
    "entre", "grand", "lui", "moi", "nous", "peut", "quarante", "quatre", "quelques", "soixante",
    "sous", "trente", "vingt", "vous",
    "short", "high", "low", "full", "part", "two", "three", "four", "one", "mother", "father",
    "large", "small", "still", "middle",
  ]
  /// Ends of words that begin as a compound does: "partner", "longing", "fourteen".
  private static let suffixes: Set<String> = [
    "er", "ers", "est", "ed", "ing", "ings", "ly", "ness", "ner", "ners", "th", "teen", "ish",
    "less", "hood", "y", "r", "st", "dle", "sense", "ow", "owed", "ows", "owing", "ies", "ied",
  ]
  /// Words before "action": "pump-action".
  private static let actions: Set<String> = [
    "pump", "bolt", "lever", "live", "single", "double", "slide", "class",
  ]
  private static let colors: Set<String> = [
    "white", "black", "grey", "gray", "red", "green", "blue", "yellow", "brown", "pink", "purple",
    "orange",
  ]
  /// Second halves of compounds that follow a word.
  private static let adjectives: Set<String> = [
    "breasted", "boned", "skinned", "bodied", "tempered", "mannered", "eyed", "haired", "headed",
    "faced", "handed", "hearted", "legged", "footed", "minded", "shaped", "looking", "necked",
    "fashioned", "colored", "coloured", "covered", "soaked", "lettered", "plated", "painted",
    "stained", "clad", "filled", "worn", "rimmed", "framed", "trimmed", "striped", "dressed",
    "drenched", "laden", "sleeved", "wheeled", "winged", "fisted", "toothed", "cheeked", "chested",
    "throated", "bearded", "voiced", "natured", "blooded", "pitched", "barreled", "barrelled",
    "collared", "buttoned", "carpeted", "paneled", "panelled", "stricken", "ridden", "driven",
  ]
  /// Words that make one word with such a half: "overlooking", "surfaced".
  private static let closed: Set<String> = [
    "dis", "mis", "out", "over", "under", "fore", "sur", "inter", "down", "hon", "mon", "bare",
    "tem", "contem", "ful",
  ]

  /// The numbers of flights and of houses: "seven- thirty-three", "two- zero-niner".
  private static let numbers: Set<String> = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "niner", "ten",
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "first", "second",
    "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
  ]
  /// Words that begin a sentence behind a dash: "I know it well- he told me."
  private static let afterDash: Set<String> = [
    "he", "she", "it", "they", "we", "you", "the", "a", "an", "that", "this", "but", "who", "what",
    "there", "is", "was", "were", "in", "on", "at", "of", "so", "if", "as", "his", "her", "my",
    "for",
  ]
  /// Second halves of compounds: "duck- shaped".
  private static let ends: Set<String> = [
    "shaped", "looking", "faced", "eyed", "haired", "headed", "made", "sized", "known", "necked",
    "held", "covered", "filled", "colored", "coloured", "legged", "footed", "handed", "hearted",
    "minded", "dressed", "bound", "driven", "style", "like", "sore", "believe", "old", "year",
    "law",
    "control", "conscious", "class", "time", "fashioned", "lit", "soaked",
  ]

  /// Words behind which no line ends for a reason.
  private static let openEnds: Set<String> = [
    "a", "an", "and", "by", "for", "from", "in", "of", "or", "the", "with",
    "der", "die", "das", "oder", "und", "von", "de", "et", "la", "le", "les", "ou", "el", "los",
  ]

  /// The width of the narrowest column of a page, in letters.
  private static let narrowest = 26

  /// Returns lines with a comma behind those that their author broke, because the next word would have fitted into any
  /// column: lines of a poem, a name above an address, a sign. In text that a column broke, a line begins with a small
  /// letter, or there are only two.
  static func heard(_ lines: [Substring]) -> [Substring] {
    guard lines.count > 1,
      lines.dropFirst().allSatisfy({ $0.first { $0 != " " }?.isLowercase != true }),
      lines.count > 2 || !lines.contains(where: { $0.contains(where: \.isLowercase) })
    else { return lines }
    return lines.indices.map { index in
      guard index + 1 < lines.count, let last = lines[index].last, last.isLetter || last.isNumber
      else { return lines[index] }
      let next = lines[index + 1].drop { $0 == " " }.prefix { $0 != " " }
      let count = lines[index].drop { $0 == " " }.count
      let ending = lines[index].split(separator: " ").last.map { $0.lowercased() } ?? ""
      if openEnds.contains(ending) { return lines[index] }
      let isNew = next.first?.isUppercase == true && next.prefix(while: \.isLetter) != "I"
      return isNew && count + 1 + next.count <= narrowest ? lines[index] + "," : lines[index]
    }
  }

  /// Whether a line goes on on the next line: both have one indent, and the line is long or the next one begins with a
  /// small letter.
  static func continues(_ index: Int, in lines: [Substring]) -> Bool {
    guard index + 1 < lines.count else { return false }
    let (line, next) = (lines[index], lines[index + 1])
    let indent = line.prefix { $0 == " " }.count
    guard indent == next.prefix(while: { $0 == " " }).count else { return false }
    return line.count - indent >= 35 || next.dropFirst(indent).first?.isLowercase == true
  }
}

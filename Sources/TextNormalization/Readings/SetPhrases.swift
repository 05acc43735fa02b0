import Basics

/// Reads numbers with a fixed reading in any context: 24/7, 9/11, 50/50, 10-4.
struct SetPhrases: ReadingRule {
  let speech: Speech

  /// The words of each phrase, in the order of its two numbers.
  /// "9/11" and "10-4" exist only in English.
  private static let english: [String: [String]] = [
    "9/11": ["nine", "eleven"], "10-4": ["ten", "four"], "20/20": ["twenty", "twenty"],
  ]

  func reading(at start: Int, in line: Line) -> Reading? {
    if let airliner = airliner(at: start, in: line) { return airliner }
    guard let first = line.digits(start), first.utf8.count <= 2,
      let symbol = line.symbol(start + 1),
      symbol == "/" || symbol.isDash, let last = line.digits(start + 2), last.utf8.count <= 2,
      line.isClosed(start + 3), isAlone(start, in: line)
    else { return nil }
    let key = first + (symbol == "/" ? "/" : "-") + last
    // The parts of a whole: "an 80/20 split"
    let isShare =
      speech.isSecond && symbol == "/"
      && line.value(start).map { $0 > 50 && 100 - $0 == line.value(start + 2) } == true
    let isEven = first == last && ["50", "20"].contains(first) || key == "24/7" || isShare
    let isCode = speech.isSecond && speech.language.isEnglish && isCode(key, at: start, in: line)
    let words = isEven || isCode ? nil : speech.language.isEnglish ? Self.english[key] : nil
    guard isEven || isCode || words != nil else { return nil }
    let parts = words ?? [speech.speller.cardinal(first), speech.speller.cardinal(last)]
    var spoken = SpokenWords(parts[0], from: line.range(start))
    spoken.add(parts[1], from: line.range(start + 2))
    return Reading(end: start + 3, words: spoken)
  }

  /// Reads an airliner such as "a 747" as "a seven forty-seven".
  private func airliner(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, speech.language.isEnglish, line.length(start) == 3,
      let value = line.value(start), (707...787).contains(value), value % 10 == 7,
      line.kind(start + 1) != .word, line.isSpace(start - 1),
      let before = line.keyBefore(start),
      ["a", "boeing", "the", "this"].contains(before) || Self.planes.contains(before)
    else { return nil }
    if before != "a", line.isSpace(start + 1), let next = line.key(start + 2),
      !line.isUpper(start + 2),
      NearbyWords(speech: speech).isPlural(next) || speech.vocabulary.units.nouns[next] != nil
    {
      return nil
    }
    var words = SpokenWords(speech.speller.pairs(value), from: line.range(start))
    // "a 737-800"
    if line.symbol(start + 1) == "-", let model = line.value(start + 2), model % 100 == 0,
      line.length(start + 2) == 3, line.isClosed(start + 3)
    {
      words.add(speech.speller.pairs(model), from: line.range(start + 2))
      return Reading(end: start + 3, words: words)
    }
    return isAlone(start - 2, in: line) ? Reading(end: start + 1, words: words) : nil
  }

  /// Words before the type of an airliner in a heading: "Airplane 737".
  private static let planes: Set<String> = [
    "aeroplane", "aircraft", "airliner", "airplane", "jet", "jumbo", "plane",
  ]

  /// Whether two numbers are the code of a police radio or the name of a shop: "a 10-27, over", "at the 7-11".
  private func isCode(_ key: String, at start: Int, in line: Line) -> Bool {
    guard let before = line.keyBefore(start) else { return false }
    if key == "7-11" {
      return speech.context.determiners.contains(before)
        || ["at", "behind", "near", "outside"].contains(before)
    }
    guard key.hasPrefix("10-"), key.utf8.count == 5,
      speech.context.determiners.contains(before) || ["copy", "possible"].contains(before)
    else { return false }
    return line.keyAfter(start + 3).map(speech.context.function.contains) ?? true
  }

  /// Whether a phrase is separate.
  /// "9/11/2001" and "50-50-50" are not phrases.
  private func isAlone(_ start: Int, in line: Line) -> Bool {
    for (symbol, number) in [(start - 1, start - 2), (start + 3, start + 4)] {
      guard let mark = line.symbol(symbol) else { continue }
      if mark == "/" || mark == "%" || mark == "$" { return false }
      if mark.isDash || mark == "." || mark == ",", line.kind(number) == .digits { return false }
    }
    return true
  }
}

/// Reads English "file(s)" as "files" and "class(es)" as "classes".
struct BracketedPlurals: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == "(", line.symbol(start + 3) == ")",
      let ending = line.word(start + 2), let word = line.word(start), word.utf8.count > 2,
      ["s", "es", "ies"].contains(ending), line.isClosed(start + 4),
      line.symbol(start + 4) != "=", !Self.functions.contains(word.lowercased())
    else { return nil }
    let stem = ending == "ies" && word.hasSuffix("y") ? String(word.dropLast()) : word
    return Reading(start..<start + 4, stem + ending, in: line)
  }

  /// Functions of a variable: "cos(s)".
  private static let functions: Set<String> = [
    "cos", "deg", "det", "dim", "exp", "ker", "len", "log", "max", "min", "str", "sin", "tan",
  ]
}

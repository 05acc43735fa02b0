import Basics

/// Reads phone numbers: 911, 555-0134, (212) 555-0147, +1 415 555 2671, 01 42 68 53 71.
struct PhoneNumbers: ReadingRule {
  let speech: Speech
  private let nearby: NearbyWords

  init(speech: Speech) {
    self.speech = speech
    nearby = NearbyWords(speech: speech)
  }

  private var context: ContextWords { speech.context }

  /// Groups of digits as written.
  private struct Groups {
    var tokens: [Int] = []
    var separators: [Unicode.Scalar] = []
    var end: Int
    var hasPlus = false
    var hasBracket = false
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    guard isOpen(start, in: line) else { return nil }
    if line.kind(start) == .digits,
      let reading = secret(at: start, in: line) ?? short(at: start, in: line)
        ?? named(at: start, in: line)
        ?? spaced(at: start, in: line)
    {
      return reading
    }
    guard let groups = groups(at: start, in: line), isPhone(groups, start, in: line) else {
      return nil
    }
    return Reading(end: groups.end, words: words(groups, from: start, in: line))
  }

  private static let secrets: Set<String> = [
    "code", "geheimzahl", "passcode", "pin",
  ]
  private static let keyed: Set<String> = [
    "access", "alarm", "door", "entry", "gate", "pin", "secret", "security", "verification",
  ]

  /// Reads the digits of a number that is keyed: "PIN 4821", "the door code is 4821".
  private func secret(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, let digits = line.digits(start), (4...6).contains(digits.utf8.count),
      line.isClosed(start + 1), line.symbol(start + 1)?.isDash != true
    else { return nil }
    var noun = line.skippingSpaceBack(start - 1)
    if line.symbol(noun) == ":" { noun -= 1 }
    if let link = line.key(noun), ["is", "was", "ist", "lautet", "est", "es"].contains(link) {
      noun = line.skippingSpaceBack(noun - 1)
    }
    guard let key = line.key(noun), Self.secrets.contains(key) else { return nil }
    if key == "code" {
      guard speech.language.isEnglish else { return nil }
      guard let kind = line.keyBefore(noun), Self.keyed.contains(kind) else { return nil }
    }
    return Reading(start..<start + 1, speech.digits(digits), in: line)
  }

  private func isOpen(_ start: Int, in line: Line) -> Bool {
    if line.kind(start) == .symbol {
      guard line.symbol(start) == "+" || line.symbol(start) == "(" else { return false }
    }
    guard let before = line.symbol(start - 1) else {
      return line.kind(start - 1) != .word && line.kind(start - 1) != .digits
    }
    return before.opensGroup || before == ":" || before == "—"
  }

  // MARK: Short numbers

  /// Reads short numbers digit by digit: "911" anywhere, and "112" or "74741" only after a word such as "dial".
  private func short(at start: Int, in line: Line) -> Reading? {
    guard let digits = line.digits(start), (1...6).contains(digits.utf8.count),
      line.isClosed(start + 1), !isPart(start, in: line), !isCounting(start, in: line)
    else { return nil }
    let isCall = isCall(before: start, in: line)
    let isEmergency =
      context.emergency.contains(digits) && !isPair(start, in: line)
      || isCall && context.emergencyAfterCall.contains(digits)
    guard isEmergency || digits.utf8.count > 4 && isCall && !digits.hasSuffix("00") else {
      return nil
    }
    return Reading(start..<start + 1, speech.digits(digits), in: line)
  }

  // "911.5", "911-12", "$911"
  private func isPart(_ start: Int, in line: Line) -> Bool {
    if line.symbol(start - 1) == "$" { return true }
    guard let symbol = line.symbol(start + 1) else { return false }
    if symbol == "%" || symbol == "°" || symbol == "$" || symbol == "€" { return true }
    return line.kind(start + 2) == .digits
      && (symbol.isDash || ".,:/".unicodeScalars.contains(symbol))
  }

  private func isCounting(_ start: Int, in line: Line) -> Bool {
    guard line.isSpace(start + 1), let next = line.key(start + 2) else { return false }
    return nearby.isPlural(next) || speech.vocabulary.units.nouns[line.word(start + 2) ?? ""] != nil
      || context.beforeCount.contains(line.keyBefore(start) ?? "")
  }

  private func isPair(_ start: Int, in line: Line) -> Bool {
    line.keyBefore(start).map { context.pairs.contains($0) } == true
  }

  /// Whether a word such as "dial" is before a token, with at most three function words or words for phones in between:
  /// "dial the number".
  private func isCall(before start: Int, in line: Line) -> Bool {
    var place = start
    for _ in 0..<4 {
      guard let before = line.wordBefore(place), let key = line.key(before) else { return false }
      if context.calls.contains(key) { return true }
      guard context.function.contains(key) || context.phones.contains(key) else { return false }
      place = before
    }
    return false
  }

  /// Reads "1-800-" of "1-800-FLOWERS".
  private func named(at start: Int, in line: Line) -> Reading? {
    guard speech.language.isEnglish, line.digits(start) == "1", line.symbol(start + 1) == "-",
      let prefix = line.digits(start + 2), prefix.first == "8" || prefix.first == "9",
      line.length(start + 2) == 3, line.symbol(start + 3) == "-", line.isAllCapitals(start + 4)
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(1), from: line.range(start))
    words.add(
      prefix.hasSuffix("00") ? speech.speller.cardinal(prefix) : speech.digits(prefix),
      from: line.range(start + 2))
    return Reading(end: start + 4, words: words)
  }

  /// Reads the digits of a number that is said digit by digit: "3 - 0 - 0 - 4".
  private func spaced(at start: Int, in line: Line) -> Reading? {
    guard speech.isSecond, line.length(start) == 1, line.isSpace(start + 1) else { return nil }
    var (digits, place) = ("", start)
    while line.kind(place) == .digits, line.length(place) == 1, let digit = line.digits(place) {
      digits += digit
      guard line.isSpace(place + 1), line.symbol(place + 2)?.isDash == true,
        line.isSpace(place + 3)
      else { break }
      place += 4
    }
    guard digits.utf8.count > 2, line.kind(place) == .digits, line.isClosed(place + 1),
      line.symbol(line.skippingSpace(place + 1)) != "=",
      line.symbol(line.skippingSpaceBack(start - 1))?.isDash != true
    else { return nil }
    return Reading(start..<place + 1, speech.digits(digits), in: line)
  }

  // MARK: Groups

  private func groups(at start: Int, in line: Line) -> Groups? {
    var groups = Groups(end: start)
    var place = start
    if line.symbol(place) == "+" {
      groups.hasPlus = true
      place += 1
    }
    while groups.tokens.count < 8 {
      if line.symbol(place) == "(", line.kind(place + 1) == .digits, line.symbol(place + 2) == ")" {
        groups.hasBracket = true
        groups.tokens.append(place + 1)
        place += 3
      } else if line.kind(place) == .digits, line.length(place) <= 12 {
        groups.tokens.append(place)
        place += 1
      } else {
        break
      }
      groups.end = place
      guard let separator = separator(at: place, in: line) else { break }
      groups.separators.append(separator)
      place = separator == "(" ? place : place + 1
      if line.isSpace(place) { place += 1 }
    }
    let count = groups.tokens.count
    guard count > 0, line.isClosed(groups.end) else { return nil }
    groups.separators = Array(groups.separators.prefix(count - 1))
    return groups
  }

  private func separator(at index: Int, in line: Line) -> Unicode.Scalar? {
    if line.isSpace(index), line.length(index) == 1 {
      return line.kind(index + 1) == .digits || line.symbol(index + 1) == "(" ? " " : nil
    }
    guard let symbol = line.symbol(index),
      symbol == "-" || symbol == "." || symbol == "/" || symbol == "("
    else {
      return line.kind(index) == .digits && line.symbol(index - 1) == ")" ? "(" : nil
    }
    return line.kind(index + 1) == .digits || symbol == "(" ? symbol : nil
  }

  // MARK: Recognition

  private func isPhone(_ groups: Groups, _ start: Int, in line: Line) -> Bool {
    let lengths = groups.tokens.map(line.length)
    let digits = lengths.reduce(0, +)
    if groups.hasPlus { return digits >= 8 && digits <= 15 && groups.tokens.count > 1 }
    let isNamed =
      nearby.isAny(of: context.phones, around: start..<start, in: line)
      || isCall(before: start, in: line)
    switch speech.language {
    case .english: return isAmerican(lengths, groups, isNamed, in: line)
    case .french:
      return lengths == [2, 2, 2, 2, 2] && line.digits(groups.tokens[0])?.first == "0"
    case .spanish:
      if isNamed, groups.tokens.count > 1, (7...10).contains(digits),
        Set(groups.separators) == ["-"]
      {
        return true
      }
      guard digits == 9, groups.separators.allSatisfy({ $0 == " " || $0 == "-" }) else {
        return false
      }
      return isNamed && groups.tokens.count > 1 || lengths == [2, 3, 2, 2]
        || lengths == [3, 2, 2, 2]
    case .german:
      let opensWithZero = line.digits(groups.tokens[0])?.first == "0"
      let isLong = (6...14).contains(digits) && groups.tokens.count > 1
      return opensWithZero && isLong && lengths[0] > 2 && !groups.separators.contains(".")
        || isNamed && isLong && groups.tokens.count > 2
          && !(speech.isSecond && lengths == [2, 2, 4] && groups.separators == [".", "."])
    case .other: return false
    }
  }

  private func isAmerican(
    _ lengths: [Int], _ groups: Groups, _ isNamed: Bool, in line: Line
  ) -> Bool {
    let isHyphened = groups.separators.allSatisfy { $0 == "-" }
    switch lengths {
    case [3, 4]:
      guard isHyphened else { return false }
      let opensWithZero = line.digits(groups.tokens[1])?.first == "0"
      return isNamed || line.digits(groups.tokens[0]) == "555" || opensWithZero
    case [3, 3, 4]:
      return isHyphened || groups.hasBracket || isNamed || Set(groups.separators) == ["."]
    case [1, 3, 3, 4]: return line.digits(groups.tokens[0]) == "1"
    // Postal codes and numbers of taxpayers: "90210-1234", "64-6221541", "123-45-6789".
    case [5, 4], [2, 7], [3, 2, 4]: return speech.isSecond && isHyphened
    default:
      let digits = lengths.reduce(0, +)
      let opensWithZero = line.digits(groups.tokens[0])?.first == "0"
      return opensWithZero && (9...12).contains(digits) && (2...4).contains(lengths.count)
        && !groups.separators.contains("/")
        && !(groups.separators.contains(".") && groups.separators.contains("-"))
    }
  }

  // MARK: Words

  private func words(_ groups: Groups, from start: Int, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    if groups.hasPlus { words.add(speech.symbols.plus, from: line.range(start)) }
    for (index, token) in groups.tokens.enumerated() {
      let digits = line.digits(token) ?? ""
      if index > 0 { words.close(with: ",") }
      words.add(group(digits, isFirst: index == 0, groups), from: line.range(token))
    }
    return words
  }

  private func group(_ digits: String, isFirst: Bool, _ groups: Groups) -> String {
    let speller = speech.speller
    // "one eight hundred"
    if speech.language.isEnglish, !isFirst, digits == "800" || digits == "900" {
      return speller.cardinal(digits)
    }
    guard speech.language.isFrench, digits.utf8.count == 2, digits.first != "0" else {
      return speech.digits(digits)
    }
    return speller.cardinal(digits)
  }
}

import Basics

/// Reads pounds, shillings and pence, as in British texts before 1971: "7s. 6d.", "£2 10s.", "8d.", "£4 12s. 9½d."
struct OldMoney: ReadingRule {
  let speech: Speech
  private let amounts: Amounts

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
  }

  /// Parts of an amount, each with its tokens.
  private struct Sum {
    var pounds: Amount?
    var shillings: Amount?
    var pence: Amount?
    var symbol = 0..<0
    /// The index of the token after the last part, before its full stop.
    var end: Int
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    if line.symbol(start) == "£" { return headed(at: start, in: line) }
    guard line.kind(start - 1) != .word, line.symbol(start - 1) != "£", isOpen(start, in: line)
    else { return nil }
    var sum = Sum(end: start)
    var place = start
    if let (shillings, end) = part("s", at: place, in: line) {
      (sum.shillings, sum.end) = (shillings, end)
      place = next(end, in: line)
    }
    if let (pence, end) = part("d", at: place, in: line) { (sum.pence, sum.end) = (pence, end) }
    guard sum.end > start, isMoney(sum, start, in: line) else { return nil }
    return spoken(sum, from: start, in: line)
  }

  private func isOpen(_ start: Int, in line: Line) -> Bool {
    guard let symbol = line.symbol(start - 1) else { return true }
    return symbol != "." && symbol != "'" && symbol != "’" && symbol != "$"
  }

  /// Reads a sum that begins with pounds, or the heading of a column of sums: "£ s. d."
  private func headed(at start: Int, in line: Line) -> Reading? {
    if let heading = heading(at: start, in: line) { return heading }
    guard let pounds = amounts.amount(at: start + 1, in: line), pounds.value != nil,
      line.isSpace(pounds.tokens.upperBound),
      let (shillings, end) = part("s", at: pounds.tokens.upperBound + 1, in: line)
    else { return nil }
    var sum = Sum(pounds: pounds, shillings: shillings, symbol: start..<start + 1, end: end)
    if let (pence, end) = part("d", at: next(end, in: line), in: line) {
      (sum.pence, sum.end) = (pence, end)
    }
    return spoken(sum, from: start, in: line)
  }

  private func heading(at start: Int, in line: Line) -> Reading? {
    guard line.isSpace(start + 1), line.word(start + 2) == "s", line.symbol(start + 3) == ".",
      line.isSpace(start + 4), line.word(start + 5) == "d"
    else { return nil }
    var words = SpokenWords("pounds,", from: line.range(start))
    words.add("shillings,", from: line.range(start + 2..<start + 4))
    words.add("pence", from: line.range(start + 5))
    return Reading(end: start + 6, words: words)
  }

  /// Returns the amount of a unit and the index after the unit, or nil.
  private func part(_ unit: String, at start: Int, in line: Line) -> (Amount, Int)? {
    guard let amount = amounts.amount(at: start, in: line), amount.number?.fraction == nil,
      (amount.number?.value ?? 0) < 1000
    else { return nil }
    let place = line.skippingSpace(amount.tokens.upperBound)
    guard line.word(place) == unit, line.isClosed(place + 1) else { return nil }
    return (amount, place + 1)
  }

  /// Returns the index after the full stop of a unit and the space behind it.
  private func next(_ end: Int, in line: Line) -> Int {
    line.skippingSpace(line.symbol(end) == "." ? end + 1 : end)
  }

  /// Whether the letters mean money, and not seconds, a decade or an ordinal such as "3d".
  /// Shillings and pence together are always money. One of them alone needs its full stop within a sentence.
  private func isMoney(_ sum: Sum, _ start: Int, in line: Line) -> Bool {
    guard line.symbol(sum.end) == "." else {
      return sum.shillings != nil && sum.pence != nil
    }
    if sum.shillings != nil, sum.pence != nil { return true }
    guard line.length(sum.end - 2) < 3, line.kind(sum.end - 2) != .space else { return false }
    let before = line.keyBefore(start) ?? ""
    if sum.pence != nil {
      // "Byte: 8d." is the cell of a table.
      let colon = line.skippingSpaceBack(start - 1)
      if speech.isSecond, line.symbol(colon) == ":",
        !Self.prices.contains(line.key(colon - 1) ?? "")
      {
        return false
      }
      let value = sum.pence?.value ?? 0
      let isOrdinal =
        (value % 10 == 2 || value % 10 == 3)
        && (before == "the" || speech.vocabulary.calendar.monthKeys[before] != nil)
      return !isOrdinal && line.kind(sum.end + 1) != .word
    }
    // "in the 20s.", "two 5s."
    let value = sum.shillings?.value ?? 0
    let isDecade = value % 10 == 0 && value > 10
    let isCounted = speech.context.determiners.contains(before)
    let continues =
      line.symbol(sum.end + 1).map { ",;:)".unicodeScalars.contains($0) } == true
      || line.isSpace(sum.end + 1) && !line.capitalFollows(sum.end + 1) && !line.isEnd(sum.end + 1)
    let isPrice = Self.prices.contains(before)
    return isPrice || continues && !isCounted && !isDecade
  }

  /// Words directly before a price.
  private static let prices: Set<String> = [
    "cost", "costs", "paid", "pay", "pays", "worth", "charged", "charge", "price", "only", "owes",
    "owed", "fare", "rent", "wage", "wages",
  ]

  // MARK: Words

  private func spoken(_ sum: Sum, from start: Int, in line: Line) -> Reading {
    var words = SpokenWords()
    // "a 6d. novel", "a 5s. ticket"
    let after = line.symbol(sum.end) == "." ? sum.end + 1 : sum.end
    let isAdjective = NearbyWords(speech: speech).isAdjective(start..<after, in: line)
    if let pounds = sum.pounds {
      words.add(amounts.words(pounds, in: line))
      words.add(pounds.isOne ? "pound" : "pounds", from: line.range(sum.symbol))
    }
    if let shillings = sum.shillings {
      words.add(count(shillings, in: line))
      let isOne = shillings.isOne || isAdjective && sum.pence == nil
      words.add(isOne ? "shilling" : "shillings", from: line.range(shillings.tokens))
    }
    if let pence = sum.pence {
      if !words.isEmpty { words.add("and", from: line.range(pence.tokens)) }
      let text = self.pence(pence)
      words.add(
        isAdjective && text.hasSuffix("pence") ? text.dropLast(5) + "penny" : text,
        from: line.range(pence.tokens))
    }
    let endsSentence = line.isEnd(after) || line.isSpace(after) && line.capitalFollows(after)
    return Reading(end: endsSentence ? sum.end : after, words: words)
  }

  private func count(_ amount: Amount, in line: Line) -> SpokenWords {
    amount.value == 0
      ? SpokenWords("no", from: line.range(amount.tokens)) : amounts.words(amount, in: line)
  }

  /// Returns "sixpence", "one penny", "twopence halfpenny", "three farthings".
  private func pence(_ amount: Amount) -> String {
    var words: [String] = []
    if let value = amount.number?.value {
      switch value {
      case 0: words.append("no pence")
      case 1: words.append("one penny")
      case 2...11: words.append(speech.speller.cardinal(value) + "pence")
      default: words.append(speech.speller.cardinal(value) + " pence")
      }
    }
    if let fraction = amount.fraction {
      switch (fraction.numerator, fraction.denominator) {
      case (1, 2): words.append("halfpenny")
      case (1, 4): words.append("farthing")
      case (3, 4): words.append("three farthings")
      default: words.append(amounts.fraction(fraction.numerator, fraction.denominator, .alone))
      }
    }
    return words.joined(separator: " ")
  }
}

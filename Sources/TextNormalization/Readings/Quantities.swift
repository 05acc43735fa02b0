import Basics

/// An amount, or the two ends of a range.
struct Quantity: Sendable, Equatable {
  /// The relation between two amounts.
  enum Joint: Sendable, Equatable {
    /// "10–15"
    case range
    /// "5-4": the points of two teams.
    case score
    /// "50-50": no word between the amounts.
    case none
  }

  var first: Amount
  var last: Amount?
  var joint: Joint = .range
  var dash: Range<Int> = 0..<0

  var tokens: Range<Int> { first.tokens.lowerBound..<(last ?? first).tokens.upperBound }
  var isOne: Bool { last == nil && first.isOne }
  var isPart: Bool { last == nil && first.isPart }
  /// The value of a single whole number, otherwise nil.
  var value: Int? { last == nil ? first.value : nil }
}

/// Finds amounts and ranges in digits.
struct Quantities: Sendable {
  let speech: Speech
  let amounts: Amounts
  let nearby: NearbyWords

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
    nearby = NearbyWords(speech: speech)
  }

  /// Returns the amount or range that begins at a token, or nil.
  func quantity(at start: Int, in line: Line) -> Quantity? {
    guard let first = amounts.amount(at: start, in: line) else { return nil }
    let end = first.tokens.upperBound
    guard let (dash, next) = dash(at: end, in: line),
      let last = amounts.amount(at: next, in: line), joins(first, last, dash, in: line)
    else { return Quantity(first: first) }
    return Quantity(
      first: first, last: last, joint: joint(first, last, in: line), dash: dash)
  }

  /// Returns the tokens of a dash and the index after the dash and its space, or nil.
  /// The dash must have spaces on both sides or on neither side.
  func dash(at index: Int, in line: Line) -> (tokens: Range<Int>, next: Int)? {
    let isSpaced = line.isSpace(index)
    let place = isSpaced ? index + 1 : index
    guard let symbol = line.symbol(place), symbol.isDash || !isSpaced && symbol == "—",
      line.isSpace(place + 1) == isSpaced
    else { return nil }
    // A hyphen between spaces, before more than four letters or digits, is usually the dash of a sentence.
    if isSpaced, symbol == "-", line.length(place + 2) > 4 { return nil }
    return (place..<place + 1, isSpaced ? place + 2 : place + 1)
  }

  private func joins(_ first: Amount, _ last: Amount, _ dash: Range<Int>, in line: Line) -> Bool {
    let end = last.tokens.upperBound
    // "30-06" is a name.
    if last.number?.hasLeadingZero == true, first.number?.hasLeadingZero != true { return false }
    // "1-2-3" is not a range.
    if line.symbol(end)?.isDash == true, line.kind(end + 1) == .digits { return false }
    if line.symbol(first.tokens.lowerBound - 1)?.isDash == true,
      line.kind(first.tokens.lowerBound - 2) == .digits
    {
      return false
    }
    let isSpaced = line.isSpace(dash.lowerBound - 1)
    guard isSpaced, let (small, large) = values(first, last) else { return !isSpaced }
    // "5 - 3 = 2" is a difference.
    let next = line.skippingSpace(end)
    return small < large && line.symbol(next) != "="
  }

  private func values(_ first: Amount, _ last: Amount) -> (Int, Int)? {
    guard let small = first.value, let large = last.value else { return nil }
    return (small, large)
  }

  private func joint(_ first: Amount, _ last: Amount, in line: Line) -> Quantity.Joint {
    guard let (small, large) = values(first, last) else { return .range }
    let isShortened =
      small >= 100 && (last.number?.whole.utf8.count ?? 0) < (first.number?.whole.utf8.count ?? 0)
    if nearby.isGame(around: first.tokens.lowerBound..<last.tokens.upperBound, in: line) {
      return .score
    }
    if small == large { return .none }
    if small < large { return .range }
    let tail = isShortened ? small % (large < 10 ? 10 : large < 100 ? 100 : 1000) : 0
    if isShortened { return tail < large ? .range : .none }
    return small < 100 ? .score : .none
  }

  /// Returns the words of a quantity before a noun.
  func words(_ quantity: Quantity, _ form: NumberForm = .alone, in line: Line) -> SpokenWords {
    guard let last = quantity.last else { return amounts.words(quantity.first, form, in: line) }
    // Only the last amount is directly before the noun.
    var words = amounts.words(quantity.first, in: line)
    switch quantity.joint {
    case .range: words.add(speech.symbols.to, from: line.range(quantity.dash))
    case .score: words.add(speech.symbols.scoreTo, from: line.range(quantity.dash))
    case .none: break
    }
    words.add(amounts.words(last, form, in: line))
    return words
  }
}

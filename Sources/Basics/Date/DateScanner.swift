/// Reads the parts of a date from left to right.
struct DateScanner {
  private var rest: Substring.UTF8View

  /// Creates a scanner at the first character that is not a blank.
  ///
  /// Trailing blanks are ignored.
  init(_ text: String) {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    rest = text.utf8
  }

  /// Whether the whole text was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// If the next character is `sign`, consumes the character and returns true; otherwise returns false.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest.removeFirst()
    return true
  }

  /// Consumes a number with exactly this many digits; nil if the next characters are different.
  mutating func number(_ digits: Int) -> Int? {
    let taken = rest.prefix(digits)
    guard taken.count == digits, taken.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(digits)
    return taken.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Consumes a time of day with its zone, to the end of the text: `T18:30:00.5+02:00`.
  ///
  /// Returns seconds since the beginning of the day in UTC; negative if the time is on the previous
  /// day in UTC. nil if the text is not a time.
  mutating func time() -> Int? {
    guard take("T") || take("t") || take(" "), let hour = number(2), hour < 24, take(":"),
      let minute = number(2), minute < 60
    else { return nil }
    var seconds = hour * 3600 + minute * 60
    if take(":") {
      guard let second = number(2), second < 60 else { return nil }
      seconds += second
      if take(".") {
        guard number(1) != nil else { return nil }
        while number(1) != nil {}
      }
    }
    _ = take(" ")
    guard let offset = offset() else { return nil }
    return seconds - offset
  }

  /// Consumes the zone at the end and returns it in seconds east of UTC.
  ///
  /// No zone means UTC. nil if the text is not a zone.
  private mutating func offset() -> Int? {
    if isAtEnd { return 0 }
    if take("Z") || take("z") { return isAtEnd ? 0 : nil }
    let isWest = take("-")
    guard isWest || take("+"), let hours = number(2), hours < 24 else { return nil }
    _ = take(":")
    guard let minutes = number(2), minutes < 60, isAtEnd else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

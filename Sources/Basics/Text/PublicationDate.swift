/// A publication date: a day, or a second in UTC.
public struct PublicationDate: Hashable, Sendable {
  /// Seconds since the beginning of 1970 in UTC, without leap seconds.
  ///
  /// If only the day is known, this is the first second of the day.
  public let seconds: Int
  /// Whether a time of day is known.
  public let hasTime: Bool

  /// Creates a date from seconds since 1970.
  public init(seconds: Int) { (self.seconds, hasTime) = (seconds, true) }

  private init(seconds: Int, hasTime: Bool) { (self.seconds, self.hasTime) = (seconds, hasTime) }

  /// Reads a date in ISO 8601 format: `2024-05-12`, `2024-05-12T18:30:00Z`, `2024-05-12 18:30 +02:00`.
  ///
  /// A time without a zone is in UTC. nil if the text has another format or the day does not exist.
  public init?(iso text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
      scanner.take("-"), let day = scanner.number(2),
      let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    if scanner.isAtEnd {
      self.init(seconds: days * 86_400, hasTime: false)
    } else {
      guard let time = scanner.time() else { return nil }
      self.init(seconds: days * 86_400 + time, hasTime: true)
    }
  }

  /// Reads a date from a title page: in ISO 8601 format, or a day with the English name of its month, such
  /// as `12 May 2024` and `May 12, 2024`.
  ///
  /// nil for formats that are ambiguous between countries, such as `5/12/2024`.
  public init?(titlePage text: String) {
    if let date = PublicationDate(iso: text) {
      self = date
      return
    }
    let words = text.split { $0 == "," || $0.isWhitespace }
    guard words.count == 3, let year = Self.year(words[2]) else { return nil }
    for (day, month) in [(words[0], words[1]), (words[1], words[0])] {
      if day.utf8.count <= 2, day.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let day = Int(day), let month = Self.month(month),
        let days = Self.days(year: year, month: month, day: day)
      {
        self.init(seconds: days * 86_400, hasTime: false)
        return
      }
    }
    return nil
  }

  private static func year(_ word: Substring) -> Int? {
    word.utf8.count == 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
  }

  /// Returns the number of a month whose name is written out or abbreviated to at least three letters.
  private static func month(_ word: Substring) -> Int? {
    let name = word.lowercased().prefix { $0 != "." }
    guard name.count >= 3 else { return nil }
    return months.firstIndex { $0.lowercased().hasPrefix(name) }.map { $0 + 1 }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  /// Reads the parts of a date from left to right.
  struct DateScanner {
    private var rest: Substring.UTF8View

    /// Creates a scanner at the first character that is not a blank.
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
}

extension PublicationDate: CustomStringConvertible {
  /// The date in ISO 8601 format: `2024-05-12`, or `2024-05-12T18:30:00Z` if a time of day is known.
  public var description: String {
    let (year, month, day) = civil
    let text = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    return hasTime ? "\(text)T\(clock)Z" : text
  }

  /// The date in the format of mail and RSS (RFC 2822, section 3.3): `Sun, 12 May 2024 18:30:00 +0000`.
  package var mailText: String {
    let (year, month, day) = civil
    let weekday = Self.weekdays[(dayNumber % 7 + 7) % 7]
    let name = Self.months[month - 1].prefix(3)
    return "\(weekday), \(Self.padded(day, 2)) \(name) \(Self.padded(year, 4)) \(clock) +0000"
  }

  private var clock: String {
    let time = seconds - dayNumber * 86_400
    return [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, 2) }.joined(
      separator: ":")
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

// MARK: - The calendar

extension PublicationDate {
  /// Days since 1 January 1970.
  private var dayNumber: Int { (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400 }

  /// Returns the number of days from 1 January 1970 to a day of the Gregorian calendar; nil if the day
  /// does not exist or is before the year 1.
  /// The days are counted in eras of 400 years that begin in March (Howard Hinnant, "chrono-Compatible
  /// Low-Level Date Algorithms").
  private static func days(year: Int, month: Int, day: Int) -> Int? {
    guard year >= 1, (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The year, month and day, by the algorithm of `days(year:month:day:)`.
  private var civil: (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (dayNumber + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

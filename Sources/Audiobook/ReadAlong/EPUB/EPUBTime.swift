/// A time from the beginning of a chapter, or the duration of a chapter or a book.
struct EPUBTime: Comparable, Sendable {
  /// The time in microseconds.
  var microseconds: Int

  /// Creates a time from microseconds.
  init(microseconds: Int) { self.microseconds = microseconds }

  /// Creates a time from milliseconds.
  init(milliseconds: Int) { microseconds = milliseconds * 1000 }

  /// Creates the duration of a number of samples, rounded down.
  ///
  /// If a clip ended after the last sample, a player would wait.
  init(samples: Int, sampleRate: Int) {
    microseconds = samples / sampleRate * 1_000_000 + samples % sampleRate * 1_000_000 / sampleRate
  }

  static func < (first: Self, second: Self) -> Bool { first.microseconds < second.microseconds }
  static func + (first: Self, second: Self) -> Self {
    Self(microseconds: first.microseconds + second.microseconds)
  }

  /// The time in hours, minutes and seconds, such as `1:02:03.45` (a full clock value of SMIL 3.0).
  var clock: String {
    let minutes = microseconds / 60_000_000
    return "\(minutes / 60):\(Self.padded(minutes % 60, 2)):"
      + Self.seconds(microseconds % 60_000_000, digits: 2)
  }

  /// The time in seconds, such as `83.25s` (a timecount value of SMIL 3.0).
  var seconds: String { Self.seconds(microseconds, digits: 1) + "s" }

  private static func seconds(_ microseconds: Int, digits: Int) -> String {
    var fraction = padded(microseconds % 1_000_000, 6)
    while fraction.last == "0" { fraction.removeLast() }
    let whole = padded(microseconds / 1_000_000, digits)
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

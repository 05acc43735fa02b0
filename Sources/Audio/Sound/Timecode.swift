/// Times as captions and chapters of books have them, which differ in the sign before the milliseconds.
package enum Timecode {
  /// `01:02:03.456`; hours have two digits or as many as they need.
  package static func text(_ milliseconds: Int, point: Character) -> String {
    let seconds = milliseconds / 1000
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + String(point) + padded(milliseconds % 1000, 3)
  }

  /// The milliseconds of such a text; nil of any other.
  package static func milliseconds(_ text: some StringProtocol) -> Int? {
    let parts = text.split { ":.,".contains($0) }.map { Int($0) }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      let rest = parts[3]
    else { return nil }
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest
  }

  /// A number with zeros before it, as many as make so many digits.
  static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

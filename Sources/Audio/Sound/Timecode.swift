/// Times in captions and in the chapters of books.
/// Different formats have different characters before the milliseconds.
package enum Timecode {
  /// Returns a time such as `01:02:03.456`.
  /// Hours have two digits, or more if needed.
  package static func text(_ milliseconds: Int, point: Character) -> String {
    let seconds = milliseconds / 1000
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + String(point) + padded(milliseconds % 1000, 3)
  }

  /// Returns the number of milliseconds in a text such as `01:02:03.456`, or nil if the text is not a time.
  package static func milliseconds(_ text: some StringProtocol) -> Int? {
    let parts = text.split { ":.,".contains($0) }.map { Int($0) }
    guard parts.count == 4, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      let rest = parts[3]
    else { return nil }
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + rest
  }

  /// Returns a number as text, with leading zeros if it has fewer than `digits` digits.
  static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// Times as both formats write them, but for the sign before the milliseconds.
enum CaptionTime {
  /// `01:02:03.456`; hours have two digits or as many as they need.
  static func text(_ milliseconds: Int, point: Character) -> String {
    let seconds = milliseconds / 1000
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
      + padded(seconds % 60, 2) + String(point) + padded(milliseconds % 1000, 3)
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// Numbers in the closing line of a command.
enum Summary {
  /// `3 files`, `1 file`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Seconds as `3.4 minutes`.
  static func minutes(_ seconds: Double) -> String { "\((seconds / 6).rounded() / 10) minutes" }
}

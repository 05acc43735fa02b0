import Audiobook

/// Numbers in the closing line of a command.
enum Summary {
  /// `3 files`, `1 file`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A role's name; that of the narrator, which is empty, in brackets, which no cue has.
  static func role(_ name: String) -> String { name.isEmpty ? "(narrator)" : name.visible }

  /// Seconds as `3.4 minutes`.
  static func minutes(_ seconds: Double) -> String { "\(tenths(seconds / 60)) minutes" }

  /// A number to a tenth, such as `3.4`.
  static func tenths(_ value: Double) -> String {
    // Added to, a negative zero is none.
    "\((value * 10).rounded() / 10 + 0)"
  }

  /// Money as `0.37 USD`; of less than a tenth four decimals are shown.
  static func money(_ amount: Double, _ currency: String) -> String {
    let places = amount > 0 && amount < 0.1 ? 4 : 2
    let units = places == 4 ? 10_000 : 100
    let whole = Int((min(amount, 1e12) * Double(units)).rounded())
    let decimals = String(whole % units + units).dropFirst()
    return "\(whole / units).\(decimals) \(currency)"
  }

  /// Bytes as people read them: `1.5 GB`, in units of 1024.
  static func size(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), 0)
    while value >= 1024, unit < 4 {
      value /= 1024
      unit += 1
    }
    let rounded = unit == 0 || value >= 100 ? value.rounded() : (value * 10).rounded() / 10
    let text = String(rounded)
    return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
      + [" bytes", " KB", " MB", " GB", " TB"][unit]
  }

  /// `estimated 131.2 minutes, the folder has 128.9 (+1.8 %)`.
  static func accuracy(_ accuracy: EstimateAccuracy, actual words: String) -> String {
    let error = tenths(accuracy.error * 100)
    return "estimated \(minutes(accuracy.estimated)), \(words) \(tenths(accuracy.actual / 60)) "
      + "(\(error.hasPrefix("-") ? "" : "+")\(error) %)"
  }
}

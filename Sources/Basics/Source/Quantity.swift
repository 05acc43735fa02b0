/// Formats numbers and their units for messages.
package enum Quantity {
  /// Returns a count with its noun, such as `3 files` or `1 file`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns a number rounded to a tenth, such as `3.4`.
  package static func tenths(_ value: Double) -> String {
    // Adding zero turns a negative zero into zero.
    "\((value * 10).rounded() / 10 + 0)"
  }

  /// Returns seconds as `3.4 minutes`.
  package static func minutes(_ seconds: Double) -> String { "\(tenths(seconds / 60)) minutes" }

  /// Returns an amount of money as `0.37 USD`.
  /// Amounts below 0.1 have four decimals.
  package static func money(_ amount: Double, _ currency: String) -> String {
    let places = amount > 0 && amount < 0.1 ? 4 : 2
    let units = places == 4 ? 10_000 : 100
    let whole = Int((min(amount, 1e12) * Double(units)).rounded())
    let decimals = String(whole % units + units).dropFirst()
    return "\(whole / units).\(decimals) \(currency)"
  }

  /// Returns a size as `1.5 GB`, in units of 1024.
  package static func size(_ bytes: Int) -> String {
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
}

import CICU

/// The libicu library, which is loaded when the first number is spelled.
enum ICULibrary {
  static var isInstalled: Bool { g2a_icu_load() }

  static var missing: NormalizationError {
    .missingLibrary(
      file: String(cString: g2a_icu_file()), package: String(cString: g2a_icu_package()))
  }

  /// Returns the text that a function of ICU writes, or nil if the function fails.
  /// `write` gets a buffer and its size in code units. It returns the length of the text, or a negative number after a
  /// failure.
  static func text(_ write: (UnsafeMutablePointer<UInt16>?, Int32) -> Int32) -> String? {
    var size: Int32 = 256
    for _ in 0..<2 {
      var needed: Int32 = 0
      let units = [UInt16](unsafeUninitializedCapacity: Int(size)) { buffer, count in
        needed = write(buffer.baseAddress, size)
        count = Int(max(0, min(needed, size)))
      }
      if needed < 0 { return nil }
      if needed <= size { return String(decoding: units, as: UTF16.self) }
      size = needed
    }
    return nil
  }
}

/// An ICU formatter that spells numbers in one language.
/// Formatters are not thread-safe. The owner must hold a lock.
struct ICUSpeller: ~Copyable {
  private let handle: UnsafeMutableRawPointer
  /// The names of the formatter's rule sets.
  let rules: Set<String>
  private var chosen = ""

  /// Creates a formatter.
  /// Returns nil if ICU is not installed or has no rules for the language.
  init?(locale: String) {
    guard let handle = g2a_icu_speller(locale) else { return nil }
    let names = ICULibrary.text { g2a_icu_rules(handle, $0, $1) } ?? ""
    self.handle = handle
    rules = Set(names.split(separator: ";").map(String.init))
  }

  /// Selects a rule set.
  /// Returns false if there is no rule set of that name.
  private mutating func choose(_ name: String) -> Bool {
    guard chosen != name else { return true }
    let units = Array(name.utf16)
    guard rules.contains(name), g2a_icu_choose(handle, units, Int32(units.count)) else {
      return false
    }
    chosen = name
    return true
  }

  mutating func words(_ number: Int64, _ rules: String) -> String? {
    guard choose(rules) else { return nil }
    let handle = handle
    return ICULibrary.text { g2a_icu_spell(handle, number, $0, $1) }
  }

  /// Returns the words of a number with decimals.
  /// `decimal` has a full stop as its decimal separator.
  mutating func words(decimal: String, _ rules: String) -> String? {
    guard choose(rules) else { return nil }
    let handle = handle
    return ICULibrary.text {
      g2a_icu_spell_decimal(handle, decimal, Int32(decimal.utf8.count), $0, $1)
    }
  }
}

/// ICU's separators in the numbers of a language.
enum NumberSymbols {
  /// Returns the decimal separator and the thousands separator, or nil if ICU is not installed.
  static func of(_ locale: String) -> (decimal: String, grouping: String)? {
    guard let decimal = ICULibrary.text({ g2a_icu_decimal_sign(locale, $0, $1) }),
      let grouping = ICULibrary.text({ g2a_icu_grouping_sign(locale, $0, $1) })
    else { return nil }
    return (decimal, grouping)
  }
}

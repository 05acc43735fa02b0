import Basics
import CICU

/// The separators that a language uses in numbers.
struct NumberFormat: Sendable {
  /// The separators between groups of three digits, in addition to no-break spaces.
  var grouping: Set<Unicode.Scalar>
  /// Whether ordinary spaces also separate groups.
  var groupsBySpace: Bool
  var decimal: Unicode.Scalar
  /// Another decimal separator in common use.
  /// Between groups of three digits, this character separates the groups instead.
  var foreignDecimal: Unicode.Scalar?
  /// Whether "5,000" is five thousand where the comma is the decimal separator.
  private var groupsThousands = false

  init(
    grouping: Set<Unicode.Scalar>, groupsBySpace: Bool, decimal: Unicode.Scalar,
    foreignDecimal: Unicode.Scalar? = nil
  ) {
    self.grouping = grouping
    self.groupsBySpace = groupsBySpace
    self.decimal = decimal
    self.foreignDecimal = foreignDecimal
  }

  init(language: Language, locale: String, groupsThousands: Bool) {
    switch language {
    case .english: self.init(grouping: [","], groupsBySpace: false, decimal: ".")
    case .spanish(isAmerican: true):
      self.init(grouping: [","], groupsBySpace: true, decimal: ".", foreignDecimal: ",")
    case .spanish, .french:
      self.init(grouping: ["."], groupsBySpace: true, decimal: ",", foreignDecimal: ".")
    case .german:
      self.init(grouping: [".", "'", "’"], groupsBySpace: true, decimal: ",", foreignDecimal: ".")
    case .other:
      let symbols = NumberSymbols.of(locale)
      let grouping = symbols?.grouping.unicodeScalars.first.map { Set([$0]) } ?? []
      self.init(
        grouping: grouping.filter { !$0.isSpace }, groupsBySpace: false,
        decimal: symbols?.decimal.unicodeScalars.first ?? ".")
    }
    self.groupsThousands = groupsThousands && decimal == "," && language != .other
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
}

/// A number in digits, within a line.
struct WrittenNumber: Sendable, Equatable {
  var tokens: Range<Int>
  /// The digits before the decimal separator, without group separators; empty in ".5".
  var whole: String
  /// The digits after the decimal separator, or nil.
  var fraction: String?
  /// The decimal separator, or nil.
  var point: Unicode.Scalar?
  var isGrouped = false

  /// The value of a whole number of at most 18 digits, otherwise nil.
  var value: Int? { fraction == nil && whole.utf8.count <= 18 ? Int(whole) : nil }

  /// The value with the digits after the decimal separator.
  var decimal: Double? { Double("\(whole).\(fraction ?? "0")") }

  var isOne: Bool { value == 1 }

  /// Whether the number has only digits, without separators.
  var isPlain: Bool { fraction == nil && !isGrouped }

  var hasLeadingZero: Bool { whole.utf8.count > 1 && whole.utf8.first == UInt8(ascii: "0") }
}

extension NumberFormat {
  /// Returns the number that begins at a token, or nil.
  func number(at start: Int, in line: Line) -> WrittenNumber? {
    if line.symbol(start) == ".", decimal == "." { return pointed(at: start, in: line) }
    guard let first = line.digits(start) else { return nil }
    var number = WrittenNumber(tokens: start..<start + 1, whole: first)
    if groupsThousands, isListed(start, in: line) { return number }
    addGroups(&number, in: line)
    addFraction(&number, in: line)
    return number
  }

  /// Whether a number is one of several between commas without spaces, as in "22,80,443".
  private func isListed(_ start: Int, in line: Line) -> Bool {
    var (first, last) = (start, start)
    while start - first < 40, line.symbol(first - 1) == ",", line.kind(first - 2) == .digits {
      first -= 2
    }
    while last - start < 40, line.symbol(last + 1) == ",", line.kind(last + 2) == .digits {
      last += 2
    }
    return last - first > 3
      && !stride(from: first + 2, through: last, by: 2).allSatisfy { line.length($0) == 3 }
  }

  /// Reads ".5".
  private func pointed(at start: Int, in line: Line) -> WrittenNumber? {
    guard let fraction = line.digits(start + 1), !continues(start + 2, ".", in: line) else {
      return nil
    }
    return WrittenNumber(
      tokens: start..<start + 2, whole: "", fraction: fraction, point: line.symbol(start))
  }

  private func addGroups(_ number: inout WrittenNumber, in line: Line) {
    guard number.whole.utf8.count <= 3, number.whole.utf8.first != UInt8(ascii: "0") else { return }
    let separator = number.tokens.upperBound
    let isForeign = hasForeignGroups(separator, in: line)
    guard isForeign || isGrouping(separator, in: line) else { return }
    let symbol = line.text(separator..<separator + 1)
    var end = separator
    var whole = number.whole
    // Numbers of more than 15 digits (five groups) are not read as one number, so the search ends early.
    while end - separator < 12, isForeign ? line.symbol(end) == "," : isGrouping(end, in: line),
      line.text(end..<end + 1) == symbol,
      line.length(end + 1) == 3,
      let group = line.digits(end + 1)
    {
      whole += group
      end += 2
    }
    // "1,234,5" is a list.
    let isBroken =
      isGrouping(end, in: line) && !line.isSpace(end) && line.kind(end + 1) == .digits
      && line.text(end..<end + 1) == symbol
    guard end > separator, !isBroken else { return }
    number.whole = whole
    number.isGrouped = true
    number.tokens = number.tokens.lowerBound..<end
  }

  /// Whether commas are before two groups of three digits or more, as in "16,777,216", where a comma precedes decimals.
  private func hasForeignGroups(_ separator: Int, in line: Line) -> Bool {
    var end = separator
    while line.symbol(end) == ",", line.length(end + 1) == 3, line.kind(end + 1) == .digits,
      end - separator < 12
    {
      end += 2
    }
    return groupsThousands && end - separator > 2 && line.isClosed(end)
      && !(line.symbol(end) == "," && line.kind(end + 1) == .digits)
  }

  private func isGrouping(_ index: Int, in line: Line) -> Bool {
    if line.isSpace(index) {
      guard line.length(index) == 1 else { return false }
      switch line.scalars[line.range(index).lowerBound] {
      case "\u{A0}", "\u{202F}", "\u{2009}": return true
      case " ": return groupsBySpace || line.digits(index + 1) == "000"
      default: return false
      }
    }
    return line.symbol(index).map(grouping.contains) ?? false
  }

  private func addFraction(_ number: inout WrittenNumber, in line: Line) {
    let end = number.tokens.upperBound
    guard let symbol = line.symbol(end), let fraction = line.digits(end + 1),
      symbol == decimal || symbol == foreignDecimal && !number.isGrouped,
      !continues(end + 2, symbol, in: line)
    else { return }
    if groupsThousands, fraction == "000", number.isPlain, symbol == decimal, number.whole != "0",
      number.whole.utf8.count <= 3
    {
      (number.whole, number.isGrouped) = (number.whole + fraction, true)
      number.tokens = number.tokens.lowerBound..<end + 2
      return
    }
    number.fraction = fraction
    number.point = symbol
    number.tokens = number.tokens.lowerBound..<end + 2
  }

  /// Whether more digits follow after the same separator, as in "3.0.1".
  private func continues(_ index: Int, _ symbol: Unicode.Scalar, in line: Line) -> Bool {
    line.symbol(index) == symbol && line.kind(index + 1) == .digits
  }
}

/// The libicu library, which is loaded when the first number is spelled.
enum ICULibrary {
  static var isInstalled: Bool { g2a_icu_load() }

  static var missing: NormalizationError {
    .missingLibrary(package: String(cString: g2a_icu_package()))
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

/// The reason why text cannot be normalized.
package enum NormalizationError: Error, Equatable, CustomStringConvertible {
  /// A required library is missing. Libraries are loaded when the first number is spelled.
  case missingLibrary(package: String)

  package var description: String {
    switch self {
    case .missingLibrary(let package):
      "libicu is not installed; install the package \(package), or the libicu of this system's version"
    }
  }
}

import CICU
import Synchronization

/// Numbers in words by ICU's rules of a language.
///
/// ICU's formatters are not thread-safe: the one of a language is behind a lock. What has been spelled is kept,
/// because a book has few numbers.
final class SpellOut: Sendable {
  private struct Question: Hashable {
    var rules: String
    var number: Int64
  }

  private struct State {
    var formatter: UnsafeMutablePointer<UNumberFormat?>?
    var isOpened = false
    var rules = ""
    var known: [Question: String] = [:]
    var publicRules: Set<String> = []
  }

  /// More numbers than a long book has; then the memory begins anew.
  private static let most = 8192

  private let locale: String
  private let state: Mutex<State>

  private init(locale: String) {
    self.locale = locale
    state = Mutex(State())
  }

  private static let languages = Mutex<[String: SpellOut]>([:])

  /// The owner of a language's formatter; the same for each that asks.
  static func of(_ locale: String) -> SpellOut {
    languages.withLock { languages in
      if let known = languages[locale] { return known }
      let new = SpellOut(locale: locale)
      languages[locale] = new
      return new
    }
  }

  /// The words of a number by a set of rules, as ICU writes them without soft hyphens.
  ///
  /// Returns nil if ICU is not installed, has no such rules, or writes figures.
  func words(_ number: Int64, _ rules: String) -> String? {
    state.withLock { state in
      let question = Question(rules: rules, number: number)
      if let known = state.known[question] { return known.isEmpty ? nil : known }
      let words = Self.spelled(number, rules, locale, &state)
      if state.known.count >= Self.most { state.known.removeAll() }
      state.known[question] = words ?? ""
      return words
    }
  }

  /// The names of ICU's rules for the language.
  var publicRules: Set<String> {
    state.withLock { state in
      Self.open(locale, &state)
      return state.publicRules
    }
  }

  private static func spelled(
    _ number: Int64, _ rules: String, _ locale: String, _ state: inout State
  ) -> String? {
    open(locale, &state)
    guard let icu = ICULibrary.shared, let formatter = state.formatter,
      state.publicRules.contains(rules)
    else { return nil }
    if state.rules != rules {
      var status = U_ZERO_ERROR
      let name = Array(rules.utf16)
      icu.call.set_text(formatter, UNUM_DEFAULT_RULESET, name, Int32(name.count), &status)
      guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
      state.rules = rules
    }
    let text = ICULibrary.text { icu.call.format(formatter, number, $0, $1, nil, $2) }
    let words = text?.unicodeScalars.filter { $0 != "\u{AD}" && $0 != "," }.text
    return words.flatMap { $0.unicodeScalars.contains(where: \.isFigure) ? nil : $0 }
  }

  /// Opens the formatter once; it lives as long as the program.
  private static func open(_ locale: String, _ state: inout State) {
    guard !state.isOpened else { return }
    state.isOpened = true
    guard let icu = ICULibrary.shared, hasRules(locale, icu) else { return }
    var status = U_ZERO_ERROR
    let formatter = icu.call.open(UNUM_SPELLOUT, nil, 0, locale, nil, &status)
    guard let formatter, status.rawValue <= U_ZERO_ERROR.rawValue else { return }
    state.formatter = formatter
    let names = ICULibrary.text { icu.call.text(formatter, UNUM_PUBLIC_RULESETS, $0, $1, $2) } ?? ""
    state.publicRules = Set(names.split(separator: ";").map(String.init))
  }

  /// Whether ICU has rules for the language itself: for another it takes those of the machine's language.
  private static func hasRules(_ locale: String, _ icu: ICULibrary) -> Bool {
    var status = U_ZERO_ERROR
    guard let rules = icu.call.open_resource(g2a_icu_rules, locale, &status) else { return false }
    icu.call.close_resource(rules)
    return status == U_ZERO_ERROR || status == U_USING_FALLBACK_WARNING
  }
}

/// The signs of a language's numbers, as ICU knows them.
enum NumberSigns {
  /// The sign before decimals and the sign between thousands, or nil if ICU is not installed.
  static func of(_ locale: String) -> (decimal: String, grouping: String)? {
    guard let icu = ICULibrary.shared else { return nil }
    var status = U_ZERO_ERROR
    guard let formatter = icu.call.open(UNUM_DECIMAL, nil, 0, locale, nil, &status) else {
      return nil
    }
    defer { icu.call.close(formatter) }
    func symbol(_ symbol: UNumberFormatSymbol) -> String? {
      ICULibrary.text { icu.call.symbol(formatter, symbol, $0, $1, $2) }
    }
    guard let decimal = symbol(UNUM_DECIMAL_SEPARATOR_SYMBOL),
      let grouping = symbol(UNUM_GROUPING_SEPARATOR_SYMBOL)
    else { return nil }
    return (decimal, grouping)
  }
}

import Basics
import Synchronization

/// Spells numbers by ICU's rules for a language.
///
/// Results are cached, because a book has few distinct numbers.
final class SpellOut: Sendable {
  private struct Question: Hashable {
    var rules: String
    var number: Int64
  }

  private struct State: ~Copyable {
    var speller: ICUSpeller?
    var isOpened = false
    var known: [Question: String] = [:]
  }

  /// The maximum number of cached results, more than a long book needs.
  ///
  /// A full cache is emptied.
  private static let most = 8192

  private let locale: String
  private let state: Mutex<State>

  private init(locale: String) {
    self.locale = locale
    state = Mutex(State())
  }

  private static let languages = Mutex<[String: SpellOut]>([:])

  /// Returns the shared owner of a language's formatter.
  static func of(_ locale: String) -> SpellOut {
    languages.withLock { languages in
      if let known = languages[locale] { return known }
      let new = SpellOut(locale: locale)
      languages[locale] = new
      return new
    }
  }

  /// Returns the words of a number by a set of rules, as ICU writes them, without soft hyphens.
  ///
  /// Returns nil if ICU is not installed, has no such rules, or writes digits.
  func words(_ number: Int64, _ rules: String) -> String? {
    state.withLock { state in
      let question = Question(rules: rules, number: number)
      if let known = state.known[question] { return known.isEmpty ? nil : known }
      Self.open(locale, &state)
      let words = Self.plain(state.speller?.words(number, rules))
      if state.known.count >= Self.most { state.known.removeAll() }
      state.known[question] = words ?? ""
      return words
    }
  }

  /// Returns the words of a number with decimals.
  ///
  /// `decimal` has a full stop as its decimal separator.
  func words(decimal: String, _ rules: String) -> String? {
    state.withLock { state in
      Self.open(locale, &state)
      return Self.plain(state.speller?.words(decimal: decimal, rules))
    }
  }

  /// The names of ICU's rules for the language.
  var publicRules: Set<String> {
    state.withLock { state in
      Self.open(locale, &state)
      return state.speller?.rules ?? []
    }
  }

  /// Opens the formatter once.
  ///
  /// It stays open as long as the program runs.
  private static func open(_ locale: String, _ state: inout State) {
    guard !state.isOpened else { return }
    state.isOpened = true
    state.speller = ICUSpeller(locale: locale)
  }

  /// Returns the words without soft hyphens and commas, or nil if digits are left.
  private static func plain(_ text: String?) -> String? {
    let words = text?.unicodeScalars.filter { $0 != "\u{AD}" && $0 != "," }.text
    return words.flatMap { $0.unicodeScalars.contains(where: \.isDigit) ? nil : $0 }
  }
}

import Basics
import Synchronization

/// The form of a cardinal number in a sentence.
enum NumberForm: Sendable, Equatable {
  /// Without a noun: Spanish "uno", German "eins".
  case alone
  /// Before a noun of a gender: "un", "una", "ein", "eine".
  case before(Gender)
  /// In German before a noun in the dative: "einem", "einer".
  case dative(Gender)
}

enum OrdinalForm: Sendable, Equatable {
  /// Masculine, as a noun: "primero", "premier"; German "dritte".
  case plain
  case feminine
  /// In Spanish before a masculine noun: "primer".
  case adjective
  /// The German endings: "dritten", "dritter", "drittes", "drittem".
  case n, r, s, m
}

/// Spells numbers in the words of a language.
struct NumberSpeller: Sendable {
  let language: Language
  private let spelling: SpellOut
  /// ICU's rules for a language without our own rules.
  private let otherRules: String?

  init(language: Language, locale: String) {
    self.language = language
    spelling = SpellOut.of(locale)
    otherRules =
      language == .other
      ? ["%spellout-numbering", "%spellout-cardinal", "%spellout-cardinal-masculine"]
        .first(where: spelling.publicRules.contains) : nil
  }

  /// Whether the language has words for numbers.
  var speaks: Bool { cardinal(1) != "1" }

  // MARK: Cardinals

  func cardinal(_ value: Int, _ form: NumberForm = .alone) -> String {
    if language.isSpanish, form == .before(.feminine), value >= 2000 { return feminine(value) }
    // In German, only the number one agrees with a noun: "einhunderteins Tage".
    let form = language.isGerman && value != 1 ? .alone : form
    guard let words = spelling.words(Int64(value), rules(form)) else { return String(value) }
    return smoothed(words)
  }

  /// Returns a number whose thousands agree with the noun, as in Spanish "trescientas mil personas".
  /// In ICU's own words, the thousands do not agree.
  private func feminine(_ value: Int) -> String {
    let (millions, thousands, rest) = (value / 1_000_000, value / 1000 % 1000, value % 1000)
    var words: [String] = []
    if millions > 0 { words.append(cardinal(millions * 1_000_000, .before(.masculine))) }
    if thousands > 0 {
      let count = thousands == 1 ? "" : cardinal(thousands, .before(.feminine)) + " "
      words.append(count + "mil")
    }
    if rest > 0 { words.append(cardinal(rest, .before(.feminine))) }
    return words.joined(separator: " ")
  }

  /// Returns the words of a number in digits.
  /// More than 15 digits are read digit by digit.
  func cardinal(_ digits: String, _ form: NumberForm = .alone) -> String {
    guard digits.utf8.count <= 15, let value = Int(digits) else { return self.digits(digits) }
    return cardinal(value, form)
  }

  func digits(_ digits: String, zero: String? = nil) -> String {
    digits.unicodeScalars.map { digit in
      if digit == "0", let zero { return zero }
      return Int(String(digit)).map { cardinal($0) } ?? String(digit)
    }.joined(separator: " ")
  }

  /// Returns the words of a number in a language without our own rules, or nil if ICU has no rules for
  /// the language.
  func foreign(_ number: WrittenNumber) -> String? {
    guard let otherRules, number.whole.utf8.count <= 15 else { return nil }
    guard let fraction = number.fraction else {
      return number.value.flatMap { spelling.words(Int64($0), otherRules) }
    }
    return spelling.words(decimal: "\(number.whole).\(fraction)", otherRules)
  }

  // MARK: Ordinals

  func ordinal(_ value: Int, _ form: OrdinalForm = .plain) -> String {
    if language.isSpanish, form == .adjective, value % 10 == 1 || value % 10 == 3 {
      return apocopated(value)
    }
    guard let words = spelling.words(Int64(value), rules(form)) else { return String(value) }
    return smoothed(words)
  }

  /// Returns the short form before a noun: "primer", "vigésimo primer", "decimotercer".
  private func apocopated(_ value: Int) -> String {
    let words = ordinal(value, .plain)
    return words.hasSuffix("primero") || words.hasSuffix("tercero")
      ? String(words.dropLast()) : words
  }

  // MARK: Years

  /// Returns the spoken form of a year.
  func year(_ value: Int) -> String {
    switch language {
    case .english(let isBritish):
      if isBritish, (2001...2009).contains(value) { return cardinal(value) }
      return spelling.words(Int64(value), "%spellout-numbering-year").map(smoothed)
        ?? String(value)
    case .german:
      return spelling.words(Int64(value), "%spellout-numbering-year") ?? String(value)
    default: return cardinal(value)
    }
  }

  /// Returns an English number in pairs of digits, as for rooms and flights: "fourteen oh eight", "two thirty-seven".
  func pairs(_ value: Int) -> String {
    guard (100..<10000).contains(value), value % 1000 != 0 else { return cardinal(value) }
    let (first, second) = (cardinal(value / 100), value % 100)
    if second == 0 { return first + " " + cardinal(100).dropFirst("one ".count) }
    return first + (second < 10 ? " oh " : " ") + cardinal(second)
  }

  // MARK: ICU's rules

  private func smoothed(_ words: String) -> String {
    switch language {
    case .english: words.replacing("oh-", with: "oh ")
    // This is the French spelling from before 1990, which every engine knows.
    case .french: words.replacing("-et-", with: " et ").replacing("-cent", with: " cent")
    default: words
    }
  }

  private func rules(_ form: NumberForm) -> String {
    switch (language, form) {
    case (.english(let isBritish), _):
      isBritish ? "%spellout-cardinal-verbose" : "%spellout-cardinal"
    case (.other, _): otherRules ?? ""
    case (_, .alone): "%spellout-numbering"
    case (.german, .dative(let gender)):
      gender == .feminine ? "%spellout-cardinal-r" : "%spellout-cardinal-m"
    case (.german, .before(.neuter)): "%spellout-cardinal-neuter"
    case (_, .before(.feminine)), (_, .dative(.feminine)): "%spellout-cardinal-feminine"
    case (_, .before), (_, .dative): "%spellout-cardinal-masculine"
    }
  }

  private func rules(_ form: OrdinalForm) -> String {
    switch (language, form) {
    case (.english(let isBritish), _):
      isBritish ? "%spellout-ordinal-verbose" : "%spellout-ordinal"
    case (.german, .n): "%spellout-ordinal-n"
    case (.german, .r): "%spellout-ordinal-r"
    case (.german, .s): "%spellout-ordinal-s"
    case (.german, .m): "%spellout-ordinal-m"
    case (.german, _): "%spellout-ordinal"
    case (_, .feminine): "%spellout-ordinal-feminine"
    default: "%spellout-ordinal-masculine"
    }
  }

  /// Spells numbers by ICU's rules for a language.
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
}

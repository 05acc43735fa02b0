import FoundationEssentials

/// Decides which voice languages match a requested language code.
/// - `en` matches `en` and every `en-*`.
/// - If a voice has the tag `en-GB`, the code `en-GB` matches only this tag. Otherwise the code
///   matches the same tags as `en`.
/// - The empty code matches every language.
struct LanguageFilter {
  /// The tag to match, in lower case: the whole code, or only the language in the code.
  let tag: String
  /// Whether the code is empty, so that every language matches.
  let takesAny: Bool
  private let takesLonger: Bool

  /// Creates a filter for a code and the tags of all voices; ignores case and treats `_` as `-`.
  init(_ code: String, among tags: some Sequence<String>) {
    let wanted = code.lowercased().replacing("_", with: "-")
    let language = String(wanted.prefix { $0 != "-" })
    let isExact = wanted != language && tags.contains { $0.lowercased() == wanted }
    (tag, takesAny, takesLonger) = (isExact ? wanted : language, code.isEmpty, !isExact)
  }

  /// Returns whether a language matches the code.
  func accepts(_ tag: String) -> Bool {
    let own = tag.lowercased()
    return takesAny || own == self.tag || takesLonger && own.hasPrefix("\(self.tag)-")
  }
}

extension Sequence<Voice> {
  /// Returns the voices for a language (see `LanguageFilter`), in the order of this sequence.
  /// A voice that names no language matches the empty code. Such a voice matches other codes only
  /// if `unnamedSpeakAny` is true.
  package func speaking(_ languageCode: String, unnamedSpeakAny: Bool = false) -> [Voice] {
    let filter = LanguageFilter(languageCode, among: compactMap(\.language))
    return self.filter { voice in
      voice.language.map(filter.accepts) ?? (unnamedSpeakAny || filter.takesAny)
    }
  }
}

/// The language to assume if the caller names no language.
public enum LanguageCodeResolver {
  /// The language of the process's environment, such as `de`; `en` if the environment names no
  /// language.
  public static var systemLanguageCode: String {
    languageCode(environment: ProcessInfo.processInfo.environment)
  }

  /// Returns `code`, or the system's language if `code` is nil or empty.
  public static func resolve(_ code: String?) -> String {
    guard let code, !code.isEmpty else { return systemLanguageCode }
    return code
  }

  /// Returns the language that an environment names.
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides (POSIX.1-2017,
  /// XBD 8.2).
  static func languageCode(environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let language = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
    // ISO 639 codes have two or three letters; `C` and `POSIX` do not.
    let isCode = (2...3).contains(language.utf8.count) && language.allSatisfy(\.isASCIILetter)
    return isCode ? language.lowercased() : "en"
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}

import FoundationEssentials

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
  ///
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

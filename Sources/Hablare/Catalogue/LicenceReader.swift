import Basics

/// Identifies a licence by its text or address.
enum LicenceReader {
  /// The maximum number of characters of an unknown licence.
  private static let longest = 200

  /// Returns the licence that a model card states.
  ///
  /// Text that names no known licence is returned unchanged, with unknown permission for commercial
  /// use.
  static func licence(_ stated: String) -> VoiceLicence {
    let tokens = tokens(of: stated)
    if vague.contains(tokens) { return .unknown }
    if let licence = creativeCommons(tokens) { return licence }
    if let known = names.first(where: { Set($0.tokens).isSubset(of: tokens) }) {
      return VoiceLicence(name: known.name, commercialUse: .yes)
    }
    return VoiceLicence(
      name: String(stated.visible.prefix(longest)),
      commercialUse: tokens.contains("noncommercial") ? .no : .unknown)
  }

  /// Statements that name no licence.
  private static let vague: [[String]] = [
    [], ["unknown"], ["see", "url"], ["n", "a"], ["none"], ["not", "stated"], ["unspecified"],
  ]

  /// Licences that allow commercial use, by words in their names.
  private static let names: [(tokens: [String], name: String)] = [
    (["apache"], "Apache-2.0"), (["unlicense"], "Unlicense"), (["mit"], "MIT"),
    (["public", "domain"], "public domain"),
  ]

  /// Returns the words in lower case.
  ///
  /// The words of an address are the parts of its host and path.
  private static func tokens(of text: String) -> [String] {
    let words = text.lowercased().replacing("non-commercial", with: "noncommercial")
      .replacing("non commercial", with: "noncommercial")
      .replacing("share-alike", with: "sharealike").replacing("share alike", with: "sharealike")
    return words.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map(withoutDots)
      .filter { !$0.isEmpty }
  }

  /// Returns a word without the full stop of its sentence, or a host without its ending:
  /// `unlicense.org`.
  private static func withoutDots(_ word: Substring) -> String {
    var word = word
    while word.last == "." { word.removeLast() }
    for ending in [".org", ".com"] where word.hasSuffix(ending) {
      word.removeLast(ending.count)
    }
    return String(word)
  }

  // MARK: Creative Commons

  /// The elements of Creative Commons licences, in the order of their names, with their synonyms.
  private static let elements: [(name: String, words: Set<String>)] = [
    ("BY", ["by", "attribution"]), ("NC", ["nc", "noncommercial"]),
    ("SA", ["sa", "sharealike"]), ("ND", ["nd", "noderivatives", "noderivs"]),
  ]

  private static func creativeCommons(_ tokens: [String]) -> VoiceLicence? {
    if !Set(["cc0", "zero"]).isDisjoint(with: tokens) {
      return VoiceLicence(name: "CC0-1.0", commercialUse: .yes)
    }
    let isNamed =
      ["cc", "creativecommons"].contains(where: tokens.contains)
      || Set(["creative", "commons"]).isSubset(of: tokens)
    let found = elements.filter { !$0.words.isDisjoint(with: tokens) }.map(\.name)
    guard isNamed, found.first == "BY" else { return nil }
    let version = tokens.first { $0.contains(".") && Double($0) != nil }
    return VoiceLicence(
      name: (["CC"] + found + [version].compactMap(\.self)).joined(separator: "-"),
      commercialUse: found.contains("NC") ? .no : .yes)
  }
}

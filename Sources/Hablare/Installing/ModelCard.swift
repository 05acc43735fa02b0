import Basics

/// The card of a Piper voice: a Markdown page that states the licence of the training data.
struct ModelCard: Sendable {
  /// The ending of the name of the card's file.
  static let ending = ".MODEL_CARD"

  /// The terms of use.
  let licence: VoiceLicence

  /// Parses a card.
  /// The licence is the text after `License:`, or the paragraph below a heading `License`.
  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.filter { !$0.isNewline }).trimmed
    }
    let stated = Self.field(in: lines) ?? Self.section(in: lines)
    licence = stated.map(LicenceReader.licence) ?? .unknown
  }

  private static let keys = ["license", "licence"]

  private static func field(in lines: [String]) -> String? {
    for line in lines {
      let words = String(line.drop { "*-# ".contains($0) })
      guard let colon = words.firstIndex(of: ":"), keys.contains(words[..<colon].lowercased())
      else { continue }
      let value = String(words[words.index(after: colon)...]).trimmed
      if !value.isEmpty { return value }
    }
    return nil
  }

  private static func section(in lines: [String]) -> String? {
    guard
      let heading = lines.firstIndex(where: {
        $0.hasPrefix("#") && keys.contains(String($0.drop { "# ".contains($0) }).lowercased())
      })
    else { return nil }
    let paragraph = lines[(heading + 1)...].drop(while: \.isEmpty).prefix {
      !$0.isEmpty && !$0.hasPrefix("#")
    }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }

  /// Identifies a licence by its text or address.
  enum LicenceReader {
    /// The maximum length of the name of an unknown licence, in characters.
    private static let longest = 200

    /// Returns the licence that a model card states.
    /// If the text names no known licence, the start of the text becomes the licence's name.
    /// Commercial use is then `.no` if the text contains "non-commercial", else `.unknown`.
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

    /// Returns the words of a text in lower case.
    /// The words of an address are its scheme, its host and the words of its path.
    private static func tokens(of text: String) -> [String] {
      let words = text.lowercased().replacing("non-commercial", with: "noncommercial")
        .replacing("non commercial", with: "noncommercial")
        .replacing("share-alike", with: "sharealike").replacing("share alike", with: "sharealike")
      return words.split { !$0.isLetter && !$0.isNumber && $0 != "." }.map(withoutDots)
        .filter { !$0.isEmpty }
    }

    /// Returns a word without full stops at its end.
    /// A host is returned without `.org` or `.com`: `unlicense` for `unlicense.org`.
    private static func withoutDots(_ word: Substring) -> String {
      var word = word
      while word.last == "." { word.removeLast() }
      for ending in [".org", ".com"] where word.hasSuffix(ending) {
        word.removeLast(ending.count)
      }
      return String(word)
    }

    // MARK: Creative Commons

    /// The elements of Creative Commons licences with their synonyms, in the order of licence names
    /// such as CC-BY-NC-SA.
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
}

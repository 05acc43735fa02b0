import Basics

/// Words that a script parts in syllables, and symbols of elements: for engines only.
enum SyllableWords {
  /// Whether two hyphens of a text are between letters.
  static func mayHaveName(_ text: String) -> Bool {
    let isLetter: (UInt8) -> Bool = { $0 >= 0x80 || ($0 | 0x20) &- 0x61 < 26 }
    guard text.hasByte(UInt8(ascii: "-")) else { return false }
    var (count, last, isOpen) = (0, UInt8(0), false)
    for byte in text.utf8 {
      if isOpen, isLetter(byte) { count += 1 }
      isOpen = byte == UInt8(ascii: "-") && isLetter(last)
      last = byte
    }
    return count > 1
  }

  /// Returns the name of a role that hyphens part, "Coraline" for "Cor-a-line"; nil for other words.
  static func name(_ word: String, in judge: ShoutedWords) -> String? {
    guard judge.isEnglish, judge.edition == .second else { return nil }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    // "L-U-C-Y" is spelled.
    guard parts.count > 2, word.utf8.count > 6, parts.count(where: { $0.utf8.count == 1 }) < 2,
      !parts.contains(where: \.isEmpty)
    else {
      return nil
    }
    // The possessive is no part of the name.
    let whole = parts.joined()
    let stem = whole.prefix { $0 != "'" && $0 != "’" }
    guard judge.names.contains(stem.uppercased()) else { return nil }
    return stem.lowercased().capitalizedFirst + whole.dropFirst(stem.count)
  }

  /// Whether the capitals of a word's part are a stressed syllable: "ga-LOO-boo-shka", "ta-DA", but not "ex-CIA".
  static func isSyllable(_ part: Substring, at place: Int, of parts: [Substring]) -> Bool {
    guard place > 0 || parts.count > 2, part.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
      let last = part.last, Acronyms.hasVowel(String(part)),
      parts.contains(where: { $0.count > 1 && $0.allSatisfy(\.isLowercase) })
    else { return false }
    if part.utf8.count == 2 {
      return place > 0 && Acronyms.hasVowel(String(last))
        && !Acronyms.hasVowel(String(part.prefix(1)))
        && !prefixes.contains(parts[place - 1].lowercased())
    }
    return part.utf8.count > 2 && parts.count > 2 && SpokenShape.isSayable(String(part))
      && !AcronymList.of("en").contains(String(part)) && !prefixes.contains(parts[0].lowercased())
  }

  private static let prefixes: Set<String> = [
    "all", "anti", "co", "cross", "ex", "inter", "mid", "multi", "non", "off", "one", "only",
    "post",
    "pre", "pro", "semi", "sub", "trans", "two", "un",
  ]

  /// Returns the text with points between the letters of a symbol that stands behind its element: "Gold (Au)".
  static func spelledElements(_ text: String) -> String {
    guard text.hasByte(UInt8(ascii: "(")), text.hasText(" (") else { return text }
    var (result, rest) = ("", text[...])
    while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
      let symbol = rest[rest.index(after: open)..<close]
      result += rest[...open]
      let name = rest[..<open].trimmed.split { !$0.isLetter }.last?.lowercased() ?? ""
      if symbol.utf8.count == 2, elements[name] == symbol {
        result += symbol.uppercased().map(String.init).joined(separator: ".")
      } else {
        result += symbol
      }
      rest = rest[close...]
    }
    return result + rest
  }

  private static let elements: [String: Substring] = {
    let parts = """
      aluminium Al aluminum Al argon Ar arsenic As barium Ba beryllium Be bismuth Bi bromine Br cadmium Cd \
      caesium Cs calcium Ca cerium Ce cesium Cs chlorine Cl chromium Cr cobalt Co copper Cu gallium Ga germanium Ge \
      gold Au helium He iridium Ir iron Fe krypton Kr lead Pb lithium Li magnesium Mg manganese Mn mercury Hg \
      molybdenum Mo neodymium Nd neon Ne nickel Ni niobium Nb osmium Os palladium Pd platinum Pt plutonium Pu \
      polonium Po radium Ra radon Rn rhodium Rh rubidium Rb ruthenium Ru scandium Sc selenium Se silicon Si \
      silver Ag sodium Na strontium Sr tantalum Ta tellurium Te thallium Tl thorium Th tin Sn titanium Ti \
      xenon Xe zinc Zn zirconium Zr
      """.split { $0 == " " || $0 == "\n" }
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: parts.count - 1, by: 2).map {
        (String(parts[$0]), parts[$0 + 1])
      })
  }()
}

extension ShoutedWords {
  func withSmallSyllables(_ word: String) -> String {
    guard isEnglish, edition == .second, !isDocument, CapitalsRule.hasShouting(word) else {
      return word
    }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.indices.map {
      let isSyllable = SyllableWords.isSyllable(parts[$0], at: $0, of: parts)
      return isSyllable ? parts[$0].lowercased() : String(parts[$0])
    }.joined(separator: "-")
  }
}

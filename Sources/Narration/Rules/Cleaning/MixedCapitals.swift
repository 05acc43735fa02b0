import Basics

/// Names and headings whose capitals are typing habits, because the program shows them in capitals: "SpOCK".
enum MixedCapitals {
  /// Returns a cue or a heading with such words in capitals.
  /// Names that begin small by custom, such as McGREGOR, and words such as PhD and iPHONE keep their letters.
  static func mended(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 > 0x60 && $0 < 0x7B }) else { return text }
    var result = ""
    var word = ""
    for character in text {
      if character.isLetter {
        word.append(character)
        continue
      }
      result += isAccident(word) ? word.uppercased() : word
      word = ""
      result.append(character)
    }
    return result + (isAccident(word) ? word.uppercased() : word)
  }

  private static func isAccident(_ word: String) -> Bool {
    let isUpper = word.map(\.isUppercase)
    let capitals = isUpper.count { $0 }
    guard word.count > 2, capitals > 0, capitals < word.count, !customs.contains(word),
      !prefixes.contains(where: { isCustom(word, after: $0) })
    else { return false }
    let rises = isUpper.indices.dropFirst().filter { isUpper[$0] && !isUpper[$0 - 1] }
    if let rise = rises.first {
      // "SpOCK" and "dAY" go on in capitals; "DatA" ends in one.
      let isLast = rises == [word.count - 1] && word.count > 3
      return isLast || rise + 1 < isUpper.count && isUpper[rise + 1]
    }
    // "DEn", "FROnt"
    return capitals > 1 && capitals > word.count - capitals
      && !endings.contains(String(word.suffix(word.count - capitals)))
  }

  private static func isCustom(_ word: String, after prefix: String) -> Bool {
    let rest = word.dropFirst(prefix.count)
    return word.hasPrefix(prefix) && rest.count > 2 && rest.allSatisfy(\.isUppercase)
  }

  private static let prefixes = ["Mc", "Mac", "i", "e"]
  private static let customs: Set<String> = ["PhD", "mRNA", "tRNA", "cDNA", "MHz", "GHz", "kHz"]
  private static let endings: Set<String> = ["s", "d", "ed", "er", "ers", "ing", "th", "st", "nd"]
}

extension ScottishName {
  /// Returns the text with "MacDONALD" as "MacDonald".
  static func mended(_ text: String) -> String {
    guard text.hasText("Mac") else { return text }
    var scalars = Array(text.unicodeScalars)
    var index = 0
    while index + 5 < scalars.count {
      defer { index += 1 }
      guard scalars[index] == "M", scalars[index + 1] == "a", scalars[index + 2] == "c",
        index == 0 || !scalars[index - 1].isLetterOrDigit
      else { continue }
      var end = index + 3
      while end < scalars.count, scalars[end].isUpper { end += 1 }
      guard end > index + 5, end == scalars.count || !scalars[end].isLetterOrDigit else { continue }
      let small = Array(scalars[index + 4..<end].text.lowercased().unicodeScalars)
      guard small.count == end - index - 4 else { continue }
      scalars.replaceSubrange(index + 4..<end, with: small)
    }
    return scalars.text
  }
}

/// Names such as McCowley.
enum ScottishName {
  /// Returns the spelling of a name: "MCCOWLEY" is "McCowley" in any context.
  /// Returns nil for other words, such as "MCU".
  static func spelled(_ word: String) -> String? {
    guard word.hasPrefix("MC"), word.utf8.count > 4, word.utf8.allSatisfy({ $0 < 0x80 }),
      Acronyms.hasVowel(String(word.dropFirst(2)))
    else { return nil }
    return "Mc" + word.dropFirst(2).lowercased().capitalizedFirst
  }
}

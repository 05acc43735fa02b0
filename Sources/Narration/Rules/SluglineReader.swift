import Basics
import Guion

/// Expands a slugline into sentences.
/// `INT. COFFEE SHOP - DAY` is "Interior. Coffee shop. Day." If there are three parts or more, all parts except the
/// last are one sentence, as in table reads: `INT. JOHN'S HOUSE - KITCHEN - DAY` is "Interior. John's house, kitchen.
/// Day."
struct SluglineReader {
  private let cleaner: TextCleaner
  private let rules: RuleSet
  /// The prefixes, longest first (Documentation/fountain.md, R4.1 and R4.9).
  private let prefixes: [(String, String)]

  init(words: LanguageWords, cleaner: TextCleaner, rules: RuleSet) {
    (self.cleaner, self.rules) = (cleaner, rules)
    prefixes = Self.prefixes(words, rules)
  }

  func spoken(_ heading: String) -> String {
    let heading = rules >= .v1_2 ? MixedCapitals.mended(heading) : heading
    var (prefix, rest) = splitPrefix(heading)
    // "EST. EXT. HOUSE"
    if rules >= .v1_2, let first = prefix, case (let second?, let place) = splitPrefix(String(rest))
    {
      (prefix, rest) = (ended(first) + " " + second, Substring(place))
    }
    if rules >= .v1_2, cleaner.isEnglish { rest = Self.placeWords(rest) }
    var parts = segments(of: rest).map {
      cleaner.prepared($0.drop { $0 == " " }.capitalizedFirst, isHeading: true)
    }.filter(\.hasLetterOrDigit)
    if parts.count > 2 {
      let place = parts.dropLast().enumerated().map { $0 == 0 ? $1 : decapitalized($1) }
      parts = [place.joined(separator: ", "), parts[parts.count - 1]]
    }
    let sentences = ([prefix].compactMap(\.self) + parts).map(ended)
    return sentences.joined(separator: " ")
  }

  /// Returns a place with "APT" as "APARTMENT" and with the room OR as "OPERATING ROOM".
  private static func placeWords(_ place: Substring) -> Substring {
    guard place.hasText("APT") || place.hasPrefix("OR") || place.hasText(" - OR") else {
      return place
    }
    return place.replacing(/\bAPT\b\.?/, with: "APARTMENT")
      .replacing(/^OR(?= - | #?\d|$)|(?<dash> - )OR(?= - |$)/) {
        ($0.dash ?? "") + "OPERATING ROOM"
      }
  }

  /// Whether a text begins with a prefix of headings.
  func isHeading(_ text: String) -> Bool { splitPrefix(text).0 != nil }

  private func splitPrefix(_ heading: String) -> (String?, Substring) {
    let upper = heading.uppercased()
    let first = upper.utf8.first ?? 0
    for (prefix, word) in prefixes {
      // Bytes are compared in a fraction of the time that characters need.
      guard let start = prefix.utf8.first, start == first || start > 0x7F, upper.hasPrefix(prefix)
      else { continue }
      let rest = heading.dropFirst(prefix.count)
      guard let next = rest.first, next == "." || next == " " || next == "/" else { continue }
      return (word, rest.drop { $0 == "." || $0 == " " })
    }
    return (nil, Substring(heading))
  }

  private static func prefixes(_ words: LanguageWords, _ rules: RuleSet) -> [(String, String)] {
    let single = [
      ("INT", words.interior), ("EXT", words.exterior), ("EST", words.establishing),
    ]
    guard rules >= .v1_2 else {
      return ["INT./EXT", "EXT./INT", "INT/EXT", "I/E"].map { ($0, words.interiorExterior) }
        + single
    }
    return ["INT./EXT", "INT/EXT", "INT. / EXT", "INT / EXT", "I./E", "I/E"]
      .map { ($0, words.interiorExterior) }
      + ["EXT./INT", "EXT/INT", "EXT. / INT", "EXT / INT", "E./I", "E/I"]
      .map { ($0, words.exteriorInterior) } + whole(words) + single
  }

  /// The prefixes that are whole words (R4.9).
  private static func whole(_ words: LanguageWords) -> [(String, String)] {
    [("INNEN/AUSSEN", words.interiorExterior), ("AUSSEN/INNEN", words.exteriorInterior)]
      + ["INNEN", "INTERIOR", "INTÉRIEUR", "INTERNO"].map { ($0, words.interior) }
      + ["AUSSEN", "EXTERIOR", "EXTÉRIEUR", "ESTERNO"].map { ($0, words.exterior) }
  }

  /// Returns the parts between dashes.
  /// A hyphen within a word does not separate parts. A slash between two places becomes a comma.
  private func segments(of text: Substring) -> [String] {
    var segments = [""]
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let before = index > 0 ? characters[index - 1] : " "
      let after = index + 1 < characters.count ? characters[index + 1] : " "
      let isDash = character == "-" || character == "–" || character == "—"
      if isDash, before == " " || after == " " || before == "-" || after == "-" || character == "—"
      {
        segments.append("")
      } else if character == ".", rules >= .v1_2, isBetweenWords(index, characters) {
        segments.append("")
      } else if character == "/", !(before.isNumber && after.isNumber) {
        while segments[segments.count - 1].last == " " { segments[segments.count - 1].removeLast() }
        segments[segments.count - 1] += ", "
      } else {
        segments[segments.count - 1].append(character)
      }
    }
    return segments
  }

  /// Whether a point parts two words without a blank: `INT.CABIN.DAY`.
  private func isBetweenWords(_ index: Int, _ characters: [Character]) -> Bool {
    characters[..<index].suffix(3).count { $0.isLetter } == 3
      && characters[(index + 1)...].prefix(3).count { $0.isLetter } == 3
  }

  private func decapitalized(_ part: String) -> String {
    guard let first = part.first, part.dropFirst().first?.isLowercase == true else { return part }
    return first.lowercased() + part.dropFirst()
  }

  private func ended(_ part: String) -> String {
    guard let last = part.unicodeScalars.last, !last.isSentenceEnd else { return part }
    return part + "."
  }
}

import Basics

/// Expands a slugline into sentences.
/// `INT. COFFEE SHOP - DAY` is "Interior. Coffee shop. Day." If there are three parts or more, all parts except the
/// last are one sentence, as in table reads: `INT. JOHN'S HOUSE - KITCHEN - DAY` is "Interior. John's house, kitchen.
/// Day."
struct SluglineReader {
  let words: LanguageWords
  let cleaner: TextCleaner

  func spoken(_ heading: String) -> String {
    let (prefix, rest) = splitPrefix(heading)
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

  private func splitPrefix(_ heading: String) -> (String?, Substring) {
    let upper = heading.uppercased()
    for (prefix, word) in prefixes where upper.hasPrefix(prefix) {
      let rest = heading.dropFirst(prefix.count)
      guard let next = rest.first, next == "." || next == " " || next == "/" else { continue }
      return (word, rest.drop { $0 == "." || $0 == " " })
    }
    return (nil, Substring(heading))
  }

  /// The prefixes, longest first (Documentation/fountain.md, R4.1).
  private var prefixes: [(String, String)] {
    [
      ("INT./EXT", words.interiorExterior), ("EXT./INT", words.interiorExterior),
      ("INT/EXT", words.interiorExterior), ("I/E", words.interiorExterior),
      ("INT", words.interior), ("EXT", words.exterior), ("EST", words.establishing),
    ]
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
      } else if character == "/", !(before.isNumber && after.isNumber) {
        while segments[segments.count - 1].last == " " { segments[segments.count - 1].removeLast() }
        segments[segments.count - 1] += ", "
      } else {
        segments[segments.count - 1].append(character)
      }
    }
    return segments
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

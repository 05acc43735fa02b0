import Basics

/// The form of scene headings (R4).
enum HeadingForm {
  /// The prefixes of R4.1.
  /// `INT./EXT` and `EXT./INT` need no entry, because they begin with a prefix and a period.
  private static let prefixes: [StaticString] = ["INT", "EXT", "EST", "INT/EXT", "I/E"]
  /// The prefixes of R4.1, and those that only edition 2 knows (R4.9).
  private static let morePrefixes: [StaticString] =
    prefixes + ["EXT/INT", "E/I", "I./E", "E./I"]

  /// The words that begin a heading in other languages (R4.9): Romance languages, German, Dutch, Polish, Czech,
  /// Hungarian, Finnish and Turkish.
  static let placeWords: Set<String> = [
    "INTERIOR", "EXTERIOR", "INTÉRIEUR", "EXTÉRIEUR", "INTERNO", "ESTERNO", "INNEN", "AUSSEN",
    "AUẞEN", "BINNEN", "BUITEN", "WNĘTRZE", "PLENER", "INTERIÉR", "EXTERIÉR", "EXTERIÉRY",
    "BELSŐ", "KÜLSŐ", "SISÄLLÄ", "ULKONA",
  ]

  /// Whether a line begins with a prefix directly followed by a period or a space (R4.1).
  static func hasPrefix(
    _ text: Bytes, _ line: Range<Int>, _ edition: ReadingEdition
  ) -> Bool {
    guard let first = line.first else { return false }
    let letter = text[first] | 0x20
    if letter == UInt8(ascii: "i") || letter == UInt8(ascii: "e"),
      (edition == .second ? morePrefixes : prefixes).contains(where: { begins(text, line, $0) })
    {
      return true
    }
    return edition == .second && isPlace(text, line)
  }

  private static func begins(_ text: Bytes, _ line: Range<Int>, _ prefix: StaticString) -> Bool {
    let end = line.lowerBound + prefix.utf8CodeUnitCount
    guard end < line.upperBound else { return false }
    guard text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: " ") else { return false }
    return (0..<prefix.utf8CodeUnitCount).allSatisfy {
      prefix.utf8Start[$0] == text[line.lowerBound + $0].asciiUppercased
    }
  }

  /// Whether a line in capitals begins with a word such as INNEN, and a period or a dash follows.
  private static func isPlace(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard 8..<120 ~= line.count, text[line.lowerBound + 1] < 0x61 || text[line.lowerBound] > 0x7F,
      text[line.lowerBound] > 0x7F || text[line.lowerBound].isOne(of: "IEABWPKSU"),
      let end = line.prefix(14).first(where: { text[$0].isOne(of: " ./") }),
      end - line.lowerBound > 4
    else { return false }
    let word = text.string(line.lowerBound..<end)
    guard placeWords.contains(word), !text.hasLowerCase(line) else { return false }
    // "INTERIOR. BAR" is not in Spanish.
    let hasStop = text[end] == UInt8(ascii: ".") && word != "INTERIOR" && word != "EXTERIOR"
    return hasStop
      || text.string(line).split(separator: " ").contains { $0.allSatisfy { "-–—".contains($0) } }
  }

  /// Whether a line in capitals is a heading, perhaps with a number in the margin.
  static func isLine(_ text: Bytes, _ line: ScriptLine) -> Bool {
    guard line.kind == .text, line.content.count < 120, !text.hasLowerCase(line.content) else {
      return false
    }
    return hasPrefix(text, line.content.lowerBound..<line.whole.upperBound, .second)
      || marginNumber(text, line.content) != nil
  }

  /// Whether a line begins with one period and a letter or digit (R4.6, R4.7).
  static func isForced(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard line.count >= 2, text[line.lowerBound] == UInt8(ascii: ".") else { return false }
    return text.character(at: line.lowerBound + 1, before: line.upperBound).kind.isLetterOrDigit
  }

  /// Returns the text and the scene number of a heading; nil if there is no scene number at its end
  /// (R4.8).
  /// The last two `#` enclose the number.
  static func sceneNumber(
    _ text: Bytes, _ line: Range<Int>
  ) -> (words: Range<Int>, number: Range<Int>)? {
    let sign = UInt8(ascii: "#")
    let end = line.upperBound - 1
    guard !line.isEmpty, text[end] == sign else { return nil }
    guard let opening = (line.lowerBound..<end).last(where: { text[$0] == sign }) else {
      return nil
    }
    let number = opening + 1..<end
    guard !number.isEmpty, !text.isEscaped(at: opening, from: line.lowerBound),
      isSceneNumber(text, number)
    else { return nil }
    return (text.trimmed(line.lowerBound..<opening), number)
  }

  /// Returns the parts of a heading with its number in the margin of the page, perhaps on both sides (R4.10):
  /// `14A. INT. BAR - DAY 14A`. nil if there is no such number.
  /// Between two equal numbers, capitals are a heading without a prefix: `10 IN THE VAULT - MORNING 10`.
  static func marginNumber(
    _ text: Bytes, _ line: Range<Int>
  ) -> (words: Range<Int>, number: Range<Int>, repeated: Range<Int>?)? {
    guard let first = line.first, startsNumber(text, line) else { return nil }
    let blank: (Int) -> Bool = { text[$0] == 0x20 || text[$0] == 0x09 }
    guard let end = line.first(where: blank), end - first <= 6 else { return nil }
    let number = first..<(text[end - 1].isOne(of: ".:") ? end - 1 : end)
    let letters = text[number].dropFirst().drop { $0 &- UInt8(ascii: "0") < 10 }
    guard letters.count <= 2, letters.allSatisfy({ $0.asciiUppercased &- UInt8(ascii: "A") < 26 })
    else {
      return nil
    }
    var words = text.trimmed(end..<line.upperBound)
    let isPrefixed = hasPrefix(text, words, .second)
    let last = words.last(where: blank).map { $0 + 1..<words.upperBound }
    guard let last,
      text[last].prefix(number.count).elementsEqual(
        text[number], by: { $0.asciiUppercased == $1.asciiUppercased }),
      last.count == number.count || text[last].dropFirst(number.count).elementsEqual(".".utf8)
    else {
      guard isPrefixed else { return nil }
      // A scanner can cut the number at the left.
      return farNumber(text, words).map { ($0.words, $0.number, number) } ?? (words, number, nil)
    }
    words = text.trimmed(words.lowerBound..<last.lowerBound)
    let isName = words.count > 4 && !text.hasLowerCase(words) && words.contains { text[$0] > 0x40 }
    return isPrefixed || isName ? (words, number, last) : nil
  }

  /// Whether a line and the line below it, which has no prefix, have the same number in the margin.
  static func haveOneNumber(_ text: Bytes, _ line: Range<Int>, _ below: Range<Int>) -> Bool {
    guard let first = marginNumber(text, line), let second = marginNumber(text, below) else {
      return false
    }
    return text[first.number].elementsEqual(text[second.number])
      && !hasPrefix(text, second.words, .second)
  }

  /// Whether a line has its number before a prefix: `14 INT. BAR`.
  static func hasNumberedPrefix(_ text: Bytes, _ line: Range<Int>) -> Bool {
    marginNumber(text, line).map { hasPrefix(text, $0.words, .second) } ?? false
  }

  /// Whether a line begins with the number of a scene: `14`, `A14`.
  static func startsNumber(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard let first = line.first else { return false }
    let isLettered = text[first].asciiUppercased &- UInt8(ascii: "A") < 26 && line.count > 1
    return text[isLettered ? first + 1 : first] &- UInt8(ascii: "0") < 10
  }

  enum Continued {
    /// `3 CONTINUED: 3` or `21 OMITTED 21`.
    case page
    /// `THOMAS (CONT'D)`.
    case name
    /// `CONTINUED:`, without a number.
    case head
  }

  /// Whether a line has nothing but the word for a scene that goes on: `CONTINUED`, `CONT'D`.
  static func isBareContinued(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard 4...11 ~= line.count, text[line.lowerBound] == UInt8(ascii: "C") else { return false }
    let words = text.string(line)
    return ["CONTINUED", "CONT'D", "CONT’D", "CONTD"].contains(words)
  }

  /// Whether a line in capitals begins as a heading does and has a place, a dash and more: `INT. BAR -- DAY`.
  static func isPlaceAndTime(_ text: Bytes, _ line: ScriptLine) -> Bool {
    let withBlanks = line.content.lowerBound..<line.whole.upperBound
    return line.content.count > 10 && hasPrefix(text, withBlanks, .second)
      && !text.hasLowerCase(line.content)
      && text.string(line.content.dropFirst(4)).contains { "-–—".contains($0) }
  }

  /// Returns what a line says about a scene or a speech that goes on.
  static func continued(_ text: Bytes, _ line: Range<Int>) -> Continued? {
    guard line.count < 100, let last = line.last else { return nil }
    let isNumbered = startsNumber(text, line)
    if line.count < 16, text[line].starts(with: "CONTINUED:".utf8) { return .head }
    // `CONTINUED:` at the left margin, and `(CONTINUED)` at the right one
    if text[last] == UInt8(ascii: ")"), text[line.lowerBound] == UInt8(ascii: "C"),
      text.string(line).filter({ $0 != " " }) == "CONTINUED:(CONTINUED)"
    {
      return .page
    }
    if isOmission(text, line) { return .page }
    guard text[last] == UInt8(ascii: ")") || isNumbered else { return nil }
    if isNumbered {
      // `56a CONTINUED: (2) 56A`
      let typed = text.string(line).split(separator: " ")
      let bare = typed.compactMap { word in
        word.hasSuffix("CONTINUED:")
          ? "CONTINUED:"
          : word.contains { $0.isNumber } || !word.contains { $0.isLetter } ? nil : String(word)
      }
      if bare == ["CONTINUED:"] { return .page }
      // "R2D2 (CONT'D)"
      if text[line.lowerBound] < UInt8(ascii: "A") { return nil }
    }
    guard let open = line.last(where: { text[$0] == UInt8(ascii: "(") }), open > line.lowerBound,
      text[open..<line.upperBound].lazy.map(\.asciiUppercased).starts(with: "(CONT".utf8)
    else { return nil }
    return text.hasLowerCase(line.lowerBound..<open) ? nil : .name
  }

  /// Whether a line says only that scenes or pages are gone: `OMIT.`, `36-37OMITTED 36-37`, `Pages 66 thru 67 omitted`.
  private static func isOmission(_ text: Bytes, _ line: Range<Int>) -> Bool {
    // Nearly no line has the word or begins as one of these does, so its bytes are looked at first.
    guard let first = line.first,
      text[first] < 0x41 || text[first] > 0x7F
        || text[first].asciiUppercased.isOne(of: "OSPTA")
        || text[line.prefix(6)].contains(where: { $0 &- UInt8(ascii: "0") < 10 })
    else { return false }
    let hasWord = line.dropLast(3).contains { place in
      text[place] | 0x20 == UInt8(ascii: "o") && text[place + 1] | 0x20 == UInt8(ascii: "m")
        && text[place + 2] | 0x20 == UInt8(ascii: "i")
        && text[place + 3] | 0x20 == UInt8(ascii: "t")
    }
    guard hasWord else { return false }
    let typed = text.string(line)
    var (isOmitted, isNamed, hasNumber) = (false, false, false)
    for word in typed.split(whereSeparator: { " \t-–&,*.:()".contains($0) }) {
      let word = word.uppercased()
      if word.hasSuffix("OMITTED") || word.hasSuffix("OMIT") {
        isOmitted = true
        // "2 omitted." can be a speech.
        isNamed = isNamed || typed.contains("OMIT")
        guard word.hasPrefix("OMIT") || word.first?.isNumber == true else { return false }
      } else if word.contains(where: \.isNumber) {
        guard word.count < 7 else { return false }
        hasNumber = true
      } else if omissionWords.contains(word) {
        isNamed = true
      } else {
        return false
      }
    }
    return isOmitted && (hasNumber && isNamed || !typed.contains(where: \.isLowercase))
  }

  private static let omissionWords: Set<String> = [
    "SCENE", "SCENES", "SC", "PAGE", "PAGES", "THRU", "THROUGH", "TO", "AND",
  ]

  /// Whether a line is the number of a scene in both margins, without its heading: `3A             3A`; or `thru` between two.
  static func isTwin(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard line.count > 16 else { return false }
    let isNumbered = startsNumber(text, line)
    let isThrough = zip(line, "thru".utf8).allSatisfy { text[$0] | 0x20 == $1 }
    guard isNumbered || isThrough else { return false }
    let words = text.string(line).split(whereSeparator: \.isWhitespace)
    return words.count == 2 && words[0] == words[1] && words[0].count < 7
      && (isNumbered || words[0].utf8.count == 4)
  }

  /// Whether a line is the number of a scene: `14A.`, `14A 14A`.
  static func isLoneNumber(_ text: Bytes, _ line: Range<Int>) -> Bool {
    line.count <= 12 && line.contains { text[$0] &- UInt8(ascii: "0") < 10 || text[$0] > 0x7F }
      && text.string(line).split(separator: " ").allSatisfy { typed in
        let word = typed.first?.isUppercase == true ? typed.dropFirst() : typed
        let digits = word.drop(while: \.isNumber)
        return 1...3 ~= word.count - digits.count && digits.count <= 3
          && digits.allSatisfy { $0.isUppercase || $0 == "." }
      }
  }

  /// Returns the text and the number of a heading with its number in the right margin (R4.10): `INT. BAR - DAY     14`.
  static func farNumber(
    _ text: Bytes, _ line: Range<Int>
  ) -> (words: Range<Int>, number: Range<Int>)? {
    guard let gap = line.last(where: { text[$0] == 0x20 || text[$0] == 0x09 }) else { return nil }
    let words = text.trimmed(line.lowerBound..<gap)
    var number = gap + 1..<line.upperBound
    guard gap - words.upperBound >= 2 || text[gap] == 0x09, let last = number.last else {
      return nil
    }
    if text[last] == UInt8(ascii: ".") { number = number.lowerBound..<last }
    // "A14"
    let digits = text[number].drop { $0 &- UInt8(ascii: "A") < 26 }
    let letters = digits.drop { $0 &- UInt8(ascii: "0") < 10 }
    guard number.count - digits.count < 2, 1...3 ~= digits.count - letters.count,
      letters.count <= 2,
      letters.allSatisfy({ $0 &- UInt8(ascii: "A") < 26 })
    else { return nil }
    return (words, number)
  }

  /// Whether a line in capitals has its number far to the right, as a heading without a prefix has:
  /// `THE EYE                2`.
  static func isNumberedShot(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard let far = farNumber(text, line), far.number.lowerBound - far.words.upperBound > 7 else {
      return false
    }
    return far.words.count > 3 && far.words.count < 60 && !text.hasLowerCase(far.words)
      && far.words.contains { text[$0] &- UInt8(ascii: "A") < 26 }
      && text.first(UInt8(ascii: ":"), in: far.words) == nil
  }

  private static func isSceneNumber(_ text: Bytes, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let (kind, length) = text.character(at: offset, before: range.upperBound)
      // A combining accent is allowed, because it belongs to its letter.
      guard kind != .other || text[offset] == UInt8(ascii: ".") else { return false }
      offset += length
    }
    return true
  }
}

extension UInt8 {
  /// The byte, in uppercase if it is an ASCII letter.
  var asciiUppercased: UInt8 {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self - 0x20 : self
  }
}

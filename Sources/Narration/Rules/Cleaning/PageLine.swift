import Hablare

/// The kind of a line of action.
/// Some lines come from screenwriting programs or printed pages.
/// The elements keep the types that Fountain's rules give them. The kind changes only how they are read.
enum PageLine: Equatable {
  /// Ordinary text for a listener.
  case words
  /// `CONTINUED: (2)`, `(CONTINUED)`, or a page number.
  case furniture
  /// A transition that Fountain's rules do not recognize, such as `FADE OUT.`
  case transition
  /// A scene heading with a number before it, or before and after it, as in `1 INT. HOUSE - DAY 1`.
  /// The value is the heading without the numbers.
  case heading(String)

  init(_ line: some StringProtocol) {
    // Lines of all other kinds have no lower-case letters. Nearly every ordinary line has lower-case letters.
    guard !line.utf8.contains(where: { (0x61...0x7A).contains($0) }) else {
      self = .words
      return
    }
    let text = line.trimmed
    if Self.isFurniture(text) {
      self = .furniture
    } else if Self.transitions.contains(where: { Self.isTransition(text, $0) }) {
      self = .transition
    } else if let heading = Self.numberedHeading(text) {
      self = .heading(heading)
    } else {
      self = .words
    }
  }

  // MARK: Furniture

  private static func isFurniture(_ text: String) -> Bool {
    let bare = text.filter { !"()[]:. ".contains($0) }
    if !bare.isEmpty, bare.allSatisfy(\.isNumber), text.count <= 7, !text.contains(":") {
      return bare.count <= 3 && isPageNumber(text)
    }
    let marks = ["CONTINUED", "CONT'D", "CONT’D", "MORE"]
    let words = bare.prefix { !$0.isNumber }
    let rest = bare.dropFirst(words.count)
    return marks.contains(String(words)) && rest.allSatisfy(\.isNumber)
      && (text.hasPrefix("(") || text.contains(":") || rest.isEmpty && words != "MORE")
  }

  /// Whether the text is a page number: `12`, `12.`, `(12)`.
  private static func isPageNumber(_ text: String) -> Bool {
    let trimmed = text.drop { $0 == "(" }
    let digits = trimmed.prefix(while: \.isNumber)
    let rest = trimmed.dropFirst(digits.count)
    return !digits.isEmpty && (rest.isEmpty || rest == "." || rest == ")")
  }

  // MARK: Transitions

  /// The words that begin a transition.
  /// "TO", "BACK", "BLACK" and similar words in capitals can follow.
  private static let transitions = [
    "FADE IN", "FADE OUT", "FADE TO", "FADE UP", "FADE BACK", "CUT TO", "CUT BACK", "SMASH CUT",
    "MATCH CUT",
    "JUMP CUT", "HARD CUT", "DISSOLVE TO", "DISSOLVE", "WIPE TO", "IRIS OUT", "IRIS IN",
    "CROSSFADE", "CROSS FADE",
    "TIME CUT", "INTERCUT WITH", "BACK TO SCENE", "BLACK OUT", "BLACKOUT",
  ]

  private static func isTransition(_ text: String, _ start: String) -> Bool {
    guard text.hasPrefix(start), text.count <= 40, text == text.uppercased() else { return false }
    let rest = text.dropFirst(start.count)
    guard rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true else { return false }
    // If other words follow, the line is action: "FADE IN ON A STREET." describes a picture.
    let words = rest.split { !$0.isLetter }
    let filling: Set<Substring> = [
      "TO", "BLACK", "WHITE", "BACK", "IN", "OUT", "UP", "FROM", "SCENE", "ON",
    ]
    return words.allSatisfy(filling.contains) && (words.last != "ON")
  }

  // MARK: Numbered headings

  /// Returns the heading from a line that begins with a number, or nil for any other line.
  /// The number is left out. If the line also ends in this number, the number is left out there too.
  private static func numberedHeading(_ text: String) -> String? {
    let number = text.prefix { !$0.isWhitespace }
    let name = number.hasSuffix(".") ? number.dropLast() : number
    guard !name.isEmpty, name.count <= 5, name.contains(where: \.isNumber),
      name.allSatisfy({ $0.isNumber || $0.isASCII && $0.isUppercase }),
      !text.contains("\n")
    else { return nil }
    var rest = text.dropFirst(number.count).drop(while: \.isWhitespace)
    let prefixes = ["INT.", "EXT.", "EST.", "INT ", "EXT ", "INT/", "EXT/", "I/E"]
    guard prefixes.contains(where: rest.hasPrefix), rest == rest.uppercased() else { return nil }
    if let last = rest.split(separator: " ").last, last == number || last == name {
      rest = rest.dropLast(last.count)
    }
    return rest.trimmed
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

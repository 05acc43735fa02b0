import Foundation
package import Narration

/// File names that every common file system accepts, for any title.
package enum FileName {
  /// The maximum length in bytes before the extension (Documentation/reference/output-folder.md, "Names").
  package static let longest = 120

  /// Returns a name such as `001 INT. COFFEE SHOP - DAY`: the number and the safe title.
  /// The number has as many digits as the last chapter's number, but at least three. Returns only the number if the
  /// title is empty, or if the name would equal the file name of the book.
  package static func stem(index: Int, of count: Int, title: String, besides book: String? = nil)
    -> String
  {
    let digits = max(3, String(count).count)
    let number = String(repeating: "0", count: max(0, digits - String(index).count)) + String(index)
    let safe = safe(title, longest: longest - number.utf8.count - 1)
    let stem = "\(number) \(safe)"
    return safe.isEmpty || book.map { self.safe($0) } == stem ? number : stem
  }

  /// Returns the name of a file of the whole book: its title with an extension.
  static func book(title: String, _ fileExtension: String) -> String {
    let stem = safe(title)
    return "\(stem.isEmpty ? "book" : stem).\(fileExtension)"
  }

  /// Returns a title as people write it in file names: without `? * < >`, with a dash for a colon, a slash or a bar, and
  /// without repeated dashes. Books with rules before 1.2 keep their names, because a feed names its episodes by them.
  package static func readable(_ title: String, _ rules: RuleSet) -> String {
    guard rules >= .v1_2, !isReadable(title) else { return title }
    var text = ""
    let characters = Array(title)
    for (index, character) in characters.enumerated() {
      switch character {
      case "?", "*", "<", ">": continue
      case "|": text += " - "
      case ":" where index + 1 == characters.count || characters[index + 1].isWhitespace:
        text += " - "
      case "/", "\\", ":":
        if text.last == ".", text.dropLast().last?.isLetter == true { text.removeLast() }
        text += "-"
      default: text.append(character)
      }
    }
    var words: [Substring] = []
    for word in text.replacing("--", with: " - ").split(whereSeparator: \.isWhitespace)
    where word != "-" || words.last.map({ $0 != "-" }) == true {
      words.append(word)
    }
    if words.last == "-" { words.removeLast() }
    return words.joined(separator: " ")
  }

  /// Whether a title is surely readable as it is: words of ASCII with single blanks, and a dash only between two words.
  private static func isReadable(_ title: String) -> Bool {
    var before: (UInt8, UInt8, UInt8) = (0, 0x2D, 0x20)
    for byte in title.utf8 {
      let isBlank = byte == 0x20
      if byte >= 0x80 || byte < 0x20 || isBlank && before.2 == 0x20 { return false }
      switch byte {
      case 0x2A, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x5C, 0x7C: return false  // * / : < > ? \ |
      case 0x2D where before.2 == 0x2D || before.2 == 0x20 && before.1 == 0x2D: return false
      default: before = (before.1, before.2, byte)
      }
    }
    return before.2 != 0x20 && before.2 != 0x2D
  }

  /// Returns a title as a safe file name, in NFC.
  /// Slashes, control characters and characters that Windows forbids are replaced. Dots and spaces at both ends are
  /// removed. A long title is cut at a whole character.
  package static func safe(_ title: String, longest: Int = longest) -> String {
    var view = String.UnicodeScalarView()
    var pendingBlank = false
    // ASCII is always in NFC, and Foundation's conversion is slow.
    let isASCII = title.utf8.allSatisfy { $0 < 0x80 }
    let composed = isASCII ? title : title.precomposedStringWithCanonicalMapping
    for scalar in composed.unicodeScalars {
      let isBlank = scalar.properties.isWhitespace || isForbidden(scalar)
      if isBlank {
        pendingBlank = !view.isEmpty
      } else {
        if pendingBlank { view.append(" ") }
        pendingBlank = false
        view.append(replacement(scalar))
      }
    }
    let trimmed = String(view).drop { $0 == "." || $0 == " " }
    var result = ""
    var bytes = 0
    for character in trimmed {
      bytes += character.utf8.count
      if bytes > longest { break }
      result.append(character)
    }
    while let last = result.last, last == "." || last == " " { result.removeLast() }
    return result
  }

  /// Returns whether a character must be replaced by a space: for example, a control character or an invisible
  /// direction mark.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    // The two zero-width joiners are kept, because they shape letters and emoji.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      true
    default: false
    }
  }

  /// Returns the replacement for a character; a permitted character is returned unchanged.
  /// Windows forbids `< > : " / \ | ? *`. All systems forbid a slash.
  private static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "/", "\\", "|", ":", "<", ">", "*", "?": "-"
    case "\"": "'"
    default: scalar
    }
  }
}

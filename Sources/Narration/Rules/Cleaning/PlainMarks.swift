import Basics
import TextNormalization

/// Cleaning, step 1, for text whose markup a front end has already removed.
/// Readers of the document see this text. So most symbols stay, and only symbols that are not read as words are
/// removed.
enum PlainMarks {
  static func apply(_ text: String, dot: String = "dot", slash: String? = nil) -> String {
    guard text.utf8.contains(where: isMark) else { return text }
    let input = Array(text.unicodeScalars)
    var output: Scalars = []
    output.reserveCapacity(input.count)
    var (index, openBrackets) = (0, 0)
    // Whether the output has a word, and how much of it has been searched.
    var (hasWord, searched) = (false, 0)
    while index < input.count {
      let scalar = input[index]
      switch scalar {
      case "h", "H", "w", "W":
        if let end = Addresses.read(input, at: index, dot, slash, into: &output) {
          index = end
          continue
        }
        output.append(scalar)
      case ">" where output.last == "-" || output.last == "=":
        output[output.count - 1] = "—"
      case "[", "]":
        if !hasWord {
          hasWord = output[searched...].contains(where: \.isLetterOrDigit)
          searched = output.count
        }
        if slash != nil, hasWord, let end = noteEnd(input, index) {
          index = end
        } else if let end = editorialEnd(input, index) {
          output.append(contentsOf: input[index + 1..<end])
          index = end
        } else {
          output.append(" ")
        }
      case "-" where opensOption(input, index): break
      // "[PAGE>]", a key
      case "<" where slash != nil && isKeyMark(input, index),
        ">" where slash != nil && isKeyMark(input, index):
        break
      case "<" where opensBracket(input, index):
        openBrackets += 1
        output.append(" ")
        if input[index + 1] == "/" { index += 1 }
      case ">" where openBrackets > 0 && !input[index - 1].isSpace:
        openBrackets -= 1
        output.append(" ")
      default: output.append(scalar)
      }
      index += 1
    }
    return output.text
  }

  /// Whether an angle bracket is between a word and a square bracket: "[PAGE>]", "[<PAGE]".
  private static func isKeyMark(_ input: Scalars, _ index: Int) -> Bool {
    let isClosing = input[index] == ">"
    let (inner, outer) = isClosing ? (index - 1, index + 1) : (index + 1, index - 1)
    guard input.indices.contains(inner), input.indices.contains(outer) else { return false }
    return input[outer] == (isClosing ? "]" : "[") && input[inner].isLetterOrDigit
  }

  /// Returns the text with arrows of one sign: "a -> b", "a <- b", "A => B" and "A <=> B".
  static func joiningArrows(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x3C || $0 == 0x3E }) else { return text }
    var joined = text.replacing(" -> ", with: " → ").replacing(" <- ", with: " ← ")
    // "x->y"
    if joined.hasText("->") {
      joined = joined.replacing(/\b([a-zA-Z])->(?=[a-zA-Z]\b)/) { "\($0.1) → " }
    }
    guard joined.hasText("=> ") else { return joined }
    // Beside an arrow, "-A" is "not A".
    return joined.replacing("<=> ", with: " ⇔ ").replacing(" => ", with: " ⇒ ")
      .replacing(/(^|[ (])-(?=\(|\p{Lu}(?![\p{L}\d]))/) { "\($0.1)¬" }
  }

  /// Returns the text with a blank before an index: "values[i]". "[s]" and "[ed]" are changes of an editor.
  static func apartIndices(_ text: String) -> String {
    guard text.hasByte(0x5B) else { return text }
    let text = CodeWords.apartItems(text)
    guard text.contains(/\[[ijk]\]/) else { return text }
    return text.replacing(/(\w)(?=\[[ijk]\](?!\w))/) { "\($0.1) " }
  }

  /// Returns the text with words for the full stops before and within names such as " .gitignore" and ".env.local", which
  /// natural voices leave out.
  static func namingDots(_ text: String, _ dot: String, isGerman: Bool) -> String {
    guard text.hasByte(0x2E) else { return text }
    let input = Array(text.unicodeScalars)
    var output: Scalars = []
    var index = 0
    while index < input.count {
      guard opensName(input, index, isGerman) else {
        output.append(input[index])
        index += 1
        continue
      }
      let name = input[(index + 1)...].prefix {
        $0.isLetterOrDigit || $0 == "_" || $0 == "-" || $0 == "."
      }
      var labels = name.split(separator: ".").map { Array($0).text }
      let isFile =
        labels.count > 1 && AddressWords.isRead(labels[labels.count - 1], behind: labels[0])
      if labels.count == 1 { labels[0] = AddressWords.spoken(labels[0]) }
      let words = labels.joined(separator: isFile ? "." : " \(dot) ")
      output.append(contentsOf: "\(dot) \(words)".unicodeScalars)
      if name.last == "." { output.append(".") }
      index = name.endIndex
    }
    return output.text
  }

  /// Whether the full stop here begins a name, and does not end a sentence behind a space: "it was .and then".
  private static func opensName(_ input: Scalars, _ index: Int, _ isGerman: Bool) -> Bool {
    guard input[index] == ".", index + 2 < input.count,
      index == 0 || input[index - 1].isSpace || "(\"“'‘/".unicodeScalars.contains(input[index - 1])
    else { return false }
    let letters = input[(index + 1)...].prefix { $0.isLetterOrDigit || $0 == "_" }
    let word = letters.text
    // ".then()"
    let isCall = letters.endIndex < input.count && input[letters.endIndex] == "("
    if word == "NET" || word == "der" && !isGerman { return true }
    let isLong = word.utf8.count > 1 || ["c", "h", "m", "r"].contains(word)
    if ["R", "Rmd", "RData", "Rproj", "DS_Store"].contains(word) { return true }
    return isLong && word.utf8.allSatisfy { $0 < 0x80 } && input[index + 1].isLower
      && (isCall || !sentenceOpeners.contains(word))
  }

  static let sentenceOpeners: Set<String> = [
    "and", "are", "as", "at", "but", "by", "de", "der", "die", "el", "et", "for", "he", "if", "il",
    "in", "is", "it",
    "la", "le", "les", "los", "no", "of", "on", "or", "she", "so", "that", "the", "then", "they",
    "this", "to", "und",
    "was", "we", "when", "with", "you", "not", "her", "his", "my", "which", "who",
  ]

  /// Returns a plain text without the marks of transcribed books: references to notes (`knew.[1]`), numbers of pages
  /// (`{12}`, `[Pg 12]`) and the signs of bold words (`=Bold= words`).
  static func withoutPrintersMarks(_ plain: String) -> String {
    var text = plain
    // Raised letters: `M^{r} Jones`, `y^e`
    if text.hasByte(0x5E) {
      text.replace(/(\p{L}|\d)\^\{(\p{L}{1,4})\}/) { "\($0.1)\($0.2)" }
      text.replace(/\b([YyWwMSD]|[Yy]o)\^(e|t|r|m|n|u|s|rs|ch|th)\b/) { "\($0.1)\($0.2)" }
    }
    if text.hasByte(0x5B) {
      text.replace(/([\p{L}’']{2}|[.,;:!?"”’')*_—])\[(?:\d{1,3}|[A-Z*†‡])\](?!\w)/) {
        "\($0.1)"
      }
      text.replace(/\[[Pp]g?\. ?\d{1,4}\] ?|\[[Pp]g \d{1,4}\] ?/, with: "")
    }
    if text.hasByte(0x7B) { text.replace(/\s?\{\d{1,4}\}/, with: "") }
    if text.hasByte(0x3D) {
      text.replace(/(^|[\s("“—])=([^\s=](?:[^=\n]{0,80}[^\s=])?)=(?=$|[\s.,;:!?)"”—])/) {
        "\($0.1)\($0.2)"
      }
    }
    return text
  }

  /// Returns a plain text with italics of a part of a word joined to the word: `sure_ly_` and `_im_possible`.
  static func joiningItalics(_ text: String) -> String {
    guard text.hasByte(0x5F) else { return text }
    let input = Array(text.unicodeScalars)
    var output: Scalars = []
    var index = 0
    while index < input.count {
      guard input[index].isLetter || input[index] == "_" else {
        output.append(input[index])
        index += 1
        continue
      }
      let word = input[index...].prefix { $0.isLetterOrDigit || $0 == "_" }
      let parts = word.split(separator: "_", omittingEmptySubsequences: false)
      // One mark stands within the word, and the other at its beginning or end.
      let isJoined =
        parts.count == 3 && parts.count(where: \.isEmpty) == 1 && !parts[1].isEmpty
        && parts.allSatisfy { $0.allSatisfy(\.isLetter) }
      output.append(contentsOf: isJoined ? parts.flatMap(\.self)[...] : word)
      index = word.endIndex
    }
    return output.text
  }

  /// Whether a text with this byte can contain symbols to remove.
  /// Such bytes are `-`, `<`, `>`, `[`, `]`, `:` of a URL, and the `w` of `www.`.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x3C, 0x3E, 0x5B, 0x5D, 0x3A, 0x77, 0x57: true
    default: false
    }
  }

  /// Returns the end of the mark of a footnote that the document does not have: "[^1]".
  private static func noteEnd(_ input: Scalars, _ index: Int) -> Int? {
    guard input[index] == "[", index + 2 < input.count, input[index + 1] == "^" else { return nil }
    let label = input[(index + 2)...].prefix(24).prefix { $0.isLetterOrDigit || $0 == "-" }
    // `[^abc]` is a pattern.
    guard let first = label.first, first.isDigit || label.count > 4 else { return nil }
    return label.endIndex < input.count && input[label.endIndex] == "]"
      ? label.endIndex : nil
  }

  /// Returns the index of the bracket that closes an editor's change within a word: "[o]ne", "show[ed]".
  /// Nil if the brackets do not touch a word.
  private static func editorialEnd(_ input: Scalars, _ index: Int) -> Int? {
    guard input[index] == "[" else { return nil }
    var end = index + 1
    while end < input.count, input[end].isLetter, end - index <= 4 { end += 1 }
    guard end > index + 1, end < input.count, input[end] == "]" else { return nil }
    let isBehindWord = index > 0 && input[index - 1].isLetter
    let isBeforeWord = end + 1 < input.count && input[end + 1].isLetter
    return isBehindWord || isBeforeWord ? end : nil
  }

  /// Whether the dash here opens an option such as `-v` or `--debug`.
  /// Such a dash is not a pause.
  private static func opensOption(_ input: Scalars, _ index: Int) -> Bool {
    let start = index > 0 && input[index - 1] == "-" ? index - 1 : index
    let next = index + 1 < input.count && input[index + 1] == "-" ? index + 2 : index + 1
    guard next - start <= 2, next < input.count, input[next].isLetter else { return false }
    return start == 0 || input[start - 1].isSpace || input[start - 1] == "("
  }

  /// Returns a text with an ellipsis for dots with blanks in between: "you. . .have".
  static func withEllipses(_ text: String) -> String {
    guard text.hasText(". . .") else { return text }
    return text.replacing(/\.(?: \.){2,} ?/, with: "... ")
  }

  /// Returns a text without hyphens that are no pauses: those of "(re-)open" and of the option "-s" in quotation marks.
  /// The number of a heading is apart: "1.2.Results". "RESTful" is a word.
  static func spaced(_ text: String) -> String {
    if let first = text.utf8.first, first &- 0x30 < 10,
      let number = text.prefixMatch(of: /\d{1,2}\.(?:\d{1,2}\.)*(?=\p{Lu}\p{Ll}{2})/)
    {
      return spaced("\(number.output) \(text[number.range.upperBound...])")
    }
    if text.hasText("RESTful") {
      return spaced(text.replacing("RESTful", with: "Restful"))
    }
    if text.hasText("L;D") || text.hasText("l;d"), text.contains(/\b(?:TL;DR|tl;dr)\b/) {
      return spaced(text.replacing("TL;DR", with: "TLDR").replacing("tl;dr", with: "TLDR"))
    }
    // "e.g if"
    if text.hasText(".g") || text.hasText(".e"),
      ["e.g", "E.g", "i.e", "I.e"].contains(where: text.hasText),
      text.contains(/\b(?:[eE]\.g|[iI]\.e)[ ,]/)
    {
      return spaced(text.replacing(/\b([eE]\.g|[iI]\.e)(?=[ ,])/) { "\($0.1)." })
    }
    let hyphen = UInt8(ascii: "-")
    guard text.hasByte(hyphen) else { return text }
    var last: UInt8 = 0
    let isFound = text.utf8.contains { byte in
      defer { last = byte }
      guard byte == hyphen else { return last == hyphen && byte == UInt8(ascii: ")") }
      // The last bytes of " “ „ «
      return last == 0x22 || last == 0x9C || last == 0x9E || last == 0xAB
    }
    guard isFound else { return text }
    return text.replacing(/(\p{L})-\)(?=\p{L})/) { "\($0.1))" }
      .replacing(/(["“„«])--?([A-Za-z][\w=-]*["“”»])/) { $0.1 + $0.2 }
  }

  /// Whether the bracket here is part of `<div>`, `</b>` or `List<Item>`, but not of "a < b" or "x<5".
  private static func opensBracket(_ input: Scalars, _ index: Int) -> Bool {
    guard index + 1 < input.count else { return false }
    let next = input[index + 1]
    return next.isLetter || next == "/" || next == "!" || next == "?"
  }
}

/// Bare web addresses.
/// The host is read, and with the name of a slash, a short path of words.
enum Addresses {
  /// Writes the host of a bare URL as words ("example dot com").
  /// Returns the index after the URL, or nil if no URL begins at `index`.
  static func read(
    _ input: Scalars, at index: Int, _ dot: String, _ slash: String? = nil,
    into output: inout Scalars
  ) -> Int? {
    if index > 0, input[index - 1].isLetterOrDigit { return nil }
    var host = index
    for scheme: StaticString in ["https://", "http://", "HTTPS://", "HTTP://"]
    where input.has(scheme, at: index) {
      host = index + scheme.utf8CodeUnitCount
    }
    if input.has("www.", at: host) || input.has("WWW.", at: host) { host += 4 }
    guard host > index, host < input.count, input[host].isLetterOrDigit else { return nil }
    var end = host
    while end < input.count, input[end].isLetterOrDigit || input[end] == "." || input[end] == "-" {
      end += 1
    }
    while end > host, !input[end - 1].isLetterOrDigit { end -= 1 }
    output.append(
      contentsOf: input[host..<end].text.split(separator: ".")
        .map { slash == nil ? String($0) : label($0) }
        .joined(separator: " \(dot) ").unicodeScalars)
    let last = addressEnd(input, from: end, isNew: slash != nil)
    if let slash, last > end {
      // A port: "http://localhost:3000/"
      let port = input[end..<last].dropFirst().prefix(while: \.isDigit)
      if input[end] == ":", 1...5 ~= port.count {
        output.append(contentsOf: ", \(port.text)".unicodeScalars)
        end = port.endIndex
      }
      for part in AddressWords.path(input[end..<last].text) {
        output.append(contentsOf: " \(slash) \(part)".unicodeScalars)
      }
    }
    return last
  }

  /// Returns a label of a host; a long number is read digit by digit.
  private static func label(_ label: Substring) -> String {
    label.utf8.count > 4 && label.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? label.map(String.init).joined(separator: " ") : String(label)
  }

  /// Returns the end of a URL, after its path, query and fragment, which are not read.
  /// `start` is the end of the host. Punctuation after the URL belongs to the text.
  private static func addressEnd(_ input: Scalars, from start: Int, isNew: Bool) -> Int {
    guard start < input.count, input[start] == "/" || input[start] == ":" || input[start] == "?"
    else { return start }
    if !(start + 1 < input.count && !input[start + 1].isSpace), input[start] != "/" {
      return start
    }
    var (end, open) = (start, 0)
    while end < input.count, !input[end].isSpace, !"<>\"”]".unicodeScalars.contains(input[end]) {
      // "wiki/Reading_(sense)"
      if isNew, input[end] == "(" { open += 1 }
      if input[end] == ")" { open -= 1 }
      if open < 0 { break }
      end += 1
    }
    while end > start, ".,;:!?".unicodeScalars.contains(input[end - 1]) { end -= 1 }
    return end
  }
}

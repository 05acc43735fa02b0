import Basics

/// Cleaning, step 1: removes markup and keeps the words.
/// Emphasis has a separate grammar in each front end and is removed before this step.
enum MarkupRemoval {
  static func apply(_ text: String, dot: String = "dot") -> String {
    guard text.utf8.contains(where: isMarkupByte) else { return text }
    var scanner = Scanner(text, dot: dot)
    scanner.run()
    return scanner.output.text
  }

  /// Whether a text with this byte can contain markup.
  /// Such bytes are `<`, `&`, `[`, the backquote, the backslash, `:` of a URL, and the `w` of `www.`.
  private static func isMarkupByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x3C, 0x26, 0x5B, 0x60, 0x3A, 0x77, 0x57, 0x5C: true
    default: false
    }
  }

  private struct Scanner {
    let input: Scalars
    var index = 0
    var output: Scalars = []
    /// The last index of `>`; −1 if the text has no `>`.
    /// The next two properties are the last indices of `]` and `)`. With these indices, even a thousand opening marks
    /// without an end take only linear time.
    let lastTagEnd: Int
    let lastBracket: Int
    let lastParenthesis: Int

    let dot: String

    init(_ text: String, dot: String) {
      self.dot = dot
      input = Array(text.unicodeScalars)
      lastTagEnd = input.lastIndex(of: ">") ?? -1
      lastBracket = input.lastIndex(of: "]") ?? -1
      lastParenthesis = input.lastIndex(of: ")") ?? -1
      output.reserveCapacity(input.count)
    }

    mutating func run() {
      while index < input.count {
        let scalar = input[index]
        let end: Int? =
          switch scalar {
          case "<": tagEnd()
          case "&": entity()
          case "!", "[": link()
          case "h", "H", "w", "W": Addresses.read(input, at: index, dot, into: &output)
          case "`", "\\": index + 1
          default: nil
          }
        if let end {
          if scalar == "<", breaksLine(index + 1) { output.append(" ") }
          index = end
        } else {
          output.append(scalar)
          index += 1
        }
      }
    }

    /// Returns the index after the HTML tag or comment that begins here, or nil if no tag or comment begins here.
    private func tagEnd() -> Int? {
      guard index < lastTagEnd, index + 1 < input.count else { return nil }
      let next = input[index + 1]
      if input.has("<!--", at: index) {
        return firstIndex(after: index + 4) { input.has("-->", at: $0) }.map { $0 + 3 }
      }
      guard (next.isASCII && next.isLetter) || next == "/", isTagName(at: index + 1) else {
        return nil
      }
      guard let end = firstIndex(after: index + 2, { input[$0] == ">" || input[$0] == "<" }),
        input[end] == ">", isTagEnd(input[(index + 1)..<end])
      else { return nil }
      return end + 1
    }

    /// Whether the name of a tag is followed only by attributes or by nothing.
    /// In "a<b then c>d", other words follow, so `<b` is not a tag.
    private func isTagEnd(_ tag: ArraySlice<Unicode.Scalar>) -> Bool {
      tag.contains("=")
        || tag.drop { $0 == "/" || $0.isLetterOrDigit }
          .allSatisfy { $0.isSpace || $0 == "/" }
    }

    /// Whether the name at `start` is an HTML element.
    /// A writer's "<sigh>" or "a<b" is not a tag.
    private func isTagName(at start: Int) -> Bool {
      let first = input[start] == "/" ? start + 1 : start
      let name = input[first...].prefix(12).prefix(while: \.isLetterOrDigit)
      let end = first + name.count
      guard end < input.count, input[end].isSpace || input[end] == ">" || input[end] == "/" else {
        return false
      }
      return HTML.elements.contains(name.text.lowercased())
    }

    /// Whether the tag at `start` separates words: `<br>`, `<p>`, `</li>`.
    private func breaksLine(_ start: Int) -> Bool {
      let name = input[start...].prefix(6).drop { $0 == "/" }.prefix(while: \.isLetterOrDigit).text
      return ["br", "p", "div", "li", "ul", "ol", "td", "th", "tr", "hr"].contains(
        name.lowercased())
    }

    /// Writes the character of the HTML entity that begins here.
    /// Returns the index after the entity, or nil if no entity begins here.
    private mutating func entity() -> Int? {
      let limit = min(index + 12, input.count)
      guard let end = input[index..<limit].firstIndex(of: ";") else { return nil }
      let name = input[(index + 1)..<end].text
      guard let scalar = Entities.scalar(named: name) else { return nil }
      // An escaped `<b>` is text. If its `<` stayed, the next pass would remove the `<b>` as a tag.
      let opensTag = scalar == "<" && end + 1 < input.count && !input[end + 1].isSpace
      output.append(opensTag || (scalar == ">" && output.last?.isSpace == false) ? " " : scalar)
      return end + 1
    }

    /// Writes the words of the link `[words](target)` or the image `![alt](target)`, or skips the mark `[^note]`.
    /// Returns the index after the markup, or nil if no such markup begins here.
    private mutating func link() -> Int? {
      let isImage = input[index] == "!"
      let open = index + (isImage ? 1 : 0)
      guard open < lastBracket, input[open] == "[" else { return nil }
      guard
        let close = firstIndex(after: open + 1, { input[$0] == "]" || input[$0] == "[" }),
        input[close] == "]"
      else { return nil }
      if input[open + 1] == "^" { return close + 1 }
      guard close + 1 < lastParenthesis, input[close + 1] == "(",
        let end = firstIndex(after: close + 2, { input[$0] == ")" || input[$0] == "\n" }),
        input[end] == ")"
      else { return nil }
      output.append(contentsOf: input[(open + 1)..<close])
      return end + 1
    }

    private func firstIndex(after start: Int, _ matches: (Int) -> Bool) -> Int? {
      var index = start
      while index < input.count {
        if matches(index) { return index }
        index += 1
      }
      return nil
    }
  }

  /// The HTML entities that people type.
  private enum Entities {
    static func scalar(named name: String) -> Unicode.Scalar? {
      if let scalar = table[name] { return scalar }
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let code =
        digits.first == "x" || digits.first == "X"
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap { $0 >= 0x20 ? Unicode.Scalar($0) : nil }
    }

    private static let table: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "mdash": "—",
      "ndash": "–", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
      "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "auml": "ä",
      "ouml": "ö", "uuml": "ü", "szlig": "ß", "aacute": "á", "iacute": "í", "oacute": "ó",
      "uacute": "ú", "deg": "°", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "pound": "£",
    ]
  }
}

/// The HTML elements that occur in text (HTML Living Standard, sections 4.3 to 4.9).
private enum HTML {
  static let elements: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "big", "blockquote", "br", "center", "cite", "code", "dd",
    "del",
    "details", "dfn", "div", "dl", "dt", "em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "i",
    "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "ruby", "rp", "rt", "s", "samp",
    "section", "small", "span", "strike", "strong", "style", "sub", "summary", "sup", "table",
    "tbody",
    "td", "tfoot", "th", "thead", "tr", "tt", "u", "ul", "var", "wbr",
  ]
}

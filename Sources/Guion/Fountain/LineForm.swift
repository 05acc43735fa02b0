import Basics

/// The forms of a line that depend only on its own characters, not on the lines around it.
/// Every range is a line without white space at its ends, unless the comment of the function says
/// otherwise. The functions that return parts of a line return nil if the line has another form.
enum LineForm {
  /// Whether a line is only `!`, `~`, `>`, `=`, `><` or a run of `#` (R5.6).
  static func isBareSigil(_ text: Bytes, _ line: Range<Int>) -> Bool {
    switch text[line.lowerBound] {
    case UInt8(ascii: "!"), UInt8(ascii: "~"), UInt8(ascii: "="): line.count == 1
    case UInt8(ascii: ">"): line.count == 1 || centered(text, line)?.isEmpty == true
    case UInt8(ascii: "#"): signs(text, line) == line.count
    default: false
    }
  }

  /// Whether the `!` of a line within a speech ends the sentence above: "alone --" above "! The girl".
  static func isStray(_ text: Bytes, _ line: Range<Int>, _ edition: ReadingEdition) -> Bool {
    edition == .second && line.count > 2 && text[line.lowerBound + 1] == UInt8(ascii: " ")
  }

  /// Whether a line is a title: below a blank line, a credit follows, as in "Music by Ann Lee".
  static func isTitle(_ text: Bytes, _ line: Range<Int>) -> Bool {
    var (place, breaks) = (line.upperBound, 0)
    while place < text.count, text[place] <= UInt8(ascii: " ") {
      if text[place] == UInt8(ascii: "\n") { breaks += 1 }
      place += 1
    }
    guard breaks > 1, place + 12 <= text.count else { return false }
    let next = text.string(place..<place + 12).lowercased()
    return ["music by ", "words by ", "lyrics by ", "written by "].contains(where: next.hasPrefix)
  }

  /// Whether the text after a `!` is a shot of Beat, which has two marks (R5.7).
  static func isShot(_ text: Bytes, _ words: Range<Int>) -> Bool {
    let mark = UInt8(ascii: "!")
    return words.count > 1 && text[words.lowerBound] == mark && text[words.lowerBound + 1] != mark
  }

  /// Returns the speaker before a colon: `JASMINE: The law is wrong.` (R21.11)
  static func label(_ text: Bytes, _ line: Range<Int>) -> CueForm? {
    guard let colon = text.first(UInt8(ascii: ":"), in: line.prefix(40)),
      colon > line.lowerBound + 1,
      colon + 2 < line.upperBound, text[colon + 1] < 0x21 || text[colon + 1] > 0x40,
      let cue = CueForm(text, line.lowerBound..<colon), !text.string(cue.name).contains("  "),
      CueWords.kind(of: text.string(line.lowerBound..<colon) + ":") == nil,
      !LineForm.isNamedTransition(text, line.lowerBound..<colon + 1),
      !endsInTo(text, line.lowerBound..<colon + 1)
    else { return nil }
    return cue
  }

  /// Whether a line is three or more `=` and nothing else (R18).
  static func isPageBreak(_ text: Bytes, _ line: Range<Int>) -> Bool {
    line.count >= 3 && line.allSatisfy { text[$0] == UInt8(ascii: "=") }
  }

  /// Returns the level and the title of a section (R13).
  static func section(_ text: Bytes, _ line: Range<Int>) -> (level: Int, title: Range<Int>)? {
    let level = signs(text, line)
    let title = text.trimmed(line.lowerBound + level..<line.upperBound)
    return level == 0 || title.isEmpty ? nil : (level, title)
  }

  /// Returns the text of a synopsis: one `=` and text (R14).
  static func synopsis(_ text: Bytes, _ line: Range<Int>) -> Range<Int>? {
    let sign = UInt8(ascii: "=")
    guard line.count >= 2, text[line.lowerBound] == sign, text[line.lowerBound + 1] != sign
    else { return nil }
    return text.trimmed(line.lowerBound + 1..<line.upperBound)
  }

  /// Returns the text between `>` and `<` (R12).
  static func centered(_ text: Bytes, _ line: Range<Int>) -> Range<Int>? {
    let last = line.upperBound - 1
    guard line.count >= 2, text[line.lowerBound] == UInt8(ascii: ">"),
      text[last] == UInt8(ascii: "<"), !text.isEscaped(at: last, from: line.lowerBound)
    else { return nil }
    return text.trimmed(line.lowerBound + 1..<last)
  }

  /// Returns the text inside the outer parentheses (R8).
  static func parenthetical(_ text: Bytes, _ line: Range<Int>) -> Range<Int>? {
    guard line.count >= 2, text[line.lowerBound] == UInt8(ascii: "("),
      text[line.upperBound - 1] == UInt8(ascii: ")")
    else { return nil }
    return text.trimmed(line.lowerBound + 1..<line.upperBound - 1)
  }

  /// Whether a line has no lowercase letter and ends in `TO:`.
  /// The range includes the blanks at the line's end (R11.1, R11.3).
  static func isTransition(_ text: Bytes, _ lineWithBlanks: Range<Int>) -> Bool {
    endsInTo(text, lineWithBlanks) && !text.hasLowerCase(lineWithBlanks)
  }

  /// Whether a line in capitals is a transition by its words (R11.6).
  static func isNamedTransition(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard let end = line.last else { return false }
    guard text[end] == UInt8(ascii: ":"), line.count <= 32, !text.hasLowerCase(line) else {
      return false
    }
    return CueWords.isTransition(text.string(line))
  }

  /// Whether a line says only how the picture changes.
  static func isSilent(_ text: Bytes, _ line: Range<Int>, _ lineWithBlanks: Range<Int>) -> Bool {
    isTransition(text, lineWithBlanks) && !isTold(text, line) || isNamedTransition(text, line)
  }

  /// Whether a line that ends in `TO:` says what happens: `DOWN THE HALL TO:`
  private static func isTold(_ text: Bytes, _ line: Range<Int>) -> Bool {
    let words = text.string(line).split { !$0.isLetter && $0 != "'" }
    return words.count { $0.count > 2 } > 2
      && !words.contains { word in changes.contains { word.hasPrefix($0) } }
  }

  /// The beginnings of words of transitions: `WIPING`, `DISSOLVES`.
  private static let changes = [
    "CUT", "DISS", "FADE", "FADING", "WIPE", "WIPING", "MATCH", "SMASH", "JUMP", "FLASH",
    "INTERCUT",
    "TRANSITION", "MIX", "MORPH", "SPLIT", "IRIS", "WHIP", "SWISH", "SLAM", "SNAP", "SUPERIMPOS",
  ]

  /// Whether a line in capitals ends in a colon, or its sentence goes on in capitals on the line below, in its column:
  /// `THE LIGHT IS ON HIS`, `BODY. He rises.`
  static func goesOn(_ text: Bytes, _ line: ScriptLine, _ below: ScriptLine?) -> Bool {
    if text[line.content.upperBound - 1] == UInt8(ascii: ":") { return true }
    guard let below, below.kind == .text, line.content.count > 44,
      line.content.lowerBound - line.start == below.content.lowerBound - below.start
    else { return false }
    let last = text.string(line.content.suffix(4)).last ?? "."
    let word = text[below.content].prefix { $0 > 0x20 }
    return (last.isLetter || last == ",") && word.count > 1 && word[word.startIndex] > 0x40
      && !text.hasLowerCase(word.indices) && text.string(word.indices) != "CAMERA"
  }

  static func isAnyTransition(_ text: Bytes, _ line: Range<Int>) -> Bool {
    isTransition(text, line) || isNamedTransition(text, line)
  }

  /// Whether a text ends in `TO:`.
  static func endsInTo(_ text: Bytes, _ line: Range<Int>) -> Bool {
    line.count >= 3 && text[line.upperBound - 1] == UInt8(ascii: ":")
      && text[line.upperBound - 2] == UInt8(ascii: "O")
      && text[line.upperBound - 3] == UInt8(ascii: "T")
  }

  /// Returns the parts of a cue without `@`, whose letters are not in question if `isName` is true (R6.1, R6.2, R6.6, R6.7, R9, R14.3).
  static func cue(
    _ text: Bytes, _ line: ScriptLine, _ edition: ReadingEdition, isName: Bool = false
  ) -> CueForm? {
    let cue = CueForm(text, line.content)
    guard isName || cue != nil,
      text[line.content.lowerBound] != UInt8(ascii: "="), !endsInTo(text, line.content),
      !HeadingForm.hasPrefix(text, line.content.lowerBound..<line.whole.upperBound, edition),
      edition == .first
        || !HeadingForm.hasNumberedPrefix(text, line.content)
          && !text[line.content].starts(with: "--".utf8)
    else { return nil }
    guard isName else { return cue }
    return CueForm(loose: text, line.content) ?? CueForm(forced: text, line.content)
  }

  private static func signs(_ text: Bytes, _ line: Range<Int>) -> Int {
    let end = line.first { text[$0] != UInt8(ascii: "#") } ?? line.upperBound
    return end - line.lowerBound
  }
}

/// The kinds of signs in a line. One pass finds them, and most lines have none that a printed page has.
struct LineSigns: OptionSet {
  let rawValue: UInt8

  static let lowerCase = Self(rawValue: 1)
  /// A byte outside ASCII.
  static let wide = Self(rawValue: 2)
  /// A digit, a bracket, or one of `* / : = - _`.
  static let mark = Self(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ text: Bytes, _ line: Range<Int>) {
    var kinds: UInt8 = 0
    for byte in text[line] { kinds |= Self.kinds[Int(byte)] }
    rawValue = kinds
  }

  private static let kinds: [UInt8] = (0...255).map { byte in
    switch UInt8(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Self.lowerCase.rawValue
    case 0x80...: Self.wide.rawValue
    case let byte where byte.isOne(of: "0123456789()[]{}*/:=-_"): Self.mark.rawValue
    default: 0
    }
  }
}

// MARK: - What programs left in plain text

extension [UInt8] {
  /// The bytes with what a scanner misread: parentheses for braces and brackets beside one in a cue, `FORD (CONT'D}`,
  /// `INT.` for `TNT.` and `TO:` for `T0:`.
  var withScannedMarks: Self {
    var result = self
    for line in split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where line.count < 90 {
      let words = line.drop { $0 == 0x20 }
      if words.starts(with: "TNT. ".utf8), !words.contains(where: { 0x61...0x7A ~= $0 }) {
        result[words.startIndex] = UInt8(ascii: "I")
      } else if words.suffix(4).elementsEqual(" T0:".utf8) {
        result[words.endIndex - 2] = UInt8(ascii: "O")
      }
      let open = line.lastIndex { $0.isOne(of: "({[") }
      let close = line.lastIndex { $0.isOne(of: ")}]") }
      guard let open, let close, open < close,
        !line[..<open].contains(where: { 0x61...0x7A ~= $0 }),
        line[open] != UInt8(ascii: "[") || line[close] != UInt8(ascii: "]"),
        line[..<open].contains(where: { 0x41...0x5A ~= $0 }),
        line[line.index(after: close)...].allSatisfy({ $0 <= 0x20 })
      else { continue }
      (result[open], result[close]) = (UInt8(ascii: "("), UInt8(ascii: ")"))
    }
    return result
  }

  /// The bytes with blanks in place of the numbers that a program wrote for glyphs of a PDF, where these are no part of a
  /// word: `(cid:13)`.
  var withoutGlyphNumbers: Self {
    let mark = Self("(cid:".utf8)
    var (result, start) = (self, 0)
    while let open = self[start...].firstIndex(of: mark[0]) {
      start = open + 1
      guard self[open...].starts(with: mark) else { continue }
      let digits = self[(open + mark.count)...].prefix { $0 &- 0x30 < 10 }
      guard 1...5 ~= digits.count, digits.endIndex < count,
        self[digits.endIndex] == UInt8(ascii: ")")
      else { continue }
      start = digits.endIndex + 1
      let above = open == 0 ? 0x20 : result[open - 1]
      guard above <= 0x20, start == count || self[start] <= 0x20 || self[start] == mark[0] else {
        continue
      }
      result.replaceSubrange(open..<start, with: repeatElement(0x20, count: start - open))
    }
    return result
  }
}

extension [UInt8] {
  /// The bytes with the characters that the source of a web page names, and without its tags: `ANN &amp; BOB`, `<u>BAR</u>`.
  /// Blanks at the end of a line keep its length.
  var withoutWebMarks: Self {
    guard contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }) else {
      return self
    }
    var (result, start, removed) = (Self(), 0, 0)
    result.reserveCapacity(count)
    while start < count {
      let byte = self[start]
      if byte == 0x0A || byte == 0x0D {
        result.append(contentsOf: repeatElement(0x20, count: removed))
        removed = 0
      } else if let mark = webMark(at: start) {
        result.append(contentsOf: mark.text)
        removed += mark.length - mark.text.count
        start += mark.length
        continue
      }
      result.append(byte)
      start += 1
    }
    return result
  }

  /// Returns the length of an entity or a tag at an offset, and what it stands for.
  private func webMark(at start: Int) -> (length: Int, text: Self)? {
    switch self[start] {
    case UInt8(ascii: "&"):
      let name = self[(start + 1)...].prefix(6).prefix { $0 != UInt8(ascii: ";") }
      guard start + name.count + 1 < count, name.count < 6,
        let text = WebMarks.entities[String(decoding: name, as: UTF8.self)]
      else { return nil }
      return (name.count + 2, Self(text.utf8))
    case UInt8(ascii: "<"):
      var name = self[(start + 1)...].prefix(100)
      if name.first == UInt8(ascii: "/") { name.removeFirst() }
      let letters = name.prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
      guard let next = name.dropFirst(letters.count).first, next.isOne(of: " >/"),
        case let tag = String(decoding: letters, as: UTF8.self).lowercased(),
        WebMarks.tags.contains(tag),
        let close = name.firstIndex(of: UInt8(ascii: ">")),
        !name[..<close].contains(0x0A), !name[..<close].contains(0x0D)
      else { return nil }
      return (close + 1 - start, ["br", "p", "div"].contains(tag) ? [0x20] : [])
    default: return nil
    }
  }
}

extension [UInt8] {
  /// The bytes with the letter O where a scanner read a zero: `(V.0.)`, `(0. S.)`.
  var withScannedExtensions: Self {
    var result = self
    for start in indices where self[start] == UInt8(ascii: "(") {
      let inside = self[(start + 1)...].prefix(8).prefix { $0 != 0x0A && $0 != UInt8(ascii: ")") }
      let signs = inside.filter { $0 != 0x20 && $0 != UInt8(ascii: ".") }
      guard signs.count == 2, inside.count < 8, let zero = inside.firstIndex(of: 0x30),
        ["V0", "0S", "0C"].contains(String(decoding: signs, as: UTF8.self).uppercased())
      else { continue }
      result[zero] = UInt8(ascii: "O")
    }
    return result
  }
}

/// The entities and tags of a web page that occur in a script.
private enum WebMarks {
  static let entities = ["amp": "&", "quot": "\"", "nbsp": " ", "apos": "'", "#39": "'"]
  static let tags: Set<String> = [
    "b", "i", "u", "em", "strong", "pre", "font", "center", "br", "p", "span", "div", "tt", "html",
    "body",
  ]
}

extension Diagnostic {
  static func pageFurniture(
    at position: SourcePosition, _ line: String, _ count: Int
  ) -> Self {
    Self(
      code: "page-furniture", severity: .note,
      message: "\"\(line)\" belongs to a printed page and is left out"
        + (count > 1 ? ", like \(count - 1) more lines" : ""),
      position: position)
  }
}

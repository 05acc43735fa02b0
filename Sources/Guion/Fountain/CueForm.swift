import Basics

/// A line that is a cue (R6, R9), with its parts.
struct CueForm {
  /// The text before the first parenthesis.
  private(set) var name: Range<Int>
  /// The text from the first parenthesis on.
  private(set) var `extension`: Range<Int>?
  /// The closing emphasis marks after the extension; the opening marks are before the name (R17.5).
  private(set) var closingMarks: Range<Int>?
  /// Whether a caret ends the line (R9).
  let isDual: Bool

  /// Reads the text after an `@`; nil if there is no name (R6.5).
  init?(forced text: Bytes, _ line: Range<Int>) {
    self.init(text, parts: line)
    guard !name.isEmpty else { return nil }
  }

  /// Reads a line without `@`; nil if its letters do not make it a cue (R6.1, R6.2, R6.6, R9).
  init?(_ text: Bytes, _ line: Range<Int>) {
    self.init(text, parts: line)
    let rest = self.extension ?? name.upperBound..<name.upperBound
    guard CueLetters.areName(text, name), let end = CueLetters.endOfExtension(text, rest)
    else { return nil }
    if end < rest.upperBound {
      self.extension = rest.lowerBound..<end
      closingMarks = text.trimmed(end..<rest.upperBound)
    }
  }

  /// Reads a line whose extension is in square brackets or lacks its closing parenthesis, or with one mark too many; nil
  /// for other lines (R6.10): `MARY [off]`, `JOHN (V.O.`, `JOHN)`, `JOHN (V.O.).`
  init?(loose text: Bytes, _ line: Range<Int>) {
    guard let last = line.last, line.count < 80,
      text[last] == UInt8(ascii: "]")
        || line.contains(where: { text[$0] == UInt8(ascii: "(") || text[$0] == UInt8(ascii: ")") })
    else { return nil }
    if let cue = CueForm(text, withoutStrayMark: line) {
      self = cue
      return
    }
    let isBracketed = text[last] == UInt8(ascii: "]")
    let opening = UInt8(ascii: isBracketed ? "[" : "(")
    guard let open = line.last(where: { text[$0] == opening }), open > line.lowerBound else {
      return nil
    }
    let inside = text.string(open + 1..<(isBracketed ? last : line.upperBound))
    let isExtension =
      isBracketed
      ? inside.contains(where: \.isLetter) && !inside.contains(where: { "[]()".contains($0) })
      : CueWords.isExtension(inside)
    guard isExtension, let cue = CueForm(text, text.trimmed(line.lowerBound..<open)), !cue.isDual
    else { return nil }
    self = cue
    self.extension = (cue.extension?.lowerBound ?? open)..<line.upperBound
    closingMarks = nil
  }

  private init?(_ text: Bytes, withoutStrayMark line: Range<Int>) {
    let rest = text.trimmed(line.dropLast())
    guard let last = line.last, let end = rest.last else { return nil }
    let hasOpening = text.first(UInt8(ascii: "("), in: line) != nil
    let isStray =
      text[last] == UInt8(ascii: ")")
      ? !hasOpening : text[last] == UInt8(ascii: ".") && text[end] == UInt8(ascii: ")")
    guard isStray, let cue = CueForm(text, rest), !cue.isDual,
      !hasOpening || cue.hasKnownExtension(text)
    else { return nil }
    self = cue
  }

  /// Whether the extension says how a person speaks: `(V.O.)`.
  func hasKnownExtension(_ text: Bytes) -> Bool {
    self.extension.map { CueWords.isExtension(text.string($0)) } ?? false
  }

  /// Whether a line is a name in capitals, but for the small letters that names have: `McCROSKY`, `VAN der BERG`.
  static func isSmallName(_ text: Bytes, _ line: Range<Int>) -> Bool {
    guard line.count < 40, !hasWord(text, line), let cue = CueForm(forced: text, line),
      text.hasLowerCase(cue.name),
      cue.extension.map({ CueLetters.endOfExtension(text, $0) == $0.upperBound }) != false
    else { return false }
    let words = text.string(cue.name).split(separator: " ")
    guard words.count < 6, words.first?.first?.isLetter == true else { return false }
    return words.contains { $0.count > 1 && $0.last?.isLowercase == false }
      && words.allSatisfy { word in
        guard word.contains(where: \.isLowercase) else { return true }
        return particles.contains(String(word))
          || prefixes.contains {
            word.hasPrefix($0) && word.count > $0.count + 1
              && !word.dropFirst($0.count).contains(where: \.isLowercase)
          }
      }
  }

  /// Whether a line has a word such as "He", as no name in capitals has, before its brackets.
  static func hasWord(_ text: Bytes, _ line: Range<Int>) -> Bool {
    var (first, last) = (UInt8(0x20), UInt8(0x20))
    func isWord() -> Bool { first &- UInt8(ascii: "A") < 26 && last &- UInt8(ascii: "a") < 26 }
    for byte in text[line] {
      if byte == 0x20 || byte == UInt8(ascii: "(") {
        if isWord() { return true }
        if byte != 0x20 { return false }
      } else if last == 0x20 {
        first = byte
      }
      last = byte
    }
    return isWord()
  }

  private static let particles: Set<String> = [
    "van", "der", "den", "von", "zu", "de", "del", "della", "di", "da", "du", "la", "le", "el",
    "al", "bin", "ibn", "ter", "ten", "and", "of", "the", "y", "und", "et", "e",
  ]
  private static let prefixes = [
    "Mc", "Mac", "De", "Des", "Di", "Da", "Du", "La", "Le", "Van", "Von", "Fitz", "St", "O'", "d'",
    "D'", "l'",
  ]

  private init(_ text: Bytes, parts line: Range<Int>) {
    var line = line
    let last = line.upperBound - 1
    isDual =
      !line.isEmpty && text[last] == UInt8(ascii: "^")
      && !text.isEscaped(at: last, from: line.lowerBound)
    if isDual { line = text.trimmed(line.lowerBound..<last) }
    let parenthesis = text.first(UInt8(ascii: "("), in: line)
    name = text.trimmed(line.lowerBound..<(parenthesis ?? line.upperBound))
    self.extension = parenthesis.map { $0..<line.upperBound }
  }

  /// The rules for the letters and signs of a cue.
  private enum CueLetters {
    /// Whether a name has an uppercase letter, no lowercase letter of any writing system, and no caret
    /// (R6.1, R6.2, R9).
    static func areName(_ text: Bytes, _ name: Range<Int>) -> Bool {
      var (offset, hasCapital) = (name.lowerBound, false)
      while offset < name.upperBound {
        let (kind, length) = text.character(at: offset, before: name.upperBound)
        if kind == .lower || isCaret(text, offset, name) { return false }
        if kind == .upper { hasCapital = true }
        offset += length
      }
      return hasCapital
    }

    /// Returns the offset after the last closing parenthesis.
    /// nil if a parenthesis is never closed, or if words follow the last closing parenthesis (R6.6).
    /// Lowercase letters are allowed only inside parentheses (R6.1). An unescaped caret is not allowed
    /// anywhere (R9).
    static func endOfExtension(_ text: Bytes, _ range: Range<Int>) -> Int? {
      var (offset, depth, end, wordsFollow) = (range.lowerBound, 0, range.lowerBound, false)
      while offset < range.upperBound {
        let (kind, length) = text.character(at: offset, before: range.upperBound)
        switch text[offset] {
        case UInt8(ascii: "("):
          (depth, wordsFollow) = (depth + 1, false)
        case UInt8(ascii: ")"):
          (depth, end) = (max(depth - 1, 0), offset + 1)
        case UInt8(ascii: "^") where isCaret(text, offset, range):
          return nil
        default:
          if depth == 0, kind == .lower { return nil }
          if depth == 0, !isMark(text[offset]) {
            wordsFollow = wordsFollow || text.whiteSpace(at: offset, before: range.upperBound) == 0
          }
        }
        offset += length
      }
      return depth == 0 && !wordsFollow ? end : nil
    }

    private static func isCaret(_ text: Bytes, _ offset: Int, _ range: Range<Int>) -> Bool {
      text[offset] == UInt8(ascii: "^") && !text.isEscaped(at: offset, from: range.lowerBound)
    }

    private static func isMark(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
    }
  }
}

extension [GuionElement] {
  /// The elements with speeches that were printed side by side one below the other, the second as simultaneous (R9):
  /// `MIKE          ANN` above `Totally?     Totally.`
  var withDualSpeeches: Self {
    guard contains(where: { $0.elementText.hasBlanks(5) }) else { return self }
    var names: Set<String> = []
    for element in self where element.elementType == .character {
      names.insert(element.elementText)
    }
    let elements = flatMap { $0.splitAtDualCues(names) }
    var (result, index) = (Self(), 0)
    result.reserveCapacity(elements.count)
    while index < elements.count {
      let element = elements[index]
      let next = index + 1 < elements.count ? elements[index + 1] : nil
      let parts = element.dualSpeeches(names, next?.elementType == .dialogue ? next : nil)
      result += parts.isEmpty ? [element] : parts
      index += !parts.isEmpty && element.elementType == .character ? 2 : 1
    }
    return result
  }
}

extension GuionElement {
  /// The elements with the cues of two known speakers on their own: such cues can be inside a paragraph or a speech.
  fileprivate func splitAtDualCues(_ names: Set<String>) -> [Self] {
    guard elementType == .action || elementType == .dialogue, inlines.isEmpty,
      elementText.hasBlanks(5)
    else { return [self] }
    let lines = elementText.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = lines.indices.dropLast().filter { index in
      let cues = Self.halves(of: lines[index], gap: 5)
      return cues.count == 2 && cues.allSatisfy { Self.isCue($0, names) }
        && Self.halves(of: lines[index + 1]).count == 2
    }
    guard starts != [], starts != [0] || elementType == .dialogue else { return [self] }
    let cuts = (starts.first == 0 ? [] : [0]) + starts
    return cuts.indices.map { cut in
      var part = self
      let end = cut + 1 < cuts.count ? cuts[cut + 1] : lines.count
      part.elementText = lines[cuts[cut]..<end].joined(separator: "\n")
      if starts.contains(cuts[cut]) { part.elementType = .action }
      return part
    }
  }

  private static func isCue(_ cue: Substring, _ names: Set<String>) -> Bool {
    names.contains(String(cue.prefix { $0 != "(" }).trimmed) && !cue.contains(where: \.isLowercase)
  }

  /// The cues and speeches of two speakers in a cue and the speech below it, or of two known speakers in a paragraph of
  /// action; empty if there are no two.
  fileprivate func dualSpeeches(_ names: Set<String>, _ speech: GuionElement?) -> [GuionElement] {
    let isCue = elementType == .character
    guard isCue && speech != nil || elementType == .action, elementText.hasBlanks(5),
      inlines.isEmpty, speech?.inlines.isEmpty != false
    else {
      return []
    }
    let lines = elementText.split(separator: "\n")
    let below = isCue ? speech?.elementText.split(separator: "\n") ?? [] : Array(lines.dropFirst())
    let cues = lines.first.map { Self.halves(of: $0, gap: 5) } ?? []
    let rows = below.map { Self.halves(of: $0) }
    // Two speeches on the first line show that the names are two, also if they come once.
    let isPair =
      isCue && rows.first?.count == 2
      && cues.allSatisfy { $0.contains { $0.isLetter } && CueWords.kind(of: String($0)) == nil }
    guard cues.count == 2, isPair || cues.allSatisfy({ Self.isCue($0, names) }),
      rows.map(\.count).max() == 2
    else { return [] }
    var sides: [[Substring]] = [[], []]
    for parts in rows {
      // A line alone goes on with the speech that has not ended.
      let isSecond =
        parts.count == 1 && sides[0].last.map { ".!?".contains($0.last ?? "-") } == true
      for (side, part) in parts.enumerated() { sides[isSecond ? 1 : side].append(part) }
    }
    return (0...1).flatMap { side in
      var (cue, words) = (self, speech ?? self)
      let name = String(cues[side].prefix { $0 != "(" }).trimmed
      cue.elementType = .character
      cue.extension =
        cues[side].firstIndex(of: "(").map { String(cues[side][$0...]) }
        ?? (side == 1 && isCue ? self.extension : nil)
      cue.elementText = name
      cue.isDualDialogue = side == 1
      words.elementType = .dialogue
      words.elementText = sides[side].joined(separator: "\n")
      return [cue, words]
    }
  }

  /// The parts of a line on both sides of a wide gap.
  private static func halves(of line: Substring, gap: Int = 3) -> [Substring] {
    let blanks = String(repeating: " ", count: gap)
    return line.split(separator: blanks).compactMap {
      let part = $0.drop { $0 == " " }
      return part.isEmpty ? nil : part[...(part.lastIndex { $0 != " " } ?? part.startIndex)]
    }
  }
}

extension [GuionElement] {
  /// The names of speakers, and how many cues each has.
  private var names: [String: Int] {
    var names: [String: Int] = [:]
    for element in self where element.elementType == .character {
      names[element.elementText, default: 0] += 1
    }
    return names
  }

  /// The elements with cues whose names are plain and in one piece.
  func withMendedNames(isPasted: Bool) -> Self {
    let names = names
    let plain = names.plainNames(isPasted: isPasted)
    if plain.isEmpty { return named(names.wholeNames) }
    let mended = named(plain)
    return mended.named(mended.names.wholeNames)
  }

  /// The elements with other names of speakers, by the names on their cues.
  private func named(_ names: [String: PlainName]) -> Self {
    guard !names.isEmpty else { return self }
    return map { element in
      guard element.elementType == .character, let plain = names[element.elementText] else {
        return element
      }
      var element = element
      element.elementText = plain.name
      if let bare = plain.extension {
        element.extension = bare + (element.extension.map { " \($0)" } ?? "")
      }
      return element
    }
  }
}

/// A name and the extension that a cue has without parentheses.
private struct PlainName {
  var name: String
  var `extension`: String?
}

extension [String: Int] {
  /// Returns the plain names of cues that have a colon, or an extension without parentheses: `MARY:`, `AL GORE V.O.`
  /// (R6.10, R21.13). In a script that is not pasted, the name must be a cue elsewhere.
  fileprivate func plainNames(isPasted: Bool) -> [String: PlainName] {
    let hasColons = reduce(0) { $0 + ($1.key.utf8.last == UInt8(ascii: ":") ? $1.value : 0) } > 2
    var found: [String: PlainName] = [:]
    for typed in keys where typed.hasByte(0x3A) || typed.hasByte(0x2E) || typed.hasText("OVER") {
      let bare = String(typed.dropLast())
      if typed.last == ":", hasColons || self[bare] != nil, !bare.isEmpty {
        found[typed] = PlainName(name: bare)
      }
      let words = (found[typed]?.name ?? typed).split(separator: " ")
      let isLong = words.suffix(2) == ["VOICE", "OVER"]
      let tail = words.last.map { $0.filter { $0 != "." } } ?? ""
      let isShort = ["VO", "OS", "OC"].contains(tail) && words.last?.contains(".") == true
      guard isLong || isShort else { continue }
      var name = words.dropLast(isLong ? 2 : 1).joined(separator: " ")
      while let last = name.last, " ,-–—".contains(last) { name.removeLast() }
      guard isPasted ? name.contains(where: \.isLetter) : self[name] != nil else { continue }
      let mark = isLong ? "(V.O.)" : "(\(tail.prefix(1)).\(tail.suffix(1)).)"
      found[typed] = PlainName(name: name, extension: mark)
    }
    return found
  }

  /// Returns the whole names of speakers: a printed page can break "THOMAS" into "THO MAS". A name is mended if the whole
  /// name is a speaker as often or more often.
  fileprivate var wholeNames: [String: PlainName] {
    var whole: [String: PlainName] = [:]
    for (name, count) in self where name.hasByte(0x20) || name.utf8.last == UInt8(ascii: ".") {
      let plain = name.hasSuffix(".") ? String(name.dropLast()) : name
      let joined = self[plain] == nil || plain == name ? name.filter { $0 != " " } : plain
      if let other = self[joined], other >= count, joined != name {
        whole[name] = PlainName(name: joined)
      }
    }
    return whole
  }
}

extension Diagnostic {
  static func unforcedShot(at position: SourcePosition) -> Self {
    Self(
      code: "unforced-shot", severity: .note,
      message: "this line looks like a shot, not like a speaker, so the narrator reads it and the "
        + "lines below it; if it is a speaker, put @ before it",
      position: position)
  }

  static func loneDualDialogue(at position: SourcePosition) -> Self {
    Self(
      code: "lone-dual-dialogue", severity: .warning,
      message: "this ^ marks a simultaneous speech, but there is no speech before it; delete the ^ "
        + "or put the other speech right before it",
      position: position)
  }
}

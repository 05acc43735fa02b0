import Basics

/// Writes a script as Fountain, so that reading it back returns the same elements.
/// If the text of an element would be read back as another type, a sigil before the text forces the type
/// (Documentation/fountain.md).
struct FountainWriter {
  private(set) var output = WrittenText()
  private let elements: [GuionElement]
  private let words: FountainWords
  private let forms = FountainLines()
  private var isSpeaking = false
  /// Whether the last cue has no speech, and the blanks that represent an empty speech are not written yet.
  private var needsEmptySpeech = false
  /// Whether any text ends a boneyard, so that no other text may begin one.
  private let endsBoneyard: Bool

  /// Writes a script.
  /// `isMarked` says whether the text of the elements already contains Fountain's marks.
  init(titlePage: [TitlePageEntry], elements: [GuionElement], isMarked: Bool) {
    self.elements = elements
    words = FountainWords(isMarked: isMarked)
    endsBoneyard = elements.contains {
      $0.elementType == .boneyard || $0.elementText.contains("*/")
    }
    writeTitlePage(titlePage)
    for index in elements.indices { write(elements[index], at: index) }
    endCue()
  }

  private mutating func writeTitlePage(_ entries: [TitlePageEntry]) {
    guard !entries.isEmpty else { return }
    for entry in entries {
      let values = entry.values.map { words.text($0) }
      output.append("\(entry.key):")
      if values.count == 1 { output.append(" \(values[0])\n") } else { output.append("\n") }
      if values.count > 1 { for value in values { output.append("    \(value)\n") } }
    }
  }

  private mutating func write(_ element: GuionElement, at index: Int) {
    let text = words.text(of: element)
    switch element.elementType {
    case .sceneHeading: writeHeading(element, text)
    case .action where element.isCentered:
      block(text.writtenLines.map { "> \($0) <" }.joined(separator: "\n"))
    case .action, .sound: writeAction(text)
    case .character: writeCue(element, text, at: index)
    // Without a cue, the lines of a speech could be read as headings or transitions.
    case .parenthetical where isSpeaking: speech("(\(text))")
    case .parenthetical: writeAction("(\(text))")
    case .dialogue where isSpeaking:
      speech(text.writtenLines.map(dialogue).joined(separator: "\n"))
    case .dialogue: writeAction(text)
    case .lyrics: isSpeaking ? speech("~\(text)") : block("~\(text)")
    case .transition: writeTransition(text)
    case .sectionHeading(let level): block(String(repeating: "#", count: level) + " " + text)
    case .synopsis: block("= " + text)
    case .comment: writeComment(element.elementText)
    case .boneyard: writeNote("/*", element.elementText, "*/")
    case .pageBreak: isSpeaking ? speech("===") : block("===")
    }
  }

  // MARK: Elements

  private mutating func writeHeading(_ element: GuionElement, _ text: String) {
    var text = text
    // A period forces a heading only before a letter or digit, so a mark may not begin the heading.
    if !forms.isHeading(text), !forms.isForcedHeading("." + text) {
      text = words.text(element.elementText)
    }
    // A `#` at the end of the text is escaped, so that the parser does not read the `#` as the end of a scene number.
    if !words.isMarked, text.hasSuffix("#") { text = text.dropLast() + "\\#" }
    let line = text + (element.sceneNumber.map { " #\($0)#" } ?? "")
    block(forms.isHeading(line) ? line : "." + line)
  }

  private mutating func writeAction(_ text: String) {
    let lines = text.writtenLines.map(String.init)
    let isAtTop = output.isEmpty && lines.contains { $0.contains(":") }
    let isPlain = forms.isAction(lines) && !isAtTop
    block(isPlain ? text : lines.map(forced).joined(separator: "\n"))
  }

  /// Returns a line of action with a `!`. A line that begins with one `!` is escaped, because `!!` is a shot of Beat.
  private func forced(_ line: String) -> String {
    let isShot = line.hasPrefix("!") && !line.hasPrefix("!!") && line.count > 1
    return isShot && !words.isMarked ? "!\\" + line : "!" + line
  }

  private mutating func writeTransition(_ text: String) {
    if forms.isTransition(text) { return block(text) }
    // A line that ends in `<` would be centred, so the `<` is escaped.
    let isCentred = text.hasSuffix("<") && !words.isMarked
    block("> " + (isCentred ? text.dropLast() + "\\<" : text))
  }

  private mutating func writeCue(_ element: GuionElement, _ text: String, at index: Int) {
    var name = text
    if !words.isMarked, name.hasSuffix("^") { name = name.dropLast() + "\\^" }
    let suffix = (element.extension.map { " " + words.text($0) } ?? "")
    let line = name + suffix + (element.isDualDialogue ? " ^" : "")
    // A name that begins with a parenthesis is no cue, so the lines after it are no speech.
    guard forms.isForcedCue(line) else { return writeAction(line) }
    let isAtTop = output.isEmpty && line.contains(":")
    block(forms.isCue(line, name: name) && !isAtTop ? line : "@" + line)
    isSpeaking = true
    // Two blanks represent an empty speech.
    let next = elements[(index + 1)...].first {
      $0.elementType != .comment && $0.elementType != .boneyard
    }
    let isFollowed =
      next.map { [.dialogue, .parenthetical, .lyrics, .pageBreak].contains($0.elementType) }
      ?? false
    needsEmptySpeech = !isFollowed
  }

  /// Writes the empty speech of a cue, after the notes at the cue.
  private mutating func endCue() {
    if needsEmptySpeech { output.append("  \n") }
    needsEmptySpeech = false
  }

  /// Writes a note. A text that would end the note becomes a boneyard, so that the rest of the text is not
  /// read as action.
  private mutating func writeComment(_ text: String) {
    if text.contains("]]"), !text.contains("*/") { return writeNote("/*", text, "*/") }
    var text = text.replacing("]]", with: "] ]")
    if endsBoneyard { text = text.replacing("/*", with: "/ *") }
    if text.hasSuffix("]") { text += " " }
    // An empty line would end the note. A line of two blanks does not end the note (R15.2).
    let lines = text.writtenLines.map { $0.isEmpty ? "  " : String($0) }
    writeNote("[[", lines.joined(separator: "\n"), "]]")
  }

  /// Returns a line of a speech.
  /// Empty lines get two blanks (R7.3), and a sigil at the beginning is escaped.
  private func dialogue(_ line: Substring) -> String {
    if line.isEmpty { return "  " }
    guard !words.isMarked else { return String(line) }
    return forms.isDialogue(String(line)) ? String(line) : "\\" + line
  }

  // MARK: Lines

  /// Writes a separate element after an empty line.
  private mutating func block(_ lines: String) {
    endCue()
    if !output.isEmpty { output.append("\n") }
    output.begin()
    output.append(lines + "\n")
    isSpeaking = false
  }

  /// Writes lines of the current speech.
  private mutating func speech(_ lines: String) {
    output.begin()
    output.append(lines + "\n")
  }

  /// Writes a note or a boneyard.
  /// In a speech, the note or boneyard is appended to the last line, because a separate line might end
  /// the speech.
  private mutating func writeNote(_ opening: String, _ text: String, _ closing: String) {
    let whole = opening + text + closing
    guard isSpeaking else { return block(whole) }
    output.reopenLine()
    output.begin()
    output.append(" " + whole + "\n")
  }

  /// Applies the parser's rules to find out how a line without a sigil is read.
  struct FountainLines {
    /// Whether lines that follow an empty line are read as action even without a sigil.
    func isAction(_ lines: [String]) -> Bool {
      guard let first = lines.first, lines.allSatisfy({ !forces($0) }) else { return false }
      return !isHeading(first) && !isTransition(first)
        && !read(first) { LineForm.isNamedTransition($0, $1) }
        && (lines.count == 1 || !read(first) { CueForm($0, $1) != nil })
    }

    /// Whether a line between empty lines is a scene heading.
    func isHeading(_ line: String) -> Bool { read(line) { HeadingForm.hasPrefix($0, $1, .second) } }

    /// Whether a line is a scene heading because of its period.
    func isForcedHeading(_ line: String) -> Bool { read(line, HeadingForm.isForced) }

    /// Whether a line between empty lines is a transition.
    func isTransition(_ line: String) -> Bool {
      !forces(line) && !isHeading(line) && read(line) { LineForm.isTransition($0, $1) }
    }

    /// Whether a line above a speech is read as a cue with this name.
    func isCue(_ line: String, name: String) -> Bool {
      guard !forces(line), !line.hasPrefix("."), !isHeading(line) else { return false }
      return read(line) { text, range in
        guard !LineForm.endsInTo(text, range), let cue = CueForm(text, range) else { return false }
        return text.string(cue.name) == name && cue.closingMarks == nil
          && CueWords.kind(of: name) == nil
      }
    }

    /// Whether a line above a speech is a cue if an `@` is before it.
    func isForcedCue(_ line: String) -> Bool { read(line) { CueForm(forced: $0, $1) != nil } }

    /// Whether a line in a speech is read as dialogue.
    func isDialogue(_ line: String) -> Bool {
      !line.hasPrefix("!") && !line.hasPrefix("~")
        && !read(line) { LineForm.isPageBreak($0, $1) || LineForm.parenthetical($0, $1) != nil }
    }

    /// Whether a sigil at the beginning of a line forces another element.
    private func forces(_ line: String) -> Bool {
      read(line) { text, range in
        guard let first = range.first else { return true }
        switch text[first] {
        case UInt8(ascii: "!"), UInt8(ascii: "@"), UInt8(ascii: "~"), UInt8(ascii: ">"),
          UInt8(ascii: "="), UInt8(ascii: "#"):
          return true
        default: return HeadingForm.isForced(text, range)
        }
      }
    }

    private func read(_ line: String, _ question: (Bytes, Range<Int>) -> Bool) -> Bool {
      let bytes = Array(line.utf8)
      return bytes.withUnsafeBufferPointer { question($0, $0.trimmed(0..<$0.count)) }
    }
  }

  /// Text in Fountain's syntax: styles become marks, and a backslash escapes characters that are not marks
  /// (R17).
  struct FountainWords {
    /// Whether the text has Fountain's marks already.
    let isMarked: Bool

    /// Returns the text of an element with marks for its spans.
    func text(of element: GuionElement) -> String { text(element.elementText, element.inlines) }

    /// Returns a text with marks for its spans.
    func text(_ text: String, _ inlines: [InlineSpan] = []) -> String {
      let languages = inlines.languageChanges(end: text.utf8.count)
      guard languages.isEmpty else { return noted(text, inlines, languages) }
      guard !isMarked else { return Self.escaped(text) }
      var whole = StyledWords()
      whole.append(text.utf8)
      for span in inlines where Self.signs.contains(where: { $0.kind == span.kind }) {
        whole.mark(span.range, as: span.kind)
      }
      return whole.lines.map(Self.line).joined(separator: "\n")
    }

    /// Returns a text with a note before each passage in another language.
    private func noted(
      _ text: String, _ inlines: [InlineSpan], _ languages: [(place: Int, tag: String)]
    ) -> String {
      var whole = StyledWords()
      whole.append(text.utf8)
      for span in inlines where !span.isLanguage { whole.mark(span.range, as: span.kind) }
      let places = [0] + languages.map(\.place) + [text.utf8.count]
      return places.indices.dropLast().map { index in
        let part = whole.slice(places[index]..<places[index + 1])
        let note = index > 0 ? "[[lang: \(languages[index - 1].tag)]]" : ""
        return note + self.text(part.text, part.spans)
      }.joined()
    }

    /// Returns a text with marks in which nothing begins a note or a boneyard: in the script that the text is
    /// from, these marks have no end, but a later text may contain one.
    private static func escaped(_ text: String) -> String {
      guard text.contains("[[") || text.contains("/*") else { return text }
      let safe = text.replacing("[[", with: "[\\[").replacing("[[", with: "[\\[")
        .replacing("/*", with: "/\\*")
      let before = FountainEmphasis.shown(text, FountainEmphasis.spans(in: text))
      let after = FountainEmphasis.shown(safe, FountainEmphasis.spans(in: safe))
      return before == after ? safe : text
    }

    private static let signs: [(kind: InlineSpan.Kind, sign: String)] = [
      (.strong, "**"), (.emphasis, "*"), (.underline, "_"),
    ]

    /// Returns a line with only the marks that are read correctly.
    /// Styles that Fountain would misread in this line are left out.
    private static func line(_ words: StyledWords) -> String {
      let attempts: [[InlineSpan.Kind]] = [
        [.strong, .emphasis, .underline], [.strong, .emphasis], [],
      ]
      for kinds in attempts {
        let marked = marked(words, kinds)
        // A star after a slash would begin a boneyard.
        let isSafe = !marked.contains("/*") && FountainEmphasis.plainText(marked) == words.text
        if kinds.isEmpty || isSafe { return marked }
      }
      return words.text
    }

    private static func marked(_ words: StyledWords, _ kinds: [InlineSpan.Kind]) -> String {
      let bytes = words.bytes
      var signs: [Int: (close: String, open: String)] = [:]
      for span in words.spans.reversed() where kinds.contains(span.kind) {
        guard let sign = Self.signs.first(where: { $0.kind == span.kind })?.sign else { continue }
        let range = bytes.withUnsafeBufferPointer { $0.trimmed(span.range) }
        guard !range.isEmpty else { continue }
        signs[range.lowerBound, default: ("", "")].open.append(sign)
        signs[range.upperBound, default: ("", "")].close.append(sign)
      }
      var result: [UInt8] = []
      for offset in 0...bytes.count {
        if let found = signs[offset] {
          result += found.close.utf8
          result += found.open.utf8
        }
        guard offset < bytes.count else { break }
        if needsBackslash(bytes, offset) { result.append(UInt8(ascii: "\\")) }
        result.append(bytes[offset])
      }
      return String(decoding: result, as: UTF8.self)
    }

    private static func needsBackslash(_ bytes: [UInt8], _ offset: Int) -> Bool {
      let previous = offset > 0 ? bytes[offset - 1] : nil
      switch bytes[offset] {
      case UInt8(ascii: "*"): return true
      case UInt8(ascii: "_"):
        let next = offset + 1 < bytes.count ? bytes[offset + 1] : nil
        return previous?.isASCIILetterOrDigit != true || next?.isASCIILetterOrDigit != true
      // Two brackets open a note at any position.
      case UInt8(ascii: "["): return previous == UInt8(ascii: "[") || previous == UInt8(ascii: "\\")
      case let byte: return previous == UInt8(ascii: "\\") && byte.isOne(of: ".!@~><#=^]()")
      }
    }
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }
}

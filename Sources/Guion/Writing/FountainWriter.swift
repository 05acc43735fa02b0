import Basics

/// Writes a script as Fountain, so that reading it back returns the same elements.
///
/// If the text of an element would be read back as another type, a sigil before the text forces the type
/// (Documentation/fountain.md).
struct FountainWriter {
  private(set) var output = WrittenText()
  private let elements: [GuionElement]
  private let words: FountainWords
  private let forms = FountainLines()
  private var isSpeaking = false

  /// Writes a script.
  ///
  /// `isMarked` says whether the text of the elements already contains Fountain's marks.
  init(titlePage: [TitlePageEntry], elements: [GuionElement], isMarked: Bool) {
    self.elements = elements
    words = FountainWords(isMarked: isMarked)
    writeTitlePage(titlePage)
    for index in elements.indices { write(elements[index], at: index) }
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
    case .action: writeAction(text)
    case .character: writeCue(element, text, at: index)
    case .parenthetical: speech("(\(text))")
    case .dialogue: speech(text.writtenLines.map(dialogue).joined(separator: "\n"))
    case .lyrics: isSpeaking ? speech("~\(text)") : block("~\(text)")
    case .transition: writeTransition(text)
    case .sectionHeading(let level): block(String(repeating: "#", count: level) + " " + text)
    case .synopsis: block("= " + text)
    case .comment:
      // An empty line would end the note. A line of two blanks does not end the note (R15.2).
      let lines = element.elementText.writtenLines.map { $0.isEmpty ? "  " : String($0) }
      writeNote("[[", lines.joined(separator: "\n"), "]]")
    case .boneyard: writeNote("/*", element.elementText, "*/")
    case .pageBreak: isSpeaking ? speech("===") : block("===")
    }
  }

  // MARK: Elements

  private mutating func writeHeading(_ element: GuionElement, _ text: String) {
    var text = text
    // A `#` at the end of the text is escaped, so that the parser does not read the `#` as the end of a scene number.
    if !words.isMarked, text.hasSuffix("#") { text = text.dropLast() + "\\#" }
    let line = text + (element.sceneNumber.map { " #\($0)#" } ?? "")
    block(forms.isHeading(line) ? line : "." + line)
  }

  private mutating func writeAction(_ text: String) {
    let lines = text.writtenLines.map(String.init)
    let isAtTop = output.isEmpty && lines.contains { $0.contains(":") }
    let isPlain = forms.isAction(lines) && !isAtTop
    block(isPlain ? text : lines.map { "!" + $0 }.joined(separator: "\n"))
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
    if !isFollowed { output.append("  \n") }
  }

  /// Returns a line of a speech.
  ///
  /// Empty lines get two blanks (R7.3), and a sigil at the beginning is escaped.
  private func dialogue(_ line: Substring) -> String {
    if line.isEmpty { return "  " }
    guard !words.isMarked else { return String(line) }
    return forms.isDialogue(String(line)) ? String(line) : "\\" + line
  }

  // MARK: Lines

  /// Writes a separate element after an empty line.
  private mutating func block(_ lines: String) {
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
  ///
  /// In a speech, the note or boneyard is appended to the last line, because a separate line might end
  /// the speech.
  private mutating func writeNote(_ opening: String, _ text: String, _ closing: String) {
    let whole = opening + text + closing
    guard isSpeaking else { return block(whole) }
    output.reopenLine()
    output.begin()
    output.append(" " + whole + "\n")
  }
}

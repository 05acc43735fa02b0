/// Edits of a script's text: marks at odd places, and lines that are cut, doubled, swapped or removed.
package struct MutatedText {
  private var random: SeededGenerator
  private let marks: [String]

  /// Marks that are special in Fountain.
  package static let fountain = [
    "[[", "]]", "/*", "*/", "\\*", "\\", "*", "**", "***", "_", "^", "@", "!", "~", "=", "#", ">",
    "<", "(", ")", ".", "\n", "\n\n", "  \n", " ", "===", "#1#", ":", "\t", "\u{A0}", "é", "TO:",
    "\\_", "\\[", "[\\[", "[ [", "*/*", "/ *", "\\/*", "]", "[", "/", "INT. ", "A:", "--", "\r\n",
  ]

  /// Marks and tags that are special in Final Draft's XML, and Fountain's marks as text.
  package static let finalDraft =
    fountain.map {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    } + [
      "<Text>", "</Text>", "<b>", "</b>", "<New>", "</New>", "<Paragraph>", "</Paragraph>",
      "</Text><Text Style=\"Bold\">", "</Text><Text Style=\"Italic+Underline\">", "&#10;", "&amp;",
      "</Text></Paragraph><Paragraph Type=\"Dialogue\"><Text>", "<DualDialogue>", "</DualDialogue>",
      "</Text></Paragraph><Paragraph Type=\"Character\"><Text>", "Type=\"Lyrics\"", "&#9;",
      "</Text></Paragraph><Paragraph Type=\"Transition\"><Text>", "<ScriptNote>", "</ScriptNote>",
    ]

  /// Creates the edits of a seed.
  package init(seed: UInt64, marks: [String]) {
    random = SeededGenerator(seed: seed)
    self.marks = marks
  }

  /// Returns the text after one to four edits.
  package mutating func edit(_ text: String) -> String {
    var text = text
    for _ in 0...pick(4) { text = once(text) }
    return text
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func once(_ text: String) -> String {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return text }
    switch pick(4) {
    case 0, 1:
      let place = pick(bytes.count + 1)
      bytes.insert(contentsOf: marks[pick(marks.count)].utf8, at: place)
    case 2:
      let start = pick(bytes.count)
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + pick(12)))
    default:
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let (one, other) = (pick(lines.count), pick(lines.count))
      switch pick(3) {
      case 0: lines.swapAt(one, other)
      case 1: lines.insert(lines[one], at: other)
      default: lines.remove(at: one)
      }
      return lines.joined(separator: "\n")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

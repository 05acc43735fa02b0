import Basics

/// Applies the parser's rules to find out how a line without a sigil is read.
struct FountainLines {
  /// Whether lines that follow an empty line are read as action even without a sigil.
  func isAction(_ lines: [String]) -> Bool {
    guard let first = lines.first, lines.allSatisfy({ !forces($0) }) else { return false }
    return !isHeading(first) && !isTransition(first)
      && (lines.count == 1 || !read(first) { CueForm($0, $1) != nil })
  }

  /// Whether a line between empty lines is a scene heading.
  func isHeading(_ line: String) -> Bool { read(line) { HeadingForm.hasPrefix($0, $1) } }

  /// Whether a line between empty lines is a transition.
  func isTransition(_ line: String) -> Bool {
    !forces(line) && read(line) { LineForm.isTransition($0, $1) && !HeadingForm.hasPrefix($0, $1) }
  }

  /// Whether a line above a speech is read as a cue with this name.
  func isCue(_ line: String, name: String) -> Bool {
    guard !forces(line), !line.hasPrefix("."), !isHeading(line) else { return false }
    return read(line) { text, range in
      guard !LineForm.endsInTo(text, range), let cue = CueForm(text, range) else { return false }
      return text.string(cue.name) == name && cue.closingMarks == nil
    }
  }

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

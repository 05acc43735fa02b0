import Guion

/// Paragraphs directly below a speech that look like a continuation of the speech.
struct SplitDialogue: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.speeches.compactMap { speech in
      guard let last = speech.parts.last, speech.end < script.elements.count else { return nil }
      let next = script.elements[speech.end]
      guard script.isScreenplay(next), next.elementType == .action, !next.isCentered,
        !next.isForced, isOneLineBelow(next, last), isSpeech(next.elementText, script.language)
      else { return nil }
      return script.finding(
        .splitDialogue,
        "this looks like more of \(speech.cue.name)'s speech, but is read as action; if it is speech, "
          + "put two spaces on the empty line above; if it is action, write ! before it", at: next)
    }
  }

  /// Whether exactly one empty line is between the end of a speech and the paragraph after it.
  private func isOneLineBelow(_ next: GuionElement, _ last: GuionElement) -> Bool {
    guard let start = next.sourceRange?.start, let end = last.sourceRange?.end else { return false }
    return start.line == end.line + 2
  }

  /// Whether a paragraph looks like part of a speech.
  /// A paragraph looks like speech if it begins with a lower-case letter. If the whole paragraph is in brackets, the
  /// first letter after the opening bracket decides.
  /// In English, a paragraph also looks like speech if "I" is one of its first three words, as in "But then I". Text in
  /// brackets, text in capitals and text with quotation marks are exceptions to the English rule.
  private func isSpeech(_ text: String, _ language: String) -> Bool {
    if text.first?.isLowercase == true { return true }
    if text.hasPrefix("("), text.hasSuffix(")"), !text.dropLast().contains(")") {
      return text.dropFirst().first?.isLowercase == true
    }
    guard language.lowercased().hasPrefix("en"), !text.isInCapitals else { return false }
    guard !text.contains(where: { "\"“”".contains($0) }) else { return false }
    let words = text.split { !($0.isLetter || $0 == "'" || $0 == "’") }
    return words.prefix(3).contains { word in
      Self.firstPerson.contains(word.replacing("’", with: "'").description)
    }
  }

  private static let firstPerson: Set<String> = ["I", "I'm", "I'll", "I've", "I'd"]
}

package import Guion

// The text of elements. This code is the same for all rules.
extension SpeechLogicRules {
  /// Reads text with the narrator's voice, at the position of an element.
  func narrated(
    _ element: GuionElement, _ text: String, placement: SpokenItem.Placement = .paragraph
  ) -> [NarrationStep] {
    narrate([text], at: element, placement: placement)
  }

  /// Returns an element with spoken words in place of code, formulas, images, struck-through text and footnote marks.
  func worded(_ element: GuionElement) -> GuionElement {
    guard !element.inlines.isEmpty else { return element }
    var worded = element
    worded.elementText = inlines.text(of: element)
    worded.inlines = []
    return worded.withIdentity(of: element)
  }

  /// Returns the elements, with spoken words in place of code and images in the dialogue and lyrics.
  func wordedSpeeches(_ elements: ArraySlice<GuionElement>) -> ArraySlice<GuionElement> {
    var worded = elements
    for index in elements.indices where !elements[index].inlines.isEmpty {
      switch elements[index].elementType {
      case .dialogue, .lyrics: worded[index] = self.worded(elements[index])
      default: break
      }
    }
    return worded
  }

  /// Returns the text of an element with its lines joined by spaces.
  /// In a screenplay, lines that the author centred or indented become sentences.
  package func joinedLines(of element: GuionElement) -> String {
    let text =
      element.quoteDepth > 0 ? alert(inlines.text(of: element)) : inlines.text(of: element)
    guard text.contains("\n") else { return text }
    let lines = text.split(separator: "\n")
    guard layoutSettings.format.isScreenplay else { return lines.joined(separator: " ") }
    let isSetOut = element.isCentered || lines.contains { $0.first == " " || $0.first == "\t" }
    guard isSetOut, element.elementType == .action else { return lines.joined(separator: " ") }
    return lines.map { line in
      let trimmed = line.drop { $0 == " " }
      let ends = trimmed.unicodeScalars.last.map { $0.isSentenceEnd || !$0.isLetterOrDigit } ?? true
      return ends ? String(trimmed) : trimmed + "."
    }.joined(separator: " ")
  }

  /// Returns the text with the kind of a GitHub alert in place of its mark: "Note." for "[!NOTE]".
  func alert(_ text: String) -> String {
    guard text.hasPrefix("[!"), let end = text.firstIndex(of: "]") else { return text }
    let kind = text[..<end].dropFirst(2)
    let rest = text[end...].dropFirst()
    guard !kind.isEmpty, kind.allSatisfy(\.isLetter), rest.isEmpty || rest.first == "\n" else {
      return text
    }
    return kind.lowercased().capitalizedFirst + "." + rest
  }
}

import Guion

// The text of elements, the same for all rules.
extension SpeechLogicRules {
  /// Reads text with the narrator's voice at an element.
  func narrated(
    _ element: GuionElement, _ text: String, placement: SpokenItem.Placement = .paragraph
  ) -> [NarrationStep] {
    narrate([text], at: element, placement: placement)
  }

  /// Returns an element whose text has the spoken words for code, formulas, images, struck-through text and footnote
  /// marks.
  func worded(_ element: GuionElement) -> GuionElement {
    guard !element.inlines.isEmpty else { return element }
    var worded = element
    worded.elementText = inlines.text(of: element)
    worded.inlines = []
    return worded.withIdentity(of: element)
  }

  /// Returns the elements, with spoken words in the elements of speeches.
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

  /// Joins lines at hard line breaks, unless the author centred or indented the lines.
  func joinedLines(of element: GuionElement) -> String {
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

  /// Replaces the mark of a GitHub alert by its kind: "Note." for "[!NOTE]".
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

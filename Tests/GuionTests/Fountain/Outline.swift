import Guion
import Testing

/// One row of a table: a script and the outline of what it is.
struct Row: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  let outline: String

  init(_ name: String, _ source: String, _ outline: String) {
    self.name = name
    self.source = source
    self.outline = outline
  }

  var testDescription: String { name }

  /// Parses the source and compares all of it.
  func check(_ location: Testing.SourceLocation = #_sourceLocation) {
    let found = FountainParser(string: source).elements.outline
    #expect(found == outline, "\(name): \(source.debugDescription)", sourceLocation: location)
  }
}

extension [GuionElement] {
  /// All in one line.
  ///
  /// `heading INT. BAR #1# | cue JOHN ext=(V.O.) dual | dialogue Hi.⏎Bye.`
  var outline: String { map(\.outline).joined(separator: " | ") }
}

extension GuionElement {
  var outline: String {
    var words = [kind]
    let text = elementText.replacing("\n", with: "⏎")
    if !text.isEmpty { words.append(text) }
    if let `extension` { words.append("ext=\(`extension`)") }
    if let sceneNumber { words.append("#\(sceneNumber)#") }
    if isDualDialogue { words.append("dual") }
    return words.joined(separator: " ")
  }

  private var kind: String {
    switch elementType {
    case .sceneHeading: "heading"
    case .action: isCentered ? "centered" : "action"
    case .character: "cue"
    case .dialogue: "dialogue"
    case .parenthetical: "paren"
    case .transition: "transition"
    case .sectionHeading(let level): "section\(level)"
    case .synopsis: "synopsis"
    case .comment: "note"
    case .boneyard: "boneyard"
    case .lyrics: "lyric"
    case .pageBreak: "page"
    }
  }
}

import Guion

/// One row of a table: a script and the expected outline of its elements.
typealias Row = OutlineRow<FountainOutline>

enum FountainOutline: Outliner {
  static func outline(of source: String) -> String {
    FountainParser(string: source).elements.outline
  }
}

extension [GuionElement] {
  /// All elements in one line.
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
    case .sound: "sound"
    }
  }
}

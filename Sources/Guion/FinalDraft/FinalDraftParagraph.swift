import Basics

struct FinalDraftParagraph {
  let type: FinalDraftType
  let isCentered: Bool
  /// Whether the paragraph belongs to the printed page: "(MORE)", "(CONTINUED)", a header or a footer.
  var isFurniture = false
  let startsPage: Bool
  /// The number of a scene, if this is a scene heading.
  let number: String?
  /// The offset in the text at which the paragraph's tag ends.
  let offset: Int
  /// Whether the paragraph marks a scene that was removed from the script.
  var isOmitted: Bool
  /// The text of the paragraph's runs, with their styles.
  var words = StyledWords()
  /// The range of the paragraph's words in the document; nil while there are none.
  var range: Range<Int>?
  /// The notes about the paragraph, and the summary of its scene.
  /// They are never read aloud.
  var notes: [Note] = []

  /// A note about a paragraph, or the summary of a scene.
  struct Note {
    var type: ElementType
    var words: StyledWords
    var range: Range<Int>
  }

  init(_ tag: XMLTag) {
    type = FinalDraftType(tag["Type"])
    isFurniture = FinalDraftType.isFurniture(tag["Type"])
    isCentered = tag["Alignment"]?.lowercased() == "center"
    startsPage = tag["StartsNewPage"]?.lowercased() == "yes"
    number = type == .sceneHeading ? tag["Number"].flatMap(\.inOneLine) : nil
    offset = tag.offset
    let flags = tag["Flags"]?.lowercased()
    isOmitted = flags.map { $0.contains("omitted") || $0.contains("ignore") } ?? false
  }

  init(looseAt offset: Int) {
    (type, isCentered) = (.action, false)
    (startsPage, number, isOmitted) = (false, nil, false)
    self.offset = offset
  }

  /// Creates a paragraph for the rest of `paragraph`, which simultaneous speeches interrupt.
  init(after paragraph: FinalDraftParagraph, at offset: Int) {
    (type, isCentered) = (paragraph.type, paragraph.isCentered)
    (startsPage, number, isOmitted) = (false, nil, paragraph.isOmitted)
    self.offset = offset
  }
}

enum FinalDraftType: Equatable {
  case sceneHeading, action, character, parenthetical, dialogue, transition, lyrics
  case newAct, endOfAct
  /// A heading of the outline; level 1 is the outermost.
  case outline(level: Int)
  case outlineBody
  /// The words of the outline that Final Draft 13 shows in the script: `Summary`, `Note`.
  case planning

  /// Returns the type with this name; an unknown name means action.
  /// The exact name is compared first. That is fast, and Final Draft writes these exact spellings.
  init(_ name: String?) {
    let name = name ?? ""
    self = Self.known(name) ?? Self.known(Self.plain(name)) ?? .action
  }

  private static func known(_ name: String) -> Self? {
    switch name {
    case "Action", "General", "Shot", "Cast List": return .action
    case "Character": return .character
    case "Dialogue": return .dialogue
    case "Parenthetical": return .parenthetical
    case "Scene Heading": return .sceneHeading
    case "Transition": return .transition
    case "Lyrics": return .lyrics
    case "New Act": return .newAct
    case "End Of Act", "End of Act": return .endOfAct
    case "Outline Body": return .outlineBody
    case "Summary", "Note", "Synopsis": return .planning
    default:
      guard name.hasPrefix("Outline ") else { return nil }
      return .outline(level: max(1, Int(name.dropFirst("Outline ".count)) ?? 1))
    }
  }

  /// Whether a type is one that other programs give to the furniture of printed pages.
  static func isFurniture(_ name: String?) -> Bool {
    ["More", "Continued", "Header", "Footer", "Page Header", "Page Footer", "Page Number"]
      .contains(plain(name ?? ""))
  }

  /// Returns a text as it looks in capitals: the capitals decide what a heading, a cue and a transition are.
  /// In other paragraphs, only a word that nobody writes so becomes capitals: "sLAMs".
  func shown(_ text: String) -> String {
    switch self {
    case .sceneHeading, .character, .transition: return text.uppercased()
    default:
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      return words.map { Self.isTyped($0) ? String($0) : $0.uppercased() }.joined(separator: " ")
    }
  }

  /// Whether no capital follows a small letter in a word.
  private static func isTyped(_ word: Substring) -> Bool {
    zip(word, word.dropFirst()).allSatisfy { !($0.isLowercase && $1.isUppercase) }
  }

  /// Returns a name in title case, with one blank between words.
  private static func plain(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).map { word in
      word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }.joined(separator: " ")
  }
}

/// The styles of a run of text.
enum FinalDraftStyle {
  /// Whether a `Style` shows its text in capitals.
  static func isInCapitals(_ style: String?) -> Bool {
    style?.lowercased().split(separator: "+").contains { $0 == "allcaps" || $0 == "smallcaps" }
      ?? false
  }

  /// Returns the span kinds for a `Style` such as "Bold+Italic".
  /// Capitals and hidden text are ignored, because they do not change what the text says.
  static func kinds(of style: String?) -> [InlineSpan.Kind] {
    guard let style, !style.isEmpty else { return [] }
    let names = Set(style.lowercased().split(separator: "+").map { String($0) })
    let all: [(String, InlineSpan.Kind)] = [
      ("bold", .strong), ("italic", .emphasis), ("underline", .underline),
      ("strikeout", .strikethrough), ("strikethrough", .strikethrough),
    ]
    return all.filter { names.contains($0.0) }.map(\.1)
  }
}

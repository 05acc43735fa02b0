import Basics

/// A paragraph of a Final Draft document.
struct FinalDraftParagraph {
  let type: FinalDraftType
  let isCentered: Bool
  /// Whether it starts a new page.
  let startsPage: Bool
  /// The number of a scene.
  let number: String?
  /// Where its tag ends in the text.
  let offset: Int
  /// Whether it stands for a scene that was taken out of the script.
  var isOmitted: Bool
  /// The words of its runs.
  var words = StyledWords()
  /// Where its words begin and end in the text; nil as long as there are none.
  var range: Range<Int>?
  /// What is written about it and never read: notes, and what happens in the scene.
  var notes: [Remark] = []

  /// Words about a paragraph.
  struct Remark {
    var type: ElementType
    var words: StyledWords
    var range: Range<Int>
  }

  init(_ tag: XMLTag) {
    type = FinalDraftType(tag["Type"])
    isCentered = tag["Alignment"]?.lowercased() == "center"
    startsPage = tag["StartsNewPage"]?.lowercased() == "yes"
    number = type == .sceneHeading ? tag["Number"].flatMap(\.inOneLine) : nil
    offset = tag.offset
    let flags = tag["Flags"]?.lowercased()
    isOmitted = flags.map { $0.contains("omitted") || $0.contains("ignore") } ?? false
  }

  /// A paragraph that goes on behind simultaneous speeches.
  init(after paragraph: FinalDraftParagraph, at offset: Int) {
    (type, isCentered) = (paragraph.type, paragraph.isCentered)
    (startsPage, number, isOmitted) = (false, nil, paragraph.isOmitted)
    self.offset = offset
  }
}

/// What a paragraph is.
enum FinalDraftType: Equatable {
  case sceneHeading, action, character, parenthetical, dialogue, transition, lyrics
  case newAct, endOfAct
  /// A heading of the outline; level 1 is the outermost.
  case outline(level: Int)
  case outlineBody

  /// The type of that name; unknown ones are action.
  ///
  /// The spelling of the program itself is looked at first, as there are thousands.
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
    default:
      guard name.hasPrefix("Outline ") else { return nil }
      return .outline(level: max(1, Int(name.dropFirst("Outline ".count)) ?? 1))
    }
  }

  /// A name in the usual case, with one blank between words.
  private static func plain(_ name: String) -> String {
    name.split(whereSeparator: \.isWhitespace).map { word in
      word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }.joined(separator: " ")
  }
}

/// The styles of a run of text.
enum FinalDraftStyle {
  /// What a `Style` such as "Bold+Italic" shows; capitals and hidden text look otherwise but say the same.
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

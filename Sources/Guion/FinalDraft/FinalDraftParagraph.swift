import Basics

/// A paragraph of a Final Draft document.
struct FinalDraftParagraph {
  /// The type as the program writes it, in small letters; empty where there is none.
  let type: String
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
    type = (tag["Type"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    isCentered = tag["Alignment"]?.lowercased() == "center"
    startsPage = tag["StartsNewPage"]?.lowercased() == "yes"
    let number = tag["Number"].flatMap(\.inOneLine)
    self.number = type == "scene heading" ? number : nil
    offset = tag.offset
    let flags = (tag["Flags"] ?? "").lowercased()
    isOmitted = flags.contains("omitted") || flags.contains("ignore")
  }

  /// A paragraph that goes on behind simultaneous speeches.
  init(after paragraph: FinalDraftParagraph, at offset: Int) {
    (type, isCentered) = (paragraph.type, paragraph.isCentered)
    (startsPage, number, isOmitted) = (false, nil, paragraph.isOmitted)
    self.offset = offset
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

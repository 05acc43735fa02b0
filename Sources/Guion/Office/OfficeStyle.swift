/// What a style says about a paragraph or a run. Nil and false leave a property to the parent style.
struct OfficeStyle {
  /// The part that a paragraph has in the document.
  enum Role: Equatable {
    case heading(Int)
    case body, title, subtitle, author, date, quote, code, contents

    var isHeading: Bool { if case .heading = self { true } else { false } }
  }

  /// The look of a run: nil where the run does not say.
  struct Look: Equatable {
    var bold: Bool?
    var italic: Bool?
    var underline: Bool?
    var strike: Bool?
    var hidden: Bool?
    var raised: Bool?
    var code: Bool?
    var language: String?

    /// Takes the properties that this look does not have from another one.
    mutating func inherit(_ other: Look) {
      bold = bold ?? other.bold
      italic = italic ?? other.italic
      underline = underline ?? other.underline
      strike = strike ?? other.strike
      hidden = hidden ?? other.hidden
      raised = raised ?? other.raised
      code = code ?? other.code
      language = language ?? other.language
    }
  }

  var parent: String?
  var role: Role?
  /// The type of a paragraph of a script with this style.
  var script: FinalDraftType?
  var look = Look()
  /// The list of the paragraphs; the id is empty for none.
  var list: (id: String?, level: Int?) = (nil, nil)
  var startsPage: Bool?
  var isCentered: Bool?
  /// Whether the paragraph is at the right margin.
  var isRight: Bool?
  /// The indentation, and the space above, in points.
  var indent: Double?
  var space: Double?
  var hasBorder: Bool?
  var endsPage: Bool?

  /// Takes the meaning of a style's name.
  mutating func take(name: String) {
    let words = name.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }
    let plain = words.joined(separator: " ")
    script = script ?? Self.scripts[words.joined()]
    if words.count == 2, let level = Int(words[1]), level > 0 {
      if words[0] == "heading" { role = .heading(level) }
      if words[0] == "toc" || words[0] == "contents" { role = .contents }
    }
    role = role ?? Self.roles[plain]
    let isCode = ["source code", "source text", "sourcecode", "preformatted", "verbatim"].contains {
      plain.contains($0)
    }
    if isCode || words.contains("code") {
      (role, look.code) = (role ?? .code, true)
    }
  }

  private static let roles: [String: Role] = [
    "title": .title, "subtitle": .subtitle, "author": .author, "date": .date, "quote": .quote,
    "intense quote": .quote, "block text": .quote, "quotations": .quote, "block quote": .quote,
    "block quotation": .quote, "blockquote": .quote, "toc heading": .contents,
    "contents heading": .contents,
  ]

  /// The style names of programs and templates for scripts, without blanks and signs.
  private static let scripts: [String: FinalDraftType] = [
    "sceneheading": .sceneHeading, "scene": .sceneHeading, "slug": .sceneHeading,
    "slugline": .sceneHeading, "action": .action, "description": .action, "general": .action,
    "shot": .action, "character": .character, "charactername": .character, "cue": .character,
    "dualcharacter": .character, "dialogue": .dialogue, "dialog": .dialogue,
    "dualdialogue": .dialogue, "parenthetical": .parenthetical, "wryly": .parenthetical,
    "parentheses": .parenthetical, "transition": .transition, "transitions": .transition,
    "lyrics": .lyrics,
  ]
}

/// The styles of a document with what they take from their parents.
struct OfficeStyles {
  private var styles: [String: OfficeStyle] = [:]

  subscript(id: String?) -> OfficeStyle { id.flatMap { styles[$0] } ?? OfficeStyle() }

  mutating func add(_ style: OfficeStyle, id: String) { styles[id] = style }

  mutating func merge(_ other: Self) { styles.merge(other.styles) { $1 } }

  /// Takes what styles do not say from their parents. Each style is visited once; a circle ends where it begins.
  mutating func inherit() {
    var done: Set<String> = []
    for start in styles.keys {
      var chain: [String] = []
      var next: String? = start
      while let id = next, let style = styles[id], done.insert(id).inserted {
        chain.append(id)
        next = style.parent
      }
      for id in chain.reversed() {
        guard var style = styles[id], let parent = style.parent.flatMap({ styles[$0] }) else {
          continue
        }
        style.look.inherit(parent.look)
        style.role = style.role ?? parent.role
        style.script = style.script ?? parent.script
        style.list = (style.list.id ?? parent.list.id, style.list.level ?? parent.list.level)
        style.startsPage = style.startsPage ?? parent.startsPage
        style.isCentered = style.isCentered ?? parent.isCentered
        style.isRight = style.isRight ?? parent.isRight
        (style.indent, style.space) = (style.indent ?? parent.indent, style.space ?? parent.space)
        style.hasBorder = style.hasBorder ?? parent.hasBorder
        style.endsPage = style.endsPage ?? parent.endsPage
        styles[id] = style
      }
    }
  }
}

extension OfficeStyle {
  /// The tags around the text of a run. A code paragraph has no tags of code within.
  static func tags(of look: Look, link: String?, language: String?) -> [String] {
    var tags: [String] = []
    if let link { tags.append("a href=\"\(OfficeWords.escaped(link))\"") }
    // Readers take one or two words of another language in such an element as words of the sentence around them.
    if let language { tags.append("abbr lang=\"\(OfficeWords.escaped(language))\"") }
    if look.bold == true { tags.append("b") }
    if look.italic == true { tags.append("i") }
    if look.underline == true { tags.append("u") }
    if look.strike == true { tags.append("s") }
    if look.raised == true { tags.append("sup") }
    if look.code == true { tags.append("code") }
    return tags
  }
}

import Basics

/// Rewrites an OpenDocument text as a page of XHTML (Documentation/formats.md, "Word and OpenDocument").
final class OpenDocumentReader: XMLReceiver {
  /// An open element.
  private enum Frame {
    case other, list, item, note(id: String)
    /// Parts of a table, the innermost first.
    case parts([String])
    /// An element around text: the look and the link outside it.
    case run(OfficeStyle.Look, link: String?)
    case paragraph(OfficeStyle.Look, link: String?)
    /// A frame around a picture or a text box, with the frame outside it.
    case picture(Picture?)
    /// The words of a picture.
    case words(isTitle: Bool)
  }

  private struct Picture {
    var isImage = false
    var title: [UInt8] = []
    var words: [UInt8] = []
  }

  /// An open list.
  private struct List {
    var style: String?
    var id: String?
    /// The number of the last item.
    var number: Int?
    /// Whether the open item has its first paragraph, or has no number of its own.
    var hasParagraph = true
    /// The number that the author gave the open item.
    var start: Int?
  }

  private(set) var text: OfficeText
  /// Whether this is a text, and not a spreadsheet or a presentation.
  private(set) var isText = false
  private let styles: OpenDocumentStyles
  private var frames: [Frame] = []
  private var skipped = 0
  private var skippedRule: SkippedWords.Rule?
  private var look = OfficeStyle.Look()
  private var link: String?
  private var lists: [List] = []
  /// The lists around the open notes.
  private var outer: [[List]] = []
  /// The last numbers of closed lists, by their ids, and by their styles and depths.
  private var last: [String: Int] = [:]
  private var noteCount = 0
  private var picture: Picture?

  init(_ styles: OpenDocumentStyles, language: String?, isScript: Bool) {
    self.styles = styles
    text = OfficeText(language: language, isScript: isScript)
  }

  var isDone: Bool { false }

  func start(_ tag: XMLTag) {
    if skipped > 0 {
      skipped += 1
      return
    }
    // The rest of the document is data about it.
    if frames.count == 1 && tag.name != "body" || tag.name == "binary-data" {
      (skipped, skippedRule) = (1, nil)
    } else if let rule = rule(of: tag) {
      (skipped, skippedRule) = (1, rule)
    } else {
      frames.append(frame(for: tag))
    }
  }

  /// Returns the rule by which an element is not read.
  private func rule(of tag: XMLTag) -> SkippedWords.Rule? {
    if tag["display"] == "none" { return .hidden }
    switch tag.name {
    case "annotation": return .privateComment
    case "note-citation": return .noteLink
    case "ruby-text": return .ruby
    case "placeholder", "forms": return .form
    case "content-control" where tag["showing-place-holder"] == "true": return .form
    case "script": return .script
    case "hidden-text", "covered-table-cell": return .hidden
    case "section" where tag["is-hidden"] == "true": return .hidden
    case "table-of-content", "illustration-index", "table-index", "object-index", "user-index",
      "alphabetical-index", "bibliography":
      return .contents
    case "deletion":
      text.changes.deletions += 1
      return .deletion
    case "insertion":
      text.changes.insertions += 1
      return .markup
    case "format-change": return .markup
    case "object", "object-ole": return .media
    case "title", "desc":
      switch frames.last {
      case .picture, .run, .paragraph: return nil
      default: return .media
      }
    default: return nil
    }
  }

  private func frame(for tag: XMLTag) -> Frame {
    switch tag.name {
    case "text" where frames.count == 2: isText = true
    case "p", "h": return openParagraph(tag)
    case "list": return openList(tag)
    case "list-item", "list-header":
      guard let list = lists.indices.last else { return .other }
      lists[list].hasParagraph = tag.name == "list-header"
      lists[list].start = tag["start-value"].flatMap { Int($0) }
      return .item
    case "note":
      noteCount += 1
      text.addMark(of: "note \(noteCount)", look)
    case "note-body":
      outer.append(lists)
      lists = []
      text.openNote()
      return .note(id: "note \(noteCount)")
    case "table": return open(["table"])
    case "table-header-rows": return open(["thead"])
    case "table-row":
      if case .parts(["thead"]) = frames.last { return open(["tr"]) }
      return open(["tr", "tbody"])
    case "table-cell":
      let columns = Self.count(tag["number-columns-spanned"])
      let repeated = Self.count(tag["number-columns-repeated"])
      text.page.open(
        "td colspan=\"\(min(columns * repeated, 50))\" "
          + "rowspan=\"\(Self.count(tag["number-rows-spanned"]))\"")
      return .parts(["td"])
    default: return inline(tag)
    }
    return .other
  }

  private func open(_ parts: [String]) -> Frame {
    for part in parts.reversed() { text.page.open(part) }
    return .parts(parts)
  }

  /// Returns a count of rows or columns. Empty cells fill a row of a million columns.
  private static func count(_ value: String?) -> Int {
    min(max(value.flatMap { Int($0) } ?? 1, 1), 1000)
  }

  /// Returns the frame of an element in a paragraph.
  private func inline(_ tag: XMLTag) -> Frame {
    switch tag.name {
    case "span":
      let outer = look
      look = styles.styles["text \(tag["style-name"] ?? "")"].look
      look.inherit(outer)
      return .run(outer, link: link)
    case "a":
      defer { link = tag["href"] ?? link }
      return .run(look, link: link)
    case "s": append(Array(repeating: 0x20, count: min(Self.count(tag["c"]), 100)))
    case "tab": append([0x09])
    case "line-break": text.breakLine(look)
    case "hidden-paragraph": if tag["is-hidden"] == "true" { text.change { $0.isHidden = true } }
    case "frame":
      defer { picture = Picture() }
      return .picture(picture)
    case "image": picture?.isImage = true
    case "title", "desc":
      if case .picture = frames.last { return .words(isTitle: tag.name == "title") }
    default: break
    }
    return .other
  }

  private func openParagraph(_ tag: XMLTag) -> Frame {
    var style = styles.styles["paragraph \(tag["style-name"] ?? "")"]
    if tag.name == "h" { style.role = .heading(Self.count(tag["outline-level"])) }
    text.openParagraph(style)
    let item = style.role.map(\.isHeading) == true ? nil : nextItem()
    text.change { $0.list = item }
    defer { (look, link) = (.init(), nil) }
    return .paragraph(look, link: link)
  }

  private func append(_ words: [UInt8]) { text.append(words, look, link: link) }

  func text(_ piece: Bytes) {
    if skipped > 0 {
      if let skippedRule { text.page.skip(Array(piece), skippedRule) }
      return
    }
    if case .words(let isTitle) = frames.last {
      if isTitle { picture?.title += piece } else { picture?.words += piece }
      return
    }
    // White space is one blank.
    var words: [UInt8] = []
    for byte in piece {
      if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        words.append(byte)
      } else if words.last != 0x20 {
        words.append(0x20)
      }
    }
    append(words)
  }

  func end(at offset: Int) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    switch frames.popLast() {
    case .paragraph(let look, let link):
      text.closeParagraph()
      (self.look, self.link) = (look, link)
    case .run(let look, let link): (self.look, self.link) = (look, link)
    case .list: closeList()
    case .note(let id):
      text.closeNote(id)
      lists = outer.popLast() ?? []
    case .parts(let parts): for part in parts { text.page.close(part) }
    case .picture(let outer):
      if let picture {
        let hasWords = !picture.words.isEmpty
        let words = hasWords ? picture.words : picture.title
        if hasWords { text.page.skip(picture.title, .media) }
        if picture.isImage {
          text.addImage(String(decoding: words, as: UTF8.self), look)
        } else {
          text.page.skip(words, .media)
        }
      }
      picture = outer
    default: break
    }
  }

  // MARK: Lists

  private func openList(_ tag: XMLTag) -> Frame {
    var list = List(style: tag["style-name"] ?? lists.last?.style, id: tag["id"])
    if let other = tag["continue-list"] {
      list.number = last[other]
    } else if tag["continue-numbering"] == "true" {
      list.number = last["\(list.style ?? "") \(lists.count)"]
    }
    lists.append(list)
    return .list
  }

  private func closeList() {
    guard let list = lists.popLast(), let number = list.number else { return }
    if let id = list.id { last[id] = number }
    last["\(list.style ?? "") \(lists.count)"] = number
  }

  /// Returns the place of the next paragraph in the lists. Only the first paragraph of an item takes a number.
  private func nextItem() -> OfficeItem? {
    guard let index = lists.indices.last else { return nil }
    let list = lists[index]
    if list.hasParagraph { return OfficeItem(number: list.number, depth: index, isContinued: true) }
    lists[index].hasParagraph = true
    guard let first = styles.firsts[list.style ?? ""]?[index] else {
      return OfficeItem(number: nil, depth: index)
    }
    let next = list.number.map { $0 == .max ? $0 : $0 + 1 } ?? first
    lists[index].number = list.start ?? next
    return OfficeItem(number: lists[index].number, depth: index)
  }
}

/// The styles of an OpenDocument text.
final class OpenDocumentStyles: XMLReceiver {
  private(set) var styles = OfficeStyles()
  /// The language of text that names none.
  private(set) var language: String?
  /// The first number of each level of each list style. Levels with bullets have none.
  private(set) var firsts: [String: [Int: Int]] = [:]
  private var id: String?
  private var style = OfficeStyle()
  private var isDefault = false
  private var list: String?
  private var names: [String] = []
  /// The number of open elements whose styles are not those of the text.
  private var unread = 0
  /// Whether the file also has the text. In a file with styles alone, the automatic styles are those of headers and
  /// footers.
  var hasText = false

  /// Whether the text has begun.
  private(set) var isDone = false

  func start(_ tag: XMLTag) {
    names.append(tag.name)
    if unread > 0 || tag.name == "master-styles" || tag.name == "automatic-styles" && !hasText {
      unread += 1
      return
    }
    switch tag.name {
    case "body": isDone = true
    case "style": begin(tag)
    case "default-style": isDefault = tag["family"] == "paragraph"
    case "paragraph-properties" where id != nil: takeParagraph(tag)
    case "text-properties":
      if id != nil { style.look.inherit(Self.look(tag)) }
      if isDefault { language = Self.look(tag).language }
    case "list-style": list = tag["name"]
    case "list-level-style-number", "list-level-style-bullet", "list-level-style-image":
      guard let list, let level = tag["level"].flatMap({ Int($0) }) else { return }
      let isNumber = tag.name.hasSuffix("number") && tag["num-format"]?.isEmpty == false
      firsts[list, default: [:]][level - 1] =
        isNumber ? tag["start-value"].flatMap { Int($0) } ?? 1 : nil
    default: break
    }
  }

  func end(at offset: Int) {
    let name = names.popLast()
    if unread > 0 {
      unread -= 1
    } else if name == "style", let id {
      styles.add(style, id: id)
      self.id = nil
    } else if name == "default-style" {
      isDefault = false
    } else if name == "list-style" {
      list = nil
    }
  }

  func text(_ text: Bytes) {}

  /// Ends the reading: each style takes what its parents say.
  func finish() {
    styles.inherit()
    if let own = styles["paragraph Standard"].look.language { language = own }
  }

  private func begin(_ tag: XMLTag) {
    guard let name = tag["name"], let family = tag["family"] else { return }
    id = "\(family) \(name)"
    style = OfficeStyle()
    style.parent = tag["parent-style-name"].map { "\(family) \($0)" }
    if let level = tag["default-outline-level"].flatMap({ Int($0) }), level > 0 {
      style.role = .heading(level)
    }
    style.take(name: tag["display-name"] ?? name.replacing("_20_", with: " "))
    if tag["master-page-name"]?.isEmpty == false { style.startsPage = true }
  }

  private func takeParagraph(_ tag: XMLTag) {
    if let place = tag["break-before"] { style.startsPage = place == "page" }
    if let place = tag["break-after"] { style.endsPage = place == "page" }
    if let alignment = tag["text-align"] {
      style.isCentered = alignment == "center"
      style.isRight = ["right", "end"].contains(alignment)
    }
    if tag["margin-left"] != nil || tag["text-indent"] != nil {
      style.indent = Self.points(tag["margin-left"]) + Self.points(tag["text-indent"])
    }
    if let space = tag["margin-top"] { style.space = Self.points(space) }
    for border in [tag["border"], tag["border-bottom"], tag["border-top"]] {
      if let border { style.hasBorder = style.hasBorder == true || border != "none" }
    }
  }

  /// Returns a length such as `1.5in` in points; 0 for other values.
  private static func points(_ length: String?) -> Double {
    guard let length, let unit = units.first(where: { length.hasSuffix($0.key) }) else { return 0 }
    return (Double(length.dropLast(unit.key.count)) ?? 0) * unit.value
  }

  private static let units = ["in": 72, "cm": 28.35, "mm": 2.835, "pt": 1, "pc": 12]

  private static func look(_ tag: XMLTag) -> OfficeStyle.Look {
    var look = OfficeStyle.Look()
    look.bold = tag["font-weight"].map { $0 == "bold" || (Int($0) ?? 0) > 500 }
    look.italic = tag["font-style"].map { $0 != "normal" }
    look.underline = tag["text-underline-style"].map { $0 != "none" }
    look.strike = (tag["text-line-through-style"] ?? tag["text-line-through-type"]).map {
      $0 != "none"
    }
    look.hidden = tag["display"].map { $0 == "none" }
    look.raised = tag["text-position"].map { position in
      position.hasPrefix("super") || Int(position.prefix { $0 != "%" }) ?? 0 > 0
    }
    if let language = tag["language"], language != "none" {
      let country = tag["country"].flatMap { $0 == "none" ? nil : "-" + $0 } ?? ""
      look.language = PassageTag.tag(language + country)
    }
    return look
  }
}

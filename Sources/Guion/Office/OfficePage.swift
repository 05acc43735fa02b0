import Basics

/// The text of a paragraph as XHTML.
struct OfficeWords {
  private(set) var bytes: [UInt8] = []
  private var open: [String] = []

  var isEmpty: Bool { bytes.isEmpty }
  /// Whether there is an element without text, such as a picture or the mark of a note.
  private(set) var hasElement = false

  /// Adds text within tags. Tags that the text before has too stay open.
  mutating func append(_ text: some Sequence<UInt8>, in tags: [String] = []) {
    let same = zip(open, tags).prefix { $0 == $1 }.count
    close(to: same)
    for tag in tags[same...] {
      bytes += "<\(tag)>".utf8
      open.append(tag)
    }
    Self.escape(text, to: &bytes)
  }

  /// Adds an element without text.
  mutating func add(_ element: String) {
    bytes += element.utf8
    hasElement = true
  }

  /// Adds the text of another paragraph behind this one.
  mutating func append(_ other: Self) {
    close(to: 0)
    bytes += other.bytes
    open = other.open
    hasElement = hasElement || other.hasElement
  }

  mutating func close() { close(to: 0) }

  private mutating func close(to count: Int) {
    while open.count > count, let tag = open.popLast() {
      bytes += "</\(tag.prefix { $0 != " " })>".utf8
    }
  }

  private static func escape(_ text: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      // A line of the page is a paragraph of the document.
      case 0x0A, 0x0D, 0x09: bytes.append(0x20)
      // U+00AD is a place for a hyphen.
      case 0xAD where bytes.last == 0xC2: bytes.removeLast()
      default: bytes.append(byte)
      }
    }
  }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    escape(text.utf8, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The place of a paragraph in a list: its number if the list is ordered, and its depth from 0.
struct OfficeItem {
  var number: Int?
  var depth: Int
  /// Whether the paragraph continues the item of the paragraph before.
  var isContinued = false
}

/// A paragraph of an office document.
struct OfficeParagraph {
  /// What joins a paragraph to the next one: the mark at its end is deleted or hidden, or it is a large first letter.
  enum Join { case mark, initial }

  /// The number of the paragraph in the document, from 1.
  let number: Int
  var style = OfficeStyle()
  var list: OfficeItem?
  var words = OfficeWords()
  /// The text without markup, as far as it decides what the paragraph is.
  var plain: [UInt8] = []
  var join: Join?
  var isHidden = false
  /// Whether a new page, or a section that perhaps begins on a new page, begins behind the paragraph.
  var endsPage = false
  var endsSection = false

  init(number: Int) { self.number = number }

  /// Whether the paragraph shows nothing.
  var isBlank: Bool { !words.hasElement && plain.allSatisfy { $0 <= 0x20 } }

  /// Whether the paragraph is only a sign that divides scenes.
  var isDivider: Bool {
    let signs = String(decoding: plain, as: UTF8.self).filter { !$0.isWhitespace }
    guard let first = signs.first, signs.utf8.count < 60 else {
      return isBlank && style.hasBorder == true
    }
    return "*#⁂".contains(first) && signs.allSatisfy { $0 == first }
  }
}

/// An office document that is rewritten as a page of XHTML. Each paragraph with text is a line of the page.
struct OfficePage {
  /// A line of the page.
  struct Line {
    /// The number of its paragraph in the document.
    var paragraph: Int
    var script: FinalDraftType?
    var isCentered = false
    var isRight = false
    /// The indentation in points, whether there is space above, and the beginning of the text.
    var indent = 0.0
    var isApart = false
    var text = ""
    /// The number of the row of a table that the line is in; 0 outside tables.
    var row = 0
  }

  private(set) var bytes: [UInt8] = []
  private(set) var lines: [Line] = []
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var skipped = SkippedWords()
  private var lists: [(isOrdered: Bool, hasItem: Bool)] = []
  private var isInCode = false
  private var tables = 0
  private var rows = 0
  /// Whether the paragraphs of tables are paragraphs of the text, as in a script.
  let isFlat: Bool
  var isInTable: Bool { tables > 0 }
  /// A paragraph that the next one continues.
  private var joined: OfficeParagraph?
  private var isBreakPending = false
  /// Whether the pending break is that of a section, and the place of the last such break.
  private var isSectionPending = false
  private var sectionBreak: Int?
  /// Whether paragraphs at the top can still be the title page.
  private var isAtTop = true

  init(isFlat: Bool = false) { self.isFlat = isFlat }

  /// Adds a paragraph with its text.
  mutating func add(_ paragraph: OfficeParagraph) {
    var paragraph = paragraph
    skipped.endWord()
    if var first = joined {
      joined = nil
      let isGlued = first.join == .initial || first.plain.isEmpty || paragraph.plain.isEmpty
      if !isGlued, first.plain.last != 0x20, paragraph.plain.first != 0x20 {
        first.words.append(" ".utf8)
      }
      first.words.append(paragraph.words)
      first.plain += paragraph.plain
      (paragraph.words, paragraph.plain) = (first.words, first.plain)
      if first.style.startsPage == true { paragraph.style.startsPage = true }
    }
    if paragraph.join != nil {
      joined = paragraph
      return
    }
    if paragraph.style.startsPage == true { breakPage() }
    if paragraph.isDivider {
      breakPage()
      skipped.add(String(decoding: paragraph.plain, as: UTF8.self), .markup)
    } else if !paragraph.isBlank {
      paragraph.words.close()
      if !takeTitle(paragraph) { write(paragraph) }
    }
    if paragraph.endsPage || paragraph.style.endsPage == true { breakPage() }
    if paragraph.endsSection, !isBreakPending {
      breakPage()
      isSectionPending = isBreakPending
    }
  }

  /// Takes a paragraph of the title page.
  private mutating func takeTitle(_ paragraph: OfficeParagraph) -> Bool {
    let key: String
    switch paragraph.style.role {
    case .title: key = "title"
    case .subtitle: key = "subtitle"
    case .author: key = "author"
    case .date: key = "date"
    case .contents:
      skipped.add(String(decoding: paragraph.plain, as: UTF8.self), .contents)
      return true
    default:
      isAtTop = false
      return false
    }
    guard isAtTop, tables == 0,
      let words = String(decoding: paragraph.plain, as: UTF8.self).inOneLine
    else { return false }
    skipped.add(words, .titlePage)
    let place = SourcePosition(line: paragraph.number, column: 1)
    if let index = titlePage.firstIndex(where: { $0.key == key }) {
      titlePage[index].values.append(words)
    } else {
      titlePage.append(TitlePageEntry(key: key, values: [words], position: place))
    }
    return true
  }

  private mutating func write(_ paragraph: OfficeParagraph) {
    isAtTop = false
    let role = paragraph.style.role ?? .body
    if role != .code || isBreakPending { endCode() }
    open(paragraph.list)
    endBreak()
    let tags: (String, String)
    switch role {
    case .heading(let level): tags = ("<h\(min(level, 6))>", "</h\(min(level, 6))>")
    case .title: tags = ("<h1>", "</h1>")
    case .quote: tags = ("<blockquote><p>", "</p></blockquote>")
    case .code:
      tags = (isInCode ? "" : "<pre>", "")
      isInCode = true
    default: tags = ("<p>", "</p>")
    }
    bytes += tags.0.utf8
    bytes += paragraph.words.bytes
    bytes += tags.1.utf8
    bytes.append(0x0A)
    let isApart = paragraph.number > (lines.last?.paragraph ?? 0) + 1
    lines.append(Line(paragraph, isApart: isApart, row: tables > 0 ? rows : 0))
  }

  // MARK: Lists

  /// Opens the lists around an item, and closes the others.
  private mutating func open(_ item: OfficeItem?) {
    guard let item else { return closeLists(to: 0) }
    endCode()
    if isBreakPending { closeLists(to: 0) }
    endBreak()
    let depth = min(item.depth, 8) + 1
    closeLists(to: depth)
    if item.isContinued, lists.count == depth { return }
    if lists.count == depth, lists[depth - 1].isOrdered != (item.number != nil) {
      closeLists(to: depth - 1)
    }
    while lists.count < depth {
      let isOrdered = item.number != nil
      if let outer = lists.indices.last, !lists[outer].hasItem { openItem(nil) }
      bytes += (isOrdered ? "<ol>" : "<ul>").utf8
      lists.append((isOrdered, false))
    }
    if lists[depth - 1].hasItem { bytes += "</li>".utf8 }
    openItem(item.number)
  }

  private mutating func openItem(_ number: Int?) {
    bytes += (number.map { "<li value=\"\($0)\">" } ?? "<li>").utf8
    lists[lists.count - 1].hasItem = true
  }

  private mutating func closeLists(to count: Int) {
    while lists.count > count, let list = lists.popLast() {
      endCode()
      bytes += ((list.hasItem ? "</li>" : "") + (list.isOrdered ? "</ol>" : "</ul>")).utf8
    }
  }

  private mutating func endCode() {
    if isInCode { bytes += "</pre>".utf8 }
    isInCode = false
  }

  /// Ends all blocks before another part of the document.
  mutating func endBlocks() {
    if var last = joined {
      (joined, last.join) = (nil, nil)
      add(last)
    }
    closeLists(to: 0)
    endCode()
  }

  // MARK: Pages and tables

  /// Begins a page before the next paragraph.
  mutating func breakPage() {
    guard !bytes.isEmpty, tables == 0 else { return }
    (isBreakPending, isSectionPending) = (true, false)
  }

  private mutating func endBreak() {
    guard isBreakPending else { return }
    sectionBreak = isSectionPending ? bytes.count : nil
    (isBreakPending, isSectionPending) = (false, false)
    bytes += Self.breakTag.utf8
  }

  private static let breakTag = "<hr/>"

  /// Takes back the break before a section that turns out to begin on the same page.
  mutating func continueSection() {
    if isSectionPending { (isBreakPending, isSectionPending) = (false, false) }
    guard let place = sectionBreak else { return }
    let end = place + Self.breakTag.utf8.count
    bytes.replaceSubrange(place..<end, with: repeatElement(0x20, count: end - place))
    sectionBreak = nil
  }

  /// Opens a part of a table: `table`, `thead`, `tbody`, `tr` or a cell.
  mutating func open(_ part: String) {
    endBlocks()
    if part == "table" {
      endBreak()
      tables += 1
      isAtTop = false
    }
    if part == "tr" { rows += 1 }
    if !isFlat { bytes += "<\(part)>".utf8 }
  }

  mutating func close(_ part: String) {
    endBlocks()
    if part == "table" { tables -= 1 }
    if !isFlat { bytes += "</\(part)>".utf8 }
  }

  // MARK: Notes

  /// Adds the page of a note whose mark is in a paragraph.
  mutating func add(note: Int, _ page: OfficePage, of paragraph: Int) {
    bytes += "<aside epub:type=\"footnote\" id=\"\(Self.noteID)\(note)\">".utf8
    bytes += page.bytes
    bytes += "</aside>".utf8
    lines += page.lines.map { _ in Line(paragraph: paragraph) }
    skipped.add(page.skipped)
  }

  /// Counts the words of a note without a mark.
  mutating func skip(unused note: OfficePage) {
    skipped.add(note.skipped)
    var text = note.bytes[...]
    while let start = text.firstIndex(of: UInt8(ascii: "<")) {
      skip(Array(text[..<start]), .unusedFootnote)
      text = text[start...].drop { $0 != UInt8(ascii: ">") }.dropFirst()
    }
  }

  /// The id of a note, without its number.
  private static let noteID = "guion2audio-note-"

  /// Returns the mark of a note.
  static func mark(of note: Int) -> String {
    "<a epub:type=\"noteref\" href=\"#\(noteID)\(note)\"></a>"
  }

  mutating func add(skipped words: SkippedWords) { skipped.add(words) }

  /// Counts text that is not read.
  mutating func skip(_ text: [UInt8], _ rule: SkippedWords.Rule) {
    text.withUnsafeBufferPointer { skipped.add($0, rule) }
  }

  /// Returns the number of the paragraph on a line of the page, from 1.
  func paragraph(ofLine line: Int) -> Int {
    lines.isEmpty ? 1 : lines[max(0, min(line, lines.count) - 1)].paragraph
  }

  /// The page as XHTML.
  var whole: [UInt8] {
    Array("<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body>".utf8) + bytes
      + "</body></html>".utf8
  }
}

extension OfficePage.Line {
  /// Blanks and tabs at the start of a paragraph are an indentation too. A blank is a tenth of an inch, and a tab half an inch.
  fileprivate init(_ paragraph: OfficeParagraph, isApart: Bool, row: Int) {
    let style = paragraph.style
    (self.paragraph, script, self.row) = (paragraph.number, style.script, row)
    (isCentered, isRight) = (style.isCentered == true, style.isRight == true)
    let blanks = paragraph.plain.prefix { $0 == 0x20 || $0 == 0x09 }
    indent = (style.indent ?? 0) + blanks.reduce(0) { $0 + ($1 == 0x09 ? 36 : 7.2) }
    self.isApart = isApart || style.space ?? 0 > 5
    text = String(decoding: paragraph.plain.dropFirst(blanks.count).prefix(120), as: UTF8.self)
  }
}

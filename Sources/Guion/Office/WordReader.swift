import Basics

/// The parts of a Word document that its text refers to.
struct WordParts {
  var styles = OfficeStyles()
  /// The id of the style of paragraphs that name none.
  var standard: String?
  /// The language of the document.
  var language: String?
  var numbering = WordNumbering()
  /// The targets of the links, by their ids.
  var links: [String: String] = [:]
  /// Whether the marks of fields are ignored, because a field has no end.
  var ignoresFields = false
  /// Whether the text is a script.
  var isScript = false
}

/// Rewrites the text of a Word document as a page of XHTML (Documentation/formats.md, "Word and OpenDocument").
final class WordReader: XMLReceiver {
  /// An open element. The children of `data` are ignored.
  private enum Frame: Equatable {
    case other, data, paragraph, run, text, instruction, link, part, control, note(String)
    case paragraphProperties, markProperties, runProperties, rowProperties, cellProperties
    case controlProperties, section, table, row, cell, alternate(hasChoice: Bool)
  }

  /// A field: its instruction, and whether its result has begun.
  private struct Field {
    var instruction: [UInt8] = []
    var hasResult = false
    var link: String?
  }

  private struct Row {
    var isDeleted = false
    var isHeader = false
    var isOpen = false
    var isInCell = false
    var isCellOpen = false
    var columns = 1
    /// Whether the cell continues the cell above.
    var isContinued = false
  }

  private(set) var text: OfficeText
  /// Whether this is the text of a document or of its notes.
  private(set) var isText = false
  private let parts: WordParts
  private var frames: [Frame] = []
  private var skipped = 0
  private var skippedRule: SkippedWords.Rule?
  private var look = OfficeStyle.Look()
  private var fields: [Field] = []
  /// The number of open fields whose result has not begun.
  private var instructions = 0
  private var links: [String?] = []
  private var words: [UInt8] = []
  private var keepsBlanks = false
  private var control: SkippedWords.Rule?
  private var rows: [Row] = []
  private var alternative: String?
  private var isContinuous = false

  init(_ parts: WordParts) {
    self.parts = parts
    text = OfficeText(language: parts.language, isScript: parts.isScript)
  }

  var isDone: Bool { false }
  /// Whether a field has no end, so that its instruction would hide the rest of the document.
  var hasOpenField: Bool { instructions > 0 }

  func start(_ tag: XMLTag) {
    if skipped > 0 {
      skipped += 1
      return
    }
    if frames.isEmpty { isText = ["document", "footnotes", "endnotes"].contains(tag.name) }
    if let frame = frame(for: tag) { frames.append(frame) } else { skipped = 1 }
  }

  /// Returns the frame of an element; nil if its text is not read.
  private func frame(for tag: XMLTag) -> Frame? {
    if tag.name.hasSuffix("Change") { return .data }
    if tag.name == "tc", rows.last?.isDeleted == true { return skip(.deletion) }
    if rows.last?.isContinued == true, frames.last == .cell, tag.name != "tcPr" {
      return skip(.hidden)
    }
    switch frames.last {
    case .data: return .data
    case .paragraphProperties: return paragraphProperty(tag)
    case .markProperties:
      if ["del", "moveFrom"].contains(tag.name) { text.changes.deletions += 1 }
      if ["del", "moveFrom"].contains(tag.name) || tag.name == "vanish" && WordProperties.isOn(tag)
      {
        text.change { $0.join = $0.join ?? .mark }
      }
      return .data
    case .runProperties:
      if tag.name == "rStyle" {
        look.inherit(parts.styles[tag["val"]].look)
      } else {
        WordProperties.take(tag, into: &look)
      }
      return .data
    case .rowProperties, .cellProperties: return cellProperty(tag)
    case .controlProperties:
      if tag.name == "showingPlcHdr", WordProperties.isOn(tag) { control = .form }
      if tag.name == "docPartGallery", tag["val"] == "Table of Contents" { control = .contents }
      return tag.name == "docPartObj" ? .controlProperties : .data
    case .section:
      if tag.name == "type" { isContinuous = tag["val"] == "continuous" }
      return .data
    default: return structure(tag) ?? content(tag)
    }
  }

  private func skip(_ rule: SkippedWords.Rule?) -> Frame? {
    skippedRule = rule
    return nil
  }

  // MARK: Properties

  private func paragraphProperty(_ tag: XMLTag) -> Frame {
    switch tag.name {
    case "rPr": return .markProperties
    case "numPr": return .paragraphProperties
    case "pStyle": text.change { $0.style = parts.styles[tag["val"]] }
    case "framePr":
      if let cap = tag["dropCap"], cap != "none" { text.change { $0.join = .initial } }
    case "sectPr":
      text.change { $0.endsSection = true }
      isContinuous = false
      return .section
    default: text.change { WordProperties.take(tag, into: &$0.style) }
    }
    return .data
  }

  private func cellProperty(_ tag: XMLTag) -> Frame {
    guard let row = rows.indices.last else { return .data }
    switch tag.name {
    case "del":
      rows[row].isDeleted = true
      text.changes.deletions += 1
    case "tblHeader": rows[row].isHeader = WordProperties.isOn(tag)
    case "gridSpan": rows[row].columns = tag["val"].flatMap { Int($0) } ?? 1
    case "vMerge": rows[row].isContinued = tag["val"] != "restart"
    default: break
    }
    return .data
  }

  /// Returns the frame of an element that holds paragraphs; nil for any other element.
  private func structure(_ tag: XMLTag) -> Frame? {
    switch tag.name {
    case "p":
      openCell()
      openParagraph()
      return .paragraph
    case "pPr": return frames.last == .paragraph ? .paragraphProperties : .data
    case "rPr": return [.run, .paragraph].contains(frames.last) ? .runProperties : .data
    case "tbl":
      openCell()
      text.page.open("table")
      return .table
    case "tr":
      rows.append(Row())
      return .row
    case "trPr": return .rowProperties
    case "tc":
      openRow()
      return .cell
    case "tcPr": return .cellProperties
    case "sectPr":
      isContinuous = false
      return .section
    case "sdt":
      control = nil
      return .control
    case "sdtPr": return .controlProperties
    case "tblPr", "tblGrid", "tblPrEx", "sdtEndPr", "rubyPr", "fldChar", "smartTagPr",
      "customXmlPr":
      if tag.name == "fldChar" { markField(tag["fldCharType"]) }
      return .data
    default: return nil
    }
  }

  private func openParagraph() {
    text.openParagraph(parts.styles[parts.standard])
    look = .init()
  }
}

// MARK: - Text

extension WordReader {
  /// Returns the frame of an element in a paragraph; nil if its text is not read.
  private func content(_ tag: XMLTag) -> Frame? {
    switch tag.name {
    case "r":
      look = .init()
      guard text.paragraphs.isEmpty else { return .run }
      openParagraph()
      return .paragraph
    case "t":
      endWords()
      keepsBlanks = tag["space"] == "preserve"
      return .text
    case "instrText", "delInstrText": return .instruction
    case "fldSimple", "hyperlink":
      links.append(tag.name == "hyperlink" ? link(tag) : Self.link(tag["instr"] ?? ""))
      return .link
    case "ins", "moveTo": text.changes.insertions += 1
    case "del", "moveFrom":
      text.changes.deletions += 1
      return skip(.deletion)
    case "delText": return skip(.deletion)
    case "rt": return skip(.ruby)
    // The place of a picture, which are numbers.
    case "positionH", "positionV", "sizeRelH", "sizeRelV": return skip(nil)
    case "sub", "sup", "num", "den", "deg", "lim":
      // A part of a formula is a word of its own.
      append([0x20])
      return .part
    case "sdtContent":
      defer { control = nil }
      if let control { return skip(control) }
    case "AlternateContent": return .alternate(hasChoice: false)
    case "Choice", "Fallback":
      guard case .alternate(let hasChoice) = frames.last else { return .other }
      if hasChoice { return skip(.media) }
      frames[frames.count - 1] = .alternate(hasChoice: true)
    case "footnote", "endnote":
      guard tag["type"] == nil || tag["type"] == "normal" else { return skip(.markup) }
      text.openNote()
      return .note("\(tag.name) \(tag["id"] ?? "")")
    default: addSign(tag)
    }
    return .other
  }

  /// Adds what an empty element shows.
  private func addSign(_ tag: XMLTag) {
    switch tag.name {
    case "tab", "ptab": append([0x09])
    case "noBreakHyphen": append([UInt8(ascii: "-")])
    case "cr": breakLine()
    case "br":
      if hasOpenField { return }
      if tag["type"] == "page" { text.breakPage() } else { breakLine() }
    case "sym":
      // The characters of symbol fonts are pictures, often in the private use area.
      let font = tag["font"]?.lowercased() ?? ""
      guard let code = tag["char"].flatMap({ UInt32($0, radix: 16) }), !(0xE000...0xF8FF ~= code),
        let scalar = Unicode.Scalar(code), !["symbol", "dings"].contains(where: font.contains)
      else { return }
      append(Array(String(Character(scalar)).utf8))
    case "footnoteReference", "endnoteReference":
      guard let id = tag["id"], !hasOpenField else { return }
      text.addMark(of: "\(tag.name.dropLast("Reference".count)) \(id)", look)
    case "docPr": alternative = tag["descr"]
    case "graphicData":
      if tag["uri"]?.hasSuffix("wordprocessingShape") != true { text.addImage(alternative, look) }
      alternative = nil
    case "altChunk": text.changes.embedded += 1
    default: break
    }
  }

  func text(_ piece: Bytes) {
    if skipped > 0 {
      if let skippedRule { text.page.skip(Array(piece), skippedRule) }
      return
    }
    switch frames.last {
    case .text: words += piece
    case .instruction:
      if let last = fields.indices.last { fields[last].instruction += piece }
      text.page.skip(Array(piece), .markup)
    default: text.page.skip(Array(piece), .markup)
    }
  }

  /// Ends a text. Word shows no blanks at the ends of a text that does not keep them. But programs forget to keep blanks
  /// between words, and only line breaks show that blanks are those of the file.
  private func endWords() {
    if words.isEmpty { return }
    if !keepsBlanks, words.contains(0x0A) {
      let range = words.withUnsafeBufferPointer { $0.trimmed(0..<$0.count) }
      words = Array(words[range])
    }
    append(words)
    words = []
  }

  private func append(_ words: [UInt8]) {
    if hasOpenField { return text.page.skip(words, .markup) }
    let link = links.lazy.compactMap(\.self).last ?? fields.last?.link
    text.append(words, look, link: link)
  }

  private func breakLine() { if !hasOpenField { text.breakLine(look) } }

  // MARK: Links and fields

  private func link(_ tag: XMLTag) -> String? {
    tag["id"].flatMap { parts.links[$0] } ?? tag["anchor"].map { "#" + $0 }
  }

  private func markField(_ type: String?) {
    guard !parts.ignoresFields else { return }
    switch type {
    case "begin":
      fields.append(Field())
      instructions += 1
    case "separate":
      guard let last = fields.indices.last, !fields[last].hasResult else { return }
      fields[last].hasResult = true
      instructions -= 1
      fields[last].link = Self.link(String(decoding: fields[last].instruction, as: UTF8.self))
    case "end": if fields.popLast()?.hasResult == false { instructions -= 1 }
    default: break
    }
  }

  /// Returns the target that an instruction such as `HYPERLINK "https://…"` names.
  private static func link(_ instruction: String) -> String? {
    let words = instruction.split(whereSeparator: \.isWhitespace)
    guard words.first == "HYPERLINK", words.count > 1 else { return nil }
    let isAnchor = words[1] == "\\l"
    let target = (isAnchor ? words.dropFirst(2) : words.dropFirst()).first ?? ""
    let plain = target.filter { $0 != "\"" }
    return plain.isEmpty ? nil : isAnchor ? "#" + plain : plain
  }

  // MARK: Ends

  func end(at offset: Int) {
    if skipped > 0 {
      skipped -= 1
      return
    }
    switch frames.popLast() {
    case .text: endWords()
    case .link: _ = links.popLast()
    case .part: append([0x20])
    case .paragraph: closeParagraph()
    case .cell:
      guard let row = rows.indices.last else { return }
      openCell()
      text.page.close("td")
      (rows[row].isInCell, rows[row].isCellOpen, rows[row].isContinued) = (false, false, false)
    case .row:
      guard let row = rows.popLast(), row.isOpen else { return }
      text.page.close("tr")
      text.page.close(row.isHeader ? "thead" : "tbody")
    case .table: text.page.close("table")
    case .section: if isContinuous { text.page.continueSection() }
    case .note(let id): text.closeNote(id)
    default: break
    }
  }

  private func closeParagraph() {
    text.change { paragraph in
      guard let id = paragraph.style.list.id, !id.isEmpty else { return }
      let item = parts.numbering.item(id, depth: paragraph.style.list.level ?? 0)
      // The number of a heading is that of an outline.
      if paragraph.style.role?.isHeading != true { paragraph.list = item }
    }
    text.closeParagraph()
  }

  func finish() {
    while !text.paragraphs.isEmpty { closeParagraph() }
    text.finish()
  }

  // MARK: Tables

  private func openRow() {
    guard let row = rows.indices.last else { return }
    if !rows[row].isOpen {
      rows[row].isOpen = true
      text.page.open(rows[row].isHeader ? "thead" : "tbody")
      text.page.open("tr")
    }
    (rows[row].columns, rows[row].isInCell) = (1, true)
  }

  private func openCell() {
    guard let row = rows.indices.last, rows[row].isInCell, !rows[row].isCellOpen else { return }
    rows[row].isCellOpen = true
    text.page.open("td colspan=\"\(rows[row].columns)\"")
  }
}

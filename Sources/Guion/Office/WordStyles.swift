import Basics

/// Reads the properties of runs and of paragraphs in WordprocessingML.
enum WordProperties {
  /// Whether a property is on. It is on if it has no value.
  static func isOn(_ tag: XMLTag) -> Bool {
    tag["val"].map { !["0", "false", "off", "none"].contains($0.lowercased()) } ?? true
  }

  /// Takes a property of a run.
  static func take(_ tag: XMLTag, into look: inout OfficeStyle.Look) {
    switch tag.name {
    case "b": look.bold = isOn(tag)
    case "i": look.italic = isOn(tag)
    case "u": look.underline = isOn(tag)
    case "strike", "dstrike": look.strike = isOn(tag)
    case "vanish": look.hidden = isOn(tag)
    case "vertAlign": look.raised = tag["val"] == "superscript"
    case "lang":
      guard let own = tag["val"], !own.lowercased().hasPrefix("x-") else { return }
      look.language = PassageTag.tag(own)
    default: break
    }
  }

  /// Takes a property of a paragraph.
  static func take(_ tag: XMLTag, into style: inout OfficeStyle) {
    switch tag.name {
    case "outlineLvl":
      guard let level = tag["val"].flatMap({ Int($0) }) else { return }
      style.role = level < 9 ? .heading(max(0, level) + 1) : .body
    case "ilvl": style.list.level = tag["val"].flatMap { Int($0) }
    case "numId": style.list.id = tag["val"] == "0" ? "" : tag["val"]
    case "pageBreakBefore": style.startsPage = isOn(tag)
    case "jc":
      style.isCentered = tag["val"] == "center"
      style.isRight = ["right", "end"].contains(tag["val"])
    case "ind":
      // The values are twentieths of a point.
      let left = (tag["left"] ?? tag["start"]).flatMap { Double($0) } ?? 0
      style.indent = (left + (tag["firstLine"].flatMap { Double($0) } ?? 0)) / 20
    case "spacing":
      style.space = tag["before"].flatMap { Double($0) }.map { $0 / 20 } ?? style.space
    case "pBdr": style.hasBorder = true
    default: break
    }
  }
}

/// The styles of a Word document.
final class WordStyles: XMLReceiver {
  private(set) var styles = OfficeStyles()
  /// The id of the style of paragraphs that name none.
  private(set) var standard: String?
  /// The language of text that names none.
  private(set) var language: String?
  private var id: String?
  private var style = OfficeStyle()
  private var names: [String] = []

  var isDone: Bool { false }

  func start(_ tag: XMLTag) {
    names.append(tag.name)
    switch tag.name {
    case "style":
      (id, style) = (tag["styleId"], OfficeStyle())
      if tag["type"] == "paragraph", tag["default"].map({ $0 == "1" || $0 == "true" }) == true {
        standard = id
      }
    case "name":
      if names.dropLast().last == "style", let name = tag["val"] { style.take(name: name) }
    case "basedOn": style.parent = tag["val"]
    case "lang" where names.contains("rPrDefault"):
      var look = OfficeStyle.Look()
      WordProperties.take(tag, into: &look)
      language = look.language
    default:
      // Tables have properties for their first and last rows.
      guard id != nil, !names.contains("tblStylePr") else { return }
      if names.dropLast().last == "rPr" {
        WordProperties.take(tag, into: &style.look)
      } else {
        WordProperties.take(tag, into: &style)
      }
    }
  }

  func end(at offset: Int) {
    guard names.popLast() == "style", let id else { return }
    styles.add(style, id: id)
    self.id = nil
  }

  func text(_ text: Bytes) {}

  /// Ends the reading: each style takes what its parents say.
  func finish() {
    styles.inherit()
    if let own = styles[standard].look.language { language = own }
  }
}

/// The numbers of a Word document's lists.
final class WordNumbering: XMLReceiver {
  /// A level of a list.
  private struct Level {
    var start = 1
    var isOrdered = true
    var isPlain = false
  }

  private var lists: [String: [Int: Level]] = [:]
  /// The list of each number id, and the levels that it changes.
  private var numbers: [String: (list: String, starts: [Int: Int])] = [:]
  private var counts: [String: [Int: Int]] = [:]
  private var begun: Set<String> = []
  private var list: String?
  private var number: String?
  private var level = 0

  var isDone: Bool { false }

  func start(_ tag: XMLTag) {
    let value = tag["val"]
    switch tag.name {
    case "abstractNum": (list, number) = (tag["abstractNumId"], nil)
    case "num": (list, number) = (nil, tag["numId"])
    case "lvl", "lvlOverride":
      level = tag["ilvl"].flatMap { Int($0) } ?? 0
      if tag.name == "lvl", let list { lists[list, default: [:]][level] = Level() }
    case "start":
      if let list, let first = value.flatMap({ Int($0) }) { lists[list]?[level]?.start = first }
    case "numFmt":
      guard let list else { return }
      lists[list]?[level]?.isOrdered = value != "bullet" && value != "none"
      lists[list]?[level]?.isPlain = value == "none"
    case "abstractNumId":
      if let number, let value { numbers[number] = (value, [:]) }
    case "startOverride":
      if let number, let first = value.flatMap({ Int($0) }) {
        numbers[number]?.starts[level] = first
      }
    default: break
    }
  }

  func end(at offset: Int) {}
  func text(_ text: Bytes) {}

  /// Returns the next item of a list; nil if the paragraph is in no list.
  func item(_ id: String, depth: Int) -> OfficeItem? {
    guard let (list, starts) = numbers[id] else { return nil }
    let depth = max(0, min(depth, 8))
    let level = lists[list]?[depth] ?? Level()
    if level.isPlain { return nil }
    if begun.insert(id).inserted {
      for (depth, start) in starts { counts[list, default: [:]][depth] = start - 1 }
    }
    let number = (counts[list]?[depth]).map { $0 == .max ? $0 : $0 + 1 } ?? level.start
    counts[list, default: [:]][depth] = number
    for deeper in depth + 1..<9 { counts[list]?[deeper] = nil }
    return OfficeItem(number: level.isOrdered ? number : nil, depth: depth)
  }
}

/// Edits of a script's text: marks at odd places, and lines that are cut, doubled, swapped or removed.
package struct MutatedText {
  private var random: SeededGenerator
  private let marks: [String]

  /// Marks that are special in Fountain.
  package static let fountain = [
    "[[", "]]", "/*", "*/", "\\*", "\\", "*", "**", "***", "_", "^", "@", "!", "~", "=", "#", ">",
    "<", "(", ")", ".", "\n", "\n\n", "  \n", " ", "===", "#1#", ":", "\t", "\u{A0}", "é", "TO:",
    "\\_", "\\[", "[\\[", "[ [", "*/*", "/ *", "\\/*", "]", "[", "/", "INT. ", "A:", "--", "\r\n",
  ]

  /// Marks and tags that are special in Final Draft's XML, and Fountain's marks as text.
  package static let finalDraft =
    fountain.map {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    } + [
      "<Text>", "</Text>", "<b>", "</b>", "<New>", "</New>", "<Paragraph>", "</Paragraph>",
      "</Text><Text Style=\"Bold\">", "</Text><Text Style=\"Italic+Underline\">", "&#10;", "&amp;",
      "</Text></Paragraph><Paragraph Type=\"Dialogue\"><Text>", "<DualDialogue>", "</DualDialogue>",
      "</Text></Paragraph><Paragraph Type=\"Character\"><Text>", "Type=\"Lyrics\"", "&#9;",
      "</Text></Paragraph><Paragraph Type=\"Transition\"><Text>", "<ScriptNote>", "</ScriptNote>",
    ]

  /// Creates the edits of a seed.
  package init(seed: UInt64, marks: [String]) {
    random = SeededGenerator(seed: seed)
    self.marks = marks
  }

  /// Returns the text after one to four edits.
  package mutating func edit(_ text: String) -> String {
    var text = text
    for _ in 0...pick(4) { text = once(text) }
    return text
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func once(_ text: String) -> String {
    var bytes = Array(text.utf8)
    guard !bytes.isEmpty else { return text }
    switch pick(4) {
    case 0, 1:
      let place = pick(bytes.count + 1)
      bytes.insert(contentsOf: marks[pick(marks.count)].utf8, at: place)
    case 2:
      let start = pick(bytes.count)
      bytes.removeSubrange(start..<min(bytes.count, start + 1 + pick(12)))
    default:
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let (one, other) = (pick(lines.count), pick(lines.count))
      switch pick(3) {
      case 0: lines.swapAt(one, other)
      case 1: lines.insert(lines[one], at: other)
      default: lines.remove(at: one)
      }
      return lines.joined(separator: "\n")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Pages

  /// Returns a page after one to four edits that keep it well-formed: elements around texts, and new
  /// elements before and after tags. `elements` are start tags without brackets.
  package mutating func wrapTexts(of page: String, in elements: [String]) -> String {
    var pieces = page.split(separator: "<").map { "<" + $0 }
    for _ in 0...pick(4) {
      let index = pick(pieces.count)
      guard let end = pieces[index].firstIndex(of: ">") else { continue }
      let (tag, text) = (pieces[index][...end], pieces[index][end...].dropFirst())
      let element = elements[pick(elements.count)]
      let close = "</\(element.prefix { $0 != " " })>"
      switch pick(3) {
      case 0: pieces[index] = "\(tag)<\(element)>\(text)\(close)"
      case 1: pieces[index] = "\(tag)<\(element)>qz\(close)\(text)"
      default: pieces[index] = "\(tag)\(text)<\(element)>zq\(close)"
      }
      pieces = pieces.joined().split(separator: "<").map { "<" + $0 }
    }
    return pieces.joined()
  }

  // MARK: Final Draft

  /// Returns a Final Draft document after one to four edits of its texts, styles and paragraphs. The
  /// document stays well-formed.
  package mutating func editTexts(of document: String) -> String {
    var lines = document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for _ in 0...pick(4) {
      let places = lines.indices.filter {
        lines[$0].hasPrefix("<Paragraph ") && lines[$0].hasSuffix("</Paragraph>")
      }
      guard !places.isEmpty else { break }
      let place = places[pick(places.count)]
      switch pick(8) {
      case 0: lines.insert(lines[place], at: places[pick(places.count)])
      case 1: lines.swapAt(place, places[pick(places.count)])
      case 2: lines[place] = retyped(lines[place])
      default: lines[place] = reworded(lines[place])
      }
    }
    return lines.joined(separator: "\n")
  }

  private mutating func retyped(_ paragraph: String) -> String {
    let types = [
      "Action", "Character", "Dialogue", "Parenthetical", "Scene Heading", "Transition", "Lyrics",
      "Outline 2", "Outline Body", "New Act", "End Of Act",
    ]
    let type = types[pick(types.count)]
    let more = ["", " Alignment=\"Center\"", " StartsNewPage=\"Yes\"", " Number=\"7A\""][pick(4)]
    let tag = "<Paragraph Type=\"\(type)\"\(more)>"
    return paragraph.replacing(/<Paragraph [^>]*>/, with: tag, maxReplacements: 1)
  }

  /// Returns a paragraph with an edit in one of its texts.
  private mutating func reworded(_ paragraph: String) -> String {
    var pieces = paragraph.split(separator: "<").map { "<" + $0 }
    let texts = pieces.indices.filter { pieces[$0].hasPrefix("<Text") }
    guard !texts.isEmpty else { return paragraph }
    let index = texts[pick(texts.count)]
    guard let end = pieces[index].firstIndex(of: ">") else { return paragraph }
    let tag = String(pieces[index][...end])
    var words = Array(Self.unescaped(String(pieces[index][end...].dropFirst())))
    let place = pick(words.count + 1)
    let styles = [
      "Bold", "Italic", "Underline", "Bold+Italic", "Italic+Underline", "Strikeout", "",
    ]
    var more = ""
    switch pick(6) {
    case 0: words.removeSubrange(place..<min(words.count, place + 1 + pick(12)))
    case 1, 2:
      let rest = Self.escaped(words[place...])
      words.removeSubrange(place...)
      more = "</Text><Text Style=\"\(styles[pick(styles.count)])\">\(rest)"
    default: words.insert(contentsOf: marks[pick(marks.count)], at: place)
    }
    pieces[index] = tag + Self.escaped(words[...]) + more
    return pieces.joined()
  }

  private static let entities = [("&lt;", "<"), ("&gt;", ">"), ("&#10;", "\n"), ("&amp;", "&")]

  private static func unescaped(_ text: String) -> String {
    entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private static func escaped(_ text: ArraySlice<Character>) -> String {
    entities.reversed().reduce(String(text)) { $0.replacing($1.1, with: $1.0) }
  }
}

/// An edit of a file of lines, like those by a failing disk, an incomplete copy or a mistake in an editor.
package enum RandomEdit: CaseIterable, Sendable {
  case flipByte, changeDigit, deleteLine, duplicateLine, cutTail, swapLines

  /// Returns the bytes after one edit of a random kind at a random position.
  ///
  /// The result always differs from the original.
  package static func apply(
    to bytes: [UInt8], using random: inout SeededGenerator
  ) -> (kind: RandomEdit, bytes: [UInt8]) {
    while true {
      let kind = allCases[Int.random(in: allCases.indices, using: &random)]
      let edited = kind.apply(to: bytes, using: &random)
      if edited != bytes { return (kind, edited) }
    }
  }

  /// Returns the bytes after one edit of this kind at a random position.
  ///
  /// A file that is too short stays unchanged.
  package func apply(to bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    switch self {
    case .flipByte:
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    case .changeDigit:
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      guard let place = digits.randomElement(using: &random) else { return bytes }
      bytes[place] = UInt8.random(in: 0x30...0x39, using: &random)
    case .cutTail:
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    case .deleteLine, .duplicateLine, .swapLines:
      return Self.joined(changed(Self.lines(of: bytes), using: &random))
    }
    return bytes
  }

  private func changed(
    _ lines: [ArraySlice<UInt8>], using random: inout SeededGenerator
  ) -> [ArraySlice<UInt8>] {
    var lines = lines
    guard let place = lines.indices.randomElement(using: &random),
      let other = lines.indices.randomElement(using: &random)
    else { return lines }
    switch self {
    case .deleteLine: lines.remove(at: place)
    case .duplicateLine: lines.insert(lines[place], at: other)
    default: lines.swapAt(place, other)
    }
    return lines
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  private static func joined(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    lines.flatMap { Array($0) + [UInt8(ascii: "\n")] }
  }
}

/// A generator with the same random numbers in every run (SplitMix64, Steele, Lea & Flood 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number of the sequence.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The labels that a document defines, according to cmark.
/// For each label, cmark parses a test paragraph. The result shows whether the document defines the
/// label.
struct KnownLabels {
  private var links: [[UInt8]] = []
  /// The target of each link, keyed by label.
  private var targets: [[UInt8]: [UInt8]] = [:]
  private var notes: [[UInt8]] = []

  static func testParagraphs(links: [[UInt8]], notes: [[UInt8]]) -> [UInt8] {
    var text: [UInt8] = []
    for label in links { text += "[".utf8 + label + "]\n\n".utf8 }
    for label in notes { text += "[^".utf8 + label + "]\n\n".utf8 }
    return text
  }

  /// Reads the parsed test paragraphs, which follow a block; nil if the results are not conclusive.
  init?(
    links: [[UInt8]], notes: [[UInt8]], below block: MarkdownNode, of tree: borrowing MarkdownTree
  ) {
    var next = block.next
    for label in links {
      guard let answer = next, answer.kind == .paragraph else { return nil }
      if let link = answer.first, link.isLink {
        self.links.append(label)
        targets[label] = Array(link.url)
      }
      next = answer.next
    }
    var numbered: [Int: [UInt8]] = [:]
    for label in notes {
      guard let answer = next, answer.kind == .paragraph, let node = answer.first else {
        return nil
      }
      if node.kind == .footnoteReference {
        let number = Int(node.literal.string(0..<node.literal.count)) ?? 0
        numbered[number] = numbered[number] ?? label
      } else if !node.isLink, !FootnoteLabels.isPlain(label) {
        return nil
      }
      next = answer.next
    }
    let count = tree.footnotes.count
    self.notes = (0..<count).compactMap { numbered[$0 + 1] }
    guard self.notes.count == count else { return nil }
    guard sort() else { return nil }
  }

  /// Moves a label that can begin a paragraph to the front; returns false if no label can.
  private mutating func sort() -> Bool {
    let first = links.firstIndex { !Self.isLikeNote($0) }
    let shortest = links.indices.min { links[$0].count < links[$1].count }
    guard let index = first ?? shortest else { return true }
    links.swapAt(0, index)
    // A line break before the label makes it one byte longer.
    return first != nil || links[0].count < LinkLabels.maximum
  }

  private static func isLikeNote(_ label: [UInt8]) -> Bool { label.first == UInt8(ascii: "^") }

  /// Returns the target of a link, escaped for use between angle brackets.
  private static func escaped(_ target: [UInt8]) -> [UInt8] {
    target.flatMap { byte in
      switch byte {
      case _ where byte.isOne(of: "<>\\&"): [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): Array("&#10;".utf8)
      case UInt8(ascii: "\r"): Array("&#13;".utf8)
      default: [byte]
      }
    }
  }

  /// Markdown that defines all labels and has no visible text.
  var preamble: [UInt8] {
    var text: [UInt8] = []
    for label in notes { text += "[^".utf8 + label + "]:\n".utf8 }
    // A heading ends the last definition, whatever follows.
    text += "#\n".utf8
    // The links form a single paragraph. Its lines are indented, so that each line can begin only a link
    // definition. The first line cannot be indented. A label with `^` on this line would define a
    // footnote, so such a label goes on the next line.
    for (index, label) in links.enumerated() {
      let isFirst = index == 0
      text += (isFirst ? (Self.isLikeNote(label) ? "[\n    " : "[") : "    [").utf8
      text += label + "]: <".utf8 + Self.escaped(targets[label] ?? []) + ">\n".utf8
    }
    return text + "\n".utf8
  }
}

/// Possible labels of link definitions, collected from the lines of paragraphs.
/// A definition begins with a bracket at the start of a paragraph's line (CommonMark 0.29, 4.7). cmark
/// may still reject such a label.
struct LinkLabels {
  /// Each label once, in the order of the text, with a blank for every line break.
  private(set) var all: [[UInt8]] = []
  /// Whether the total length of the labels exceeds the limit.
  /// If so, some labels are missing.
  var isOverfull: Bool { length > limit }
  private let limit: Int
  private var length = 0
  private var known: Set<[UInt8]> = []
  private var label: [UInt8] = []
  private var isInside = false

  /// The length of the longest label that cmark accepts, in bytes.
  static let maximum = 1000

  init(limit: Int) { self.limit = limit }

  /// Reads the next line, which includes its line end but not its indentation and markers.
  mutating func read(_ line: Bytes) {
    var offset = 0
    if line.first == UInt8(ascii: "[") {
      label.removeAll(keepingCapacity: true)
      isInside = true
      offset = 1
    } else if isInside {
      label.append(0x20)
      isInside = !line.isEmpty && line[0] != UInt8(ascii: "\n")
    }
    while isInside, offset < line.count, line[offset] != UInt8(ascii: "\n") {
      offset = read(line, at: offset)
    }
  }

  /// Reads one byte, or a backslash and the punctuation after it, and returns the next offset.
  private mutating func read(_ line: Bytes, at offset: Int) -> Int {
    let next = offset + 1 < line.count ? line[offset + 1] : 0
    switch line[offset] {
    case UInt8(ascii: "["): isInside = false
    case UInt8(ascii: "]"):
      isInside = false
      if next == UInt8(ascii: ":") { add() }
    case UInt8(ascii: "\\") where Self.isPunctuation(next):
      label += [line[offset], next]
      return offset + 2
    default:
      label.append(line[offset])
      isInside = label.count <= Self.maximum
    }
    return offset + 1
  }

  private mutating func add() {
    let isBlank = label.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
    guard !isOverfull, !isBlank, label.count <= Self.maximum, known.insert(label).inserted else {
      return
    }
    all.append(label)
    length += label.count
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!")...UInt8(ascii: "/"), UInt8(ascii: ":")...UInt8(ascii: "@"),
      UInt8(ascii: "[")...UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

// MARK: - Titles

extension MarkdownTraits {
  /// Returns the label of MyST on a line: `(names)=`.
  static func label(_ line: String) -> String? {
    line.hasSuffix(")=") ? String(line.dropFirst().dropLast(2)) : nil
  }

  /// Notes the title of a heading by the names that references use: `# Names {#names}`, or `(names)=` above it.
  /// Titles with formulas, links and other marks are none.
  mutating func readTitle(_ line: String, below label: String?) {
    let marks = line.prefix { $0 == "#" }.count
    guard 1...6 ~= marks, line.utf8.count < 160, titles.count < 2_000 else { return }
    var title = line.dropFirst(marks)
    guard title.first == " " else { return }
    var name = label
    if title.hasSuffix("}"), let open = title.lastIndex(of: "{") {
      let words = title[open...].dropFirst().dropLast().split(separator: " ")
      name = words.first { $0.hasPrefix("#") }.map { String($0.dropFirst()) } ?? name
      title = title[..<open]
    }
    var plain = title.filter { $0 != "*" && $0 != "`" }.split(separator: " ").joined(separator: " ")
    while let last = plain.utf8.last, last.isOne(of: ".:?!# ") { plain.removeLast() }
    guard plain.contains(where: \.isLetter), !plain.contains(where: { "$<[]{}\\|@^~".contains($0) })
    else { return }
    // pandoc makes a name of the title.
    let made = plain.lowercased().filter { $0.isLetter || $0.isNumber || " _-.".contains($0) }
    titles[name ?? String(made.drop { !$0.isLetter }.map { $0 == " " ? "-" : $0 })] = plain
  }
}

extension EditorMarks {
  /// Returns the words for a key such as `fig:a` or `tbl-b`.
  func thing(in key: some StringProtocol) -> String? {
    let kind = key.prefix { $0 != ":" && $0 != "-" }
    guard kind.count < key.count else { return nil }
    return Attributes.thing(kind, traits.language)
  }

  /// Returns the words of a label if the sentence refers to two things of its kind: `@fig-age and … @fig-size`.
  func distinction(in key: String, to end: Int) -> String {
    let kind = key.prefix { $0 != ":" && $0 != "-" }
    let words = key[kind.endIndex...].split { ":-_".contains($0) }
    let isNamed = words.allSatisfy { word in
      word.utf8.count > 1 && word.allSatisfy(\.isLetter) && word.contains { "aeiouy".contains($0) }
    }
    guard isNamed, kind != "sec", !words.isEmpty, words.count < 6 else { return "" }
    let before = text.string(max(0, next - 240)..<next).split(separator: ". ").last ?? ""
    let after = text.string(end..<min(text.count, end + 240)).split(separator: ". ").first ?? ""
    let keys = [before, after].flatMap { part in
      part.split(separator: "@").dropFirst(part.first == "@" ? 0 : 1).map { other in
        other.prefix { $0.isLetter || $0.isNumber || ":-_".contains($0) }
      }
    }
    guard keys.contains(where: { $0.hasPrefix(key.prefix(kind.count + 1)) && $0 != key }) else {
      return ""
    }
    return " " + words.joined(separator: " ")
  }

  /// Says words instead of a mark, or nothing if the name of the thing is before it.
  mutating func say(_ word: String, to end: Int) {
    guard !followsName else {
      return Notice.languages.contains(traits.language)
        ? remove(next..<end, .markup) : readNumber(to: end, of: "")
    }
    replace(to: end, with: word)
  }

  /// Replaces a mark by words, with a capital at the start of a sentence.
  mutating func replace(to end: Int, with word: String) {
    let isFirst =
      next == 0 || next > 1 && isBlank(text[next - 1]) && text[next - 2].isOne(of: ".!?")
    let said = isFirst ? word.prefix(1).uppercased() + word.dropFirst() : word
    skipped.add(Bytes(rebasing: text[next..<end]), .markup)
    skipped.endWord()
    skipped.remove(said, .markup)
    edits.append(Edit(range: next..<end, words: Array(said.utf8)))
    next = end
  }

  /// Says the title of a part of this document instead of a reference to it; false if no part has this name.
  mutating func readTitle(_ name: some StringProtocol, to end: Int) -> Bool {
    guard let title = traits.titles[String(name)] else { return false }
    replace(to: end, with: followsName ? title : "\(section) \(title)")
    return true
  }

  private var section: String {
    let nouns = ["fr": "la section", "it": "la sezione", "de": "Abschnitt", "es": "la sección"]
    return nouns[traits.language] ?? "section"
  }

  /// Says the words of a label that the document does not have: `@sec-field-work`. False if they are no words.
  mutating func readLabel(_ key: some StringProtocol, to end: Int) -> Bool {
    let kind = key.prefix { $0 != "-" }
    guard ["sec", "fig", "tbl"].contains(kind), kind.count < key.count, !followsName,
      !traits.labels.contains(String(key)), let thing = thing(in: key)
    else { return false }
    let words = key[kind.endIndex...].split { "-_".contains($0) }
    let areWords = words.allSatisfy { word in
      word.count > 2 && word.allSatisfy(\.isLetter)
        && word.contains { !$0.isASCII || "aeiouyAEIOUY".contains($0) }
    }
    guard areWords, 1..<6 ~= words.count else { return false }
    replace(to: end, with: (kind == "sec" ? section : thing) + " " + words.joined(separator: " "))
    return true
  }

  /// Returns the end of the references of one kind that follow one: "Figures \@ref(fig:a) and \@ref(fig:b)".
  func afterReferences(_ end: Int) -> Int {
    let kind = text[next..<min(next + 4, text.count)]
    var end = end
    while end + 8 < text.count, text[end].isOne(of: ", –-"),
      let sign = text.first(UInt8(ascii: "@"), in: end + 1..<min(end + 10, text.count)),
      text[sign...].starts(with: kind), Self.joints.contains(text.string(end..<sign))
    {
      end = sign + 4
      while end < text.count, isWord(text[end]) || text[end].isOne(of: ":_-.(") { end += 1 }
      if end < text.count, text[end] == UInt8(ascii: ")"), kind.starts(with: "@ref".utf8) {
        end += 1
      }
      while text[end - 1].isOne(of: ".:-") { end -= 1 }
    }
    return end
  }

  private static let joints: Set<String> = [
    ", ", ",", ", and ", ", or ", " and ", " or ", " to ", " through ", " & ", "–", "-", "--",
  ]
}

import Basics

/// Lines that only the generator of a site understands: snippets, references, inclusions, components and furniture.
extension Directives {
  /// Returns the new text of a line; nil if the line stays.
  mutating func readSiteMarks(_ line: Range<Int>) -> [UInt8]? {
    if isEmptyItem(line) { return [] }
    if source.first(pair("8<"), in: line) != nil, readSnippet(line) { return skip(line, .markup) }
    if source[line].starts(with: "::: ".utf8), readReference(line) { return skip(line, .markup) }
    if source.first(pair("#+"), in: line.prefix(8)) != nil, let new = readOrgMark(line) {
      return new
    }
    if source[line].starts(with: "///".utf8) { return readSlashes(line) }
    if source[line].starts(with: "@[".utf8), let new = readComponent(line) { return new }
    if source[line].starts(with: ".. ".utf8), readLostDirective(line) { return skip(line, .markup) }
    let hasLink = source.first(pair("(#"), in: line) != nil
    if hasLink || source.first(pair("</"), in: line) != nil, isFurniture(line) {
      return skip(line, .markup)
    }
    if source.first(pair("←"), in: line.prefix(8)) != nil, isPager(line) {
      return skip(line, .markup)
    }
    var text: String?
    if source.first(pair("[!"), in: line) != nil {
      // A line of DocFX: `[!INCLUDE [words](file)]`, `[!code-csharp[](file)]`, `[!VIDEO address]`, `[!div class="next"]`.
      let words = source.string(source.trimmed(line))
      let mark = words.wholeMatch(
        of:
          #/((?:> ?)*)\[!\w[\w-]*(?:\s*\[[^\[\]]*\]\([^()]*\)|\s+[^\[\]]*[\/"~.][^\[\]]*)\s*\]/#
      )
      if let mark { return Array(mark.output.1.utf8) + skip(line, .markup) }
      // Code keeps all these marks.
      let include = #/`+[^`]*`+|\[!INCLUDE ?\[([^\[\]]*)\]\([^()]*\)\]/#.ignoresCase()
      text = words.replacing(include) { String($0.output.1 ?? $0.output.0) }
    }
    if source.first(pair("{/"), in: line) != nil {
      let tags = #/`+[^`]*`+|\{([a-z]+)\}([^{}|]+)(?:\|[^{}]*)?\{\/([a-z]+)\}/#
      text = (text ?? source.string(line)).replacing(tags) {
        String($0.output.1 == $0.output.3 ? $0.output.2 ?? $0.output.0 : $0.output.0)
      }
    }
    if source.first(pair("}{"), in: line) != nil {
      text = (text ?? source.string(line))
        .replacing(#/\{\{([a-z]+)\}\}\{[a-z]+(?::[\w-]+)+\}(?:\[([^\[\]]*)\])?/#) {
          let words = [Self.theorems[$0.output.1].map { String($0) }, $0.output.2.map(String.init)]
          return words.compactMap(\.self).joined(separator: ": ")
        }
    }
    if source.first(pair("<x"), in: line) != nil {
      text = (text ?? source.string(line)).replacing(#/`+[^`]*`+|<xref:([^<>\s]+)>/#) {
        $0.output.1.map(Self.name) ?? String($0.output.0)
      }
    }
    if hasComponent(line) {
      let tags = #/`+[^`]*`+|<\/?[A-Z]\w*\.[A-Z][\w.]*(?: [^<>]*)?>/#
      text = (text ?? source.string(line)).replacing(tags) {
        $0.output.hasPrefix("`") ? String($0.output) : ""
      }
    }
    if source[line].starts(with: "<".utf8), source.first(pair("(<"), in: line) != nil {
      text = (text ?? source.string(line)).replacing(#/!\[([^\[\]"]*)\]\(<[^<>]*>\)/#) {
        "<img alt=\"\($0.output.1)\"/>"
      }
    }
    return text.map { Array($0.utf8) }
  }

  /// Whether a line is an item without words below the item above, which is no heading.
  private func isEmptyItem(_ line: Range<Int>) -> Bool {
    let hyphen = UInt8(ascii: "-")
    guard source[line.lowerBound] == hyphen, source[line].dropFirst().allSatisfy({ $0 == 0x20 })
    else { return false }
    let margin = source[..<line.lowerBound].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    let end = line.lowerBound - margin
    guard margin > 0, end > 0 else { return false }
    let start = source[..<(end - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let above = source[start..<end]
    let words = above.drop { $0 == 0x20 || $0 == 0x09 }
    return words.starts(with: "- ".utf8) && above.count - words.count < margin
  }

  /// Reads `#+BEGIN_QUERY` … `#+END_QUERY` of Logseq, and the first and the last line of `#+BEGIN_NOTE`, also in items.
  private mutating func readOrgMark(_ line: Range<Int>) -> [UInt8]? {
    let words = source.string(source.trimmed(line))
    guard let mark = words.wholeMatch(of: #/([-*] )?#\+(BEGIN|END)_([A-Z]+).*/#.ignoresCase())
    else {
      return nil
    }
    let name = mark.3.lowercased()
    guard !["src", "example", "export"].contains(name) else { return nil }
    if name == "query" {
      let closing = Array("#+END_QUERY".utf8)
      var (lines, count) = (lines, 0)
      while !lines.isAtEnd, count < 200 {
        let next = lines.next()
        count += 1
        if source[source.trimmed(next)].elementsEqual(closing) {
          programEnd = next.upperBound
          break
        }
      }
    }
    return Array((mark.1 ?? "").utf8) + skip(line, .markup)
  }

  /// Reads the first line of a block of MkDocs, `/// note | Title` with its options, or the last line, `///`.
  private mutating func readSlashes(_ line: Range<Int>) -> [UInt8]? {
    let words = source.string(source.trimmed(line))
    if words.allSatisfy({ $0 == "/" }) {
      guard slashBlocks > 0 else { return nil }
      slashBlocks -= 1
      return skip(line, .markup)
    }
    let sign = words.prefix { $0 == "/" }
    guard let mark = words.wholeMatch(of: #/\/+ ?([a-z][a-z-]*) *(?:\| *(.*))?/#),
      areClosed(String(sign))
    else { return nil }
    var rest = lines
    while !rest.isAtEnd {
      let next = rest.next()
      guard source.string(next).prefixMatch(of: #/ {4}[a-z_-]+: /#) != nil else { break }
      programEnd = next.upperBound
    }
    slashBlocks += 1
    let (name, title) = (String(mark.1), String(mark.2 ?? ""))
    if Notice(fence: ":::\(name)", "en") != nil { return Array(":::\(name) \(title)".utf8) }
    return skip(line, .markup) + (name == "html" ? [] : titled(title))
  }

  /// Whether a line below has only these slashes.
  private mutating func areClosed(_ slashes: String) -> Bool {
    if let end = slashEnds[slashes], end >= lines.offset { return end < source.count }
    var (rest, end) = (lines, source.count)
    while !rest.isAtEnd, end == source.count {
      let next = rest.next()
      if source[source.trimmed(next)].elementsEqual(slashes.utf8) { end = next.lowerBound }
    }
    slashEnds[slashes] = end
    return end < source.count
  }

  /// Reads `@[name](key="value", caption="words")` on its own lines. Its caption is words.
  private mutating func readComponent(_ line: Range<Int>) -> [UInt8]? {
    guard source.string(line).prefixMatch(of: #/@\[[A-Za-z][\w{}, -]*\]\(/#) != nil else {
      return nil
    }
    let first = line.lowerBound
    var (rest, end, count) = (lines, line.upperBound, 0)
    while source[source.trimmed(first..<end)].last != UInt8(ascii: ")") {
      guard !rest.isAtEnd, count < 20 else { return nil }
      let next = rest.next()
      if source.trimmed(next).isEmpty { return nil }
      (end, count) = (next.upperBound, count + 1)
    }
    if end > line.upperBound { programEnd = end }
    let words = source.string(first..<end)
    let caption = words.firstMatch(of: #/\b(?:caption|title)="([^"]*)"/#).map { String($0.1) }
    return skip(line, .markup) + Array((caption ?? "").utf8)
  }

  /// Whether a line is a directive of Sphinx that a converter left in the text. Its indented lines, options and addresses
  /// below it are no words.
  private mutating func readLostDirective(_ line: Range<Int>) -> Bool {
    let words = source.string(source.trimmed(line))
    let files = #/\.\. (?:image|figure|include|literalinclude|(toctree))::(?: +\S+)?/#
    let file = words.wholeMatch(of: files)
    guard file != nil || words.hasPrefix(".. contents::") || words.hasPrefix(".. index::") else {
      return false
    }
    var lines = lines
    while !lines.isAtEnd {
      let next = lines.next()
      let words = source.string(source.trimmed(next))
      let isIndented = source[next].first.map { $0 == 0x20 || $0 == 0x09 } ?? false
      let isAddress = !words.contains(" ") && (file?.1 != nil || words.contains(#/[\/.]\w/#))
      guard !words.isEmpty, isIndented || isAddress || words.contains(#/^:[a-z-]+:/#) else { break }
      programEnd = next.upperBound
    }
    return true
  }

  /// Whether a line of a formula is only its label for mdBook: `{{numeq}}{eq:a}`.
  func isLabel(_ line: Range<Int>) -> Bool {
    source[line].starts(with: "{{".utf8)
      && source.string(source.trimmed(line)).wholeMatch(of: #/\{\{[a-z]+\}\}\{[^{}]*\}/#) != nil
  }

  /// The words that mdBook prints for a theorem: `{{thm}}{thm:a}[Title]`.
  private static let theorems: [Substring: String] = [
    "thm": "Theorem", "lem": "Lemma", "prop": "Proposition", "cor": "Corollary",
    "def": "Definition", "rem": "Remark", "ex": "Example",
  ]

  private func pair(_ signs: StaticString) -> (UInt8, UInt8) {
    (signs.utf8Start[0], signs.utf8Start[1])
  }

  /// Reads `--8<-- "file"` of MkDocs, or the first of two lines `--8<--` with names of files between them.
  private mutating func readSnippet(_ line: Range<Int>) -> Bool {
    let words = source.string(source.trimmed(line))
    guard let mark = words.prefixMatch(of: #/-+8<-+/#) else { return false }
    guard mark.output.count == words.count else { return true }
    var (lines, count) = (lines, 0)
    while !lines.isAtEnd, count < 50 {
      let next = lines.next()
      if source[source.trimmed(next)].elementsEqual(words.utf8) { programEnd = next.upperBound }
      if programEnd >= next.upperBound { break }
      count += 1
    }
    return true
  }

  /// Reads the place of a description of a program, `::: module.Class`, and its indented options.
  private mutating func readReference(_ line: Range<Int>) -> Bool {
    guard source.string(source.trimmed(line)).wholeMatch(of: #/::: [A-Za-z_]\w*([.:]+\w+)*/#) != nil
    else { return false }
    let isPath = source.string(line).contains(".")
    var lines = lines
    var end = 0
    while !lines.isAtEnd {
      let next = lines.next()
      let words = source.trimmed(next)
      if words.isEmpty { continue }
      guard words.lowerBound - next.lowerBound > 1 else { break }
      let isOption = source[words].prefix { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F }
      if end == 0, !source[isOption.endIndex...].starts(with: ":".utf8) { break }
      end = next.upperBound
    }
    guard isPath || end > 0 else { return false }
    programEnd = max(programEnd, end)
    return true
  }

  /// Returns the words of a reference of DocFX: the last part of a name, as printed.
  private static func name(of target: Substring) -> String {
    let (path, query) = (target.prefix { $0 != "?" }, target.drop { $0 != "?" })
    if let words = query.firstMatch(of: #/[?&]text=([^&]+)/#) {
      let shown = words.output.1.replacing("%20", with: " ").replacing("+", with: " ")
      // "meta.Return" is a name of a program.
      return String(
        shown.wholeMatch(of: #/[A-Za-z_]\w+(?:\.[A-Za-z_]\w+)+/#) == nil ? shown : "`\(shown)`")
    }
    let parts = path.replacing("%2A", with: "").prefix { $0 != "(" && $0 != "*" && $0 != "`" }
      .split(separator: ".")
    let count = query.contains("fullName") ? parts.count : query.contains("nameWithType") ? 2 : 1
    return "`\(parts.suffix(count).joined(separator: "."))`"
  }

  /// Whether a line has the end of a component with a point in its name.
  private func hasComponent(_ line: Range<Int>) -> Bool {
    var offset = line.lowerBound
    while let place = source.first(pair("</"), in: offset..<line.upperBound) {
      let name = source[(place + 2)..<line.upperBound].prefix { ($0 | 0x20) &- 0x61 < 26 }
      if let first = name.first, first < 0x60, source[name.endIndex...].starts(with: ".".utf8) {
        return true
      }
      offset = place + 2
    }
    return false
  }

  /// Whether the letters outside tags and targets are no more than those of furniture; most links are in sentences.
  private func hasFewLetters(_ line: Range<Int>) -> Bool {
    var (count, closing) = (0, UInt8(0))
    for byte in source[line] {
      if closing != 0 {
        if byte == closing { closing = 0 }
      } else if byte == UInt8(ascii: "<") {
        closing = UInt8(ascii: ">")
      } else if byte == UInt8(ascii: "(") {
        closing = UInt8(ascii: ")")
      } else if byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 {
        count += 1
      }
    }
    return count <= Self.longestFurniture
  }

  private static let longestFurniture = furniture.map(\.utf8.count).max() ?? 0

  /// Whether a line is a link to the top of its page, or to the page's source.
  private func isFurniture(_ line: Range<Int>) -> Bool {
    guard line.count < 200 else { return false }
    let text = source.string(line)
    guard text.hasText("](") || text.hasText("<a "), hasFewLetters(line) else { return false }
    let words = text.replacing(#/<[^<>]*>|\]\([^()]*\)/#, with: " ").lowercased()
      .split { !$0.isLetter }.joined(separator: " ")
    return Self.furniture.contains(words)
  }

  /// Whether a line has the links to the pages before and after: "← Previous: A | Index | Next: B →".
  private func isPager(_ line: Range<Int>) -> Bool {
    guard line.count < 600 else { return false }
    let text = source.string(line)
    guard text.first(where: { !"[* ".contains($0) }) == "←",
      text.contains("](") || text.contains(" | ")
    else { return false }
    let words = Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    return !words.isDisjoint(with: Self.pages)
  }

  private static let pages: Set<String> = [
    "anterior", "index", "inhalt", "next", "nächste", "nächstes", "précédent", "prev", "previous",
    "siguiente", "suivant", "vorherige", "vorheriges", "weiter", "zurück", "índice",
  ]

  private static let furniture: Set<String> = [
    "back to top", "back to the top", "go to top", "return to top", "to top", "top",
    "back to contents", "back to toc", "back to table of contents", "back to index",
    "edit this page", "edit this page on github", "edit on github", "improve this page",
    "nach oben", "zurück nach oben", "zum seitenanfang", "retour en haut", "haut de page",
    "retour au sommaire", "volver arriba", "ir arriba", "volver al inicio",
  ]

  /// Returns the title of a tab or of another block of a template: `{% tab title="Mac" %}`, `{{< details "More" >}}`.
  mutating func title(of tag: TemplateTag, _ line: Range<Int>) -> [UInt8]? {
    guard Self.titledTags.contains(tag.name) else { return nil }
    let text = source.string(line)
    let mark =
      text.firstMatch(of: #/\s(?:title|name|header|label|summary)="([^"]+)"/#)
      ?? text.firstMatch(of: #/\s"([^"]+)"/#)
      // The group and the name of a tab: `{% tab install linux %}`
      ?? (tag.name == "tab" ? text.firstMatch(of: #/\{% *tab [\w-]+ ([^"=%]+?) *%\}/#) : nil)
    guard let words = mark?.output.1, words.contains(where: \.isLetter) else { return nil }
    skipped.add(Bytes(rebasing: source[line]), .markup)
    skipped.endWord()
    return titled(String(words))
  }

  private static let titledTags: Set<String> = [
    "tab", "tabitem", "details", "expand", "callout", "notice", "alert", "admonition", "card",
    "step", "accordion", "collapse", "expandable", "panel",
  ]
}

extension Directives {
  /// A line that is one tag of a template: `{% name rest %}`, or Hugo's `{{< name rest >}}`.
  struct TemplateTag {
    let name: String
    let rest: Substring
    let isShortcode: Bool
    /// Whether the tag is only a name in braces: `{tip}`.
    let isBare: Bool

    init?(_ line: String) {
      let line = line.drop { $0 == " " }
      let marks = [("{%", "%}"), ("{{<", ">}}"), ("{{%", "%}}"), ("{{#", "}}"), ("{", "}")]
      guard let (open, close) = marks.first(where: { line.hasPrefix($0.0) && line.hasSuffix($0.1) })
      else { return nil }
      let inner = line.dropFirst(open.count).dropLast(close.count)
      isBare = open == "{"
      let isName = inner.allSatisfy { $0.isLetter || $0 == "/" || $0 == "-" }
      guard isBare ? isName && !inner.isEmpty : !inner.contains(close) else { return nil }
      let words = inner.drop { $0 == "-" || $0 == " " }
      // A closing tag can have a blank behind its slash.
      let word = words.drop { $0 == "/" || $0 == " " }.prefix { $0 != " " }
      name = (words.hasPrefix("/") ? "/" : "") + word
      rest = words.dropFirst(word.count).drop { $0 == " " }.prefix { $0 != " " }
      isShortcode = open.count == 3
    }
  }
}

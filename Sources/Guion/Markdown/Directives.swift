import Basics

/// The blocks of MkDocs, MyST, MDX, Jekyll and Hugo that CommonMark takes for code or for text: the indented text of
/// `!!! note` and `=== "Tab"`, directives such as "```{warning}", `{% highlight %}`, comments behind `%`, imports of
/// programs, and the lines of displayed formulas.
/// They are rewritten before the document is parsed, line for line, so that the lines keep their numbers.
struct Directives {
  /// The rewritten text; nil if the source has no such block.
  private(set) var text: [UInt8]?
  var skipped = SkippedWords()
  /// The numbers of columns that were removed at the starts of lines, keyed by the numbers of the lines.
  private(set) var removedColumns: [Int: Int] = [:]

  private struct Fence {
    let byte: UInt8
    let count: Int
    /// What is written instead of the closing line.
    var closing: [UInt8]?
    /// Whether the lines between the fences are not read, and by which rule.
    var skips: SkippedWords.Rule?
    /// Whether the lines between the fences are code.
    var isCode = false
    var isFormula = false
    /// The tag that closes a block of a template.
    var tag: String?
  }

  let source: Bytes
  private(set) var lines: TableLines
  private var number: Int
  private var fences: [Fence] = []
  /// The indents of open blocks of MkDocs, innermost last.
  private var indents: [Int] = []
  /// Whether the next line can be an option of the directive above.
  private var takesOptions = false
  /// The number of the line that can begin a block of options, `---`, and whether it has begun.
  private var options = (line: 0, isBlock: false)
  /// The picture that the directive above shows.
  private var picture: String?
  /// The closings that do not come again.
  var missing: Set<String> = []
  private var result: [UInt8] = []
  private(set) var isBlankAbove = true
  /// Whether the document has marks of MyST: `{role}`, "```{directive}" or the label `(name)=`. Elsewhere, a line that
  /// begins with a percent sign is text.
  private let isMyST: Bool
  /// Whether the document is surely one of MyST, and whether a line behind a percent sign is a comment anywhere.
  private let isSurelyMyST: Bool
  private let hasCommentLines: Bool
  private let isMDX: Bool
  /// The numbers of pandoc's examples `(@label)`.
  private var examples: [String: Int] = [:]
  private var exampleCount = 0
  /// The offset of the signs that close the displayed formula.
  var formulaEnd = 0
  /// The end of an import or an export of MDX over several lines.
  var programEnd = 0
  /// The number of open blocks of DocC.
  var openBlocks = 0
  /// The number of open blocks between `/// name` and `///`.
  var slashBlocks = 0
  /// Where the next line of these slashes begins; the end of the text if there is none.
  var slashEnds: [String: Int] = [:]
  /// The offset of the line that closes a bare environment of TeX.
  var environmentEnd: Int?
  /// The offset of the first `{% comment %}` that is never closed.
  var openComment: Int?
  /// The end of a comment, what is written instead of each of its lines, and the end of TeX's environment of text.
  var aside = (end: 0, filler: "", textEnd: 0)

  /// Reads the text below the front matter, which has `lineCount` lines.
  init(in source: Bytes, from start: Int, lineCount: Int, isMDX: Bool) {
    (self.source, number, self.isMDX) = (source, lineCount, isMDX)
    lines = TableLines(source, from: start)
    isMyST = Self.isMyST(source, from: start)
    isSurelyMyST = isMyST && Self.isSurelyMyST(source, from: start)
    hasCommentLines = isSurelyMyST || Self.isTeX(source, from: start)
    let pairs = [
      "!!", "??", "==", "`{", "~{", ":{", "{%", "{<", "$$", "\n%", "\ni", "\ne", "\\b", "(@", "#.",
      "\n@", "\\(", "\\[", "</", "<d", "<!", "\\i", "::", "8<", "[!", "<x", "(#", "#+", "{/", "(P",
      "@[", "(A", "←", "-\n", "\n/", "}{",
    ]
    .map { Array($0.utf8) }
    let isDefining = source.first((UInt8(ascii: "\n"), UInt8(ascii: ":")), in: start..<source.count)
    let isNeeded =
      isDefining != nil || isMDX || isMyST || Notice.hasBare(source, from: start)
      || source[start...].starts(with: "import".utf8)
      || pairs.contains { source.first(($0[0], $0[1]), in: start..<source.count) != nil }
    guard isNeeded else { return }
    result = Array(source[..<start])
    result.reserveCapacity(source.count)
    while !lines.isAtEnd {
      let line = lines.next()
      number += 1
      let words = dedented(line)
      result += rewritten(words) ?? Array(source[words])
      isBlankAbove =
        words.allSatisfy { source[$0] == 0x20 || source[$0] == 0x09 }
        || isBlankAbove && isAside(words) || words.lowerBound < programEnd
      result += source[line.upperBound..<min(lines.offset, source.count)]
    }
    text = result
    result = []
  }

  /// Returns a line without the indent of the blocks around it.
  private mutating func dedented(_ line: Range<Int>) -> Range<Int> {
    guard !indents.isEmpty else { return line }
    let margin = source[line].prefix { $0 == 0x20 || $0 == 0x09 }
    guard margin.endIndex < line.upperBound else { return line }
    let width = margin.reduce(0) { $1 == 0x09 ? ($0 / 4 + 1) * 4 : $0 + 1 }
    while let last = indents.last, width < last + 4 * indents.count, fences.last?.isCode != true {
      indents.removeLast()
    }
    let removed = min(4 * indents.count, width)
    var (start, column) = (line.lowerBound, 0)
    while column < removed {
      column = source[start] == 0x09 ? (column / 4 + 1) * 4 : column + 1
      start += 1
    }
    if start > line.lowerBound { removedColumns[number] = start - line.lowerBound }
    return start..<line.upperBound
  }

  /// Returns the new text of a line; nil if the line stays.
  private mutating func rewritten(_ line: Range<Int>) -> [UInt8]? {
    let start = line.first { source[$0] != 0x20 && source[$0] != 0x09 } ?? line.upperBound
    let words = start..<line.upperBound
    if line.lowerBound < aside.end { return withoutComments(line) }
    // A line stays in its item.
    let margin = source[line.lowerBound..<start]
    if let open = fences.last, closes(open, words) {
      fences.removeLast()
      (takesOptions, options) = (false, (0, false))
      guard let closing = open.closing else { return nil }
      skipped.add(Bytes(rebasing: source[line]), .markup)
      return margin + closing
    }
    if let rule = fences.last?.skips { return skip(line, rule) }
    let isFormula = fences.last?.isFormula == true
    if takesOptions, let option = readOption(words) {
      return margin + (isFormula ? [UInt8(ascii: "&")] : option)
    }
    takesOptions = false
    if isFormula { return joined(words).map { margin + $0 } }
    guard fences.last?.isCode != true else { return nil }
    if line.lowerBound >= formulaEnd, let new = withoutComments(line) { return new }
    if line.lowerBound < formulaEnd {
      if isLabel(words) { return margin + [UInt8(ascii: "&")] }
      guard line.lowerBound == environmentEnd else { return joined(words).map { margin + $0 } }
      return margin + (joined(words) ?? Array(withoutBrackets(words))) + "$$".utf8
    }
    if line.lowerBound < programEnd { return skip(line, .markup) }
    guard !words.isEmpty else { return nil }
    if isBlankAbove, start == line.lowerBound, openProgram(words) { return skip(line, .markup) }
    if hasCommentLines, let end = comment(on: line) {
      // A row without words keeps the rows of a table together.
      let row = isBetweenRows(line) ? Array("| |".utf8) : []
      return source[line.lowerBound..<end] + skip(end..<line.upperBound, .privateComment) + row
    }
    if isSurelyMyST, ["+++", "^^^"].contains(where: { source[words].starts(with: $0.utf8) }) {
      return skip(line, .markup)
    }
    if start == line.lowerBound, isBlankAbove, isAside(words) {
      return skip(line, source[start] == UInt8(ascii: "%") ? .privateComment : .markup)
    }
    if isMDX, source[start] == UInt8(ascii: "<"), let new = openComponent(words) {
      return margin + new
    }
    if source[start].isOne(of: "@}"), let new = readDocC(words) { return new }
    if let new = readSiteMarks(words) { return margin + new }
    if let new = example(words) ?? heading(words) { return margin + new }
    if isBlankAbove || source[start] == UInt8(ascii: "\\"), openEnvironment(words) {
      let isClosed = environmentEnd == nil
      return margin + Array("$$".utf8) + withoutBrackets(words) + Array((isClosed ? "$$" : "").utf8)
    }
    if source[words].starts(with: "$$".utf8) { openFormula(words) }
    if let fence = openedFence(words) { return open(fence, words).map { margin + $0 } }
    if isBlock(words) {
      indents.append(start - line.lowerBound)
      // `:   !!! note` opens two blocks.
      let inner = words.dropFirst().drop { source[$0] == 0x20 || source[$0] == 0x09 }
      if source[start] == UInt8(ascii: ":"), !inner.isEmpty, isBlock(inner) {
        indents.append(start - line.lowerBound)
        // Without a term, the notice is all there is.
        if isBlankAbove, !source[inner].starts(with: [UInt8(ascii: ":")]) {
          removedColumns[number, default: 0] += inner.lowerBound - start
          return Array(margin) + Array(source[inner])
        }
      }
    }
    if !examples.isEmpty, source.first((UInt8(ascii: "("), UInt8(ascii: "@")), in: words) != nil {
      return margin + numbered(source.string(words))
    }
    if let new = page(words) ?? withDollars(words) { return margin + new }
    return openTag(words).map { margin + $0 }
  }

  mutating func skip(_ line: Range<Int>, _ rule: SkippedWords.Rule) -> [UInt8] {
    skipped.add(Bytes(rebasing: source[line]), rule)
    skipped.endWord()
    return []
  }

  /// Whether a line begins a block of MkDocs or a definition, of which the text below is indented.
  private func isBlock(_ line: Range<Int>) -> Bool {
    if source[line.lowerBound] == UInt8(ascii: ":"), line.count > 3 {
      return source[line.lowerBound + 1].isOne(of: "\t ")
    }
    return source[line.lowerBound].isOne(of: "!?=") && Notice.isIndented(source.string(line))
  }
}

// MARK: - Lines

extension Directives {
  /// Whether a line is a comment of MyST, or loads a part of a program into MDX.
  private func isAside(_ line: Range<Int>) -> Bool {
    if source[line].starts(with: "% ".utf8) { return isMyST }
    if source[line].starts(with: "import ".utf8) {
      return source.string(line).wholeMatch(
        of: #/(?:import (?:[\w*{][^'"]* from )?(?:'[^']+'|"[^"]+");?\s*)+(?://.*)?/#) != nil
    }
    return source[line].starts(with: "export ".utf8)
      && source.string(line).wholeMatch(
        of: #/export (?:default \w+;|(?:const|let|var) \w+ = .*)\s*/#) != nil
  }

  /// Returns the line that `EditorMarks` reads as the title of a block.
  mutating func titled(_ words: String) -> [UInt8] {
    guard !words.isEmpty else { return [] }
    skipped.remove("details " + words, .markup)
    return Array(":::details \(words)".utf8)
  }

  /// Returns the title of a component and the sentences of its other attributes: `sub="All of it"`, but not `text="Go"`.
  static func words(ofTag tag: String, _ title: Substring?) -> String {
    let name = tag.dropFirst().prefix(while: \.isLetter)
    // Readers do not see the descriptions for search engines.
    let isHidden = ["Head", "Helmet", "Meta", "SEO", "Seo"].contains(name) || name.contains("Code")
    let others = tag.matches(of: #/\s(?:sub|subtitle|description|desc|text|label)="([^"]+)"/#)
      .map(\.1).filter { $0 != title && !isHidden && $0.contains(#/^[^\s\/{<]*[^\s:]\s+\S/#) }
    let words = ((title.map { [$0] } ?? []) + others).reduce("") { words, next in
      let mark = words.isEmpty ? "" : words.last.map { ".!?:…".contains($0) } == true ? " " : ". "
      return words + mark + next
    }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns a line with the numbers of the examples that it names: `(@label)`.
  private func numbered(_ line: String) -> [UInt8] {
    let words = line.replacing(/\(@([\w-]+)\)/) { mark -> String in
      guard let number = examples[String(mark.output.1)] else { return String(mark.output.0) }
      return "(\(number))"
    }
    return Array(words.utf8)
  }

  /// Reads pandoc's example `(@label) words`, and `#. words`, as items with numbers.
  private mutating func example(_ line: Range<Int>) -> [UInt8]? {
    if source[line].starts(with: "#. ".utf8) { return Array("1.".utf8) + source[line].dropFirst(2) }
    guard isBlankAbove || exampleCount > 0, source[line].starts(with: "(@".utf8),
      let close = source.first(UInt8(ascii: ")"), in: line), close + 1 < line.upperBound,
      source[close + 1] == 0x20, close - line.lowerBound < 40,
      examples[source.string(line.lowerBound + 2..<close)] == nil
    else { return nil }
    exampleCount += 1
    let label = source.string(line.lowerBound + 2..<close)
    skipped.add(label, .markup)
    skipped.endWord()
    if !label.isEmpty { examples[label] = exampleCount }
    return Array("\(exampleCount).".utf8) + source[(close + 1)..<line.upperBound]
  }
}

// MARK: - Fences

extension Directives {
  /// Returns the fence at the start of a line, if any.
  private mutating func openedFence(_ line: Range<Int>) -> Fence? {
    let byte = source[line.lowerBound]
    guard byte.isOne(of: "`~:") else { return nil }
    let count = source[line].prefix { $0 == byte }.count
    let rest = source[line.lowerBound + count..<line.upperBound]
    guard count > 2 else { return nil }
    if byte == UInt8(ascii: ":"), rest.first != UInt8(ascii: "{") { return nil }
    let fence = Fence(byte: byte, count: count)
    // The info string after backquotes has a backquote only in the options of a chunk.
    if byte == UInt8(ascii: "`"), rest.contains(byte) {
      let isChunk = MarkdownReader.Chunk(Bytes(rebasing: rest), "", hidesCode: false) != nil
      return isChunk && isClosed(fence) ? fence : nil
    }
    return fence
  }

  private func closes(_ fence: Fence, _ line: Range<Int>) -> Bool {
    if let tag = fence.tag {
      return TemplateTag(source.string(source.trimmed(line)))?.name == tag
    }
    let end = source.trimmed(line).upperBound
    return end - line.lowerBound >= fence.count
      && source[line.lowerBound..<end].allSatisfy { $0 == fence.byte }
  }

  /// Opens a fence and returns the new text of its line; nil if the line stays.
  private mutating func open(_ fence: Fence, _ line: Range<Int>) -> [UInt8]? {
    var fence = fence
    let typed = source.string(line.lowerBound + fence.count..<line.upperBound)
    let isBare = fence.byte == UInt8(ascii: "`") && Notice.bare.contains(typed.trimmed)
    let info = isBare && isClosed(fence) ? "{\(typed.trimmed)}" : typed
    let name = info.prefix { $0 != "}" }.dropFirst().lowercased()
    let engine = String(name.prefix { $0 != "," && $0 != " " })
    let title = info.drop { $0 != "}" }.dropFirst().drop { $0 == " " }
    let isDirective = info.hasPrefix("{") && info.contains("}")
    let isUnknown = fence.byte == 0x3A && name.first?.isLetter == true && !name.contains("=")
    var new: [UInt8]?
    picture = nil
    if isDirective, Notice(directive: info) != nil {
      (new, fence.closing, takesOptions) = (Array(":::\(name) \(title)".utf8), [], true)
    } else if isDirective, Self.code.contains(name) {
      let byte = fence.byte == UInt8(ascii: ":") ? UInt8(ascii: "`") : fence.byte
      let mark = [UInt8](repeating: byte, count: fence.count)
      skipped.add(name, .markup)
      (new, fence.closing, takesOptions) = (mark + title.utf8, mark, true)
      fence.isCode = true
    } else if isDirective, name == "figure" || name == "image" {
      new = skip(line, .markup)
      (fence.closing, takesOptions, picture) = ([], true, String(title))
    } else if isDirective, name == "math" {
      skipped.add(name, .markup)
      (new, fence.closing, takesOptions) = (Array("$$".utf8), Array("$$".utf8), true)
      fence.isFormula = true
    } else if isDirective, Self.unread.contains(name) || Self.isHidden(name), isClosed(fence) {
      new = skip(line, .markup)
      (fence.closing, fence.skips) = ([], .markup)
    } else if isDirective, name.hasPrefix("="), isClosed(fence) {
      // A raw block of pandoc: only HTML and Markdown have words.
      new = skip(line, .markup)
      fence.closing = []
      if !name.hasPrefix("=html"), name != "=markdown" { fence.skips = .markup }
    } else if isDirective, Self.texts[engine] != nil || isUnknown {
      skipped.add(Bytes(rebasing: source[line]), .markup)
      // The argument of a grid is a number, and that of an unknown directive can be a file.
      let word = Self.texts[engine] ?? ""
      let isTitle = Self.texts[engine] != nil && engine == name && !Self.named.contains(engine)
      let own = isTitle && (!word.isEmpty || title.contains(where: \.isLetter)) ? title : ""
      let words = word.isEmpty || own.isEmpty ? word + own : "\(word) \(own)"
      new = titled(words)
      (fence.closing, takesOptions) = ([], true)
    } else if fence.byte == UInt8(ascii: ":") {
      return nil
    } else {
      fence.isCode = true
      if fence.byte == UInt8(ascii: "`"), info.contains("`") {
        let mark = [UInt8](repeating: UInt8(ascii: "~"), count: fence.count)
        (new, fence.closing) = (mark + info.utf8, mark)
      }
    }
    fences.append(fence)
    options = (number + 1, false)
    return new
  }

  /// Directives whose argument is a name, a class or a file.
  private static let named: Set<String> = [
    "solution", "figure-md", "div", "container", "button-ref", "button-link",
  ]
  private static let code: Set<String> = ["code", "code-block", "sourcecode", "code-cell"]
  /// Directives that a reader does not see, or that show other files.
  private static let unread: Set<String> = [
    "toctree", "contents", "include", "literalinclude", "bibliography", "index", "tableofcontents",
    "listoftables", "raw", "only", "meta", "eval-rst", "automodule", "autoclass", "autofunction",
    "autosummary",
  ]

  /// Reads a line such as `:class: wide` below a directive. The words of a picture become its alternative text.
  private mutating func readOption(_ line: Range<Int>) -> [UInt8]? {
    if options.isBlock || options.line == number,
      source[source.trimmed(line)].elementsEqual("---".utf8)
    {
      (takesOptions, options) = (!options.isBlock, (0, !options.isBlock))
      return skip(line, .markup)
    }
    let isMarked = source[line].first == UInt8(ascii: ":")
    let start = line.lowerBound + (isMarked ? 1 : 0)
    guard isMarked || options.isBlock, start < line.upperBound,
      let end = source.first(UInt8(ascii: ":"), in: start..<line.upperBound),
      end > start, source[start..<end].allSatisfy({ $0 > 0x20 })
    else { return options.isBlock ? skip(line, .markup) : nil }
    if let picture, source.string(start..<end) == "alt" {
      skipped.add("alt", .markup)
      let words = source.string(source.trimmed(end + 1..<line.upperBound))
      return Array("![\(words)](<\(picture)>)".utf8)
    }
    return skip(line, .markup)
  }

  /// Whether a fence is closed below.
  private mutating func isClosed(_ fence: Fence) -> Bool {
    let key = fence.tag ?? "\(fence.byte) \(fence.count)"
    guard !missing.contains(key) else { return false }
    var lines = lines
    while !lines.isAtEnd {
      let line = lines.next()
      let start = line.first { source[$0] != 0x20 && source[$0] != 0x09 } ?? line.upperBound
      if closes(fence, start..<line.upperBound) { return true }
    }
    missing.insert(key)
    return false
  }
}

// MARK: - Tags

extension Directives {
  /// Opens a block between tags of a template, such as `{% highlight swift %}`; returns nil if the line stays.
  private mutating func openTag(_ line: Range<Int>) -> [UInt8]? {
    guard source[line.lowerBound] == UInt8(ascii: "{"),
      let tag = TemplateTag(source.string(source.trimmed(line)))
    else { return nil }
    var fence = Fence(byte: 0, count: 0)
    if tag.isBare {
      fence.tag = "/" + tag.name
      guard fences.count < 8, !fences.contains(where: { $0.tag == fence.tag }), isClosed(fence)
      else { return nil }
      let mark = ":::" + tag.name
      let isNotice = Notice(fence: mark, "en") != nil
      fence.closing = isNotice ? Array(":::".utf8) : []
      fences.append(fence)
      return isNotice ? Array(mark.utf8) : skip(line, .markup)
    }
    switch tag.name {
    case "highlight", "code-toggle", "code":
      fence.tag = (tag.isShortcode ? "/" : "end") + tag.name
      guard isClosed(fence) else { return nil }
      (fence.closing, fence.isCode) = (Array("````".utf8), true)
      fences.append(fence)
      skipped.add(tag.name, .markup)
      return Array("````\(tag.rest.contains("=") ? "" : tag.rest)".utf8)
    case "figure" where tag.isShortcode: return figure(line)
    case "comment":
      fence.tag = tag.isShortcode ? "/comment" : "endcomment"
      guard isClosed(fence) else { return nil }
      (fence.closing, fence.skips) = ([], .privateComment)
      fences.append(fence)
      return skip(line, .markup)
    default: return title(of: tag, line)
    }
  }
}

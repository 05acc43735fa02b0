import Basics

// MARK: - Kinds of documents

extension MarkdownTraits {
  /// Finds out which programs the text below the front matter is for.
  mutating func readKinds(of text: Bytes, from start: Int) {
    guard edition == .second else { return }
    hidesChunks =
      text.first(of: "echo:", in: 0..<start) != nil
      && text.string(0..<start).contains(/\n *echo: *false/)
    labels = Self.labels(in: text)
    let hasReferences = Self.mayNameTitles(text, from: start)
    var lines = TableLines(text, from: start)
    var (long, wrapped, isPlain, length) = (0, 0, false, 0)
    var label: String?
    var fence: BlockComments.Fence?
    while !lines.isAtEnd {
      let line = lines.next()
      let words = text.trimmed(line)
      if let found = BlockComments.fence(text, line) {
        if fence == nil {
          hasChunks = hasChunks || text[words].starts(with: "```{r".utf8)
          fence = found
        } else if BlockComments.ends(fence, found) {
          fence = nil
        }
        continue
      }
      guard fence == nil else { continue }
      guard let first = text[words].first else {
        (isPlain, length) = (false, 0)
        continue
      }
      if hasReferences, first == UInt8(ascii: "#") { readTitle(text.string(words), below: label) }
      if first == UInt8(ascii: "["), text[words].starts(with: "[1] ".utf8), words.count > 4 {
        let letter = text[words.lowerBound + 4]
        hasNumberedSources = hasNumberedSources || (65...122).contains(letter) || letter > 127
      }
      label = first == UInt8(ascii: "(") ? Self.label(text.string(words)) : nil
      if first.isOne(of: "<ie"), words.lowerBound - line.lowerBound < 4 {
        isMDX = isMDX || Self.isOfMDX(text, line, words)
      }
      let isText = (first | 0x20) &- 0x61 < 26 || first >= 0x80
      if isText, words.count > 240 { long += 1 }
      if isText, isPlain, 50...110 ~= length, (first & 0x20) != 0 { wrapped += 1 }
      (isPlain, length) = (isText, words.count)
    }
    isUnwrapped = long > 2 && long > 2 * wrapped
  }

  /// Whether a text has a mark that can name a title: `@sec-a`, `@ref(a)`, "{ref}`a`". Addresses of mail have none.
  private static func mayNameTitles(_ text: Bytes, from start: Int) -> Bool {
    var offset = start
    while let sign = text.first(UInt8(ascii: "@"), in: offset..<text.count) {
      offset = sign + 1
      if sign == start || (text[sign - 1] | 0x20) &- 0x61 > 25 { return true }
    }
    return text.first(of: "}`", in: start..<text.count) != nil
  }

  /// Returns the labels of the figures and tables of a text that refers to some: `{#fig-a}`, `#| label: fig-a`.
  private static func labels(in text: Bytes) -> Set<String> {
    var offset = 0
    while let sign = text.first(UInt8(ascii: "@"), in: offset..<text.count) {
      offset = sign + 1
      guard ["fig-", "tbl-"].contains(where: { text[offset...].starts(with: $0.utf8) }) else {
        continue
      }
      let labels = text.string(0..<text.count)
        .matches(of: #/(?:\{#|label: *["']?|```\{\w+ +)((?:fig|tbl)-[\p{L}\d_-]+)/#)
      return Set(labels.map { String($0.1) })
    }
    return []
  }

  /// Whether a line is a component, an import or an export of MDX.
  private static func isOfMDX(_ text: Bytes, _ line: Range<Int>, _ words: Range<Int>) -> Bool {
    guard text[words.lowerBound] == UInt8(ascii: "<") else {
      guard words.lowerBound == line.lowerBound else { return false }
      let isProgram =
        text[words].starts(with: "import ".utf8) || text[words].starts(with: "export ".utf8)
      return isProgram
        && text.string(words).contains(
          #/^import [\w*{][^'"]* from ['"]|^export (?:default |const |function )[\w{(]/#)
    }
    let isEnd = text[words].starts(with: "</".utf8)
    let name = text[words].dropFirst(isEnd ? 2 : 1).prefix { ($0 | 0x20) &- 0x61 < 26 }
    guard name.count > 1, let one = name.first, one < 0x60,
      name.dropFirst().contains(where: { $0 > 0x60 })
    else { return false }
    return isEnd || text[words].suffix(2).elementsEqual("/>".utf8)
      || text[words].last == UInt8(ascii: ">") && text[words].contains(UInt8(ascii: "="))
      || name.count == words.count - 1 && text[words].last != UInt8(ascii: ">")
  }
}

/// Properties of a text that are known before it is parsed.
struct MarkdownTraits {
  /// Whether the whole text is valid UTF-8.
  var isValid = true
  /// Whether tables are parsed as tables.
  var hasTables = true
  /// Whether the text may define footnotes.
  /// If not, cmark does not look for references: it drops the words of `[^two` and `lines]`, which it takes
  /// for a reference.
  var hasFootnotes = true
  var edition = ReadingEdition.second
  /// The cast's own words for sounds.
  var soundWords: SoundCue.Words = [:]
  /// The primary language of the text: `fr`.
  var language = "en"
  /// Whether the front matter hides the code of chunks.
  var hidesChunks = false
  /// Whether the text is a document of R Markdown or Quarto, in which `r x` is a value.
  var hasChunks = false
  /// The titles of headings, by the names that references use.
  var titles: [String: String] = [:]
  /// The labels of figures and tables to which the text may refer.
  var labels: Set<String> = []
  /// Whether braces hold expressions of a program.
  var isMDX = false
  /// Whether the lines of paragraphs are as long as their sentences, so that each line break is the author's.
  var isUnwrapped = false
  /// Whether a list of sources has numbers in brackets: `[1] Ann Lee: …`.
  var hasNumberedSources = false
}

extension Directives {
  /// Whether a document has directives of MyST, or roles such as `{ref}` before code.
  static func isMyST(_ source: Bytes, from start: Int) -> Bool {
    ["`{", "}`", ")=", ":::{"].contains { source.first(of: $0, in: start..<source.count) != nil }
  }

  /// Whether a line behind a percent sign is a comment anywhere in a document: of MyST, or of TeX.
  static func hasCommentLines(_ source: Bytes, from start: Int) -> Bool {
    isMyST(source, from: start) && isSurelyMyST(source, from: start) || isTeX(source, from: start)
  }

  /// Whether a document has the headings or the frame of a document of TeX.
  static func isTeX(_ source: Bytes, from start: Int) -> Bool {
    let marks = [
      "documentclass", "begin{document}", "section{", "section*{", "subsection{", "chapter{",
      "usepackage",
    ].map { Array("\\\($0)".utf8) }
    var offset = start
    while let place = source.first(UInt8(ascii: "\\"), in: offset..<source.count) {
      let isFirst = place == start || source[place - 1] == 0x0A
      if isFirst, marks.contains(where: { source[place...].starts(with: $0) }) { return true }
      offset = place + 1
    }
    return false
  }

  /// Whether a document is surely one of MyST.
  static func isSurelyMyST(_ source: Bytes, from start: Int) -> Bool {
    let signs: [UInt8] = [UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "^")]
    let isMarked = signs.contains { sign in
      var offset = start
      while let place = source.first(sign, in: offset..<source.count) {
        let isMargin: (UInt8) -> Bool = {
          sign == signs[0] ? $0.isOne(of: " \t>-*+.)0123456789") : $0.isOne(of: " \t>")
        }
        let last = source[start..<place].last { !isMargin($0) }
        if last == nil || last == 0x0A { return true }
        offset = place + 1
      }
      return false
    }
    guard isMarked else { return false }
    let marks =
      #/:::\{[a-z][\w:.-]*\}|``` ?\{(?:[a-z]+-[a-z-]+|note|tip|warning|admonition|figure|image|toctree|grid|card|dropdown|important|caution|danger|hint|seealso|attention|math|sidebar|margin)\}|^\([\w:\/.-]+\)=\n/#
    let roles =
      #/\{(?:ref|doc|numref|term|eq|math|cite(?::\w+)?|py:\w+|external:\w+)\}`|\n\([\w:\/.-]+\)=\n/#
    // Only lines with these signs can match, and a search for them is many times faster.
    return [":::{", "```{", "``` {", "}`", ")=\n"].contains { sign in
      var offset = 0
      while let place = source.first(of: sign, in: offset..<source.count) {
        let top = source[..<place].lastIndex(of: 0x0A) ?? 0
        offset = source.first(0x0A, in: place..<source.count).map { $0 + 1 } ?? source.count
        let line = source.string(top..<offset)
        if line.contains(marks) || line.contains(roles) { return true }
      }
      return false
    }
  }
}

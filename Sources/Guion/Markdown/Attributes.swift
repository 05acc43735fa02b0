import Basics

/// The attributes and commands that printers of documents know.
enum Attributes {
  /// Whether the attributes of a span say that its words are not shown.
  static func hide(_ attributes: String) -> Bool {
    attributes.split(separator: " ").contains {
      [".comment-start", ".comment", ".deletion", ".hidden", ".notes"].contains($0)
    }
  }

  static let commands: Set<String> = [
    "ref", "eqref", "pageref", "autoref", "cref", "label", "cite", "citep", "citet", "index",
    "vspace", "hspace", "includegraphics", "addcontentsline", "setcounter", "setlength",
    "usepackage", "input", "include", "bibliography", "bibliographystyle", "pagestyle",
    "thispagestyle", "footnote", "renewcommand", "newcommand", "todo", "marginpar",
    "comment",
  ]

  /// The commands that have no group.
  static let pages: Set<String> = [
    "newpage", "pagebreak", "clearpage", "cleardoublepage", "noindent", "tableofcontents",
    "listoffigures", "listoftables", "maketitle", "frontmatter", "mainmatter", "backmatter",
    "appendix", "hfill", "vfill", "bigskip", "medskip", "smallskip", "centering", "raggedright",
    "par", "newline", "linebreak", "hline", "item", "tiny", "scriptsize", "footnotesize", "small",
    "normalsize", "large", "Large", "LARGE", "huge", "Huge", "bfseries", "itshape", "ttfamily",
    "singlespacing", "doublespacing", "onehalfspacing", "printindex", "pause",
    "columnbreak", "titlepage",
  ]
  /// The commands whose second group is words.
  static let secondGroups: Set<String> = [
    "href", "hyperref", "hyperlink", "textcolor", "colorbox", "parbox", "raisebox", "multicolumn",
  ]
  /// The commands that are words.
  static let words: Set<String> = [
    "LaTeX", "TeX", "BibTeX", "XeTeX", "XeLaTeX", "LuaTeX", "LuaLaTeX",
  ]
  /// The commands for the rest of a group.
  static let styles: Set<String> = [
    "bf", "it", "em", "tt", "sc", "rm", "sl", "sf", "tiny", "scriptsize", "footnotesize", "small",
    "large", "Large", "LARGE", "huge", "Huge", "bfseries", "itshape", "ttfamily", "scshape",
  ]
  /// The environments that are no text.
  static let drawings: Set<String> = ["tikzpicture", "verbatim", "lstlisting", "minted", "comment"]
  /// The beginnings of words before a reference: "Figure", "Tabelle".
  static let names = [
    "fig", "tab", "sec", "chap", "eq", "lis", "abb", "kap", "gle", "cuad", "cap", "apé", "app",
    "abs", "teil", "ecua", "éq", "theorem", "definition", "exam", "exerc", "ejem", "lemma", "algor",
  ]

  /// The keys of attributes that need no name and no class beside them.
  private static let keys: Set<String> = [
    "lang", "dir", "width", "height", "style", "target", "rel", "align", "title", "id", "class",
    "caption", "role", "numbered", "attribution", "alt", "lineno-start",
    "emphasize-lines",
  ]

  /// The roles of MyST of which the text is words, perhaps with a target: `{ref}`the guide <guide>``.
  static let references: Set<String> = [
    "ref", "doc", "term", "numref", "any", "abbr", "download", "external", "sub", "sup", "dfn",
  ]
  /// The roles of MyST that have no words.
  static let citations: Set<String> = [
    "cite", "footcite", "index", "cite:p", "cite:t", "cite:ps", "cite:ts", "fa", "fas", "fab",
    "far",
    "octicon", "material-regular", "material-outlined", "iconify", "icon", "target", "eval",
  ]

  /// The words before a citation without which they say nothing.
  static let beforeSource: Set<String> = [
    "see", "in", "by", "from", "of", "with", "cf", "per", "to", "siehe", "vgl", "bei", "von",
    "nach",
    "voir", "dans", "chez", "selon", "par", "véase", "ver", "en", "según", "por",
  ]

  /// What is said instead of a name and a number that is not known: "Section 4.2" is "another section".
  static let numbered: [String: String] = [
    "section": "another section", "chapter": "another chapter", "appendix": "an appendix",
    "figure": "the figure", "table": "the table", "equation": "the equation",
    "sections": "other sections", "chapters": "other chapters", "appendices": "the appendices",
    "figures": "the figures", "tables": "the tables", "equations": "the equations",
  ]

  /// Returns what is said instead of a reference such as `@fig:a`, of which only a printer knows the number.
  static func thing(_ kind: some StringProtocol, _ language: String) -> String? {
    guard let index = kinds[String(kind)] else { return nil }
    return (things[language] ?? english)[index]
  }

  /// Returns the words for a link without words, of which a printer writes the title: `[](page.md)`, `[](#fig-a)`.
  static func words(ofLink target: String, _ language: String) -> String {
    guard !target.contains("://") else { return "" }
    let parts = target.split(separator: "#", omittingEmptySubsequences: false)
    let label = parts.count > 1 ? parts[1] : parts.first ?? ""
    let kind = label.prefix(while: \.isLetter)
    if kind.count < label.count, let word = thing(kind, language) { return word }
    let file = (parts.first ?? "").split(separator: "/").last?.prefix { $0 != "." } ?? ""
    return (parts.count > 1 ? label : file).map { $0.isLetter || $0.isNumber ? String($0) : " " }
      .joined()
  }

  private static let kinds = [
    "fig": 0, "tbl": 1, "tab": 1, "eq": 2, "sec": 3, "lst": 4, "thm": 5, "exm": 6, "exr": 7,
    "def": 8, "lem": 9,
  ]
  private static let english = [
    "the figure", "the table", "the equation", "another section", "the listing", "the theorem",
    "the example", "the exercise", "the definition", "the lemma",
  ]
  private static let things = [
    "fr": [
      "la figure", "le tableau", "l’équation", "une autre section", "le listing", "le théorème",
      "l’exemple", "l’exercice", "la définition", "le lemme",
    ],
    "it": [
      "la figura", "la tabella", "l’equazione", "un’altra sezione", "il listato", "il teorema",
      "l’esempio", "l’esercizio", "la definizione", "il lemma",
    ],
    "de": [
      "Abbildung", "Tabelle", "Gleichung", "Abschnitt", "Listing", "Satz", "Beispiel", "Übung",
      "Definition", "Lemma",
    ],
    "es": [
      "la figura", "la tabla", "la ecuación", "otra sección", "el listado", "el teorema",
      "el ejemplo", "el ejercicio", "la definición", "el lema",
    ],
  ]

  /// Blocks that stand for the contents of a document.
  static let contents: Set<String> = ["[toc]", "[[toc]]", "[[_toc_]]", "{{toc}}", "@[toc]"]

  /// Whether the text between braces is a list of attributes, such as `#id .class key=value` or `=html`.
  /// kramdown's begin with a colon.
  /// Keys without a name or a class count only behind words.
  static func areIn(_ text: String, isAttached: Bool) -> Bool {
    if text.hasPrefix(":") {
      let rest = text.dropFirst()
      // Logseq writes `{:height 300, :width 400}`.
      let isKnown =
        keys.contains(String(rest.prefix { $0 != "=" })) && rest.contains("=")
        || rest.contains(/^(?:height|width) \d/)
      return
        (isKnown
        || [" ", ".", "#", "toc", ":options", ":nomarkdown"].contains(where: rest.hasPrefix))
        && !text.contains("=>")
    }
    let words = text.split(separator: " ")
    let first = words.first ?? ""
    let isNamed = words.contains { "#.=-".contains($0.prefix(1)) }
    guard isAttached || isNamed || keys.contains(String(first.prefix { $0 != "=" })) else {
      return false
    }
    if text.contains("<=") || text.contains(">=") { return false }
    guard !words.isEmpty else { return false }
    if text.contains("\"") || text.contains("'") {
      return "#.".contains(first.prefix(1)) || first.contains("=\"") || first.contains("='")
        || first.contains("=") && keys.contains(String(first.prefix { $0 != "=" }))
    }
    return words.allSatisfy { word in
      if word == "-" { return words.count == 1 || word != first }
      let isNamed = word.hasPrefix("#") || word.hasPrefix(".") || word.hasPrefix("=")
      return isNamed ? word.count > 1 && !word.dropFirst().contains("#") : word.contains("=")
    }
  }
}

// MARK: - Citations

extension EditorMarks {
  /// Returns the names in the keys of a citation that the sentence needs: "see [@smith2010]". Nil for any other citation.
  func namesOfCitation(to close: Int) -> String? {
    let before = text.string(max(edits.last?.range.upperBound ?? 0, next - 16)..<next)
    guard before.last == " ", let word = before.split(separator: " ").last,
      Attributes.beforeSource.contains(word.lowercased().filter(\.isLetter))
    else { return nil }
    let names = text.string(next + 1..<close).split(separator: "@").filter { $0 != "-" }.map {
      $0.prefix(while: \.isLetter)
    }
    guard !names.isEmpty, names.allSatisfy({ $0.count > 2 }) else { return nil }
    return names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: ", ")
  }

  /// Reads `[@fig-a; @fig-b]`.
  mutating func readThings(to close: Int) -> Bool {
    let keys = text.string(next + 1..<close).split(separator: ";").map { key in
      key.drop { " -@".contains($0) }
    }
    let words = keys.compactMap { thing(in: $0) }
    guard words.count == keys.count, let first = words.first else { return false }
    if keys.count == 1, readTitle(keys[0], to: close + 1) || readLabel(keys[0], to: close + 1) {
      return true
    }
    say(first, to: close + 1)
    return true
  }

  /// Drops the brackets of `[Section @sec-a]`, and removes `[see @smith2010, p. 4]`.
  mutating func readReferences(to close: Int) -> Bool {
    let inner = next + 1..<close
    guard let sign = text.first(UInt8(ascii: "@"), in: inner), sign > next + 1,
      isBlank(text[sign - 1]), isOneLine(to: close),
      text.first(UInt8(ascii: "["), in: inner) == nil,
      close + 1 == text.count || !text[close + 1].isOne(of: "({[:")
    else { return false }
    let key = text.string(sign + 1..<close).prefix {
      $0.isLetter || $0.isNumber || ":_-".contains($0)
    }
    if thing(in: key) != nil {
      keep(from: next + 1, to: close, 1)
      return true
    }
    let first = text.string(next + 1..<sign).prefix(while: \.isLetter).lowercased()
    guard Attributes.beforeSource.contains(first), key.contains(/[0-9]{4}/) else { return false }
    remove(next..<close + 1, .markup)
    return true
  }
}

extension EditorMarks {
  /// Removes the number of a source: "a method [1], and others [2, 3]".
  mutating func readNumber(to close: Int) -> Bool {
    guard traits.hasNumberedSources, next > 1, isBlank(text[next - 1]), close - next < 12,
      text[next + 1..<close].contains(where: isDigit),
      text[next + 1..<close].allSatisfy({ isDigit($0) || $0.isOne(of: ", -") }),
      close + 1 == text.count
        || !text[close + 1].isOne(of: "({[:") && !isLetter(text[close + 1])
    else { return false }
    let word = text.string(max(0, next - 12)..<next - 1).split(separator: " ").last ?? ""
    guard word.last?.isLetter == true || word.last.map({ ",.)\"’”".contains($0) }) == true,
      !Attributes.beforeSource.contains(word.lowercased())
    else { return false }
    remove(next..<close + 1, .markup)
    return true
  }
}

// MARK: - Code in a line

extension EditorMarks {
  /// Reads code. What only a printer reads is left out, and a value has the words that its expression names.
  mutating func readCode(_ code: Range<Int>) {
    if let end = rawEnd(of: code) { return remove(code.lowerBound..<end, .markup) }
    if readEnvironment(code) { return }
    guard isExpression(code) else {
      separate(code)
      if let name = nameOfBlock(in: code) { remove(name, .linkTarget) }
      if let tag = languageOfCode(code) { remove(tag, .markup) }
      return next = code.upperBound
    }
    let isAlone =
      text[..<code.lowerBound].allSatisfy(isBlank) && text[code.upperBound...].allSatisfy(isBlank)
    let words = text.string(code)
    guard let value = Self.value(of: words, isAlone: isAlone) else {
      guard !isAlone, let number = number(of: words, before: code.upperBound) else {
        return remove(code, .markup)
      }
      released.insert(code.lowerBound)
      return replace(to: code.upperBound, with: number)
    }
    if value.contains(" ") { released.insert(code.lowerBound) }
    skipped.add(Bytes(rebasing: text[code]), .markup)
    skipped.endWord()
    skipped.remove(value, .markup)
    edits.append(Edit(range: code, words: Array(value.utf8)))
    next = code.upperBound
  }

  /// Returns the range of `#^37066d` in the code `[[note#^37066d]]`; nil if the name of the block is words.
  func nameOfBlock(in code: Range<Int>) -> Range<Int>? {
    guard has("[[", at: code.lowerBound), text[code].suffix(2).elementsEqual("]]".utf8),
      let start = text.first((UInt8(ascii: "#"), UInt8(ascii: "^")), in: code)
    else { return nil }
    let name = text[start + 2..<code.upperBound - 2]
    guard name.count > 3, name.contains(where: isDigit),
      name.allSatisfy({ isDigit($0) || isLetter($0) })
    else { return nil }
    return start..<code.upperBound - 2
  }
}

// MARK: - Code

extension MarkdownReader {
  /// The language of a code block, read from the info string after its fence.
  enum CodeLanguage {
    /// Returns the name as written: "rust" for `rust,ignore`, `{.rust .numberLines}` and `language-rust`.
    static func name(in info: Bytes) -> String? {
      guard !info.isEmpty else { return nil }
      var words = info.split(omittingEmptySubsequences: true, whereSeparator: isBlank)
      if info.first == UInt8(ascii: "{") {
        let attributes = info.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        words = attributes.split(omittingEmptySubsequences: true, whereSeparator: isBlank)
        let classes = words.filter { $0.first == UInt8(ascii: ".") }
        if !classes.isEmpty { words = classes.map { $0.dropFirst() } }
      }
      guard var name = words.first, name.first != UInt8(ascii: "#") else { return nil }
      for prefix in prefixes where name.starts(with: prefix) { name = name.dropFirst(prefix.count) }
      let isTail: (UInt8) -> Bool = { tails.contains($0) }
      name = name.prefix { !isTail($0) }
      return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private static let prefixes = [Array("language-".utf8), Array("lang-".utf8)]
    /// Characters that end the name, as in `rust,ignore`, `js{1,3}`, `title="x"`.
    private static let tails = Array(",{=".utf8)

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A
    }
  }

  /// A block of code that R Markdown or Quarto runs: "```{r plot, fig.cap="A plot", echo=FALSE}".
  struct Chunk {
    /// The code without its options.
    let code: String
    /// The options, without the captions.
    let options: String
    /// Whether readers do not see the code.
    let isHidden: Bool
    /// The captions of figures and tables, which stand where the code stands.
    let captions: [String]
    /// Whether the code of the next chunks is hidden; nil if this one does not set it.
    let hidesNext: Bool?

    init?(_ bytes: Bytes, _ text: String, hidesCode: Bool) {
      let info = bytes.string(0..<bytes.count)
      let name = info.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      guard info.first == "{", let close = info.lastIndex(of: "}"),
        Self.engines.contains(name.lowercased()), "}, ".contains(info[name.endIndex])
      else { return nil }
      let header = info[name.endIndex..<close]
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      var entries: [(key: String, value: String)] = []
      var left = ""
      while let line = lines.first, let mark = Self.signs.first(where: line.hasPrefix) {
        lines.removeFirst()
        let words = line.dropFirst(mark.count)
        left += words + "\n"
        if let entry = words.wholeMatch(of: #/ ?([\w.-]+)(?:: *| *= *)(.*)/#) {
          entries.append((String(entry.1), String(entry.2)))
        } else if !entries.isEmpty {
          let more = words.drop { $0 == " " }
          if more.hasPrefix("- ") {
            entries.append((entries[entries.count - 1].key, String(more.dropFirst(2))))
          } else {
            entries[entries.count - 1].value += " " + more
          }
        }
      }
      let body = lines.joined(separator: "\n")
      code = body
      var found: [String] = []
      for key in Self.captions { found += Self.strings(behind: key, in: header) }
      for (key, value) in entries where Self.captions.contains(key) {
        let own = Self.strings(behind: key, in: "\(key)=\(value)"[...])
        found += own.isEmpty ? [String(value.trimmingPrefix(#/[>|]-?(?: +|$)/#))] : own
      }
      let bare = Self.withoutStrings(header)
      let isFalse = { (key: String) -> Bool? in
        let own = entries.last { $0.key == key }?.value ?? Self.value(of: key, in: bare)
        return own.map { ["false", "f"].contains($0.lowercased()) }
      }
      let isLeftOut = isFalse("include") ?? false
      isHidden = isLeftOut || isFalse("echo") ?? hidesCode
      if isHidden, body.contains("kable(") {
        found += Self.strings(behind: "caption", in: body[...])
      }
      // A caption that is only the name of a text, or code, is no words.
      captions =
        isLeftOut
        ? []
        : found.filter { caption in
          caption.contains(where: \.isLetter)
            && !["(ref:", "!expr"].contains(where: caption.hasPrefix)
        }
      let all = body.firstRange(of: "opts_chunk$set(").map { body[$0.upperBound...] }
      hidesNext = all.flatMap { Self.value(of: "echo", in: $0) }.map { $0.hasPrefix("F") }
      options = "\(name)\(header) \(left)"
    }

    private static let engines: Set<String> = [
      "r", "python", "julia", "bash", "sh", "sql", "ojs", "stan", "rcpp", "d3", "dot", "mermaid",
      "sas", "stata", "octave", "js", "css", "scss", "webr", "webr-r", "pyodide", "tikz", "cat",
    ]
    /// The signs before the options of Quarto, in the comments of languages.
    private static let signs = ["#|", "//|", "--|", "%%|"]
    private static let captions = [
      "fig.cap", "fig-cap", "tbl-cap", "tab.cap", "tbl.cap", "lst-cap", "fig.subcap", "fig-subcap",
    ]

    /// Returns the words of the string in quotation marks that a text begins with, and the text behind it.
    private static func string(_ text: Substring) -> (words: String, rest: Substring)? {
      guard let quote = text.first, "\"'".contains(quote) else { return nil }
      var (words, rest) = ("", text.dropFirst())
      while let sign = rest.popFirst() {
        if sign == quote { return (words, rest) }
        guard sign == "\\", let next = rest.popFirst() else {
          words.append(sign)
          continue
        }
        words.append(next == "n" ? " " : next)
      }
      return nil
    }

    private static func withoutStrings(_ text: Substring) -> Substring {
      var (bare, rest) = (""[...], text)
      while let quote = rest.firstIndex(where: { "\"'".contains($0) }) {
        bare += rest[..<quote]
        guard let string = string(rest[quote...]) else { return bare + rest[quote...] }
        rest = string.rest
      }
      return bare + rest
    }

    private static func value(of key: String, in text: Substring) -> String? {
      guard let start = text.firstRange(of: key)?.upperBound else { return nil }
      let rest = text[start...].drop { $0 == " " }
      guard rest.first == "=" else { return nil }
      return String(rest.dropFirst().drop { $0 == " " }.prefix(while: \.isLetter))
    }

    /// Returns the strings that an option has: `key="a"`, `key=c("a", "b")`.
    private static func strings(behind key: String, in text: Substring) -> [String] {
      var rest = text
      while let start = rest.firstRange(of: key)?.upperBound {
        rest = rest[start...].drop { $0 == " " }
        guard rest.first == "=" else { continue }
        rest = rest.dropFirst().drop { " \n".contains($0) }
        let isList = ["c(", "paste(", "paste0("].first(where: rest.hasPrefix)
        rest = rest.dropFirst(isList?.count ?? 0)
        var found: [String] = []
        while let string = string(rest.drop { " \n".contains($0) }) {
          found.append(string.words)
          rest = string.rest.drop { " \n".contains($0) }
          guard isList != nil, rest.first == "," else { break }
          rest = rest.dropFirst()
        }
        return isList?.hasPrefix("paste") == true ? [found.joined(separator: " ")] : found
      }
      return []
    }
  }
}

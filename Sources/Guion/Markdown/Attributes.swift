/// The attributes and commands that printers of documents know.
enum Attributes {
  static let commands: Set<String> = [
    "ref", "eqref", "pageref", "autoref", "cref", "label", "cite", "citep", "citet", "index",
    "vspace", "hspace",
  ]

  /// The commands that have no group.
  static let pages: Set<String> = [
    "newpage", "pagebreak", "clearpage", "noindent", "tableofcontents",
  ]
  /// The beginnings of words before a reference: "Figure", "Tabelle".
  static let names = [
    "fig", "tab", "sec", "chap", "eq", "lis", "abb", "kap", "gle", "cuad", "cap", "apé", "app",
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
  static let citations: Set<String> = ["cite", "footcite", "eq", "index", "cite:p", "cite:t"]

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
  ]

  /// What is said instead of a reference such as `@fig:a`.
  static let things: [String: String] = [
    "fig": "the figure", "tbl": "the table", "tab": "the table", "eq": "the equation",
    "sec": "another section", "lst": "the listing",
  ]

  /// Blocks that stand for the contents of a document.
  static let contents: Set<String> = ["[toc]", "[[toc]]", "[[_toc_]]", "{{toc}}", "@[toc]"]

  /// Whether the text between braces is a list of attributes, such as `#id .class key=value` or `=html`.
  /// kramdown's begin with a colon.
  /// Keys without a name or a class count only behind words.
  static func areIn(_ text: String, isAttached: Bool) -> Bool {
    if text.hasPrefix(":") {
      let rest = text.dropFirst()
      let isKnown = keys.contains(String(rest.prefix { $0 != "=" })) && rest.contains("=")
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

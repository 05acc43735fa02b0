import Basics

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

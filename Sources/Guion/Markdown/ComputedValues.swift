import Basics

/// Values that a printer of R Markdown or Quarto computes: `r nrow(cars)`, `r play()`.
extension EditorMarks {
  /// Whether code is an expression whose value a printer writes: `r nrow(x)`, `{python} total`.
  func isExpression(_ code: Range<Int>) -> Bool {
    let words = text.string(code).filter { $0 != "`" }
    let starts = ["{r} ", "{python} ", "{julia} ", "$= dv.", "$=dv."]
    if starts.contains(where: words.hasPrefix) { return true }
    if words.hasPrefix("="), words.contains("this.") { return true }
    guard words.hasPrefix("r ") else { return false }
    if traits.hasChunks { return true }
    let rest = words.dropFirst(2)
    return rest == "''" || rest == "\"\""
      || rest.first?.isLetter == true && rest.hasSuffix(")")
        && rest.contains("(") && !rest.prefix { $0 != "(" }.contains(" ")
  }

  /// Returns the words of a value: the text in quotation marks of `r index("bias")`, or a name such as `r total` and
  /// `r play()`. Other values are not known.
  static func value(of code: String, isAlone: Bool) -> String? {
    guard let body = code.wholeMatch(of: #/(?:\{\w+\}|r) +(.*?) */#)?.1 else { return nil }
    let call = body.wholeMatch(of: #/(?:\w+::)?([\w.]*)\( *(?:(["'])(.*?)\2 *(?:,.*)?)?\)/#)
    let name = (call?.1 ?? body).lowercased()
    if let typed = call?.3 ?? body.wholeMatch(of: #/(["'])([^"']*)\1/#)?.2 {
      let isPath =
        typed.contains(#/[\\{}%<>]|^[a-z]+:[^:\/ ]/#)
        || typed.contains(#/\/|\.\w{2,4}$/#) && !typed.hasPrefix("http")
      let isText = !isPath && typed.contains(where: \.isLetter) && !printers.contains(name)
      return isText && !files.contains(where: name.hasPrefix) ? String(typed) : nil
    }
    let isName = call != nil || body.contains(#/^[A-Za-z][\w.]*(\$[\w.]+)*$/#)
    guard isName, !isAlone, !printers.contains(name), !files.contains(where: name.hasPrefix),
      !["count", "num", "next", "date", "time"].contains(where: name.contains)
    else { return nil }
    return call.map { String($0.1) } ?? body.split(separator: "$").last.map(String.init)
  }

  /// Functions of R that write signs, or words that their first argument does not have.
  private static let printers: Set<String> = [
    "fa", "fai", "fas", "fab", "icon", "ji", "bi", "bs_icon", "ai", "emoji", "c", "if", "rep", "",
    "paste", "paste0", "cat", "print", "format", "glue", "sprintf", "get", "html", "options",
    "true",
    "false", "null", "na", "nbsp", "hspace", "vspace", "linebreak", "pagebreak", "parent", "list",
  ]
  /// Beginnings of the names of functions that read files or set something.
  private static let files = [
    "include", "read", "source", "knit", "sys.", "fontawesome", "cit", "load", "write", "render",
    "set", "unhide", "library", "require", "download", "embed", "file", "opts", "end_",
  ]

  /// Returns "a computed number" for an expression with a number, such as `r nrow(cars)` or `r round(100 * x)`; nil for
  /// other expressions. A listener hears that the sentence has a number.
  func number(of code: String, before end: Int) -> String? {
    guard var said = Self.numbers[traits.language],
      let body = code.wholeMatch(of: #/`*(?:\{\w+\}|r) +(.*?) *`*/#)?.1
    else { return nil }
    let call = body.prefixMatch(
      of:
        #/(?:[\d.]+ *[*\/] *)?(?:(?:I|format|print|prettyNum|formatC|comma)\()*(?:\w+::)?([\w.]+)\(/#
    )
    let isNumber =
      call.map { Self.counters.contains(String($0.1)) } ?? false
      || body.contains(#/^[\w.$\[\]]+ *[*\/+-] *[\w.$\[\]]+$/#)
    guard isNumber else { return nil }
    if traits.language == "en" {
      let words = text.string(max(0, next - 6)..<next).split(whereSeparator: \.isWhitespace)
      let before = words.last ?? ""
      if ["a", "an", "the"].contains(before) { said.removeFirst(2) }
      if before == "a" || before == "an" { return said }
    }
    if end < text.count, isLetter(text[end]) { said += " " }
    // "a computed number of rows", but "a computed number in all"
    guard end + 1 < text.count, isBlank(text[end]),
      let word = text.string(end + 1..<min(end + 20, text.count))
        .prefixMatch(of: #/(\p{Ll}{2,})/#)?.1, !Self.small.contains(String(word))
    else { return said }
    return said + (traits.language == "en" ? " of" : traits.language == "de" ? "" : " de")
  }

  private static let numbers = [
    "en": "a computed number", "de": "eine berechnete Zahl", "fr": "un nombre calculé",
    "es": "un número calculado",
  ]

  /// Functions whose value is a number.
  private static let counters = Set(
    """
    abs as.integer as.numeric ceiling cor dim exp floor length log log10 max mean median min n_distinct ncol nlevels \
    nrow percent prod quantile round sd signif sqrt sum var
    """.split { $0 == " " }.map(String.init))
  /// Words that go on with the sentence behind a number.
  private static let small = Set(
    """
    above and as at but by each for from here higher if in into is larger less lower more now of on or out per percent smaller than that there \
    to today was were when which while with \
    au avec dans de des du en est et mais ou par pour que qui sont sur \
    con del el es la para pero por son
    """.split { $0 == " " }.map(String.init))
}

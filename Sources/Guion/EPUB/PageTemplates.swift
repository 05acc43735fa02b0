import Basics

/// The comments and programs of templates in a web page, which browsers never see: `{# … #}`,
/// `{% comment %} … {% endcomment %}`, `<%-- … --%>`, `<% … %>`, `{{!-- … --}}`, `<? … ?>`, and the comments of reviewers,
/// `{>>…<<}`, which stay in the text. In code they are words.
struct PageTemplates {
  /// A page of the web, of a book, or of an office document, in which all private comments are text.
  enum Kind { case web, book, office }

  private(set) var comments: [Range<Int>] = []
  /// The offset and the name of a program, a style sheet or a comment of HTML that is never closed.
  private(set) var unclosed: (offset: Int, sign: String)?
  private let page: Bytes
  private let kind: Kind
  /// Where the last search of a closing sign ended.
  private var found: [String: Int] = [:]

  private static let marks: [(open: String, close: String)] = [
    ("{#", "#}"), ("{{!--", "--}}"), ("{{!", "}}"), ("{{--", "--}}"), ("{{/*", "*/}}"),
    ("{{- /*", "*/ -}}"), ("@*", "*@"), ("<%--", "--%>"), ("<%", "%>"), ("<?", "?>"),
  ]
  /// The marks that stand in the text, so that no tag is within them.
  private static let words: [(open: String, close: String)] = [
    ("{>>", "<<}"), ("{&gt;&gt;", "&lt;&lt;}"), ("{>>", "&lt;&lt;}"),
  ]
  private static let officeWords: [(open: String, close: String)] = [
    ("[[", "]]"), ("%%", "%%"), ("\\comment{", "}"), ("{--", "--}"), ("&lt;!--", "--&gt;"),
    ("&lt;!--", "-->"), ("&lt;%", "%&gt;"),
  ]
  private static let code = ["script", "style", "pre", "code", "textarea", "samp", "kbd", "xmp"]
  /// The length of the longest comment.
  private static let limit = 100_000

  init(in page: Bytes, _ kind: Kind = .web) {
    (self.page, self.kind) = (page, kind)
    var offset = page.starts(with: "<?xml".utf8) ? 2 : 0
    while offset < page.count {
      switch page[offset] {
      case UInt8(ascii: "<"): offset = tagEnd(offset)
      case UInt8(ascii: "{"): offset = readMark(offset) ?? readWords(offset) ?? offset + 1
      case UInt8(ascii: "@"): offset = readMark(offset) ?? offset + 1
      case UInt8(ascii: "["), UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"):
        offset = (kind == .office ? readWords(offset) : nil) ?? offset + 1
      default: offset += 1
      }
    }
  }

  /// Whether a page can have such comments, which is seldom.
  static func mayBe(in page: Bytes, _ kind: Kind) -> Bool {
    let signs = [("{", "#"), ("{", ">"), ("{", "&"), ("{", "%"), ("{", "{")]
    let own = [("[", "["), ("%", "%"), ("\\", "c"), ("{", "-"), (";", "!"), (";", "%")]
    return (kind == .office ? signs + own : signs).contains { first, second in
      page.first((first.utf8.first ?? 0, second.utf8.first ?? 0), in: 0..<page.count) != nil
    }
  }

  /// Returns the offset behind a comment that stands in the text, which is added; nil if there is none.
  private mutating func readWords(_ open: Int) -> Int? {
    let rest = page[open...]
    for mark in kind == .office ? Self.words + Self.officeWords : Self.words
    where rest.starts(with: mark.open.utf8) {
      let start = open + mark.open.utf8.count
      if mark.open == "%%", open > 0, page[open - 1] != UInt8(ascii: ">"),
        !CommentSigns.isFree(page, open)
      {
        return nil
      }
      guard let close = find(mark.close, from: start), close - open < Self.limit else { continue }
      let tag = page.first(UInt8(ascii: "<"), in: start..<close)
      let end = close + mark.close.utf8.count
      guard close > start, tag == nil, CommentSigns.isComment(page, start..<close, mark.open),
        mark.open != "[[" || CommentSigns.link(page, start..<close) == nil
      else { continue }
      return add(open..<end)
    }
    return nil
  }

  /// Returns the offset behind a comment or a program, which is added; nil if there is none.
  private mutating func readMark(_ open: Int) -> Int? {
    let rest = page[open...]
    if rest.starts(with: "{%".utf8) {
      let name = rest.dropFirst(2).prefix(20).drop { $0 <= 0x20 || $0 == 0x2D }
      guard name.starts(with: "comment".utf8),
        let last = find("endcomment", from: name.startIndex), let end = find("%}", from: last),
        end - open < Self.limit
      else { return nil }
      return add(open..<end + 2)
    }
    guard open + 1 < page.count, page[open + 1].isOne(of: "#{@%?*"),
      let mark = Self.marks.first(where: { rest.starts(with: $0.open.utf8) })
    else { return nil }
    let start = open + mark.open.utf8.count
    guard let close = find(mark.close, from: start), close - open < Self.limit else { return nil }
    let inner = page[start..<close]
    switch mark.open {
    case "{#" where inner.first.map({ $0 > 0x20 && $0 != 0x2D }) ?? false:
      // `{#id}` is the name of a heading.
      if inner.contains(where: { $0.isOne(of: "{}\n") }) { return nil }
    case "@*" where inner.first.map({ $0 > 0x20 }) ?? true: return nil
    default: break
    }
    return add(open..<close + mark.close.utf8.count)
  }

  private mutating func add(_ range: Range<Int>) -> Int {
    comments.append(range)
    return range.upperBound
  }

  /// Returns the offset behind a tag, a comment, or an element with code.
  private mutating func tagEnd(_ open: Int) -> Int {
    if let end = readMark(open) { return end }
    if page[open...].starts(with: "<!--".utf8) {
      let start = open + 4
      if page[start...].starts(with: ">".utf8) || page[start...].starts(with: "->".utf8) {
        return start
      }
      let ends = [find("-->", from: start), find("--!>", from: start)].compactMap(\.self)
      if let end = ends.min() { return end + 3 }
      unclosed = unclosed ?? (open, "<!--")
      return page.count
    }
    let name = page[(open + 1)...].prefix(10).prefix { ($0 | 0x20) &- 0x61 < 26 }
    guard !name.isEmpty else { return open + 1 }
    let end = EPUBPage.endOfTag(page, open + 1)
    let word = String(decoding: name, as: UTF8.self).lowercased()
    let isEmpty = end > 0 && end < page.count && page[end - 1] == UInt8(ascii: "/")
    guard Self.code.contains(word), !isEmpty else { return end }
    if let close = find("</\(word)", from: end) ?? find("</\(word.uppercased())", from: end) {
      return close + 2
    }
    if word == "script" || word == "style" {
      unclosed = unclosed ?? (open, "<\(word)>")
      return page.count
    }
    return end
  }

  /// Returns the offset of signs. Every search goes forward only.
  private mutating func find(_ signs: String, from start: Int) -> Int? {
    if let place = found[signs], place >= start { return place < page.count ? place : nil }
    let place = page.first(of: signs, in: min(start, page.count)..<page.count)
    found[signs] = place ?? page.count
    return place
  }
}

extension EPUBPage {
  /// Makes comments of HTML of the comments and programs of templates. Returns a warning for an element that hides the
  /// rest of the page.
  mutating func blankTemplates(_ kind: PageTemplates.Kind = .web) -> Diagnostic? {
    let (ranges, warning) = text.withUnsafeBufferPointer { text -> ([Range<Int>], Diagnostic?) in
      if kind != .web, !PageTemplates.mayBe(in: text, kind) { return ([Range<Int>](), nil) }
      let templates = PageTemplates(in: text, kind)
      let warning = templates.unclosed.map { open, sign in
        let place = LineTable(text).position(of: open)
        return sign == "<!--"
          ? Diagnostic.unclosedComment(at: place, (sign, "-->"), isRead: false)
          : Diagnostic.unclosedCode(at: place, sign)
      }
      return (templates.comments, warning)
    }
    blank(ranges)
    return warning
  }
}

/// What decides whether signs that also stand in text are those of a comment, in a text without markup and an office
/// document.
enum CommentSigns {
  /// Whether words between the signs of a comment are one: "50%% of 20%%" has none, `[[1, 2], [3, 4]]` is a matrix, and
  /// `[[ -f x ]]` is a test of a shell.
  static func isComment(_ text: Bytes, _ words: Range<Int>, _ open: String) -> Bool {
    guard open == "[[" else { return open != "%%" || text[words.upperBound - 1] &- 0x30 > 9 }
    if text.first((0x5B, 0x5B), in: words) != nil { return false }
    let inner = text.string(words)
    var depth = 0
    for sign in inner.utf8 where depth >= 0 {
      depth += sign == UInt8(ascii: "[") ? 1 : sign == UInt8(ascii: "]") ? -1 : 0
    }
    let isBeside = inner.hasPrefix(" ") && inner.hasSuffix(" ")
    return depth == 0 && !inner.contains(#/\n[ \t\r]*\n/#)
      && !(isBeside && inner.contains(#/^ -[a-z] |^ ! |\$|=[=~] /#))
  }

  /// The words of a link in brackets: `[[bin]]` is a name, and `[[Page|words]]` shows words. Nil for other comments.
  static func link(_ text: Bytes, _ inner: Range<Int>) -> Range<Int>? {
    let bar = text.first(UInt8(ascii: "|"), in: inner)
    if let bar, bar > inner.lowerBound, bar + 1 < inner.upperBound {
      return text[bar - 1] > 0x20 && text[bar + 1] > 0x20 ? bar + 1..<inner.upperBound : nil
    }
    return text[inner].contains { $0 <= 0x20 } ? nil : inner
  }

  /// Whether a blank, but no number, is above a mark.
  static func isFree(_ text: Bytes, _ open: Int) -> Bool {
    guard open > 0, text[open - 1] <= 0x20 else { return open == 0 }
    return (text[..<open].last { $0 != 0x20 } ?? 0) &- 0x30 > 9
  }
}

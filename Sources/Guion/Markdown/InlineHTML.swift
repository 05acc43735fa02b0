import Basics

/// The visible effects of inline HTML: line breaks and styles.
/// The contents of `<script>` and `<style>` are hidden.
struct InlineHTML {
  enum Effect {
    case none, lineBreak
    case begin(InlineSpan.Kind), end(InlineSpan.Kind)
    case beginHidden, endHidden
  }

  /// A position in the collected text: the number of bytes and of spans before it.
  struct Place {
    let bytes: Int
    let spans: Int
  }

  /// The index of the span for each style that an open tag began.
  var formatting: [InlineSpan.Kind: Int] = [:]
  /// The position at which a script or style element began.
  var hidden: Place?
  private var hiddenName = ""
  /// The number of open elements with the name of the hidden one.
  private var depth = 0

  /// Returns the effect of a tag; `.none` for a comment or other markup.
  mutating func read(_ literal: Bytes, _ edition: ReadingEdition) -> Effect {
    guard let (name, isEnd) = Self.tag(literal) else { return .none }
    if depth > 0, hidden != nil, name == hiddenName {
      depth += isEnd ? -1 : 1
      return depth == 0 ? .endHidden : .none
    }
    if edition == .second, !isEnd, hidden == nil, Self.hides(literal, name) {
      (hiddenName, depth) = (name, 1)
      return .beginHidden
    }
    switch name {
    case "br": return .lineBreak
    case "script", "style":
      if isEnd { return hidden != nil && name == hiddenName ? .endHidden : .none }
      guard hidden == nil else { return .none }
      (hiddenName, depth) = (name, 0)
      return .beginHidden
    default:
      guard let kind = Self.formatting[name] else { return .none }
      return isEnd ? .end(kind) : .begin(kind)
    }
  }

  /// Whether a start tag hides its element: `<span hidden>`, `<span style="display: none">`.
  private static func hides(_ literal: Bytes, _ name: String) -> Bool {
    if name == "span", literal.count > 20,
      literal.string(0..<literal.count).contains(#/class=["'](?:comment-start|deletion)\b/#)
    {
      return true
    }
    if name == "template" { return literal[literal.count - 2] != UInt8(ascii: "/") }
    guard literal.count > 10, !["br", "hr", "img", "input", "script", "style"].contains(name),
      literal[literal.count - 2] != UInt8(ascii: "/"),
      literal.first((UInt8(ascii: "d"), UInt8(ascii: "e")), in: 0..<literal.count) != nil
        || literal.first((UInt8(ascii: "n"), UInt8(ascii: "o")), in: 0..<literal.count) != nil
    else { return false }
    return literal.string(0..<literal.count).lowercased().contains(
      #/\s(?:hidden(?=[\s>=])|aria-hidden=["']?true|style\s*=\s*["'][^"']*(?:display:\s*none|visibility:\s*hidden))/#
    )
  }

  /// Whether what looks like a start tag is text, because HTML has no such element.
  /// Components of a page have attributes or end at once: `<Badge text="new" />`.
  static func isText(_ literal: Bytes) -> Bool {
    guard !literal.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") }) else {
      return false
    }
    let name = String(
      decoding: literal.dropFirst().prefix { $0 != 0x20 && $0 != 0x0A && $0 != 0x3E },
      as: UTF8.self)
    // A name with a hyphen or a colon is that of an element that a page defines.
    guard name.first?.isLetter == true, !name.contains(where: { $0 == "-" || $0 == ":" }) else {
      return false
    }
    // `CurrentGroupToc` is a component.
    if name.first?.isUppercase == true, name.dropFirst().contains(where: \.isUppercase),
      name.contains(where: \.isLowercase)
    {
      return false
    }
    return !elements.contains(name.lowercased())
  }

  private static let elements = Set(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink \
    blockquote body br button canvas caption center cite code col colgroup data datalist dd del \
    details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame \
    frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd label \
    legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol \
    optgroup option output p param path picture pre progress q rb rp rt rtc ruby s samp script \
    section select slot small source span strike strong style sub summary sup svg table tbody td \
    template textarea tfoot th thead time title tr track tt u ul var video wbr
    """.split(separator: " ").map(String.init))

  private static let formatting: [String: InlineSpan.Kind] = [
    "del": .strikethrough, "s": .strikethrough, "strike": .strikethrough, "em": .emphasis,
    "i": .emphasis, "strong": .strong, "b": .strong, "u": .underline, "sup": .raised,
    "kbd": .code, "samp": .code,
  ]

  /// Returns the name of a tag in lowercase; nil if this is not a tag.
  static func tag(_ literal: Bytes) -> (name: String, isEnd: Bool)? {
    guard literal.count > 2, literal[0] == UInt8(ascii: "<") else { return nil }
    let isEnd = literal[1] == UInt8(ascii: "/")
    let name = literal[(isEnd ? 2 : 1)...].prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    // The longest names that have an effect are "script" and "strike".
    guard 1...6 ~= name.count, name.endIndex < literal.count, Self.endsName(literal[name.endIndex])
    else { return nil }
    return (String(decoding: name, as: UTF8.self).lowercased(), isEnd)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    default: false
    }
  }
}

/// The number of open nodes of each style.
struct OpenFormatting {
  private var strikes = 0
  private var emphases = 0
  private var strongs = 0
  private var underlines = 0
  private var raised = 0
  private var codes = 0

  /// Opens a style and returns whether it was already open.
  mutating func begin(_ kind: InlineSpan.Kind) -> Bool {
    let counter = Self.counter(kind)
    self[keyPath: counter] += 1
    return self[keyPath: counter] > 1
  }

  mutating func end(_ kind: InlineSpan.Kind) { self[keyPath: Self.counter(kind)] -= 1 }

  private static func counter(_ kind: InlineSpan.Kind) -> WritableKeyPath<Self, Int> {
    switch kind {
    case .emphasis: \.emphases
    case .strong: \.strongs
    case .underline: \.underlines
    case .raised: \.raised
    case .code: \.codes
    default: \.strikes
    }
  }
}

// MARK: - Comments of HTML, TeX and templates

extension Directives {
  /// A comment that CommonMark takes for text.
  private struct Aside {
    let range: Range<Int>
    var isHTML = false
  }

  /// Returns a line without comments of TeX and templates, and without what ends a comment of HTML for CommonMark; nil
  /// if the line stays.
  mutating func withoutComments(_ line: Range<Int>) -> [UInt8]? {
    var (kept, result) = (line.lowerBound, [UInt8]())
    // A blank line within a comment of HTML is filled too.
    let isInside = line.lowerBound < aside.end
    if isInside {
      kept = min(aside.end, line.upperBound)
      result = leftOut(line.lowerBound..<kept) + aside.filler.utf8
      if kept == aside.end, !aside.filler.isEmpty { result += "-->".utf8 }
    } else if let end = hiddenEnd(line) {
      (aside.end, aside.filler) = (end, "")
      return leftOut(line)
    }
    var offset = kept
    while let found = nextAside(offset..<line.upperBound, in: line) {
      result += source[kept..<found.range.lowerBound]
      let end = min(found.range.upperBound, line.upperBound)
      if end == found.range.upperBound, found.isHTML {
        // Hyphens within a comment would end it.
        result += "<!--".utf8
        result += source[found.range].dropFirst(4).dropLast(3).lazy.map { $0 == 0x2D ? 0x20 : $0 }
        result += "-->".utf8
      } else {
        result += leftOut(found.range.lowerBound..<end)
        let isInRow = "#|".utf8.contains(source[line].first { $0 > 0x20 } ?? 0)
        let filler = found.isHTML && !isInRow ? "," : ""
        if end < found.range.upperBound {
          (aside.end, aside.filler) = (found.range.upperBound, filler)
        }
        result += (filler.isEmpty ? "" : "<!--,").utf8
        if end == line.upperBound || source[end] <= 0x20, filler.isEmpty, result.last == 0x20 {
          result.removeLast()
        }
      }
      (kept, offset) = (end, end)
    }
    guard isInside || kept > line.lowerBound else { return withoutTeX(line) }
    return result + source[kept..<line.upperBound]
  }

  private mutating func leftOut(_ range: Range<Int>) -> [UInt8] { skip(range, .privateComment) }

  /// Returns the next comment of a line that is not in code.
  private mutating func nextAside(_ rest: Range<Int>, in line: Range<Int>) -> Aside? {
    var offset = rest.lowerBound
    while offset < rest.upperBound {
      switch source[offset] {
      case UInt8(ascii: "`"):
        let count = source[offset..<rest.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        offset = codeEnd(offset + count..<rest.upperBound, count)
        continue
      case UInt8(ascii: "\\"):
        for (open, close) in [("\\begin{comment}", "\\end{comment}"), ("\\iffalse", "\\fi")]
        where source[offset...].starts(with: open.utf8) {
          if let end = find(close, from: offset + open.utf8.count) {
            return Aside(range: offset..<end)
          }
        }
        offset += 1
      case UInt8(ascii: "{") where source[offset...].starts(with: "{%".utf8):
        let tag = source[(offset + 2)..<rest.upperBound].drop { $0 == 0x20 || $0 == 0x2D }
        let next = tag.dropFirst("comment".utf8.count).first
        if tag.starts(with: "comment".utf8), next.map({ $0.isOne(of: " -%") }) ?? true {
          if let last = find("endcomment", from: tag.startIndex), let end = find("%}", from: last) {
            return Aside(range: offset..<end)
          }
          openComment = openComment ?? offset
        }
      case UInt8(ascii: "<") where source[offset...].starts(with: "<!--".utf8):
        guard hasText(line.lowerBound..<offset), let end = find("-->", from: offset + 4) else {
          break
        }
        if isText(offset..<end, in: line) { return Aside(range: offset..<end, isHTML: true) }
        offset = min(end, rest.upperBound) - 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// Whether text is before a comment. Four blanks begin code.
  private func hasText(_ before: Range<Int>) -> Bool {
    let before = source[before]
    let isCode = isBlankAbove && (before.starts(with: "    ".utf8) || before.first == 0x09)
    return !isCode && before.contains { !$0.isOne(of: " \t>-*+.)0123456789") }
  }

  /// Whether CommonMark takes a comment of HTML within a line for text, or ends it too early.
  private func isText(_ comment: Range<Int>, in line: Range<Int>) -> Bool {
    let inner = source[comment].dropFirst(4).dropLast(3)
    if inner.first == 0x2D || inner.first == 0x3E || inner.last == 0x2D { return true }
    return zip(inner, inner.dropFirst()).contains { $0 == 0x2D && $1 == 0x2D }
      || comment.upperBound > line.upperBound
        && inner.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst().contains {
          let first = $0.first { $0 > 0x20 } ?? 0
          return first == 0 && $0.endIndex < inner.endIndex || first.isOne(of: "-*+>#|`~=:")
            || first &- 0x30 < 10
        }
  }

  /// Returns the offset behind code that began; code that never ends is text.
  private func codeEnd(_ rest: Range<Int>, _ count: Int) -> Int {
    var offset = rest.lowerBound
    while let sign = source.first(UInt8(ascii: "`"), in: offset..<rest.upperBound) {
      let length = source[sign..<rest.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
      offset = sign + length
      if length == count { return offset }
    }
    return rest.lowerBound
  }

  /// Returns the offset behind the next mark; nil if there is none.
  private mutating func find(_ mark: String, from start: Int) -> Int? {
    let bytes = Array(mark.utf8)
    var offset = start
    while !missing.contains(mark) {
      guard
        let place = source.first((bytes[0], bytes[1]), in: min(offset, source.count)..<source.count)
      else {
        missing.insert(mark)
        break
      }
      let end = place + bytes.count
      let isWord = mark == "\\fi" && end < source.count && (source[end] | 0x20) &- 0x61 < 26
      if source[place...].starts(with: bytes), !isWord { return end }
      offset = place + 1
    }
    return nil
  }

  /// Returns the end of a division that is hidden in all formats, or holds comments or the notes of a slide; nil if none
  /// begins on the line.
  private mutating func hiddenEnd(_ line: Range<Int>) -> Int? {
    guard !missing.contains(":::"), source[source.trimmed(line)].starts(with: ":::".utf8) else {
      return nil
    }
    let words = source.string(source.trimmed(line))
    let isHidden = words.contains(
      #/^:{3,} *(?:\{ *\.content-(?:hidden|(?:visible +when|hidden +unless)-format="?(?:pdf|latex)"?) *\}|content-hidden)$/#
    )
    let isComment = words.contains(
      #/^:{3,} *(?:\{(?:[^}]* )?\.(?:notes|comments?|hidden)(?: [^}]*)?\}|notes|comments?|hidden) *:*$/#
    )
    guard isHidden || isComment else { return nil }
    var (lines, depth) = (lines, 1)
    while !lines.isAtEnd {
      let words = source.trimmed(lines.next())
      guard source[words].starts(with: ":::".utf8) else { continue }
      depth += source[words].allSatisfy { $0 == UInt8(ascii: ":") } ? -1 : 1
      if depth == 0 { return words.upperBound }
    }
    missing.insert(":::")
    return nil
  }

  /// Whether a chunk of text is not shown: `{asis, echo=FALSE}`.
  static func isHidden(_ info: String) -> Bool {
    info == "comment" || info.hasPrefix("asis") && info.contains(#/\becho *= *f/#)
  }
}

// MARK: - Comments of TeX

extension Directives {
  /// Returns a line of an environment of TeX without its comment; nil if it has none.
  private mutating func withoutTeX(_ line: Range<Int>) -> [UInt8]? {
    let words = source.trimmed(line)
    if line.lowerBound >= aside.textEnd, words.lowerBound < line.lowerBound + 4,
      source[words].starts(with: "\\begin{".utf8),
      let close = source.first(UInt8(ascii: "}"), in: words)
    {
      let name = source.string(words.lowerBound + 7..<close)
      if let end = find("\\end{\(name)}", from: close) { aside.textEnd = end }
    }
    guard line.lowerBound < aside.textEnd, let rest = withoutTeXComment(line, isText: true) else {
      return nil
    }
    // A blank line would end the paragraph.
    return source.trimmed(rest).isEmpty
      ? [BlockComments.opening, BlockComments.closing] : Array(source[rest])
  }

  /// Returns the part of a line before a comment of TeX; nil if it has none. In text, "5 %" begins none.
  mutating func withoutTeXComment(_ line: Range<Int>, isText: Bool = false) -> Range<Int>? {
    var offset = line.lowerBound
    while let sign = source.first(UInt8(ascii: "%"), in: offset..<line.upperBound) {
      offset = sign + 1
      let last = sign > line.lowerBound ? source[sign - 1] : 0x20
      guard last != UInt8(ascii: "\\") else { continue }
      let word = source[line.lowerBound..<sign].last { $0 > 0x20 } ?? 0
      if isText, !last.isOne(of: " \t{}") || word &- UInt8(ascii: "0") < 10 { continue }
      // The signs that close a formula stay.
      if source.first((DollarSign.byte, DollarSign.byte), in: sign..<line.upperBound) != nil {
        return nil
      }
      _ = leftOut(sign..<line.upperBound)
      return source.trimmed(line.lowerBound..<sign).isEmpty
        ? sign..<sign : line.lowerBound..<source.trimmed(line.lowerBound..<sign).upperBound
    }
    return nil
  }
}

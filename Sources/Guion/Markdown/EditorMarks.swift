import Basics

/// The marks of note-taking programs, reviewers and typesetters in the text of one block: Obsidian, CriticMarkup,
/// pandoc, Hugo and others (Documentation/markdown.md, "Marks of other programs").
/// A mark that is never closed stays in the text. Every search goes forward only, so the work is linear.
struct EditorMarks {
  /// A replacement of a part of the text.
  struct Edit {
    var range: Range<Int>
    var words: [UInt8] = []
  }

  private let text: Bytes
  /// The ranges of code, in order.
  private var codes: ArraySlice<Range<Int>>
  private var strikes: ArraySlice<Range<Int>>
  private(set) var edits: [Edit] = []
  private(set) var skipped = SkippedWords()
  /// The starts of struck-through ranges that are CriticMarkup's new words.
  private(set) var renewed: Set<Int> = []
  /// The pictures of embeds with words: the range of the words, and the file.
  private(set) var pictures: [(range: Range<Int>, file: String)] = []
  /// The offsets of the closing marks of open highlights and additions, innermost last, with their lengths.
  private var closings: [(offset: Int, count: Int)] = []
  /// The offsets of single brackets that are open, innermost last.
  private var brackets: [Int] = []
  private var next = 0
  /// The closing marks that do not come again.
  private var missing: Set<String> = []
  /// Where the last search of a closing mark began, and the mark that it found.
  private var found: [String: Int] = [:]

  init(_ text: Bytes, _ spans: [InlineSpan]) {
    self.text = text
    codes = spans.filter { $0.kind == .code }.map(\.range)[...]
    strikes = spans.filter { $0.kind == .strikethrough }.map(\.range)[...]
  }

  /// Whether a text can have a mark.
  static func mayBeIn(_ text: [UInt8]) -> Bool {
    text.contains { byte in
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "["), UInt8(ascii: "{"),
        UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "\\"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
  }

  /// Finds the marks of the whole text.
  mutating func read() {
    let end = endWithoutTags()
    while next < end {
      while let code = codes.first, code.upperBound <= next { codes.removeFirst() }
      if let code = codes.first, code.contains(next) {
        next = code.upperBound
      } else if let closing = closings.last, closing.offset <= next {
        closings.removeLast()
        if closing.offset == next { drop(next..<next + closing.count) }
      } else if !readMark() {
        next += 1
      }
    }
    if end < text.count { remove(end..<text.count, .tag) }
  }

  /// Reads the mark at the current place; returns false if there is none.
  private mutating func readMark() -> Bool {
    switch text[next] {
    case UInt8(ascii: "%"): has("%%") && readComment()
    case UInt8(ascii: "="): has("==") && readHighlight()
    case UInt8(ascii: "["): readBracket()
    case UInt8(ascii: "{"): readBrace()
    case UInt8(ascii: "\\"): readCommand()
    case UInt8(ascii: ":"): has(":::") && readFence()
    default: false
    }
  }

  private func has(_ mark: String, at offset: Int? = nil) -> Bool {
    text[(offset ?? next)...].starts(with: mark.utf8)
  }

  /// Returns the offset of the first mark at or after an offset; nil if there is none.
  private mutating func first(_ mark: String, from start: Int) -> Int? {
    if let last = found[mark], last >= start { return last }
    if missing.contains(mark) { return nil }
    let bytes = Array(mark.utf8)
    var offset = start
    while let place = text.first(bytes[0], in: min(offset, text.count)..<text.count) {
      if text[place...].starts(with: bytes) {
        found[mark] = place
        return place
      }
      offset = place + 1
    }
    missing.insert(mark)
    return nil
  }

  /// Removes a range with the blank before it, if the text goes on with a blank or ends.
  private mutating func remove(_ range: Range<Int>, _ rule: SkippedWords.Rule) {
    skipped.add(Bytes(rebasing: text[range]), rule)
    skipped.endWord()
    var start = range.lowerBound
    let isOpen =
      range.upperBound == text.count || isBlank(text[range.upperBound])
      || ".,;:!?".utf8.contains(text[range.upperBound])
    let floor = edits.last?.range.upperBound ?? 0
    if isOpen { while start > floor, text[start - 1] == 0x20 { start -= 1 } }
    edits.append(Edit(range: start..<range.upperBound))
    next = range.upperBound
    // At the start of a line, the blanks after the mark would stay.
    if start == 0 || text[start - 1] == UInt8(ascii: "\n") {
      while next < text.count, isBlank(text[next]) { next += 1 }
      edits[edits.count - 1].range = start..<next
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
}

// MARK: - Obsidian

extension EditorMarks {
  /// Reads `%%a private comment%%`.
  private mutating func readComment() -> Bool {
    // "100%%" is no comment.
    if next > 0, text[next - 1] >= UInt8(ascii: "0"), text[next - 1] <= UInt8(ascii: "9") {
      return false
    }
    guard let close = first("%%", from: next + 2) else { return false }
    remove(next..<close + 2, .privateComment)
    return true
  }

  /// Reads `==a highlight==`, of which the text stays.
  private mutating func readHighlight() -> Bool {
    let start = next + 2
    guard start < text.count, !isBlank(text[start]), text[start] != UInt8(ascii: "="),
      next == 0 || text[next - 1] != UInt8(ascii: "=")
    else { return false }
    guard let close = first("==", from: start + 1), !isBlank(text[close - 1]) else { return false }
    if close + 2 < text.count, text[close + 2] == UInt8(ascii: "=") { return false }
    keep(from: start, to: close, 2)
    return true
  }

  /// Drops the mark before `start` and later the one at `close`. The text between them can have other marks.
  private mutating func keep(from start: Int, to close: Int, _ count: Int) {
    if let outer = closings.last, outer.offset < close + count { return next = start }
    drop(next..<start)
    closings.append((close, count))
  }

  /// Removes signs that are no words.
  private mutating func drop(_ range: Range<Int>) {
    edits.append(Edit(range: range))
    next = range.upperBound
  }
}

// MARK: - Brackets

extension EditorMarks {
  private mutating func readBracket() -> Bool {
    if has("[["), readLink() { return true }
    if has("[@") || has("[-@"), let close = first("]", from: next + 1), isOneLine(to: close) {
      remove(next..<close + 1, .markup)
      return true
    }
    if brackets.count < 32 { brackets.append(next) }
    return false
  }

  /// Reads `[[target|words]]`, or the embed `![[target]]`.
  private mutating func readLink() -> Bool {
    guard let close = first("]]", from: next + 2), close > next + 2,
      first("[[", from: next + 2).map({ $0 > close }) ?? true, isOneLine(to: close)
    else { return false }
    let inner = next + 2..<close
    let bar = text.first(UInt8(ascii: "|"), in: inner)
    let target = text.string(inner.lowerBound..<(bar ?? inner.upperBound))
    let isEmbed =
      next > 0 && text[next - 1] == UInt8(ascii: "!") && edits.last?.range.upperBound != next
    if isEmbed {
      readEmbed(target, words: bar.map { $0 + 1..<close }, end: close + 2)
    } else if let bar, bar + 1 < close {
      skipped.add(target, .linkTarget)
      drop(next..<bar + 1)
      closings.append((close, 2))
    } else {
      let words = LinkTarget.words(of: target)
      skipped.add(target, .linkTarget)
      skipped.remove(words, .linkTarget)
      edits.append(Edit(range: next..<close + 2, words: Array(words.utf8)))
      next = close + 2
    }
    return true
  }

  /// Reads an embed, which a listener cannot see. The words of a picture are its alternative text.
  private mutating func readEmbed(_ target: String, words: Range<Int>?, end: Int) {
    let start = next - 1
    let size = words.map { text.string($0).allSatisfy { $0.isNumber || $0 == "x" } } ?? true
    guard let words, !size, !words.isEmpty else { return remove(start..<end, .embed) }
    skipped.add(target, .embed)
    edits.append(Edit(range: start..<words.lowerBound))
    edits.append(Edit(range: words.upperBound..<end))
    pictures.append((words, target))
    next = end
  }

  /// Whether a mark ends on its line. A mark has at most 2,000 bytes, so that the work stays linear.
  private func isOneLine(to close: Int) -> Bool {
    close - next <= 2_000 && text.first(UInt8(ascii: "\n"), in: next..<close) == nil
  }
}

/// The target of a link in a vault.
enum LinkTarget {
  /// Returns the words for a target: the last part of its path, then its heading.
  /// The name of a block is no word.
  static func words(of target: String) -> String {
    let parts = target.split(separator: "#").filter { !$0.hasPrefix("^") }
    let names = parts.enumerated().map { index, part in
      target.hasPrefix("#") || index > 0 ? part : part.split(separator: "/").last ?? part
    }
    return names.map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

// MARK: - Braces, commands, fences

extension EditorMarks {
  private mutating func readBrace() -> Bool {
    readChange() || readShortcode() || readAttributes()
  }

  /// Reads a mark of CriticMarkup.
  private mutating func readChange() -> Bool {
    for (open, close, rule) in Self.changes where has(open) {
      guard let end = first(close, from: next + open.utf8.count) else { return false }
      if let rule {
        remove(next..<end + close.utf8.count, rule)
      } else {
        keep(from: next + open.utf8.count, to: end, close.utf8.count)
      }
      return true
    }
    return readSubstitution()
  }

  private static let changes: [(String, String, SkippedWords.Rule?)] = [
    ("{++", "++}", nil), ("{==", "==}", nil), ("{--", "--}", .deletion),
    ("{>>", "<<}", .privateComment),
  ]

  /// Reads `{~~old~>new~~}`, which cmark reads as struck-through text between braces.
  private mutating func readSubstitution() -> Bool {
    while let strike = strikes.first, strike.lowerBound <= next { strikes.removeFirst() }
    guard let strike = strikes.first, strike.lowerBound == next + 1,
      strike.upperBound < text.count, text[strike.upperBound] == UInt8(ascii: "}"),
      let arrow = first("~>", from: next + 1), arrow + 2 <= strike.upperBound
    else { return false }
    skipped.add(Bytes(rebasing: text[next..<arrow]), .deletion)
    skipped.endWord()
    drop(next..<arrow + 2)
    renewed.insert(strike.lowerBound)
    closings.append((strike.upperBound, 1))
    return true
  }

  /// Reads `{{< … >}}`, `{{% … %}}` and `{% … %}`.
  private mutating func readShortcode() -> Bool {
    for (open, close) in [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}")]
    where has(open) {
      guard let end = first(close, from: next + open.utf8.count) else { return false }
      remove(next..<end + close.utf8.count, .markup)
      return true
    }
    return false
  }

  /// Reads `{#id .class key=value}`, with the brackets of the text before it.
  private mutating func readAttributes() -> Bool {
    guard let close = first("}", from: next), isOneLine(to: close),
      Attributes.areIn(text.string(next + 1..<close))
    else { return false }
    let (start, end) = (next, close + 1)
    if start > 0, text[start - 1] == UInt8(ascii: "]"), let open = brackets.popLast(),
      open >= edits.last?.range.upperBound ?? 0
    {
      edits.append(Edit(range: open..<open + 1))
      skipped.add(Bytes(rebasing: text[start..<end]), .markup)
      drop(start - 1..<end)
    } else {
      remove(start..<end, .markup)
    }
    return true
  }

  /// Reads `\newpage`, `\ref{…}` and other commands of TeX.
  private mutating func readCommand() -> Bool {
    let name = text[(next + 1)...].prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    guard Attributes.commands.contains(String(decoding: name, as: UTF8.self)) else { return false }
    var end = name.endIndex
    while end < text.count, text[end] == UInt8(ascii: "{"),
      let close = text.first(UInt8(ascii: "}"), in: end..<min(text.count, end + 200))
    {
      end = close + 1
    }
    remove(next..<end, .markup)
    return true
  }

  /// Reads the line of a fenced division.
  private mutating func readFence() -> Bool {
    guard next == 0 || text[next - 1] == UInt8(ascii: "\n") else { return false }
    let end = text.first(UInt8(ascii: "\n"), in: next..<text.count) ?? text.count
    remove(next..<end, .markup)
    return true
  }
}

/// The attributes and commands that printers of documents know.
enum Attributes {
  static let commands: Set<String> = [
    "newpage", "pagebreak", "clearpage", "ref", "eqref", "pageref", "autoref", "cref", "label",
    "cite", "citep", "citet", "index", "vspace", "hspace", "noindent", "tableofcontents",
  ]

  /// Whether the text between braces is a list of attributes, such as `#id .class key=value` or `=html`.
  static func areIn(_ text: String) -> Bool {
    let words = (text.hasPrefix(":") ? text.dropFirst() : text[...]).split(separator: " ")
    guard let first = words.first else { return false }
    if text.contains("\"") || text.contains("'") {
      return "#.".contains(first.prefix(1)) || first.contains("=\"") || first.contains("='")
    }
    return words.allSatisfy { word in
      if word == "-" { return words.count == 1 || word != first }
      let isNamed = word.hasPrefix("#") || word.hasPrefix(".") || word.hasPrefix("=")
      return isNamed ? word.count > 1 && !word.dropFirst().contains("#") : word.contains("=")
    }
  }
}

// MARK: - The end of a block

extension EditorMarks {
  /// Returns the end of the text without the name of its block and the tags behind it.
  private func endWithoutTags() -> Int {
    var end = text.count
    while true {
      var last = end
      while last > 0, isBlank(text[last - 1]) { last -= 1 }
      var start = last
      while start > 0, !isBlank(text[start - 1]) { start -= 1 }
      let word = start..<last
      guard word.count > 1, isTag(word) || end == text.count && isBlockName(word),
        codes.last.map({ $0.upperBound <= word.lowerBound }) ?? true
      else { return end == text.count ? end : trimmed(end) }
      end = start
    }
  }

  private func trimmed(_ end: Int) -> Int {
    var end = end
    while end > 0, isBlank(text[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a word is a tag such as `#garden/spring`. A tag has a letter, so `#12` is none.
  private func isTag(_ word: Range<Int>) -> Bool {
    guard text[word.lowerBound] == UInt8(ascii: "#") else { return false }
    let name = text[word.lowerBound + 1..<word.upperBound]
    let isName = name.allSatisfy { byte in
      byte >= 0x80 || isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
    }
    return isName && name.contains { $0 >= 0x80 || isLetter($0) }
  }

  /// Whether a word is the name of a block: `^a1b2c3`.
  private func isBlockName(_ word: Range<Int>) -> Bool {
    text[word.lowerBound] == UInt8(ascii: "^")
      && text[word.lowerBound + 1..<word.upperBound].allSatisfy {
        isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-")
      }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// The places of a text after edits.
struct EditedPlaces {
  private let edits: [EditorMarks.Edit]
  /// The growth of the text up to the end of each edit.
  private let growth: [Int]

  init(_ edits: [EditorMarks.Edit]) {
    self.edits = edits
    var sum = 0
    growth = edits.map { edit in
      sum += edit.words.count - edit.range.count
      return sum
    }
  }

  /// Returns the new place of an offset.
  func place(_ offset: Int) -> Int {
    guard let index = last(before: offset) else { return offset }
    let edit = edits[index]
    if offset >= edit.range.upperBound { return offset + growth[index] }
    return edit.range.lowerBound + (index > 0 ? growth[index - 1] : 0)
  }

  func isRemoved(_ offset: Int) -> Bool {
    last(before: offset).map { edits[$0].range.contains(offset) } ?? false
  }

  /// Returns the index of the last edit that begins at or before an offset.
  private func last(before offset: Int) -> Int? {
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].range.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}

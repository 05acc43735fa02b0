import Basics

/// The marks of programs for notes and games: properties, names of blocks, tags.
extension EditorMarks {
  /// The target of a link in a vault.
  enum LinkTarget {
    /// Returns the words for a target: the last part of its path, then its heading.
    /// The name of a block is no word.
    static func words(of target: String) -> String {
      let target = target.replacing(#/%%.*?%%/#, with: "")
      let parts = target.split(separator: "#").filter { !$0.hasPrefix("^") }
      let names = parts.enumerated().map { index, part in
        target.hasPrefix("#") || index > 0 ? part : last(ofPath: part)
      }
      return names.map { $0.split(separator: " ").joined(separator: " ") }
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Returns the end of the link at an offset of a row, and its bar if this would divide cells: `[[target|words]]`.
    /// Nil if the rest of the row has no `]]`.
    static func inRow(_ row: Bytes, _ open: Int, before limit: Int) -> (bar: Int?, end: Int)? {
      guard let close = row.first((0x5D, 0x5D), in: min(open + 2, limit)..<limit) else {
        return nil
      }
      let bar = row.first(UInt8(ascii: "|"), in: open + 2..<close)
      // Blanks stand beside the bar of a cell.
      let divides = bar.map { row[$0 - 1] > 0x20 && row[$0 - 1] != 0x5C && row[$0 + 1] > 0x20 }
      return (divides == true ? bar : nil, close + 2)
    }

    /// Returns the last part of a path. The slash of "Bugs / Fixes", "Web (HTTP/2)" or "TCP/IP" divides no path.
    private static func last(ofPath path: Substring) -> Substring {
      let parts = path.split(separator: "/")
      guard let last = parts.last else { return path }
      let isText =
        path.contains(" / ") || last.contains(")") && !last.contains("(")
        || parts.count > 1 && parts.allSatisfy { $0.count < 5 && $0.allSatisfy(\.isUppercase) }
      return isText ? path : last
    }
  }

  /// Reads the second colon of `key:: value`. A property is a line of its own, and one that only a program reads is
  /// left out.
  mutating func readProperty() -> Bool {
    let end = next + 2
    guard next > 0, isWord(text[next - 1]), end == text.count || isBlank(text[end]) else {
      return false
    }
    guard let line = lineOfProperty else {
      drop(next + 1..<end)
      return true
    }
    let floor = edits.last?.range.upperBound ?? 0
    let key = text.string(line.lowerBound..<next)
    if line.lowerBound >= floor, Self.isInternal(key) {
      let start = max(floor, line.lowerBound - 1)
      remove(start..<line.upperBound, .markup)
      return true
    }
    if line.lowerBound > 0, lineBreaks.last?.lowerBound != line.lowerBound - 1 {
      lineBreaks.append(line.lowerBound - 1..<line.lowerBound)
    }
    if line.upperBound < text.count {
      lineBreaks.append(line.upperBound..<line.upperBound + 1)
    }
    drop(next + 1..<end)
    return true
  }

  /// The line that begins with a key before the colons here; nil if other words are before them.
  private var lineOfProperty: Range<Int>? {
    let floor = max(0, next - 60)
    var start = next
    while start > floor, isWord(text[start - 1]) || text[start - 1].isOne(of: "-_. ") {
      start -= 1
    }
    guard start == 0 || text[start - 1] == UInt8(ascii: "\n") else { return nil }
    return start..<(text.first(UInt8(ascii: "\n"), in: next..<text.count) ?? text.count)
  }

  /// Whether only a program reads a property: Logseq's `id::`.
  private static func isInternal(_ key: String) -> Bool {
    let names = ["alias", "collapsed", "heading", "icon", "id", "template-including-parent"]
    let starts = ["logseq.", "card-", "hl-", "ls-", "background-", "query-"]
    return names.contains(key) || starts.contains(where: key.hasPrefix)
  }

  /// Whether the words behind the bar of a link are an address or the name of a note: `notes.vim.keys`.
  func isTarget(_ range: Range<Int>) -> Bool {
    let words = text[text.trimmed(range)]
    if words.starts(with: "http".utf8) { return !words.contains(0x20) }
    let parts = words.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count > 2
      && parts.allSatisfy { part in
        part.count > 1 && part.allSatisfy { $0 &- 0x61 < 26 || isDigit($0) || $0 == 0x2D }
          && part.contains(where: isLetter)
      }
  }

  /// Reads the name of a block of Logseq: `((6476f0a0-…))`.
  mutating func readBlockName() -> Bool {
    let end = next + 40
    guard end <= text.count, has("))", at: end - 2),
      text[next + 2..<end - 2].allSatisfy({ isDigit($0) || isLetter($0) || $0 == 0x2D })
    else { return false }
    remove(next..<end, .linkTarget)
    return true
  }

  /// Reads the date of `SCHEDULED: <2024-05-01 Wed>`.
  mutating func readStamp() -> Bool {
    let date = next + 1..<min(next + 11, text.count)
    guard date.count == 10, text[date].allSatisfy({ isDigit($0) || $0 == 0x2D }),
      let close = text[date.upperBound...].prefix(30).firstIndex(of: UInt8(ascii: ">"))
    else { return false }
    skipped.add(Bytes(rebasing: text[date.upperBound..<close]), .markup)
    skipped.endWord()
    drop(next..<next + 1)
    drop(date.upperBound..<close + 1)
    return true
  }

  /// Reads `{{cloze words}}` of Logseq, a card with a gap: its words.
  mutating func readCloze() -> Bool {
    guard has("{{cloze ") else { return false }
    skipped.add(Bytes(rebasing: text[next..<next + 8]), .markup)
    skipped.endWord()
    guard let close = first("}}", from: next + 8), isOneLine(to: close) else {
      drop(next..<next + 8)
      return true
    }
    keep(from: next + 8, to: close, 2)
    return true
  }

  /// Whether a block is `tags: #a #b`, perhaps behind the sign of a name: `^Tags: #a`.
  var isListOfTags: Bool {
    let start = text.first == UInt8(ascii: "^") ? 1 : 0
    guard text.count < 400, has("tags:", at: start) || has("Tags:", at: start) else {
      return false
    }
    let words = text[(start + 5)...].split { isBlank($0) || $0 == UInt8(ascii: ",") }
    return !words.isEmpty && words.allSatisfy { isTag($0.startIndex..<$0.endIndex) }
  }

  /// Whether a tag at the end is no word of the sentence: "known as #MeToo" and "Slack: #general" are words.
  func isApart(_ word: Range<Int>) -> Bool {
    let before = trimmed(word.lowerBound)
    guard before > 0 else { return true }
    if text[before - 1].isOne(of: ".!?)…”\"") { return true }
    let last = text.string(max(0, before - 12)..<before).split(separator: " ").last ?? ""
    if MarkdownTraits.joining.contains(last.lowercased()) || last.hasSuffix("'s") { return false }
    let name = text[word.lowerBound + 1..<word.upperBound]
    let isColour =
      [3, 6, 8].contains(name.count) && name.allSatisfy { isDigit($0) || $0 | 0x20 &- 0x61 < 6 }
    return text[before - 1] != UInt8(ascii: ":") && !isColour
      && !name.contains { $0 &- UInt8(ascii: "A") < 26 }
  }

  /// Returns the start of a tag of Logseq with blanks that ends at an offset: `#[[two words]]`; nil for other text.
  func startOfLongTag(endingAt end: Int) -> Int? {
    guard end > 4, text[end - 1] == UInt8(ascii: "]"), text[end - 2] == UInt8(ascii: "]"),
      let open = text[max(0, end - 80)..<end - 2].lastIndex(of: UInt8(ascii: "[")), open > 1,
      has("#[[", at: open - 2), open == 2 || isBlank(text[open - 3])
    else { return nil }
    return open - 2
  }

  /// Whether the name of a tag begins at an offset: a letter, or `[[` of Logseq.
  func beginsName(_ offset: Int) -> Bool {
    offset < text.count && (isLetter(text[offset]) || has("[[", at: offset))
  }

  /// Whether a span is a link to another page with at most three bytes of words.
  static func isSource(_ span: InlineSpan) -> Bool {
    guard case .link(let target) = span.kind, span.range.count < 4 else { return false }
    return target.hasPrefix("http")
  }

  /// Whether a word is a link of one small letter, the mark of a source: `[s](https://…)`.
  func isMarkOfSource(_ word: Range<Int>) -> Bool {
    sources.contains(word) && text[word.lowerBound] &- UInt8(ascii: "a") < 26
      && text[word].dropFirst().allSatisfy(isDigit)
  }

  /// Reads `{{query …}}`, `{{embed …}}` or `{{renderer …}}` of Logseq, which show other blocks.
  mutating func readMacro() -> Bool {
    guard ["{{query ", "{{embed ", "{{renderer "].contains(where: { has($0) }),
      let close = first("}}", from: next + 8), isOneLine(to: close)
    else { return false }
    remove(next..<close + 2, .embed)
    return true
  }

  /// Reads a tag at the end of its line, above a property: `#card`, then `card-repeats:: 1`.
  mutating func readTagAboveProperty() -> Bool {
    let end = text[next...].prefix(60).firstIndex(of: UInt8(ascii: "\n"))
    guard let end, next > 0, isBlank(text[next - 1]), isTag(text.trimmed(next..<end)) else {
      return false
    }
    let key = text[(end + 1)...].prefix(60).prefix {
      isLetter($0) || isDigit($0) || $0.isOne(of: "-_.")
    }
    guard !key.isEmpty, has(":: ", at: key.endIndex) else { return false }
    remove(next..<end, .tag)
    return true
  }

  /// Reads the priority of a task: `[#A]`.
  mutating func readPriority() -> Bool {
    guard has("[#"), next + 3 < text.count, text[next + 2] &- UInt8(ascii: "A") < 3,
      has("]", at: next + 3)
    else { return false }
    remove(next..<next + 4, .markup)
    return true
  }

  /// Separates a formula that is set on lines of its own from the words behind it.
  mutating func separate(_ formula: Range<Int>) {
    let end = formula.upperBound
    guard formula.count > 4, end < text.count,
      text[formula].prefix(2).allSatisfy({ $0 == DollarSign.byte })
    else { return }
    if text[end] == UInt8(ascii: "\n") {
      lineBreaks.append(end..<end + 1)
    } else if isWord(text[end]) {
      edits.append(Edit(range: end..<end, words: Array(", ".utf8)))
    } else if text[end] == 0x20, end + 1 < text.count, text[end + 1] &- UInt8(ascii: "A") < 26 {
      edits.append(Edit(range: end..<end, words: [UInt8(ascii: ",")]))
    }
  }

  /// Reads a tag of notes for games, such as `{@damage 1d8|fire}` and `{@h}`: its first words,
  /// or the words to show.
  mutating func readTagOfGame(_ parts: [String], to end: Int) -> Bool {
    guard let name = parts.first, name.allSatisfy(\.isLetter) else { return false }
    let fields = parts.dropFirst().joined(separator: " ")
      .split(separator: "|", omittingEmptySubsequences: false)
    // `{@item Sword|DMG|blade}` shows its last words.
    let isNamed =
      fields.count == 3 && fields[2].contains(where: \.isLetter)
      && !["adventure", "area", "book", "filter", "link"].contains(name)
    let words = isNamed ? fields[2] : fields.first ?? ""
    // `{@atk mw}` is a picture of the kind of attack.
    guard !words.isEmpty, name != "atk" else {
      remove(next..<end, .markup)
      return true
    }
    skipped.add(Bytes(rebasing: text[next..<end]), .markup)
    skipped.remove(String(words), .markup)
    edits.append(Edit(range: next..<end, words: Array(words.utf8)))
    next = end
    return true
  }

  /// Returns the range of the language at the end of code: `number{:ts}`.
  func languageOfCode(_ code: Range<Int>) -> Range<Int>? {
    guard text[code.upperBound - 1] == UInt8(ascii: "}"),
      let open = text[code].suffix(12).lastIndex(of: UInt8(ascii: "{")), open > code.lowerBound,
      has("{:", at: open), text[open + 2..<code.upperBound - 1].allSatisfy(isLetter)
    else { return nil }
    return open..<code.upperBound
  }
}

// MARK: - Private comments

extension EditorMarks {
  /// The end of `{// a comment }`; nil if none is here.
  var endOfLineComment: Int? {
    let start = text[(next + 1)...].prefix(80).firstIndex { !isBlank($0) } ?? next
    guard has("//", at: start),
      let close = text.first(UInt8(ascii: "}"), in: start..<min(text.count, start + 2_000))
    else { return nil }
    return close + 1
  }

  /// Removes the comments of HTML and of reviewers in the words of a role, which is code for CommonMark.
  mutating func removeComments(in code: Range<Int>) {
    var marks = DividedComments.marks + [("%%", "%%")]
    var offset = code.lowerBound
    while offset < code.upperBound {
      let rest = text[offset..<code.upperBound]
      guard let index = marks.firstIndex(where: { rest.starts(with: $0.0.utf8) }) else {
        offset += 1
        continue
      }
      let close = marks[index].1
      guard let end = text.first(of: close, in: offset + 2..<code.upperBound) else {
        marks.remove(at: index)
        continue
      }
      offset = end + close.utf8.count
      remove(rest.startIndex..<offset, .privateComment)
    }
  }
}

extension TemplateComments {
  /// Removes a drawer of Org or Logseq, `:LOGBOOK:` … `:END:`, or a line `CLOCK: [2024-05-01 Wed 10:00]`: the log of
  /// a person's work. Returns false if the line is none.
  mutating func removeDrawer() -> Bool {
    let words = wordsOfDrawer(line)
    guard let first = source[words].first, first == UInt8(ascii: ":") || first | 0x20 == 0x63 else {
      return false
    }
    if source[words].starts(with: "CLOCK: [".utf8), isStamp(words.lowerBound + 8) {
      remove(words, .privateComment)
      return true
    }
    guard let name = drawer(words) else { return false }
    var next = lines
    while !next.isAtEnd {
      let below = next.next()
      let inner = wordsOfDrawer(below)
      if isLine(inner, ":end:") {
        remove(words.lowerBound..<inner.upperBound, .privateComment)
        while line.upperBound < inner.upperBound, !lines.isAtEnd { line = lines.next() }
        return true
      }
      if drawer(inner) != nil || isOutside(below, inner) { break }
    }
    unclosed = unclosed ?? (words.lowerBound, (name.uppercased(), ":END:"))
    remove(words, .privateComment)
    return true
  }

  /// The words of a line, without the marks of a quotation and an item.
  private func wordsOfDrawer(_ line: Range<Int>) -> Range<Int> {
    let words = source.trimmed(line)
    let start = source[words].firstIndex { !$0.isOne(of: "-*+> \t") }
    return (start ?? words.upperBound)..<words.upperBound
  }

  private func isLine(_ words: Range<Int>, _ name: String) -> Bool {
    words.count == name.utf8.count
      && zip(source[words], name.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
  }

  private func drawer(_ words: Range<Int>) -> String? {
    guard source[words].first == UInt8(ascii: ":") else { return nil }
    return [":logbook:", ":properties:"].first { isLine(words, $0) }
  }

  /// Whether a line cannot be in a drawer: a heading, a fence, an item without a date.
  private func isOutside(_ line: Range<Int>, _ words: Range<Int>) -> Bool {
    guard let first = source[words].first else { return false }
    if first == UInt8(ascii: "#") || first == UInt8(ascii: "`") { return true }
    let isItem = source[line].first { $0 > 0x20 }.map { $0.isOne(of: "-*+") } == true
    guard isItem else { return false }
    return !source[words].indices.contains { source[$0] == UInt8(ascii: "[") && isStamp($0 + 1) }
  }

  /// Whether a date begins at an offset: `2024-05-01`.
  private func isStamp(_ start: Int) -> Bool {
    start + 10 <= source.count
      && zip(source[start..<start + 10], "0000-00-00".utf8).allSatisfy { byte, sign in
        sign == 0x2D ? byte == sign : byte &- 0x30 < 10
      }
  }
}

/// The categories at the end of a page of a wiki: `[[Category:Tools]]`, `<Kategorie:Werkzeuge>`.
enum WikiCategories {
  /// Whether categories are all that a paragraph has, each without a blank behind its colon. They are not read.
  static func fill(
    _ inline: InlineText, _ edition: ReadingEdition, _ leftOut: inout SkippedWords
  ) -> Bool {
    guard edition == .second, let first = inline.bytes.first, inline.bytes.count < 2_000,
      first == UInt8(ascii: "C") || first == UInt8(ascii: "K")
    else { return false }
    let isFilled = inline.bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      names.contains { line.starts(with: $0) && line.dropFirst($0.count).first != 0x20 }
    }
    if isFilled { leftOut.add(inline.text, .markup) }
    return isFilled
  }

  private static let names = ["Category:", "Kategorie:", "Catégorie:", "Categoría:"].map {
    Array($0.utf8)
  }
}

extension EditorMarks {
  /// Reads `#word` within a text, which is the word. A line of tags is left out.
  mutating func readTag() -> Bool {
    guard next == 0 || isBlank(text[next - 1]), beginsName(next + 1) else { return false }
    // A heading of tags has no other words.
    if startsLine, !isHeading {
      let end = text.first(UInt8(ascii: "\n"), in: next..<text.count) ?? text.count
      let words = text[next..<end].split(separator: 0x20)
      if words.allSatisfy({ isTag($0.startIndex..<$0.endIndex) }) {
        remove(next..<end, .tag)
        return true
      }
    }
    drop(next..<next + 1)
    return true
  }

  /// Reads `++ctrl+alt++`: keys of a keyboard.
  mutating func readKeys() -> Bool {
    guard next == 0 || !isTyped(text[next - 1]), next + 2 < text.count, isWord(text[next + 2]),
      let close = first("++", from: next + 3),
      close - next < 60,
      text[next + 2..<close].allSatisfy({
        isWord($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
      })
    else { return false }
    keep(from: next + 2, to: close, 2)
    return true
  }

  /// Reads the mark of a source that chat programs write: `【14†source】`.
  mutating func readSource() -> Bool {
    guard let close = first("】", from: next), close - next < 200,
      text.string(next..<close).contains("†")
    else { return false }
    remove(next..<close + 3, .markup)
    return true
  }

  func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || isLetter(byte) || isDigit(byte) }
}

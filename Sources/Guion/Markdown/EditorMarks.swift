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

  let text: Bytes
  /// The ranges of code and formulas, in order.
  var codes: ArraySlice<Range<Int>>
  var strikes: ArraySlice<Range<Int>>
  var edits: [Edit] = []
  var skipped = SkippedWords()
  /// The starts of spans that are no struck-through text or code: CriticMarkup's new words, and MyST's references.
  var released: Set<Int> = []
  /// The pictures of embeds with words: the range of the words, and the file.
  var pictures: [(range: Range<Int>, file: String)] = []
  /// The passages in named languages, inner passages first.
  var languages: [(range: Range<Int>, tag: String)] = []
  /// The ranges of superscripts.
  var raised: [Range<Int>] = []
  /// The formulas of MyST, with their role.
  var formulas: [Range<Int>] = []
  let traits: MarkdownTraits
  var isHeading = false
  /// The ends of pictures, which can have no words.
  let imageEnds: Set<Int>
  /// The ranges of links to other pages with at most three bytes of words.
  let sources: Set<Range<Int>>
  /// The lines of fenced divisions: their offsets, and the words behind the colons.
  var fences: [(offset: Int, words: String)] = []
  /// The offsets of the closing marks of open highlights and additions, innermost last, with their lengths.
  var closings: [(offset: Int, count: Int)] = []
  /// The offsets of single brackets that are open, innermost last.
  var brackets: [Int] = []
  /// The line breaks above definitions, which are heard.
  var lineBreaks: [Range<Int>] = []
  /// The marks of other programs for pauses and voices, as comments of our own.
  var others: [(offset: Int, mark: String)] = []
  /// Whether the first line is the kind and the title of a notice.
  var beginsWithNotice = false
  var next = 0
  /// The emphasis that cmark leaves open, and the lengths of its marks by their offsets.
  let emphasis: [OpenEmphasis]
  private var emphasisMarks: [Int: Int] = [:]
  /// The closing marks that do not come again.
  private var missing: Set<String> = []
  /// Where the last search of a closing mark began, and the mark that it found.
  private var found: [String: Int] = [:]

  init(
    _ text: Bytes, _ spans: [InlineSpan], formulas: [Range<Int>] = [], _ traits: MarkdownTraits
  ) {
    (self.text, self.traits) = (text, traits)
    let typed = spans.filter { $0.kind == .code }.map(\.range) + formulas
    codes = typed.sorted { $0.lowerBound < $1.lowerBound }[...]
    imageEnds = Set(spans.lazy.filter { $0.kind == .image }.map(\.range.upperBound))
    sources = Set(spans.lazy.filter(Self.isSource).map(\.range))
    strikes = spans.filter { $0.kind == .strikethrough }.map(\.range)[...]
    emphasis = OpenEmphasis.all(in: text, codes, spans)
      .filter { !text[$0.range].starts(with: "~={".utf8) }
    for pair in emphasis {
      emphasisMarks[pair.range.lowerBound] = pair.count
      emphasisMarks[pair.range.upperBound - pair.count] = pair.count
    }
  }

  static func mayBeIn(_ text: [UInt8]) -> Bool {
    var last: UInt8 = 0
    return text.contains { byte in
      defer { last = byte }
      return switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "["), UInt8(ascii: "{"),
        UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "\\"), UInt8(ascii: ":"),
        UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"),
        UInt8(ascii: "+"), UInt8(ascii: "<"), 0xE3, BlockComments.opening:
        true
      case UInt8(ascii: "("): last == byte
      default: false
      }
    }
  }

  /// Finds the marks of the whole text.
  mutating func read() {
    if isContents { return remove(0..<text.count, .markup) }
    if isListOfTags { return remove(0..<text.count, .tag) }
    let end = endWithoutTags()
    if has("[[") { breakLinks() }
    while next < end {
      while let code = codes.first, code.upperBound <= next { codes.removeFirst() }
      if let code = codes.first, code.contains(next) {
        readCode(code)
      } else if let closing = closings.last, closing.offset <= next {
        closings.removeLast()
        if closing.offset == next { drop(next..<next + closing.count) }
      } else if !readMark() {
        next += 1
      }
    }
    let rest = max(end, next, edits.last?.range.upperBound ?? 0)
    if rest < text.count { remove(rest..<text.count, .tag) }
  }

  /// Reads the mark at the current place; returns false if there is none.
  private mutating func readMark() -> Bool {
    if let count = emphasisMarks[next] {
      drop(next..<next + count)
      return true
    }
    return switch text[next] {
    case UInt8(ascii: "%"): has("%%") && readComment()
    case UInt8(ascii: "="): has("==") && readHighlight()
    case UInt8(ascii: "["): readBracket()
    case UInt8(ascii: "]"): closeBracket()
    case UInt8(ascii: "{"): readCloze() || readMacro() || readBrace()
    case UInt8(ascii: "\\"): readCommand()
    case UInt8(ascii: ":"):
      startsLine ? has(":::") ? readFence() : readDefinition() : has("::") && readProperty()
    case UInt8(ascii: "*"): startsLine && has("*[") && readAbbreviation()
    case UInt8(ascii: "@"): readReference()
    case UInt8(ascii: "#"): readTagAboveProperty() || readTag()
    case UInt8(ascii: "+"): has("++") && readKeys()
    case UInt8(ascii: "~"): has("~={") && readColor() || readSubscript()
    case UInt8(ascii: "^"): readSuperscript()
    case UInt8(ascii: "<"):
      has("<%")
        ? readTemplate()
        : has("<VOICE:") ? readVoice() : has("<<") ? readMarker() : readStamp()
    case UInt8(ascii: "("): startsLine && readLabel() || has("((") && readBlockName()
    case 0xE3: has("【") && readSource()
    case BlockComments.opening: readExpression()
    default: false
    }
  }

  /// Reads the expression of a program, which `BlockComments` has masked.
  private mutating func readExpression() -> Bool {
    guard let end = text.first(BlockComments.closing, in: next..<text.count) else { return false }
    remove(next..<end + 1, .markup)
    return true
  }

  var startsLine: Bool { next == 0 || text[next - 1] == UInt8(ascii: "\n") }

  func has(_ mark: String, at offset: Int? = nil) -> Bool {
    text[(offset ?? next)...].starts(with: mark.utf8)
  }

  /// Returns the offset of the first mark at or after an offset; nil if there is none.
  mutating func first(_ mark: String, from start: Int) -> Int? {
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
  mutating func remove(_ range: Range<Int>, _ rule: SkippedWords.Rule) {
    skipped.add(Bytes(rebasing: text[range]), rule)
    skipped.endWord()
    var start = range.lowerBound
    let isOpen =
      range.upperBound == text.count || isBlank(text[range.upperBound])
      || text[range.upperBound].isOne(of: ".,;:!?")
      || closings.last?.offset == range.upperBound && text[range.upperBound] == UInt8(ascii: "]")
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

  func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
}

// MARK: - Obsidian

extension EditorMarks {
  /// Reads `%%a private comment%%`.
  private mutating func readComment() -> Bool {
    // A comment does not begin within "50%%%".
    let isWithin =
      next > 0 && text[next - 1] == text[next] && edits.last?.range.upperBound != next
    guard !isWithin, !BlockComments.isPercentage(text, next) else { return false }
    guard let close = first("%%", from: next + 2) else {
      // The signs of a comment that is never closed are no words.
      guard next == 0 || isBlank(text[next - 1]), next + 2 < text.count,
        isBlank(text[next + 2]) || isWord(text[next + 2])
      else { return false }
      drop(next..<next + 2)
      return true
    }
    remove(next..<BlockComments.signEnd(text, next, close), .privateComment)
    return true
  }

  /// Reads `==a highlight==`, of which the text stays.
  private mutating func readHighlight() -> Bool {
    let start = next + 2
    guard start < text.count, !isBlank(text[start]), text[start] != UInt8(ascii: "="),
      next == 0 || !isTyped(text[next - 1])
    else { return false }
    guard let close = first("==", from: start + 1), !isBlank(text[close - 1]) else { return false }
    if close + 2 < text.count, isTyped(text[close + 2]) { return false }
    keep(from: start, to: close, 2)
    return true
  }

  /// Reads `~={red}words=~`, words in a color.
  private mutating func readColor() -> Bool {
    guard let brace = text[next...].prefix(32).firstIndex(of: UInt8(ascii: "}")),
      let close = first("=~", from: brace + 2)
    else { return false }
    skipped.add(Bytes(rebasing: text[next..<brace]), .markup)
    skipped.endWord()
    keep(from: brace + 1, to: close, 2)
    return true
  }

  /// Drops the mark before `start` and later the one at `close`. The text between them can have other marks.
  mutating func keep(from start: Int, to close: Int, _ count: Int) {
    if let outer = closings.last, outer.offset < close + count { return next = start }
    drop(next..<start)
    closings.append((close, count))
  }

  /// Removes signs that are no words.
  mutating func drop(_ range: Range<Int>) {
    edits.append(Edit(range: range))
    next = range.upperBound
  }
}

// MARK: - Brackets

extension EditorMarks {
  /// Reads pandoc's `H~2~O`.
  private mutating func readSubscript() -> Bool {
    let digits = text[(next + 1)...].prefix(4).prefix(while: isDigit)
    guard next > 0, isLetter(text[next - 1]) || text[next - 1] == UInt8(ascii: ")") else {
      return false
    }
    guard !digits.isEmpty, has("~", at: digits.endIndex) else {
      let letters = text[(next + 1)...].prefix(12).prefix { isLetter($0) || isDigit($0) }
      guard !letters.isEmpty, has("~", at: letters.endIndex),
        letters.endIndex + 1 == text.count || !isWord(text[letters.endIndex + 1]),
        closings.last.map({ $0.offset > letters.endIndex }) ?? true
      else { return false }
      // "V~max~" is "V max".
      edits.append(Edit(range: next..<next + 1, words: [0x20]))
      (next, closings) = (next + 1, closings + [(letters.endIndex, 1)])
      return true
    }
    // The bytes of "₀" to "₉"
    let words: [UInt8] = digits.flatMap { [0xE2, 0x82, 0x50 + $0] }
    edits.append(Edit(range: next..<digits.endIndex + 1, words: words))
    next = digits.endIndex + 1
    return true
  }

  /// Keeps the breaks between lines if each line begins with a link of a vault, because such a paragraph is a list.
  private mutating func breakLinks() {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.count > 1, lines.allSatisfy({ $0.starts(with: "[[".utf8) }) else { return }
    lineBreaks += lines.dropLast().map { $0.endIndex..<$0.endIndex + 1 }
  }

  private mutating func readBracket() -> Bool {
    if has("[["), readLink() { return true }
    if readAnchor() || readPriority() { return true }
    if readPause() { return true }
    if has("[@") || has("[-@"), let close = first("]", from: next + 1), isOneLine(to: close) {
      if readThings(to: close) { return true }
      if let names = namesOfCitation(to: close) {
        skipped.add(Bytes(rebasing: text[next..<close + 1]), .markup)
        skipped.remove(names, .markup)
        edits.append(Edit(range: next..<close + 1, words: Array(names.utf8)))
        next = close + 1
      } else {
        remove(next..<close + 1, .markup)
      }
      return true
    }
    if let close = first("]", from: next + 1), readReferences(to: close) || readNumber(to: close) {
      return true
    }
    // The label of a link that is defined nowhere: `[words][label]`.
    if next > 0, text[next - 1] == UInt8(ascii: "]"), let close = first("]", from: next + 1),
      close > next + 1, isOneLine(to: close), let open = brackets.last,
      // `rows[i][j]` is no link.
      open == 0 || isBlank(text[open - 1]) || text[open - 1].isOne(of: "(\"'"),
      open >= edits.last?.range.upperBound ?? 0
    {
      brackets.removeLast()
      edits.append(Edit(range: open..<open + 1))
      skipped.add(Bytes(rebasing: text[next..<close]), .linkTarget)
      skipped.endWord()
      drop(next - 1..<close + 1)
      return true
    }
    if brackets.count < 32 { brackets.append(next) }
    return false
  }

  /// Forgets a bracket that is closed and has no attributes.
  private mutating func closeBracket() -> Bool {
    guard !has("]{"), !has("]["), let open = brackets.popLast() else { return false }
    return readTarget(from: open)
  }

  /// Reads `[[target|words]]`, or the embed `![[target]]`.
  private mutating func readLink() -> Bool {
    guard let close = first("]]", from: next + 2), close > next + 2,
      first("[[", from: next + 2).map({ $0 > close }) ?? true, isOneLine(to: close),
      // Arrays and tests of a shell are no links.
      !isBlank(text[next + 2]),
      !text[next + 2..<close].contains(where: { $0.isOne(of: "[]\"") })
    else { return false }
    let inner = next + 2..<close
    let bar = text.first(UInt8(ascii: "|"), in: inner)
    let target = text.string(inner.lowerBound..<(bar ?? inner.upperBound))
    let isEmbed =
      next > 0 && text[next - 1] == UInt8(ascii: "!") && edits.last?.range.upperBound != next
    if isEmbed {
      readEmbed(target, words: bar.map { $0 + 1..<close }, end: close + 2)
    } else if let bar, isTarget(bar + 1..<close), target.contains(" ") {
      // Dendron writes the words first.
      let last = text.trimmed(next..<bar).upperBound
      skipped.add(Bytes(rebasing: text[bar..<close]), .linkTarget)
      skipped.endWord()
      keep(from: next + 2, to: last, close + 2 - last)
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
    func isSize(_ range: Range<Int>) -> Bool {
      text.string(range).allSatisfy { $0.isNumber || " x".contains($0) }
    }
    guard var words, !isSize(words) else { return remove(start..<end, .embed) }
    // "A cat|300" has the size behind the words.
    if let bar = text[words].lastIndex(of: UInt8(ascii: "|")), isSize(bar + 1..<words.upperBound),
      bar > words.lowerBound
    {
      skipped.add(Bytes(rebasing: text[bar..<words.upperBound]), .embed)
      skipped.endWord()
      words = words.lowerBound..<bar
    }
    skipped.add(target, .embed)
    edits.append(Edit(range: start..<words.lowerBound))
    edits.append(Edit(range: words.upperBound..<end))
    pictures.append((words, target))
    next = end
  }

  /// Whether a mark ends on its line. A mark has at most 2,000 bytes, so that the work stays linear.
  func isOneLine(to close: Int) -> Bool {
    close - next <= 2_000 && text.first(UInt8(ascii: "\n"), in: next..<close) == nil
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
      let long = startOfLongTag(endingAt: last).flatMap { $0 > 0 ? $0 : nil }
      let word = (long ?? start)..<last
      guard long != nil || word.lowerBound > 0 && isMarkOfSource(word) || word.count > 1,
        long != nil || isMarkOfSource(word) || isTag(word) && isApart(word)
          || end == text.count && isBlockName(word),
        codes.last.map({ $0.upperBound <= word.lowerBound }) ?? true
      else {
        // A heading of tags has no other words.
        return end == text.count || isHeading && end == 0 ? text.count : trimmed(end)
      }
      end = word.lowerBound
    }
  }

  func trimmed(_ end: Int) -> Int {
    var end = end
    while end > 0, isBlank(text[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a word is a tag such as `#garden/spring`. A tag has a letter, so `#12` is none.
  func isTag(_ word: Range<Int>) -> Bool {
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

  /// Whether a sign beside a mark shows that the mark is a part of code: `a==b`, `C++11`.
  func isTyped(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "_")
  }

  func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
  func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

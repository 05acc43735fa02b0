import Basics

/// Emphasis that CommonMark leaves open, because one of its marks is between a letter and a sign: `**「重要」**です`.
/// Escaped marks have lost their backslashes in this text. So a pair counts only if CommonMark's rule about signs, or
/// about `_` within a word, is what keeps it from being one.
struct OpenEmphasis {
  let kind: InlineSpan.Kind
  /// The range with both marks.
  let range: Range<Int>
  /// The length of each mark.
  let count: Int

  /// Returns the pairs of a text, in the order of their ends.
  /// `codes` are the ranges that have no marks.
  static func all(
    in text: Bytes, _ codes: ArraySlice<Range<Int>>, _ spans: [InlineSpan]
  ) -> [Self] {
    guard text.contains(where: isSign) else { return [] }
    var codes = codes
    // The brackets of a link and the marks of code are signs that are no longer in the text.
    let edges = Set(spans.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
    var openers: [Mark.Name: Mark] = [:]
    var pairs: [Self] = []
    var offset = 0
    while offset < text.count {
      while let code = codes.first, code.upperBound <= offset { codes.removeFirst() }
      if let code = codes.first, code.contains(offset) {
        offset = code.upperBound
        continue
      }
      guard isSign(text[offset]) else {
        offset += 1
        continue
      }
      let mark = Mark(in: text, at: offset, edges)
      offset = mark.range.upperBound
      guard let kind = mark.name.kind else { continue }
      if mark.closes, let opener = openers[mark.name], opener.opens,
        opener.range.upperBound < mark.range.lowerBound,
        mark.name.isTilde || !(opener.opensByRule && mark.closesByRule)
      {
        let range = opener.range.lowerBound..<mark.range.upperBound
        pairs.append(Self(kind: kind, range: range, count: mark.name.count))
        openers = openers.filter { $0.value.range.lowerBound < range.lowerBound }
      } else if mark.opens {
        openers[mark.name] = mark
      }
    }
    return pairs
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }

  /// A run of equal signs.
  private struct Mark {
    struct Name: Hashable {
      let byte: UInt8
      let count: Int

      /// A single tilde, which cmark leaves open.
      var isTilde: Bool { byte == UInt8(ascii: "~") && count == 1 }

      /// The kind of text between two such marks; nil if no text is.
      var kind: InlineSpan.Kind? {
        if byte == UInt8(ascii: "~") { return count < 3 ? .strikethrough : nil }
        return switch count {
        case 1: .emphasis
        case 2, 3: .strong
        default: nil
        }
      }
    }

    /// What is beside a mark.
    private enum Neighbour {
      case blank, sign, digit, letter
      /// A letter outside ASCII. The languages without blanks between words have such letters.
      case wideLetter

      init(_ scalar: Unicode.Scalar?) {
        self =
          switch scalar {
          case nil: .blank
          case .some(let scalar) where scalar.isSpace: .blank
          case .some(let scalar) where scalar.isDigit: .digit
          case .some(let scalar) where scalar.isLetter || scalar.isMark:
            scalar.isASCII ? .letter : .wideLetter
          default: .sign
          }
      }

      var isWord: Bool { self == .digit || self == .letter || self == .wideLetter }
    }

    let name: Name
    let range: Range<Int>
    /// Whether the mark can open or close a pair: by CommonMark, and as an author means it.
    let opens, closes, opensByRule, closesByRule: Bool

    init(in text: Bytes, at start: Int, _ edges: Set<Int>) {
      let byte = text[start]
      let end = text[start...].firstIndex { $0 != byte } ?? text.count
      (name, range) = (Name(byte: byte, count: end - start), start..<end)
      let before = edges.contains(start) ? .sign : Neighbour(text.scalar(before: start))
      let after =
        edges.contains(end)
        ? .sign
        : Neighbour(end < text.count ? text.scalar(at: end, before: text.count).scalar : nil)
      let isLeft = after != .blank && (after != .sign || !before.isWord)
      let isRight = before != .blank && (before != .sign || !after.isWord)
      let isLow = byte == UInt8(ascii: "_")
      opensByRule = isLeft && (!isLow || !isRight || before == .sign)
      closesByRule = isRight && (!isLow || !isLeft || after == .sign)
      // `5*3 (x)*2` and `snake_case` are no emphasis.
      let isSingle = isLow || end - start == 1
      let allowed: (Neighbour) -> Bool = { $0 != .digit && (!isSingle || $0 != .letter) }
      if name.isTilde {
        // "~50" is about fifty.
        opens = opensByRule && !before.isWord && after != .digit
        closes = closesByRule && !after.isWord
      } else {
        opens = after != .blank && (opensByRule || allowed(before))
        closes = before != .blank && (closesByRule || allowed(after))
      }
    }
  }
}

extension Bytes {
  /// The scalar that ends before an offset; nil at the start of the text.
  fileprivate func scalar(before offset: Int) -> Unicode.Scalar? {
    guard offset > 0 else { return nil }
    var start = offset - 1
    while start > 0, offset - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start, before: offset).scalar
  }
}

// MARK: - Styles

extension EditorMarks {
  /// Reads `{\bf words}`.
  mutating func readStyle() -> Bool {
    guard has("{\\") else { return false }
    let name = text[(next + 2)...].prefix(12).prefix(while: isLetter)
    let start = name.endIndex
    guard Attributes.styles.contains(String(decoding: name, as: UTF8.self)), start < text.count,
      text[start] == 0x20, let end = groupEnd(next),
      closings.last.map({ $0.offset >= end }) ?? true
    else { return false }
    skipped.add(Bytes(rebasing: name), .markup)
    skipped.endWord()
    drop(next..<start + 1)
    closings.append((end - 1, 1))
    return true
  }

  /// Reads pandoc's `1^er^`, and the footnote `^[words]`.
  mutating func readSuperscript() -> Bool {
    let start = next + 1
    guard start < text.count else { return false }
    if text[start] == UInt8(ascii: "[") {
      var depth = 0
      for offset in start..<min(text.count, start + 2_000) {
        if text[offset] == UInt8(ascii: "[") { depth += 1 }
        if text[offset] == UInt8(ascii: "]") { depth -= 1 }
        guard depth == 0 else { continue }
        remove(next..<offset + 1, .unusedFootnote)
        return true
      }
      return false
    }
    guard next > 0, isWord(text[next - 1]) || text[next - 1] == UInt8(ascii: ")"),
      let close = text.first(UInt8(ascii: "^"), in: start..<min(text.count, start + 20)),
      close > start, close + 1 == text.count || !isWord(text[close + 1]),
      text[start..<close].allSatisfy({ isWord($0) || $0.isOne(of: "+-,.") })
    else { return false }
    raised.append(start..<close)
    keep(from: start, to: close, 1)
    return true
  }
}

// MARK: - Commands

extension EditorMarks {
  /// Reads `\newpage`, `\ref{…}`, `\begin{center}` and other commands of TeX.
  /// Of an unknown command, the first group is words.
  mutating func readCommand() -> Bool {
    let name = text[(next + 1)...].prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    // Books have commands of their own for entries of the index: `\\indexc{f()}`.
    let typed = String(decoding: name, as: UTF8.self)
    let command = typed.hasPrefix("index") ? "index" : typed
    // `C:\index.html` is a path. Directly behind a word, only a known command with a group is one.
    let isApart = next == 0 || !isTyped(text[next - 1]) && !text[next - 1].isOne(of: ":\\/")
    if name.isEmpty {
      // pandoc's fixed blank
      guard next > 0, isWord(text[next - 1]) || text[next - 1] == UInt8(ascii: "."),
        next + 1 < text.count, text[next + 1] == 0x20
      else { return false }
      drop(next..<next + 1)
      return true
    }
    guard isApart || Attributes.commands.contains(command) else { return false }
    if command == "begin" || command == "end" { return readEnvironment(from: name.endIndex) }
    if Attributes.pages.contains(command) {
      if command == "item", next > 0, text[next - 1] == UInt8(ascii: "\n") {
        lineBreaks.append(next - 1..<next)
      }
      remove(next..<name.endIndex, .markup)
      return true
    }
    let isKnown =
      Attributes.commands.contains(command) || Attributes.secondGroups.contains(command)
    let end = isKnown ? afterOptions(name.endIndex) : name.endIndex
    guard end < text.count, text[end] == UInt8(ascii: "{") else {
      guard Attributes.words.contains(command) else { return false }
      drop(next..<next + 1)
      return true
    }
    if Attributes.secondGroups.contains(command) {
      guard let first = groupEnd(end), first < text.count, text[first] == UInt8(ascii: "{")
      else { return false }
      return readGroup(at: first)
    }
    guard Attributes.commands.contains(command) else { return readGroup(at: end) }
    var rest = end
    while let close = groupEnd(rest) { rest = close }
    guard rest > end else { return false }
    remove(next..<rest, .markup)
    return true
  }

  /// Reads `\begin{center}` and `\end{center}`. The text between them is read, unless it is a drawing or code.
  private mutating func readEnvironment(from start: Int) -> Bool {
    guard let first = groupEnd(start), first > start + 2 else { return false }
    let name = text.string(start + 1..<first - 1)
    var end = first
    if has("\\begin") {
      if Attributes.drawings.contains(name), let close = self.first("\\end{\(name)}", from: first) {
        end = close + name.utf8.count + 6
      } else {
        end = afterOptions(first)
        while let more = groupEnd(end) { end = more }
      }
    }
    remove(next..<end, .markup)
    return true
  }

  /// Returns the offset behind `[options]`, or the same offset if there are none.
  private func afterOptions(_ start: Int) -> Int {
    guard start < text.count, text[start] == UInt8(ascii: "["),
      let close = text.first(UInt8(ascii: "]"), in: start..<min(text.count, start + 200))
    else { return start }
    return close + 1
  }

  /// Returns the offset behind the group that begins here; nil if there is none.
  func groupEnd(_ start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "{") else { return nil }
    var depth = 0
    for offset in start..<min(text.count, start + 600) {
      if text[offset] == UInt8(ascii: "{") { depth += 1 }
      if text[offset] == UInt8(ascii: "}") { depth -= 1 }
      if depth == 0 { return offset + 1 }
    }
    return nil
  }

  /// Reads an unknown command, of which the first group is words.
  private mutating func readGroup(at end: Int) -> Bool {
    guard let close = groupEnd(end).map({ $0 - 1 }) else { return false }
    if close == end + 1 {
      // `\LaTeX{}` is a word.
      drop(next..<next + 1)
      if closings.last.map({ $0.offset >= close + 1 }) ?? true { closings.append((end, 2)) }
      return true
    }
    skipped.add(Bytes(rebasing: text[next..<end]), .markup)
    skipped.endWord()
    drop(next..<end + 1)
    var rest = close + 1
    while let more = groupEnd(rest) { rest = more }
    skipped.add(Bytes(rebasing: text[close..<rest]), .markup)
    skipped.endWord()
    if closings.last.map({ $0.offset >= rest }) ?? true { closings.append((close, rest - close)) }
    return true
  }
}

// MARK: - Links that CommonMark leaves open

extension EditorMarks {
  /// Reads the target of a link or a picture with a blank, which pandoc allows: `[words](my file.pdf)`. The macro of a
  /// site can have blanks too: `[words]({{ base }}/page)`.
  mutating func readTarget(from open: Int) -> Bool {
    guard has("]("), let bracket = first(")", from: next + 2), bracket - next < 300 else {
      return false
    }
    let hasMacro = text.string(next + 2..<bracket).contains("{{")
    let macroEnd = hasMacro ? first("}}", from: next + 2) : nil
    guard let close = first(")", from: macroEnd ?? bracket), close - next < 300,
      isOneLine(to: close)
    else { return false }
    let isPicture = open > 0 && text[open - 1] == UInt8(ascii: "!")
    let start = isPicture ? open - 1 : open
    let isApart =
      start == 0 || isBlank(text[start - 1]) || text[start - 1].isOne(of: "[(\"'>*_")
    let target = text.string(next + 2..<close)
    guard isPicture || isApart && open + 1 < next, target.contains(" "),
      let path = Self.path(of: target, hasMacro: hasMacro)
    else { return false }
    let words = open + 1..<next
    guard !words.isEmpty else {
      remove(start..<close + 1, .linkTarget)
      return true
    }
    // The words can have marks of their own.
    let index = edits.lastIndex { $0.range.upperBound <= start }.map { $0 + 1 } ?? 0
    edits.insert(Edit(range: start..<open + 1), at: index)
    if isPicture { pictures.append((words, path)) }
    skipped.add(target, .linkTarget)
    skipped.endWord()
    drop(next..<close + 1)
    return true
  }

  /// Returns the path in a target with blanks, without the title and the size behind it; nil if there is none.
  private static func path(of target: String, hasMacro: Bool) -> String? {
    if hasMacro {
      let path = target.replacing(#/\{\{[^{}]*\}\}/#, with: "x")
      return path.contains(" ") ? nil : path
    }
    let path = #/([^()<>"]*\.[A-Za-z][A-Za-z0-9]{1,4}(?:#[^ ]*)?)(?: +"[^"]*")?(?: +=[0-9%x]+)?/#
    return target.wholeMatch(of: path).map { String($0.1) }
  }

  /// Reads the name of a heading at its end: `# Title [#name]`.
  mutating func readAnchor() -> Bool {
    guard isHeading, has("[#"), next > 0, isBlank(text[next - 1]),
      let close = first("]", from: next), close + 1 == text.count
    else { return false }
    let name = text[next + 2..<close]
    guard name.contains(where: isLetter),
      name.allSatisfy({ isWord($0) || $0.isOne(of: "-_.:") })
    else { return false }
    remove(next..<close + 1, .markup)
    return true
  }
}

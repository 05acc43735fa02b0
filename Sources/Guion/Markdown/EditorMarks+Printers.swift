import Basics

// MARK: - Braces, commands, fences

extension EditorMarks {
  mutating func readBrace() -> Bool {
    readScriptComment() || readChange() || readLinkOfCode() || readShortcode() || readRole()
      || readStyle() || readAttributes()
  }

  /// Reads `{/* a comment */}` of MDX, which `BlockComments` has masked.
  private mutating func readScriptComment() -> Bool {
    if let end = endOfLineComment {
      remove(next..<end, .privateComment)
      return true
    }
    guard let open = text[(next + 1)...].prefix(80).firstIndex(of: BlockComments.mask),
      !text[next + 1..<open].contains(UInt8(ascii: "{")), let mask = first("\u{1}", from: open + 1),
      let end = text[(mask + 1)...].prefix(82).firstIndex(of: UInt8(ascii: "}"))
    else { return false }
    remove(next..<end + 1, .privateComment)
    return true
  }

  /// Reads `{@link Type#member words}` and `{@code words}` of Javadoc: the words, or the name.
  private mutating func readLinkOfCode() -> Bool {
    guard has("{@"), let end = first("}", from: next + 2), isOneLine(to: end) else { return false }
    let parts = text.string(next + 2..<end).split(separator: " ", maxSplits: 2).map(String.init)
    guard parts.count > 1, ["link", "linkplain", "code", "literal", "value"].contains(parts[0])
    else { return readTagOfGame(parts, to: end + 1) }
    let isLink = parts[0].hasPrefix("link")
    let words = isLink ? parts[parts.count - 1] : parts[1...].joined(separator: " ")
    let name = isLink && parts.count == 2 ? words.replacing("#", with: " ") : words
    skipped.add(Bytes(rebasing: text[next..<end]), .markup)
    skipped.remove(name, .markup)
    edits.append(Edit(range: next..<end + 1, words: Array(name.utf8)))
    next = end + 1
    return true
  }

  /// Reads a mark of CriticMarkup.
  private mutating func readChange() -> Bool {
    for (open, close, rule) in Self.changes where has(open) {
      guard let end = first(close, from: next + open.utf8.count) else {
        // The signs of a comment that is never closed are no words.
        if open == "{>>" { drop(next..<next + 3) }
        return open == "{>>"
      }
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
    released.insert(strike.lowerBound)
    closings.append((strike.upperBound, 1))
    return true
  }

  /// Reads `{{< … >}}`, `{{% … %}}` and `{% … %}`.
  private mutating func readShortcode() -> Bool {
    for (open, close) in [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}")]
    where has(open) {
      guard let last = first(close, from: next + open.utf8.count) else { return false }
      var end = last + close.utf8.count
      if next > 1, text[next - 2] == UInt8(ascii: "]"), text[next - 1] == UInt8(ascii: "(") {
        // The rest of the target of a link: `[words]({% link a.md %}#part)`.
        end = text[end...].prefix { !isBlank($0) && $0 != UInt8(ascii: ")") }.endIndex
      }
      remove(next..<end, .markup)
      return true
    }
    return false
  }

  /// Reads `<% … %>` of a template of Obsidian.
  mutating func readTemplate() -> Bool {
    guard let end = first("%>", from: next + 2), end - next <= 2_000 else { return false }
    remove(next..<end + 2, .markup)
    return true
  }

  /// Reads `(name)=` on a line of its own, the target of a reference of MyST.
  mutating func readLabel() -> Bool {
    if has("(ref:"), let end = first(")", from: next), isOneLine(to: end) {
      // `(ref:a)` names the text below it for a caption.
      remove(next..<end + 1, .markup)
      return true
    }
    guard let end = first(")=", from: next + 1), isOneLine(to: end), end > next + 1,
      end + 2 == text.count || text[end + 2] == UInt8(ascii: "\n"),
      !text[next..<end].contains(where: isBlank)
    else { return false }
    remove(next..<end + 2, .markup)
    return true
  }

  /// Reads `{#id .class key=value}`, with the brackets of the text before it.
  private mutating func readAttributes() -> Bool {
    guard let close = first("}", from: next) else { return false }
    // The attributes of a span can go on in the next line: "[words]{.ex⏎href="…"}".
    let isOfSpan = next > 0 && text[next - 1] == UInt8(ascii: "]") && close - next < 400
    guard isOneLine(to: close) || isOfSpan else { return false }
    let words = text.string(next + 1..<close).replacing("\n", with: " ")
    let isAttached =
      imageEnds.contains(next)
      || next > 0 && !isBlank(text[next - 1]) && text[next - 1] != UInt8(ascii: "(")
    guard Attributes.areIn(words, isAttached: isAttached) else { return false }
    // VuePress: `# Title %{#id}%`
    let percent = UInt8(ascii: "%")
    let isFramed =
      next > 0 && text[next - 1] == percent && close + 1 < text.count && text[close + 1] == percent
    let (start, end) = isFramed ? (next - 1, close + 2) : (next, close + 1)
    let isSpan = start > 0 && text[start - 1] == UInt8(ascii: "]")
    let open = isSpan ? brackets.popLast() : nil
    if let open, Attributes.hide(words) {
      // The comments and deletions of Word, as pandoc writes them
      edits.removeAll { $0.range.lowerBound >= open }
      remove(max(open, edits.last?.range.upperBound ?? 0)..<end, .privateComment)
      return true
    }
    if let tag = PassageTag.attribute(in: words) {
      // Attributes at the end of a heading are those of the whole heading.
      if let open { languages.append((open + 1..<start - 1, tag)) }
      if !isSpan, end == text.count { languages.append((0..<start, tag)) }
    }
    if let open, open >= edits.last?.range.upperBound ?? 0 {
      // An aside stands in the margin, beside the word that it touches.
      let isAside = [".aside", ".column-margin"].contains { words.contains($0) }
      let isTouching = isAside && open > 0 && !isBlank(text[open - 1])
      edits.append(Edit(range: open..<open + 1, words: isTouching ? [0x20] : []))
      skipped.add(Bytes(rebasing: text[start..<end]), .markup)
      drop(start - 1..<end)
    } else {
      remove(start..<end, .markup)
    }
    return true
  }

  /// Reads the line of a fenced division. The title of a notice is words: `:::tip Slugs`.
  mutating func readFence() -> Bool {
    let end = text.first(UInt8(ascii: "\n"), in: next..<text.count) ?? text.count
    let words = text.string(next..<end).drop { $0 == ":" || $0 == " " }
    fences.append((next, String(words)))
    guard let notice = Notice(fence: text.string(next..<end), traits.language) else {
      remove(next..<end, .markup)
      return true
    }
    skipped.add(text.string(next..<end), .markup)
    skipped.remove(notice.words, .markup)
    edits.append(Edit(range: next..<end, words: Array(notice.words.utf8)))
    // A title within a paragraph is a line of its own.
    if next > 0 {
      lineBreaks += [next - 1..<next] + (end < text.count ? [end..<end + 1] : [])
    }
    if next == 0 { beginsWithNotice = true }
    next = end
    return true
  }

  /// Reads `: the definition` below its term, and the next definitions of the same term.
  mutating func readDefinition() -> Bool {
    var start = next + 1
    while start < text.count, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
    guard next > 0, start > next + 1, start < text.count, text[start] != UInt8(ascii: "\n") else {
      return false
    }
    lineBreaks.append(next - 1..<next)
    let end = text.first(UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
    if let notice = Notice(Array(text[start..<end]), isQuoted: false, traits.language) {
      skipped.add(Bytes(rebasing: text[start..<end]), .markup)
      skipped.remove(notice.words, .markup)
      edits.append(Edit(range: next..<end, words: Array(notice.words.utf8)))
      next = end
    } else {
      drop(next..<start)
    }
    return true
  }

  /// Reads the line `*[HTML]: Hypertext Markup Language`, which explains an abbreviation to those who point at it.
  mutating func readAbbreviation() -> Bool {
    let end = text.first(UInt8(ascii: "\n"), in: next..<text.count) ?? text.count
    guard let close = text.first(UInt8(ascii: "]"), in: next..<min(end, next + 200)),
      close + 1 < end, text[close + 1] == UInt8(ascii: ":")
    else { return false }
    remove(next..<end, .markup)
    return true
  }

  /// Returns the end of pandoc's `` `\newline`{=tex} ``, which only a printer of this format reads; nil for other code.
  func rawEnd(of code: Range<Int>) -> Int? {
    guard has("{=", at: code.upperBound),
      let close = text.first(UInt8(ascii: "}"), in: code.upperBound..<text.count),
      close > code.upperBound + 2, close - code.upperBound < 20,
      text[code.upperBound + 2..<close].allSatisfy({ isLetter($0) || isDigit($0) })
    else { return nil }
    return close + 1
  }

  /// Reads a role of MyST before code: `{ref}`the guide <guide>``.
  private mutating func readRole() -> Bool {
    guard let code = codes.first, code.lowerBound > next + 2, code.lowerBound - next < 40,
      text[code.lowerBound - 1] == UInt8(ascii: "}")
    else { return false }
    let name = text.string(next + 1..<code.lowerBound - 1)
    guard name.allSatisfy({ $0.isLetter || $0 == ":" || $0 == "-" }) else { return false }
    if Attributes.citations.contains(name) {
      remove(next..<code.upperBound, .markup)
      return true
    }
    let isLabel = name == "eq" || name == "numref" && !text[code].contains(UInt8(ascii: "<"))
    if isLabel {
      released.insert(code.lowerBound)
      let word =
        thing(in: text.string(code))
        ?? Attributes.thing(name == "eq" ? "eq" : "fig", traits.language)
      say(word ?? "", to: code.upperBound)
      return true
    }
    if name == "math" {
      skipped.add(name, .markup)
      skipped.endWord()
      released.insert(code.lowerBound)
      formulas.append(next..<code.upperBound)
      edits.append(Edit(range: next..<code.lowerBound, words: [DollarSign.byte]))
      edits.append(Edit(range: code.upperBound..<code.upperBound, words: [DollarSign.byte]))
      next = code.upperBound
      return true
    }
    if let title = traits.titles[text.string(code)], Attributes.references.contains(name) {
      released.insert(code.lowerBound)
      replace(to: code.upperBound, with: title)
      return true
    }
    skipped.add(name, .markup)
    skipped.endWord()
    drop(next..<code.lowerBound)
    removeComments(in: code)
    let isFile = name == "doc" && !text[code].contains(UInt8(ascii: "<"))
    if isFile || text[code.lowerBound] == UInt8(ascii: "~"),
      let end = text[code].lastIndex(of: UInt8(ascii: isFile ? "/" : "."))
    {
      // `{py:func}`~os.path.join`` shows the last part of the name.
      remove(code.lowerBound..<end + 1, .linkTarget)
    }
    guard Attributes.references.contains(name) else { return true }
    released.insert(code.lowerBound)
    if name == "numref", let sign = text.first((UInt8(ascii: "%"), UInt8(ascii: "s")), in: code),
      text[sign - 1] == 0x20
    {
      drop(sign - 1..<sign + 2)
    }
    if text[code.upperBound - 1] == UInt8(ascii: ">"),
      let target = text[code].lastIndex(of: UInt8(ascii: "<")), target > code.lowerBound,
      target >= edits.last?.range.upperBound ?? 0
    {
      next = target
      remove(target..<code.upperBound, .linkTarget)
    }
    next = code.upperBound
    return true
  }

  /// Whether the whole text stands for the contents of the document.
  var isContents: Bool {
    guard text.count < 60 else { return false }
    let words = text.string(0..<text.count).lowercased()
    return Attributes.contents.contains(words)
      || words.hasSuffix("\n{:toc}") && words.count { $0 == "\n" } == 1
  }
}

// MARK: - References

extension EditorMarks {
  /// Reads `@ref(fig:a)`, `@fig:a` and `@Cohe2010`: references to figures, tables, chapters and books.
  mutating func readReference() -> Bool {
    let isJoined = next > 0 && isWord(text[next - 1])
    guard !isJoined || text.whiteSpace(before: next, from: 0) > 0 else { return false }
    var end = next + 1
    while end < text.count, isWord(text[end]) || text[end].isOne(of: ":_-(") { end += 1 }
    let isBraced = has("@ref{")
    if isBraced || has("@ref("), end + 1 < text.count,
      isBraced || text[end] == 0x20 && isWord(text[end + 1]),
      let close = text[end...].prefix(60).firstIndex(of: UInt8(ascii: isBraced ? "}" : ")")),
      isOneLine(to: close)
    {
      // `@ref(fig: a)`, `@ref{a}`
      end = close
    }
    let name = text.string(next + 1..<end)
    if name.hasPrefix("ref(") || name.hasPrefix("ref{"), end < text.count,
      text[end] == UInt8(ascii: isBraced ? "}" : ")")
    {
      if readTitle(name.dropFirst(4), to: end + 1) { return true }
      let kind = name.dropFirst(4).prefix { $0 != ":" }
      readNumber(to: end + 1, of: kind.count + 4 < name.count ? String(kind) : "sec")
      return true
    }
    if let word = thing(in: name) {
      while end > next, !isWord(text[end - 1]) { end -= 1 }
      if readTitle(text.string(next + 1..<end), to: end) { return true }
      let last = afterReferences(end)
      if last == end, readLabel(text.string(next + 1..<end), to: end) { return true }
      let isList = last > end && traits.language == "en" && word.hasPrefix("the ")
      say(isList ? word + "s" : word + distinction(in: name, to: end), to: isList ? last : end)
      return true
    }
    if startsLine, Self.tags.contains(name), end < text.count, text[end] == 0x20 {
      if next > 0 { lineBreaks.append(next - 1..<next) }
      drop(next..<next + 1)
      return true
    }
    // A key of a book has a year. The name of a person has none.
    guard name.first?.isLetter == true,
      name.contains(/[0-9]{4}/) || traits.hasChunks && name.contains(/^\p{L}{2,}[0-9]{2}[a-z]?$/)
    else { return false }
    // "Ann Smith (@smith2010) found"
    if next > 0, text[next - 1] == UInt8(ascii: "("), end < text.count,
      text[end] == UInt8(ascii: ")")
    {
      remove(next - 1..<end + 1, .markup)
      return true
    }
    let author = name.prefix { $0.isLetter }
    let rest = name.dropFirst(author.count)
    // Zotero writes `@smith_field_2010`.
    guard author.count > 2,
      let found = rest.wholeMatch(of: /(\d+(?:\D?[A-Za-z][A-Za-z-]*)?)[:_(-]*/)
        ?? rest.wholeMatch(of: /((?:[_-]\p{L}[\p{L}\d]*){0,4}[_-](?:1[5-9]|20)\d\d[a-z]?)[:_(-]*/)
    else {
      drop(next..<next + 1)
      return true
    }
    // A printer writes the author's name and the year, of which the key has only a part.
    drop(next..<next + 1)
    let start = next + author.utf8.count
    let year = start..<start + found.1.utf8.count
    skipped.add(Bytes(rebasing: text[year]), .markup)
    skipped.endWord()
    drop(year)
    if let place = locator(at: year.upperBound) {
      skipped.add(Bytes(rebasing: text[place]), .markup)
      drop(place)
    }
    return true
  }

  /// Returns the place in a book behind its key: ` [p. 4]`, ` [chap. 2, see also @b]`.
  private func locator(at end: Int) -> Range<Int>? {
    guard end + 2 < text.count, text[end] == 0x20, text[end + 1] == UInt8(ascii: "["),
      let close = text[end...].prefix(80).firstIndex(of: UInt8(ascii: "]")), isOneLine(to: close),
      close + 1 == text.count || !text[close + 1].isOne(of: "([:")
    else { return nil }
    let words = text.string(end + 2..<close)
    let isPlace = words.prefixMatch(of: /(?:pp?|chap|ch|sec|vol|fig|bk)\. ?\d|\d|§/) != nil
    return isPlace ? end..<close + 1 : nil
  }

  /// The tags of Javadoc and its kin, which begin a line.
  private static let tags: Set<String> = [
    "param", "return", "returns", "throws", "exception", "see", "since", "deprecated", "author",
    "version", "example", "remarks", "default", "type", "property",
  ]

  /// Reads the reference behind "Section" or "Chapter", of which only a printer knows the number.
  mutating func readNumber(to end: Int, of kind: String) {
    let floor = edits.last?.range.upperBound ?? 0
    let before = text.string(max(floor, next - 12)..<next)
    guard let word = before.split(whereSeparator: \.isWhitespace).last?.drop(while: { $0 == "(" }),
      before.last?.isWhitespace == true, let said = Attributes.numbered[word.lowercased()]
    else {
      guard let said = Attributes.thing(kind, traits.language) else {
        return remove(next..<end, .markup)
      }
      return say(said, to: end)
    }
    let end = word.last == "s" ? afterReferences(end) : end
    let start = next - 1 - word.utf8.count
    let isInside = start > 0 && text[start - 1] == UInt8(ascii: "[")
    guard start >= floor,
      start == 0 || isInside || isBlank(text[start - 1]) || text[start - 1] == 0x28
    else { return remove(next..<end, .markup) }
    let top = isInside ? start - 1 : start
    let isFirst =
      top == 0 || top > 1 && isBlank(text[top - 1]) && text[top - 2].isOne(of: ".!?")
    skipped.add(Bytes(rebasing: text[start..<end]), .markup)
    skipped.endWord()
    if start > 0, text[start - 1] == 0x28, end < text.count, text[end] == 0x29 {
      // "(Section )" says nothing.
      var open = start - 1
      while open > floor, text[open - 1] == 0x20 { open -= 1 }
      edits.append(Edit(range: open..<end + 1))
      next = end + 1
      return
    }
    let words = isFirst ? said.prefix(1).uppercased() + said.dropFirst() : said
    skipped.remove(words, .markup)
    edits.append(Edit(range: start..<end, words: Array(words.utf8)))
    next = end
  }

  /// Whether a word such as "Figure" or "Tabelle" is before the mark.
  var followsName: Bool {
    let before = text.string(max(0, next - 24)..<next).split(whereSeparator: \.isWhitespace).last
    let name = before?.drop { "([".contains($0) }.lowercased() ?? ""
    return Attributes.names.contains { name.hasPrefix($0) }
  }
}

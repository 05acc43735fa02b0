import Basics

/// The metadata of a document above its text.
struct FrontMatter {
  private(set) var titlePage: [TitlePageEntry] = []
  private(set) var settings: JSONNode?
  private(set) var diagnostics: [Diagnostic] = []
  /// The comment that contains front matter in TOML; otherwise nil.
  private(set) var element: GuionElement?
  /// The offset after the front matter.
  private(set) var end: Int
  private(set) var lineCount = 0
  private let edition: ReadingEdition

  /// The key of the block with this program's settings.
  static let settingsKey = "guion2audio"

  /// Reads the front matter at the top of a text, whose first line begins at `start`.
  init(in text: Bytes, from start: Int, _ edition: ReadingEdition) {
    (end, self.edition) = (start, edition)
    let block =
      FrontMatterBlock(in: text, from: start, edition)
      ?? (edition == .second ? FrontMatterBlock(belowCommentsIn: text, from: start) : nil)
    guard let block else {
      if edition == .second, let other = OtherFrontMatter(in: text, from: start) {
        (end, lineCount) = (other.end, text[start..<other.end].count { $0 == 0x0A })
        let place = SourcePosition(line: 1, column: 1)
        titlePage = other.entries.map {
          TitlePageEntry(key: $0.key, values: [$0.value], position: place)
        }
        return
      }
      if Self.looksUnclosed(text, from: start) {
        diagnostics = [.unclosedFrontMatter(at: SourcePosition(line: 1, column: 1))]
      }
      if edition == .second, text[start...].starts(with: "% ".utf8) {
        takeTitleBlock(text, from: start)
      }
      return
    }
    let lines = LineTable(Bytes(rebasing: text[..<block.whole.upperBound]), from: start)
    switch block.kind {
    case .toml: takeTOML(block, text, lines)
    case .yaml: takeYAML(block, text, lines)
    }
  }

  private mutating func take(_ block: FrontMatterBlock) {
    (end, lineCount) = (block.end, block.lineCount)
  }

  /// Takes the title block of pandoc: the lines `% Title`, `% Author` and `% Date`, each with more indented lines.
  private mutating func takeTitleBlock(_ text: Bytes, from start: Int) {
    // A document of MyST begins with a comment.
    guard !Directives.isMyST(text, from: start), !Directives.isTeX(text, from: start) else {
      return
    }
    var lines = TableLines(text, from: start)
    var (fields, count, last): ([String], Int, Int) = ([], 0, start)
    while !lines.isAtEnd {
      let line = lines.next()
      let words = text.trimmed(line)
      guard let first = text[words].first else { break }
      if text[line.lowerBound] == UInt8(ascii: "%") {
        fields.append(text.string(text.trimmed(words.lowerBound + 1..<words.upperBound)))
      } else if first != text[line.lowerBound], let field = fields.popLast() {
        fields.append(field + " " + text.string(words))
      } else {
        break
      }
      (last, count) = (lines.offset, count + 1)
    }
    guard fields.count <= 3 else { return }
    (end, lineCount) = (min(last, text.count), count)
    let place = SourcePosition(line: 1, column: 1)
    for (key, field) in zip(["title", "author", "date"], fields) where !field.isEmpty {
      // A manual page has its section behind the title.
      let value = field.replacing(" | ", with: ", ")
      titlePage.append(TitlePageEntry(key: key, values: [value], position: place))
    }
  }

  private mutating func takeYAML(_ block: FrontMatterBlock, _ text: Bytes, _ lines: LineTable) {
    let content = Bytes(rebasing: text[block.content])
    guard content.count <= InputLimit.frontMatter.maximum else {
      take(block)
      diagnostics = [.tooLarge(.frontMatter, at: SourcePosition(line: 1, column: 1))]
      return
    }
    let place = { lines.position(of: block.content.lowerBound + $0) }
    do throws(YAMLError) {
      // If the content is not a mapping, it is prose between two thematic breaks.
      switch try value(of: content)?.content {
      case .mapping(let pairs):
        take(block)
        take(pairs, place)
      case nil where Self.isBlank(content): take(block)
      default: break
      }
    } catch {
      guard !block.isBelow else { return }
      let position = place(error.offset)
      if edition == .second, error.limit == nil, takeLines(of: content, place) {
        take(block)
        return diagnostics.append(.looseFrontMatter(error.reason, at: position))
      }
      take(block)
      diagnostics = [
        error.limit.map { .tooLarge($0, at: position) }
          ?? .brokenFrontMatter(error.reason, at: position)
      ]
    }
  }

  private mutating func take(
    _ pairs: [(key: YAMLNode, value: YAMLNode)], _ place: (Int) -> SourcePosition
  ) {
    var seen: Set<String> = []
    for (key, value) in pairs {
      if let name = key.text, !seen.insert(name).inserted {
        let isError = edition == .first || name == Self.settingsKey
        diagnostics.append(.duplicateKey(name, isError: isError, at: place(key.offset)))
      }
      take(key, value, place)
    }
  }

  /// Reads front matter with values that are no YAML, such as `title: Part 1: Home` and `up: [[A]], [[B]]`.
  /// Returns false if other lines are no YAML either.
  private mutating func takeLines(of content: Bytes, _ place: (Int) -> SourcePosition) -> Bool {
    guard var quoted = Self.quoted(content) else { return false }
    let node = quoted.withUnsafeMutableBufferPointer { bytes in
      try? YAMLBuilder.value(of: Bytes(bytes))
    }
    guard case .mapping(let pairs) = node?.content,
      !pairs.contains(where: { $0.key.text == Self.settingsKey })
    else { return false }
    take(pairs) { place(min($0, content.count)) }
    return true
  }

  /// Returns the content with quotation marks around the values that are no YAML; nil if there are none.
  private static func quoted(_ content: Bytes) -> [UInt8]? {
    var (output, isChanged): ([UInt8], Bool) = ([], false)
    let quote = UInt8(ascii: "'")
    for line in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { output.append(0x0A) }
      let colon = line.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 }
      guard let start = colon, let first = line.first, first >= 0x80 || 0x61...0x7A ~= first | 0x20,
        start < line.endIndex, line[start] == 0x20,
        (try? YAMLBuilder.value(of: Bytes(rebasing: line))) == nil,
        isClosed(line[start...])
      else {
        output += line
        continue
      }
      isChanged = true
      output += line[..<start]
      output += [0x20, quote]
      let value = Bytes(rebasing: line[start...])
      let words = value.string(value.trimmed(0..<value.count))
      // An embedded picture is no text.
      output +=
        words.hasPrefix("![[")
        ? []
        : Array(
          words.replacing("[[", with: "").replacing("]]", with: "")
            .replacing("'", with: "''").utf8)
      output.append(quote)
    }
    return isChanged ? output : nil
  }

  /// Whether the brackets and quotation marks of a value end in its line.
  private static func isClosed(_ value: Slice<Bytes>) -> Bool {
    let pairs = [("[", "]"), ("{", "}")] as [(Unicode.Scalar, Unicode.Scalar)]
    return pairs.allSatisfy { open, close in
      value.count { $0 == UInt8(ascii: open) } == value.count { $0 == UInt8(ascii: close) }
    } && value.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
  }

  /// Reads YAML. What a template of Obsidian fills in, `<% … %>`, and DocFX's `*content` for the text below are empty if
  /// the text is no YAML with them.
  private func value(of content: Bytes) throws(YAMLError) -> YAMLNode? {
    do throws(YAMLError) {
      return try YAMLBuilder.value(of: content)
    } catch {
      guard edition == .second, var filled = Self.filled(content) else { throw error }
      return try filled.withUnsafeMutableBufferPointer { bytes throws(YAMLError) in
        try YAMLBuilder.value(of: Bytes(bytes))
      }
    }
  }

  private static func filled(_ content: Bytes) -> [UInt8]? {
    var bytes = Array(content)
    var (place, isFilled) = (0, false)
    while let open = content.first((UInt8(ascii: "<"), UInt8(ascii: "%")), in: place..<bytes.count),
      let close = content.first((UInt8(ascii: "%"), UInt8(ascii: ">")), in: open + 2..<bytes.count)
    {
      for index in open..<close + 2 where bytes[index] != UInt8(ascii: "\n") { bytes[index] = 0x20 }
      (place, isFilled) = (close + 2, true)
    }
    let content = Array(" *content".utf8)
    for index in bytes.indices where bytes[index...].starts(with: content) {
      for place in index..<index + content.count { bytes[place] = 0x20 }
      isFilled = true
    }
    return isFilled ? bytes : nil
  }

  private mutating func take(
    _ key: YAMLNode, _ value: YAMLNode, _ place: (Int) -> SourcePosition
  ) {
    guard let name = key.text else { return }
    if name == Self.settingsKey {
      // A block that is commented out completely has no settings.
      settings = value.isNull ? nil : value.json(place)
    } else if var values = Self.values(value, isAuthor: Self.authorKeys.contains(name.lowercased()))
    {
      if edition == .second, name.lowercased() == "title" {
        // A private comment is no part of a title.
        values = values.map {
          String($0.trimmingPrefix(/#{1,6} +/))
            .replacing(/\s*(?:<!--.*?-->|%%.*?%%)/, with: "")
        }
      }
      titlePage.append(TitlePageEntry(key: name, values: values, position: place(value.offset)))
    }
  }

  private static let authorKeys: Set<String> = ["author", "authors"]

  /// Returns the text of a value or of each value in a list; nil for deeper structures.
  private static func values(_ node: YAMLNode, isAuthor: Bool) -> [String]? {
    switch node.content {
    case .scalar: return node.isNull ? [] : words(node, isAuthor: isAuthor).map { [$0] }
    case .mapping: return words(node, isAuthor: isAuthor).map { [$0] }
    case .sequence(let nodes):
      let values = nodes.lazy.filter { !$0.isNull }.map { words($0, isAuthor: isAuthor) }
      return values.contains(nil) ? nil : values.compactMap { $0 }
    }
  }

  /// Returns a scalar as typed.
  /// For an author with several fields, returns the name.
  private static func words(_ node: YAMLNode, isAuthor: Bool) -> String? {
    var text = node.text
    if case .mapping(let pairs) = node.content, isAuthor {
      text = pairs.first { $0.key.text?.lowercased() == "name" }?.value.text
    }
    guard var text else { return nil }
    return text.withUTF8 { $0.string($0.trimmed(0..<$0.count)) }
  }

  /// Whether a text begins with a `---` line and a key, like front matter.
  /// The caller has found no complete front matter in the text.
  private static func looksUnclosed(_ text: Bytes, from start: Int) -> Bool {
    guard text[start...].starts(with: "---\n".utf8) || text[start...].starts(with: "---\r\n".utf8)
    else { return false }
    let line = text[start...].drop { $0 != UInt8(ascii: "\n") }.dropFirst()
      .prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return isKey(line)
  }

  /// Whether a line begins with a key and a colon.
  private static func isKey(_ line: Slice<Bytes>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      return false
    }
    let isName = line[..<colon].allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    return isName && (colon + 1 == line.endIndex || line[colon + 1] == 0x20)
  }

  /// Whether a text is a drawing of Excalidraw, whose front matter can begin with an empty line.
  static func isDrawing(_ text: Bytes, from start: Int) -> Bool {
    guard text[start...].starts(with: "---".utf8) else { return false }
    var lines = LineCursor(text, from: start, spans: [])
    _ = lines.next()
    // A line that is neither empty nor a key ends what can be front matter.
    while let line = lines.next(), line.content.isEmpty || isKey(text[line.content]) {
      if text[line.content].starts(with: "excalidraw-plugin:".utf8) { return true }
    }
    return false
  }

  private static func isBlank(_ text: Bytes) -> Bool { text.trimmed(0..<text.count).isEmpty }

  private mutating func takeTOML(_ block: FrontMatterBlock, _ text: Bytes, _ lines: LineTable) {
    take(block)
    let start = lines.position(of: block.whole.lowerBound)
    element = GuionElement(
      elementType: .comment, elementText: text.string(text.trimmed(block.content)),
      sourceRange: SourceRange(
        start: start, end: lines.position(of: block.whole.upperBound - 1)))
    diagnostics = [.tomlFrontMatter(at: start)]
  }

  /// The block of front matter at the top of a document.
  /// The block is not Markdown.
  struct FrontMatterBlock {
    enum Kind {
      case yaml, toml
    }

    let kind: Kind
    /// The range between the fences.
    let content: Range<Int>
    /// The range of the whole block, without the line end after the closing fence.
    let whole: Range<Int>
    /// The offset after the block.
    let end: Int
    let lineCount: Int
    /// Whether blank lines or comments are above the block, so that it can be a part of the text.
    let isBelow: Bool

    /// Finds a block below blank lines and comments of HTML, whose lines are all keys and values; nil if there is none.
    init?(belowCommentsIn text: Bytes, from start: Int) {
      let end = min(text.count, start + 20_000)
      var top = start
      while top < end {
        if text[top] <= 0x20 {
          top += 1
        } else if text[top...].starts(with: "<!--".utf8),
          let close = text.first(of: "-->", in: top + 4..<end)
        {
          top = close + 3
        } else if text[top...].starts(with: "%%".utf8),
          let close = text.first(of: "%%", in: top + 2..<end)
        {
          top = close + 2
        } else if text[top...].starts(with: "{#".utf8),
          let close = text.first(of: "#}", in: top + 2..<end)
        {
          top = close + 2
        } else if ["[//]: #", "[comment]: #"].contains(where: { text[top...].starts(with: $0.utf8) }
        ) {
          top = text.first(0x0A, in: top..<end) ?? end
        } else {
          break
        }
      }
      // The whole block can be indented, by fewer blanks than code.
      var indent = top
      while indent > start, text[indent - 1] == 0x20 { indent -= 1 }
      guard top > start, top < end, top - indent < 4, indent == start || text[indent - 1] == 0x0A
      else { return nil }
      self.init(in: text, from: top, .second, top: start, indent: top - indent)
    }

    /// Finds the block; nil if there is none.
    /// The first line, which begins at `start`, must be a fence, and a later line must be the closing
    /// fence.
    /// As in pandoc, the line after the first fence must not be blank, unless all lines are keys and the
    /// last is blank too, as on Obsidian's boards.
    init?(
      in text: Bytes, from start: Int, _ edition: ReadingEdition, top: Int? = nil,
      indent: Int = 0
    ) {
      let isBelow = top != nil
      self.isBelow = isBelow
      guard let kind = Self.kind(of: text[start...].prefix(3)) else { return nil }
      var lines = LineCursor(text, from: start, spans: [])
      guard let first = lines.next(), first.content.count == 3 else { return nil }
      let contentStart = lines.offset
      var (isFirst, hasOnlyKeys, isBlankAbove) = (true, isBelow, false)
      while let line = lines.next() {
        if isFirst, line.content.isEmpty {
          guard edition == .second else { return nil }
          hasOnlyKeys = true
        }
        isFirst = false
        guard line.content.lowerBound == line.start + indent, line.content.count == 3,
          Self.closes(text[line.content], kind)
        else {
          let words = text[line.content]
          // A capital begins prose.
          let isEntry =
            words.first.map { byte in
              kind == .toml || byte == 0x20 || byte > 0x60 && isKey(words)
                || isBelow && byte.isOne(of: "-#\t")
            } ?? true
          if hasOnlyKeys, !isEntry { return nil }
          isBlankAbove = words.isEmpty
          continue
        }
        if hasOnlyKeys, !isBlankAbove, !isBelow { return nil }
        (self.kind, content) = (kind, contentStart..<line.start)
        (whole, end) = (start..<line.content.upperBound, lines.offset)
        lineCount = line.number + (top.map { text[$0..<start].count { $0 == 0x0A } } ?? 0)
        return
      }
      return nil
    }

    private static func kind(of fence: some Sequence<UInt8>) -> Kind? {
      if fence.elementsEqual("---".utf8) { return .yaml }
      return fence.elementsEqual("+++".utf8) ? .toml : nil
    }

    private static func closes(_ fence: some Sequence<UInt8>, _ kind: Kind) -> Bool {
      switch kind {
      case .yaml: fence.elementsEqual("---".utf8) || fence.elementsEqual("...".utf8)
      case .toml: fence.elementsEqual("+++".utf8)
      }
    }
  }
}

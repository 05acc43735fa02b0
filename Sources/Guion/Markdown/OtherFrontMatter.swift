import Basics

/// The metadata above a text in forms that are not YAML between `---`: JSON in braces, between `;;;` or below `---json`,
/// TOML below `---toml`, and the header of MultiMarkdown and Pelican.
struct OtherFrontMatter {
  private(set) var entries: [(key: String, value: String)] = []
  /// The offset behind the block.
  private(set) var end: Int

  /// The length of the longest block, in bytes.
  private static let limit = 20_000

  /// Finds the block; nil if there is none.
  init?(in text: Bytes, from start: Int) {
    guard start < text.count else { return nil }
    end = start
    let found =
      switch text[start] {
      case UInt8(ascii: "{"): readObject(text, start)
      case UInt8(ascii: ";"), UInt8(ascii: "-"): readFenced(text, start)
      default: readHeader(text, start)
      }
    guard found else { return nil }
  }

  /// Reads an object of JSON, with a key and nothing else on its last line.
  private mutating func readObject(_ text: Bytes, _ start: Int) -> Bool {
    let limit = min(text.count, start + Self.limit)
    guard let first = text[(start + 1)..<limit].first(where: { $0 > 0x20 }), first == 0x22 else {
      return false
    }
    var (offset, depth) = (start, 0)
    while offset < limit {
      switch text[offset] {
      case 0x22:
        var close = offset + 1
        while close < limit, text[close] != 0x22 { close += text[close] == 0x5C ? 2 : 1 }
        offset = close
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
      if depth == 0 { break }
    }
    guard depth == 0, offset <= limit else { return false }
    let line = text.first(0x0A, in: offset..<text.count) ?? text.count
    guard text.trimmed(offset..<line).isEmpty, take(text.string(start..<offset)) else {
      return false
    }
    end = min(line + 1, text.count)
    return true
  }

  /// Reads a block between `;;;` and `;;;`, or between `---json`, `---toml` or `---yaml` and `---`.
  private mutating func readFenced(_ text: Bytes, _ start: Int) -> Bool {
    var lines = TableLines(text, from: start)
    let fence = text.string(text.trimmed(lines.next()))
    guard [";;;", "---json", "---toml", "---yaml", "--- json", "--- toml"].contains(fence) else {
      return false
    }
    let (top, closing) = (lines.offset, fence.prefix(3))
    while !lines.isAtEnd, lines.offset < start + Self.limit {
      let line = lines.next()
      guard text[text.trimmed(line)].elementsEqual(closing.utf8) else { continue }
      let content = text.string(text.trimmed(top..<line.lowerBound))
      if !take(content), !take("{\(content)}") { takeLines(content) }
      end = min(lines.offset, text.count)
      return true
    }
    return false
  }

  /// Takes the title and the author of an object of JSON. Returns false if the text is no such object.
  private mutating func take(_ json: String) -> Bool {
    guard case .success(let node) = JSONDocument.parse(Array(json.utf8)),
      case .object(let members) = node.value
    else { return false }
    for member in members {
      if case .string(let value) = member.value.value { entries.append((member.key, value)) }
    }
    return true
  }

  /// Takes the values of lines such as `title = "words"` and `title: words`.
  private mutating func takeLines(_ content: String) {
    for line in content.split(whereSeparator: \.isNewline) {
      guard let mark = line.wholeMatch(of: /(\w+) *[=:] *["']?([^"'\[{]+)["']? */) else { continue }
      entries.append((String(mark.1), String(mark.2)))
    }
  }

  /// Reads lines `Key: value` up to a blank line, whose keys are all known. The first is a title, or a key that no text
  /// has as a label.
  private mutating func readHeader(_ text: Bytes, _ start: Int) -> Bool {
    var lines = TableLines(text, from: start)
    var count = 0
    while !lines.isAtEnd, lines.offset < start + Self.limit {
      let line = lines.next()
      let words = text.trimmed(line)
      if words.isEmpty || text[words].elementsEqual("---".utf8) {
        let isSure = Self.alone.contains(entries.first?.key ?? "")
        guard isSure || count > 1 && entries[0].key == "title" else { break }
        end = min(lines.offset, text.count)
        return true
      }
      if text[line.lowerBound] <= 0x20, count > 0 {
        entries[entries.count - 1].value += " " + text.string(words)
        continue
      }
      guard let colon = text.first(UInt8(ascii: ":"), in: words.prefix(30)),
        colon + 1 == words.upperBound || text[colon + 1] <= 0x20
      else { break }
      let typed = text.string(words.lowerBound..<colon)
      let key = typed.lowercased()
      // Below known keys, a writer has own ones. A speaker has a capital.
      let isOwn =
        count > 1 && entries[0].key == "title"
        && typed.utf8.allSatisfy { $0 &- 0x61 < 26 || $0 == 0x5F || $0 == 0x2D }
      guard isOwn || Self.keys.contains(key) else { break }
      entries.append((key, text.string(text.trimmed(colon + 1..<words.upperBound))))
      count += 1
    }
    entries = []
    return false
  }

  private static let alone: Set = ["layout", "class", "template", "slug", "css", "html header"]
  /// The keys of MultiMarkdown, Pelican and remark.
  private static let keys: Set = [
    "title", "subtitle", "author", "authors", "date", "copyright", "affiliation", "email",
    "keywords", "comment", "comments", "css", "base header level", "html header", "html footer",
    "latex header", "latex footer", "latex input", "latex mode", "latex config", "latex title",
    "latex author", "language", "lang", "quotes language", "revision", "version", "web", "bibtex",
    "bibliography", "xhtml header", "transclude base", "category", "categories", "tags", "slug",
    "summary", "status", "modified", "template", "save_as", "url", "layout", "name", "class",
    "background-image", "count", "description", "draft", "published", "format",
  ]
}

extension Diagnostic {
  static func brokenFrontMatter(_ reason: String, at place: SourcePosition) -> Self {
    Self(
      code: "front-matter", severity: .error,
      message: "the front matter cannot be read: \(reason) (if this is not front matter, leave a "
        + "blank line above the first ---)",
      position: place)
  }

  static func looseFrontMatter(_ reason: String, at place: SourcePosition) -> Self {
    Self(
      code: "front-matter", severity: .warning,
      message: "the front matter is not valid YAML, so values that break it are read as plain text"
        + ": \(reason)",
      position: place)
  }

  static func duplicateKey(
    _ name: String, isError: Bool, at place: SourcePosition
  ) -> Self {
    Self(
      code: "duplicate-key", severity: isError ? .error : .warning,
      message: "the front matter has the key \"\(name)\" twice; delete one", position: place)
  }

  static func unclosedFrontMatter(at place: SourcePosition) -> Self {
    Self(
      code: "unclosed-front-matter", severity: .warning,
      message: "this looks like front matter, but no --- line closes it, so it is read aloud; "
        + "add a --- line after it",
      position: place)
  }

  static func tomlFrontMatter(at place: SourcePosition) -> Self {
    Self(
      code: "toml-front-matter", severity: .warning,
      message: "front matter in TOML is not supported; write it as YAML between --- lines",
      position: place)
  }
}

import Basics

/// The passages in named languages that HTML and the fences of pandoc begin and end.
struct OpenLanguages {
  private struct Passage {
    /// The name of the HTML element; empty for a division between fences.
    var name: String
    /// The language; nil for a division or an element without one.
    var tag: String?
    var start = 0
  }

  /// The open divisions, which can hold many blocks, innermost last.
  private var divisions: [Passage] = []
  /// The open elements in the current block, innermost last.
  private var elements: [Passage] = []
  private var closed: [InlineSpan] = []

  /// The most passages that can be open at once, so that the work stays linear.
  private static let most = 32

  // MARK: HTML in a text

  /// Reads a tag within a text.
  mutating func readTag(_ literal: Bytes, in text: [UInt8]) {
    // Tags without a language matter only if they may end an element with one.
    guard !elements.isEmpty || literal.contains(UInt8(ascii: "=")) else { return }
    guard let tag = HTMLTag(literal.string(0..<literal.count)) else { return }
    if tag.isEnd {
      guard let index = elements.lastIndex(where: { $0.name == tag.name }) else { return }
      close(elements[index], in: text[...])
      elements.removeSubrange(index...)
    } else if elements.count < Self.most, !tag.isEmpty,
      tag.language != nil || elements.contains(where: { $0.name == tag.name })
    {
      elements.append(Passage(name: tag.name, tag: tag.language, start: text.count))
    }
  }

  private mutating func close(_ passage: Passage, in text: ArraySlice<UInt8>) {
    guard let tag = passage.tag, passage.start < text.endIndex,
      !BorrowedWords.areAll(of: text[passage.start...], in: passage.name)
    else { return }
    closed.append(InlineSpan(.language(tag: tag), passage.start..<text.endIndex))
  }

  /// Forgets the passages of text that was removed.
  mutating func forget(from offset: Int) {
    closed.removeAll { $0.range.upperBound > offset }
    elements.removeAll { $0.start >= offset }
  }

  /// Returns the passages that HTML names in a text, outer passages first. An element that is not closed ends with its
  /// block.
  mutating func takeInline(at end: Int) -> [InlineSpan] {
    let open = elements.compactMap { $0.tag == nil || $0.start >= end ? nil : $0 }
    defer { (closed, elements) = ([], []) }
    return open.map { InlineSpan(.language(tag: $0.tag ?? ""), $0.start..<end) }
      + closed.reversed()
  }

  // MARK: Divisions

  /// Reads the words behind the colons of a fence; there are none at the end of a division.
  mutating func readFence(_ words: String, at offset: Int) {
    if words.isEmpty {
      endDivision("", at: offset)
    } else if divisions.count < Self.most {
      let braces = words.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
      let tag = PassageTag.attribute(in: String(braces))
      divisions.append(Passage(name: "", tag: tag, start: offset))
    }
  }

  /// Reads a block of HTML.
  mutating func readBlock(_ text: String) {
    guard !divisions.isEmpty || text.contains("lang=") else { return }
    for words in text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1) {
      guard let tag = HTMLTag("<" + words), Self.blocks.contains(tag.name) else { continue }
      if tag.isEnd {
        endDivision(tag.name, at: 0)
      } else if divisions.count < Self.most {
        divisions.append(Passage(name: tag.name, tag: tag.language))
      }
    }
  }

  private static let blocks: Set<String> = [
    "div", "section", "article", "main", "aside", "blockquote", "center", "details", "figure",
  ]

  private mutating func endDivision(_ name: String, at offset: Int) {
    guard let index = divisions.lastIndex(where: { $0.name == name }) else { return }
    for division in divisions[index...] where offset > division.start {
      guard let tag = division.tag else { continue }
      closed.append(InlineSpan(.language(tag: tag), division.start..<offset))
    }
    divisions.removeSubrange(index...)
  }

  /// Returns the passages of divisions in a block. The open divisions go on in the next block.
  mutating func take(at end: Int) -> [InlineSpan] {
    guard !divisions.isEmpty || !closed.isEmpty else { return [] }
    var spans = closed.map { InlineSpan($0.kind, $0.range.clamped(to: 0..<end)) }
    spans.removeAll(where: \.range.isEmpty)
    closed = []
    for index in divisions.indices {
      if let tag = divisions[index].tag, divisions[index].start < end {
        spans.append(InlineSpan(.language(tag: tag), divisions[index].start..<end))
      }
      divisions[index].start = 0
    }
    return spans
  }

  private struct HTMLTag {
    let name: String
    let isEnd: Bool
    /// Whether the tag is the whole element.
    let isEmpty: Bool
    let language: String?

    /// Reads a text that begins with a tag; nil if it does not.
    init?(_ text: String) {
      guard text.hasPrefix("<") else { return nil }
      let words = text.dropFirst().prefix { $0 != ">" }
      isEnd = words.hasPrefix("/")
      let own = isEnd ? words.dropFirst() : words
      name = own.prefix { $0.isLetter || $0.isNumber }.lowercased()
      guard !name.isEmpty else { return nil }
      isEmpty = words.hasSuffix("/") || ["br", "img", "hr", "wbr", "input"].contains(name)
      language =
        isEnd ? nil : PassageTag.attribute(in: String(own.dropFirst(name.utf8.count)))
    }
  }
}

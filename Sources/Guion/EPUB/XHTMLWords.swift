import Basics

/// The text of a paragraph while it is collected from a page.
struct XHTMLWords {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [InlineSpan] = []
  /// The length of a large first letter; nil if the text goes on behind it.
  private var initialEnd: Int?
  private var hasBlankAfterInitial = false
  /// The length of the text with the colon that ends a label in a title.
  private var labelEnd: Int?

  var isEmpty: Bool { bytes.isEmpty && spans.isEmpty }

  /// Adds text unchanged.
  mutating func appendExactly(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// Adds text and collapses white space to single blanks (CSS, "white-space: normal").
  mutating func append(_ text: some Sequence<UInt8>) {
    if initialEnd == bytes.count { return continueInitial(Array(text)) }
    for byte in text {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: appendBlank()
      default: bytes.append(byte)
      }
    }
  }

  /// Ends an element. Returns the mark of a note that is no text; nil if there is none.
  mutating func end(_ frame: XHTMLFrame) -> String? {
    if let label = frame.label, frame.hasHidden, bytes.count == frame.start { append(label.utf8) }
    let mark =
      frame.isNoteMark || frame.isRaised
      ? dropNoteMark(from: frame.start, isNamed: frame.isNoteMark) : nil
    if frame.isStyled, frame.start == 0 { endInitial() }
    return mark
  }

  /// Ends an element with a look of its own. If the text is only a large letter that is no word, a blank behind the letter
  /// is perhaps only the end of a line of the page: "<span class="drop">T</span> he bell".
  private mutating func endInitial() {
    guard bytes.count <= 8, case let text = String(decoding: bytes, as: UTF8.self),
      DropCapital.isOne(text), let letter = text.last(where: \.isLetter), letter.isUppercase,
      !"AEIOUYÀÁÈÉÍÓÚ".contains(letter)
    else { return }
    initialEnd = bytes.count
  }

  private mutating func continueInitial(_ text: [UInt8]) {
    let rest = text.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    if rest.count < text.count { hasBlankAfterInitial = true }
    guard !rest.isEmpty else { return }
    initialEnd = nil
    let isCapital = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    let capitals = rest.prefix(2).prefix(while: isCapital).count
    let isLetter = rest.first.map { $0 >= 0x80 || isCapital($0 & ~0x20) } == true
    if hasBlankAfterInitial, !isLetter || capitals == 1 { appendBlank() }
    hasBlankAfterInitial = false
    append(rest)
  }

  /// Whether the text so far is the label of a chapter.
  var isLabel: Bool {
    bytes.count <= 60 && ChapterLabel.isOne(String(decoding: bytes, as: UTF8.self))
  }

  /// Ends a label in a title.
  mutating func breakTitle() {
    trimBlanks()
    if let last = bytes.last, !last.isOne(of: ".:-") { bytes.append(UInt8(ascii: ":")) }
    bytes.append(0x20)
    labelEnd = bytes.count
  }

  /// Removes the mark of a note from an offset to the end, which no link leads from: `<sup>[3]</sup>`, or a number that
  /// its class names. Returns the mark; nil if the text is none.
  private mutating func dropNoteMark(from start: Int, isNamed: Bool) -> String? {
    guard start > 0, start < bytes.count, bytes.count - start < 8 else { return nil }
    let mark = String(decoding: bytes[start...], as: UTF8.self)
    let inner = mark.drop { "[(".contains($0) }
    let label = inner.prefix { $0.isNumber || "*†‡§".contains($0) }
    let isBracketed = mark.hasPrefix("[") && mark.hasSuffix("]")
    guard !label.isEmpty, inner.dropFirst(label.count).allSatisfy({ "])".contains($0) }),
      isNamed || isBracketed
    else { return nil }
    bytes.removeSubrange(start...)
    spans.removeAll { $0.range.lowerBound >= start && !$0.range.isEmpty }
    return mark
  }

  mutating func appendBlank() {
    guard let last = bytes.last, last != 0x20, last != UInt8(ascii: "\n") else { return }
    bytes.append(0x20)
  }

  /// Adds a line break of the author.
  mutating func breakLine() {
    trimBlanks()
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return }
    spans.append(InlineSpan(.lineBreak, bytes.count..<bytes.count + 1))
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Adds a span from an offset to the end of the text.
  mutating func mark(_ kind: InlineSpan.Kind, from start: Int) {
    var start = start
    while start < bytes.count, bytes[start] == 0x20, kind != .code { start += 1 }
    guard start < bytes.count else { return }
    spans.append(InlineSpan(kind, start..<bytes.count))
  }

  /// Adds an empty span.
  mutating func appendMark(_ kind: InlineSpan.Kind) {
    spans.append(InlineSpan(kind, bytes.count..<bytes.count))
  }

  private mutating func trimBlanks() {
    while bytes.last == 0x20 { bytes.removeLast() }
  }

  /// Returns the text without trailing white space, and resets this value.
  /// The spans are sorted by start, outer spans first.
  mutating func take() -> MarkedText {
    if labelEnd == bytes.count, bytes.dropLast().last == UInt8(ascii: ":") { bytes.removeLast(2) }
    (initialEnd, hasBlankAfterInitial, labelEnd) = (nil, false, nil)
    while let last = bytes.last, last == 0x20 || last == UInt8(ascii: "\n") { bytes.removeLast() }
    let ordered = spans.enumerated().compactMap { index, span -> (Int, InlineSpan)? in
      let wasEmpty = span.range.isEmpty
      let start = min(span.range.lowerBound, bytes.count)
      let own = start..<min(max(start, span.range.upperBound), bytes.count)
      return own.isEmpty && !wasEmpty ? nil : (index, InlineSpan(span.kind, own))
    }.sorted { left, right in
      let (one, two) = (left.1.range, right.1.range)
      if one.lowerBound != two.lowerBound { return one.lowerBound < two.lowerBound }
      if one.upperBound != two.upperBound { return one.upperBound > two.upperBound }
      return left.0 > right.0
    }
    let text = MarkedText(String(decoding: bytes, as: UTF8.self), inlines: ordered.map(\.1))
    (bytes, spans) = ([], [])
    return text
  }
}

/// A large first letter of a chapter that is a picture.
enum DropCapital {
  /// Whether the words of a picture are a single letter, perhaps after a quotation mark.
  static func isOne(_ words: String) -> Bool {
    let letters = words.drop { "\"'“‘„«‚".contains($0) }
    return letters.count == 1 && letters.allSatisfy(\.isLetter)
      && words.count - letters.count <= 1
  }

  /// Returns the letter that the words of a picture name: `T`, or "Decorative letter T"; nil if they name none.
  static func letter(in words: String) -> String? {
    if isOne(words) { return words }
    let all = words.split(separator: " ").map { $0.filter { !"\"'“”‘’.:,".contains($0) } }
    guard words.utf8.count < 60, all.count > 1, let last = all.last,
      last.count == 1, last.allSatisfy(\.isUppercase)
    else { return nil }
    let name = all[all.count - 2].lowercased()
    let isPicture =
      all.count == 2 && ["illuminated", "decorat", "ornament"].contains(where: name.hasPrefix)
    return isPicture || ["letter", "initial", "capital", "cap"].contains(name) ? last : nil
  }

  /// Whether a paragraph continues the word that the letter begins.
  /// The rest of a word begins with a small letter. If the first words of a chapter are in capitals, the rest is in
  /// capitals too.
  static func begins(_ letter: String, _ paragraph: String) -> Bool {
    guard let first = paragraph.first, first.isLetter else { return false }
    if !first.isUppercase { return true }
    guard let second = paragraph.dropFirst().first else { return false }
    return second.isUppercase || !second.isLetter && first != "I" && first != "A"
  }
}

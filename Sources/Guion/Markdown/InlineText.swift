import Basics

/// The text of one paragraph, heading or cell, with its spans.
/// One value is reused for a whole document, so that memory is allocated only once.
struct InlineText {
  private(set) var bytes: [UInt8] = []
  private(set) var spans: [InlineSpan] = []
  /// The offsets of dollar signs that may begin or end a formula.
  private var dollars: [Int] = []
  /// The indices of the open spans, innermost last; nil for a span inside another of the same kind.
  private var open: [Int?] = []
  private var images = 0
  /// The indices in `spans` of the open links, innermost last.
  private var links: [Int] = []
  private var openFormatting = OpenFormatting()
  private var html = InlineHTML()
  private var hasEmptySpans = false
  /// Whether the first line is the kind and the title of a notice.
  private(set) var beginsWithNotice = false
  /// The marks for the reader within the text, in order, with their offsets.
  private var cuts: [(offset: Int, mark: String)] = []
  /// Whether the marks of other programs count: `[pause:1]`, `<<VOICE:MARA>>`.
  private var readsOtherMarks = false
  /// The numbers of marks of other programs that count, and of those that do not.
  private(set) var otherMarks = (used: 0, unused: 0)
  private var languages = OpenLanguages()
  /// The words of HTML that are not in the text, of all blocks so far.
  private(set) var skipped = SkippedWords()
  private let traits: MarkdownTraits
  private var edition: ReadingEdition { traits.edition }

  init(_ traits: MarkdownTraits) { self.traits = traits }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is no text and no span.
  var isEmpty: Bool { bytes.isEmpty && spans.isEmpty && cuts.isEmpty }

  /// Reads the content of a block.
  /// `footnotes` are in the order of cmark's numbers, which begin at 1.
  mutating func read(_ block: MarkdownNode, footnotes: [Footnote]) {
    reset()
    walk(block, footnotes)
    spans += languages.takeInline(at: bytes.count)
    trimEnd()
    if edition == .second {
      let hasCode = spans.contains { $0.kind == .code || EditorMarks.isSource($0) }
      if hasCode || EditorMarks.mayBeIn(bytes) {
        readMarks(isHeading: block.kind == .heading)
      }
      let breaks = traits.shortLines(in: bytes, spans)
      if !breaks.isEmpty { spans = (spans + breaks).sorted(by: InlineSpan.isInOrder) }
    }
    spans = languages.take(at: bytes.count) + spans
    if hasEmptySpans { spans.removeAll { $0.range.isEmpty && !$0.isFootnote } }
    if spans.contains(where: \.isLanguage) { spans.sort(by: InlineSpan.isInOrder) }
    spans = Formulas.add(to: spans, in: bytes, signs: dollars, edition)
  }

  private mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    spans = []
    if !dollars.isEmpty { dollars.removeAll(keepingCapacity: true) }
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
    if !links.isEmpty { links.removeAll(keepingCapacity: true) }
    (images, openFormatting, html, hasEmptySpans) = (0, OpenFormatting(), InlineHTML(), false)
    beginsWithNotice = false
    if !cuts.isEmpty { cuts.removeAll() }
  }

  /// Walks the nodes without recursion, because nesting can be of any depth.
  private mutating func walk(_ block: MarkdownNode, _ footnotes: [Footnote]) {
    guard var node = block.first else { return }
    while true {
      enter(node, footnotes)
      if let child = node.first {
        node = child
        continue
      }
      leave(node)
      while node.next == nil {
        guard let parent = node.parent, parent.pointer != block.pointer else { return }
        node = parent
        leave(node)
      }
      guard let next = node.next else { return }
      node = next
    }
  }

  private mutating func enter(_ node: MarkdownNode, _ footnotes: [Footnote]) {
    switch node.kind {
    case .text: append(node.literal)
    case .softBreak: breakLine()
    case .lineBreak: breakLine(isAskedFor: true)
    case .codeSpan:
      let start = bytes.count
      bytes.append(contentsOf: node.literal)
      spans.append(InlineSpan(.code, start..<bytes.count))
    case .inlineHTML: enterHTML(node.literal)
    case .image:
      let path = node.url
      begin(.imageFile(path: path.string(0..<path.count)), isNested: images > 0)
      begin(.image, isNested: images > 0)
      images += 1
    case .link:
      let target = node.url
      links.append(spans.count)
      let here = bytes.count..<bytes.count
      spans.append(InlineSpan(.link(target: target.string(0..<target.count)), here))
      spans.append(InlineSpan(.contentsLink, here))
    case .strikethrough: begin(.strikethrough)
    case .emphasis: begin(.emphasis)
    case .strong: begin(.strong)
    case .footnoteReference: refer(to: node.literal, footnotes)
    default: break
    }
  }

  private mutating func leave(_ node: MarkdownNode) {
    switch node.kind {
    case .image:
      images -= 1
      if edition == .second, images == 0 { cutAlternative() }
      end()
      end()
    case .strikethrough: end(.strikethrough)
    case .emphasis: end(.emphasis)
    case .strong: end(.strong)
    case .link: endLink(node)
    default: break
    }
  }

  /// Removes the size from the alternative text of the image that ends here.
  private mutating func cutAlternative() {
    guard let first = open.last ?? nil, first < spans.count else { return }
    let start = spans[first].range.lowerBound
    guard let bar = bytes[start...].lastIndex(of: UInt8(ascii: "|")) else { return }
    let size = bytes[bar...].dropFirst()
    guard !size.isEmpty, size.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: "x") }) else {
      return
    }
    skipped.add(String(decoding: size, as: UTF8.self), .embed)
    bytes.removeSubrange(bar...)
    while let last = spans.last, last.range.lowerBound > bytes.count { spans.removeLast() }
  }

  /// Ends the line.
  /// A break at the start or after another break has no effect.
  private mutating func breakLine(isAskedFor: Bool = false) {
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return }
    if isAskedFor { spans.append(InlineSpan(.lineBreak, bytes.count..<bytes.count + 1)) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends text, without blanks at the beginning of a line.
  /// Removed HTML may leave such blanks.
  private mutating func append(_ text: Bytes) {
    guard text.first == 0x20, bytes.isEmpty || bytes.last == UInt8(ascii: "\n") else {
      bytes.append(contentsOf: text)
      return
    }
    bytes.append(contentsOf: text.drop { $0 == 0x20 })
  }

  private mutating func trimEnd() {
    guard let last = bytes.last, last == UInt8(ascii: "\n") || last == 0x20 else { return }
    while let last = bytes.last, last == UInt8(ascii: "\n") || last == 0x20 { bytes.removeLast() }
    for index in spans.indices where spans[index].range.upperBound > bytes.count {
      let start = min(spans[index].range.lowerBound, bytes.count)
      spans[index] = InlineSpan(spans[index].kind, start..<bytes.count)
      hasEmptySpans = true
    }
  }

  /// Removes the first `count` bytes and moves the spans back.
  mutating func removeFirst(_ count: Int) {
    bytes.removeFirst(count)
    for index in spans.indices {
      let range = spans[index].range
      let (start, end) = (max(0, range.lowerBound - count), max(0, range.upperBound - count))
      spans[index] = InlineSpan(spans[index].kind, start..<end)
    }
    spans.removeAll { $0.kind == .strong && $0.range.isEmpty }
  }

  private mutating func refer(to number: Bytes, _ footnotes: [Footnote]) {
    guard let number = Int(number.string(0..<number.count)), footnotes.indices.contains(number - 1)
    else { return }
    let footnote = footnotes[number - 1]
    let kind = InlineSpan.Kind.footnote(number: footnote.number, text: footnote.text)
    spans.append(InlineSpan(kind, bytes.count..<bytes.count))
  }
}

// MARK: - Marks of other programs

extension InlineText {
  /// Replaces the marks of other programs.
  private mutating func readMarks(isHeading: Bool) {
    let marks = bytes.withUnsafeBufferPointer { text in
      // Braces and commands of a formula are no marks.
      let formulas = Formulas.add(to: [], in: bytes, signs: dollars, edition)
      var marks = EditorMarks(text, spans, formulas: formulas.map(\.range), traits)
      marks.isHeading = isHeading
      marks.read()
      return marks
    }
    guard !marks.edits.isEmpty || !marks.lineBreaks.isEmpty else { return }
    skipped.add(marks.skipped)
    beginsWithNotice = marks.beginsWithNotice
    spans.removeAll {
      ($0.kind == .strikethrough || $0.kind == .code)
        && marks.released.contains($0.range.lowerBound)
    }
    if readsOtherMarks {
      cuts = (cuts + marks.others).sorted { $0.offset < $1.offset }
      otherMarks.used += marks.others.count
    } else {
      otherMarks.unused += marks.others.count
    }
    replace(marks.edits)
    let places = EditedPlaces(marks.edits)
    for picture in marks.pictures {
      add([.imageFile(path: picture.file), .image], picture.range, places)
    }
    for pair in marks.emphasis { add([pair.kind], pair.range, places) }
    for range in marks.raised { add([.raised], range, places) }
    for range in marks.formulas { add([.math], range, places) }
    for range in marks.lineBreaks { add([.lineBreak], range, places) }
    for (range, tag) in marks.languages.reversed() { add([.language(tag: tag)], range, places) }
    for (offset, words) in marks.fences { languages.readFence(words, at: places.place(offset)) }
    let isNew = [marks.raised, marks.formulas, marks.lineBreaks].contains { !$0.isEmpty }
    if isNew || !marks.pictures.isEmpty || !marks.emphasis.isEmpty {
      spans.sort(by: InlineSpan.isInOrder)
    }
    trimEnd()
  }

  /// Reads a block of HTML, which can begin or end a division in another language.
  mutating func readBlock(ofHTML text: String) {
    guard edition == .second else { return }
    languages.readBlock(text)
    if ReadingMark(text) == .others { readsOtherMarks = true }
  }

  /// Replaces parts of the text, in order, and moves the spans.
  private mutating func replace(_ edits: [EditorMarks.Edit]) {
    var new: [UInt8] = []
    new.reserveCapacity(bytes.count)
    var end = 0
    for edit in edits {
      new += bytes[end..<edit.range.lowerBound]
      new += edit.words
      end = edit.range.upperBound
    }
    new += bytes[end...]
    let places = EditedPlaces(edits)
    dollars = dollars.filter { !places.isRemoved($0) }.map(places.place)
    for index in cuts.indices { cuts[index].offset = places.place(cuts[index].offset) }
    for index in spans.indices {
      let range = spans[index].range
      let (start, end) = (places.place(range.lowerBound), places.place(range.upperBound))
      if start == end, !range.isEmpty { hasEmptySpans = true }
      spans[index] = InlineSpan(spans[index].kind, start..<max(start, end))
    }
    bytes = new
  }

  /// Adds spans over a part of the text; `range` is the part before the edits.
  private mutating func add(
    _ kinds: [InlineSpan.Kind], _ range: Range<Int>, _ places: EditedPlaces
  ) {
    let own = places.place(range.lowerBound)..<places.place(range.upperBound)
    guard !own.isEmpty else { return }
    spans += kinds.map { InlineSpan($0, own) }
  }

  /// Removes the text before the first mark for the reader, and the mark; returns both. Nil if there is no mark.
  mutating func takePart() -> (text: MarkedText, mark: String)? {
    guard let (offset, mark) = cuts.first else { return nil }
    cuts.removeFirst()
    // Blanks at the end of the text were removed.
    let end = min(offset, bytes.count)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == UInt8(ascii: "\n") }
    let last = bytes[..<end].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    let next = bytes[end...].firstIndex { !isBlank($0) } ?? bytes.count
    let own = spans.filter { $0.range.lowerBound < last }.map {
      InlineSpan($0.kind, $0.range.lowerBound..<min($0.range.upperBound, last))
    }
    let text = MarkedText(String(decoding: bytes[..<last], as: UTF8.self), inlines: own)
    replace([EditorMarks.Edit(range: 0..<next)])
    spans.removeAll { $0.range.isEmpty && !($0.isFootnote && $0.range.lowerBound > 0) }
    return (text, mark)
  }

  /// Removes the marks from a block that cannot be divided. Returns the sounds among them, which are heard after it.
  mutating func takeSounds() -> [String] {
    defer { cuts.removeAll() }
    return cuts.map(\.mark).filter { mark in
      if SoundCue(comment: mark, words: traits.soundWords) != nil { return true }
      skipped.add(mark, .inlineHTML)
      skipped.endWord()
      return false
    }
  }

  /// Adds words before the text.
  mutating func insertFirst(_ words: [UInt8]) {
    replace([EditorMarks.Edit(range: 0..<0, words: words)])
  }

  mutating func removeFirstLine() -> (line: [UInt8], hasFormula: Bool) {
    let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    let hasFormula = spans.contains { $0.kind == .math && $0.range.upperBound <= line.count }
    replace([EditorMarks.Edit(range: 0..<min(line.count + 1, bytes.count))])
    if hasEmptySpans { spans.removeAll { $0.range.isEmpty && !$0.isFootnote } }
    return (line, hasFormula)
  }
}

// MARK: - Spans with other nodes in them

extension InlineText {
  /// Begins a span.
  /// The span is added to the list when it begins, not when it ends, so that the list stays in order.
  private mutating func begin(_ kind: InlineSpan.Kind, isNested: Bool) {
    open.append(isNested ? nil : spans.count)
    if !isNested { spans.append(InlineSpan(kind, bytes.count..<bytes.count)) }
  }

  /// Begins a style.
  /// Inside the same style, the style would change nothing, so no span is added.
  private mutating func begin(_ kind: InlineSpan.Kind) {
    begin(kind, isNested: openFormatting.begin(kind))
  }

  private mutating func end(_ kind: InlineSpan.Kind) {
    openFormatting.end(kind)
    end()
  }

  private mutating func end() {
    guard let last = open.popLast(), let index = last, index < spans.count else { return }
    close(index)
  }

  /// Ends a link.
  /// The link gets a second span if its target is in the same document, or if it contains only images.
  private mutating func endLink(_ link: MarkdownNode) {
    guard let index = links.popLast(), index + 1 < spans.count else { return }
    if edition == .second, link.first == nil {
      bytes += Attributes.words(ofLink: link.url.string(0..<link.url.count), traits.language).utf8
    }
    close(index)
    let range = spans[index].range
    let isWithin = link.url.first == UInt8(ascii: "#")
    let shown = spans[(index + 2)...]
    let isBadge =
      shown.reduce(0) { $0 + ($1.kind == .image ? $1.range.count : 0) } == range.count
      && !shown.isEmpty
    if isWithin || isBadge {
      spans[index + 1] = InlineSpan(isWithin ? .contentsLink : .badge, range)
    }
    // If the second span stays empty, it is removed with the other empty spans.
    hasEmptySpans = true
  }

  private mutating func close(_ index: Int) {
    let range = spans[index].range.lowerBound..<bytes.count
    spans[index] = InlineSpan(spans[index].kind, range)
    if range.isEmpty { hasEmptySpans = true }
  }
}

// MARK: - HTML

extension InlineText {
  private mutating func enterHTML(_ literal: Bytes) {
    if literal.first == DollarSign.byte {
      dollars += literal.indices.filter { literal[$0] == DollarSign.byte }.map { bytes.count + $0 }
      bytes += literal
      return
    }
    if literal.starts(with: "<!--".utf8) {
      let comment = literal.string(0..<literal.count)
      if edition == .second, comment.asksReader(traits.soundWords) {
        return cuts.append((bytes.count, comment))
      }
      skipped.add(literal, .inlineHTML)
      skipped.endWord()
    }
    // `vector<int>` and "<laughs loudly>" are no tags.
    if edition == .second, InlineHTML.isText(literal) { return bytes.append(contentsOf: literal) }
    switch html.read(literal, edition) {
    case .lineBreak: breakLine(isAskedFor: true)
    case .begin(let kind):
      guard edition == .second || kind != .code, html.formatting[kind] == nil,
        !openFormatting.begin(kind)
      else { break }
      html.formatting[kind] = spans.count
      hasEmptySpans = true
      spans.append(InlineSpan(kind, bytes.count..<bytes.count))
    case .end(let kind):
      guard let index = html.formatting.removeValue(forKey: kind) else { break }
      openFormatting.end(kind)
      close(index)
    case .beginHidden: html.hidden = .init(bytes: bytes.count, spans: spans.count)
    case .endHidden:
      guard let start = html.hidden else { break }
      html.hidden = nil
      skipped.add(String(decoding: bytes[min(start.bytes, bytes.count)...], as: UTF8.self), .hidden)
      forget(from: start)
    case .none: break
    }
    if edition == .second { languages.readTag(literal, in: bytes) }
  }

  /// Removes the text of a `<script>` or `<style>` element, which readers do not see.
  private mutating func forget(from start: InlineHTML.Place) {
    bytes.removeLast(bytes.count - start.bytes)
    languages.forget(from: start.bytes)
    spans.removeLast(max(0, spans.count - start.spans))
    while let last = dollars.last, last >= start.bytes { dollars.removeLast() }
    for index in open.indices where open[index].map({ $0 >= start.spans }) == true {
      open[index] = nil
    }
    for (kind, index) in html.formatting where index >= start.spans {
      html.formatting[kind] = nil
      openFormatting.end(kind)
    }
  }
}

extension InlineSpan {
  /// Whether this is a footnote mark, the only kind of span that is useful without text.
  fileprivate var isFootnote: Bool {
    if case .footnote = kind { true } else { false }
  }
}

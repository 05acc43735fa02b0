/// Finds what is said in the paragraphs of a book: the words between quotation marks, or after a dash.
///
/// The marks of a book are decided once, from all its paragraphs. Other marks are then quotations in quotations.
public struct QuotationFinder: Sendable {
  /// A stretch of a paragraph between two marks.
  public struct Piece: Sendable, Hashable {
    /// The words without marks, as UTF-8 offsets in the paragraph.
    public var words: Range<Int>
    /// The words with their marks.
    public var outer: Range<Int>
    /// Whether the piece goes on with the last piece of the paragraph before.
    public var isContinued = false
    /// Whether a mark closes the piece.
    public var isClosed = true
  }

  /// A kind of marks.
  public enum Style: Int, Sendable, CaseIterable {
    /// “ ” and " ".
    case double
    /// ‘ ’ and ' '.
    case single
    /// „ “.
    case low
    /// « » and » «.
    case angle
    /// A dash before each turn.
    case dash
  }

  /// The marks that enclose speech in this book; the most frequent marks are first.
  public let styles: [Style]
  /// Whether angle marks point inwards: »so«.
  let isInward: Bool
  let words: DialogueWords

  /// Decides which marks a book uses.
  ///
  /// `language` is a BCP 47 tag.
  public init(_ paragraphs: [String], language: String) {
    words = DialogueWords.of(language)
    var (inward, outward, dashes) = (0, 0, 0)
    var ended = [Int](repeating: 0, count: Style.allCases.count)
    var opened: Set<Style> = []
    let paired: [Style] = [.double, .single, .low, .angle]
    for paragraph in paragraphs {
      let marks = QuotationMarks(paragraph)
      if marks.startsWithDash { dashes += 1 }
      guard !marks.all.isEmpty else { continue }
      for mark in marks.all where mark.kind == .left && mark.opens { outward += 1 }
      for mark in marks.all where mark.kind == .right && mark.opens { inward += 1 }
      for style in paired {
        for piece in marks.pieces([style], isInward: inward > outward) {
          if style != .single { opened.insert(style) }
          // "»Ja«, sagte sie": the comma can also be behind the mark.
          let isSpeech =
            marks.endsSentence(piece.words.upperBound)
            || marks.byte(piece.outer.upperBound) == UInt8(ascii: ",")
          if piece.isClosed, isSpeech { ended[style.rawValue] += 1 }
        }
      }
    }
    isInward = inward > outward
    let most = paired.map { ended[$0.rawValue] }.max() ?? 0
    let fits = words.usesDashes ? dashes > 0 : dashes > 3 && dashes * 4 > most
    if fits { ended[Style.dash.rawValue] = dashes }
    // Single marks are apostrophes too, so they count only if no other marks are more frequent.
    styles = Style.allCases.filter { style in
      let count = ended[style.rawValue]
      if most == 0, dashes == 0 { return opened.contains(style) }
      return count > 0 && (style != .single || count == most) && count * 20 >= most
    }.sorted { (ended[$1.rawValue], $0.rawValue) < (ended[$0.rawValue], $1.rawValue) }
  }

  /// Returns the pieces of a paragraph in order.
  ///
  /// `open` is the last piece of the paragraph before, if no mark closes it.
  public func pieces(of paragraph: String, after open: Piece? = nil) -> [Piece] {
    let marks = QuotationMarks(paragraph)
    if styles.contains(.dash), marks.startsWithDash { return DashedTurn(marks, words).pieces }
    guard !marks.all.isEmpty else { return [] }
    if open?.isClosed != false, let pieces = otherPieces(marks) { return pieces }
    var pieces = marks.pieces(
      styles.filter { $0 != .dash }, isInward: isInward, continues: open?.isClosed == false)
    if let open, !open.isClosed, let first = pieces.first, marks.isStart(first.outer.lowerBound) {
      pieces[0].isContinued = true
    }
    return pieces
  }

  /// Returns the pieces of a paragraph that begins with marks of its own instead of the book's, if a mark behind a
  /// comma or the end of a sentence closes the first piece; else nil.
  private func otherPieces(_ marks: QuotationMarks) -> [Piece]? {
    guard let first = marks.all.first, marks.isStart(first.range.lowerBound), first.opens else {
      return nil
    }
    let (style, isInward): (Style, Bool)
    switch first.kind {
    case .straight, .open: (style, isInward) = (.double, self.isInward)
    case .singleOpen, .apostrophe: (style, isInward) = (.single, self.isInward)
    case .low: (style, isInward) = (.low, self.isInward)
    case .left: (style, isInward) = (.angle, false)
    case .right: (style, isInward) = (.angle, true)
    case .close, .singleClose: return nil
    }
    guard !styles.contains(style) || style == .angle && isInward != self.isInward else {
      return nil
    }
    let pieces = marks.pieces([style], isInward: isInward)
    guard let piece = pieces.first, piece.outer.lowerBound == first.range.lowerBound,
      piece.isClosed, marks.endsSentence(piece.words.upperBound)
    else { return nil }
    return pieces
  }

  /// Returns the pieces of all paragraphs.
  ///
  /// A text between two paragraphs that is none of them, such as a heading, ends a quotation.
  public func pieces(of paragraphs: [String]) -> [[Piece]] {
    var open: Piece?
    return paragraphs.map { paragraph in
      let pieces = pieces(of: paragraph, after: open)
      open = pieces.last
      return pieces
    }
  }

  /// A paragraph that begins with a dash: speech, with narration after another dash or after a tag.
  private struct DashedTurn {
    private(set) var pieces: [QuotationFinder.Piece] = []
    private let marks: QuotationMarks

    init(_ marks: QuotationMarks, _ words: DialogueWords) {
      self.marks = marks
      let bytes = marks.bytes
      var start = bytes.firstIndex { !QuotationMarks.isSpace($0) && $0 != 0x5F && $0 != 0x2A } ?? 0
      let outer = start
      start += max(marks.dash(at: start), 1)
      // "--Vamos--dijo Ana--, pronto": dashes without spaces.
      var isTight = false
      var (index, from, isSpeech) = (start, outer, true)
      while index < bytes.count {
        let dash = marks.dash(at: index)
        if dash > 0 {
          let (isAfterSpace, isBeforeSpace) = (
            QuotationMarks.isSpace(marks.byte(index - 1)),
            QuotationMarks.isSpace(marks.byte(index + dash))
          )
          let isSpaced = isAfterSpace && isBeforeSpace
          if isSpeech, isAfterSpace, !isBeforeSpace || isSpaced && isTurn(index, index + dash) {
            add(start..<index, outer: from..<index)
            (isSpeech, from, isTight) = (false, index, false)
          } else if isSpeech, !isAfterSpace, !isBeforeSpace,
            words.beginsWithVerb(bytes, at: index + dash)
          {
            add(start..<index, outer: from..<index)
            (isSpeech, from, isTight) = (false, index, true)
          } else if !isSpeech, isTight || !isAfterSpace && !isLetterAfter(index + dash) || isSpaced
          {
            var end = index + dash
            while ".,:;".utf8.contains(marks.byte(end)) { end += 1 }
            (isSpeech, start, from) = (true, end, end)
          }
          index += dash
        } else if isSpeech, let tag = words.tag(in: bytes, at: index) {
          add(start..<tag.lowerBound, outer: from..<tag.lowerBound)
          (isSpeech, start, from) = (true, tag.upperBound, tag.upperBound)
          index = tag.upperBound
        } else {
          index += 1
        }
      }
      if isSpeech { add(start..<bytes.count, outer: from..<bytes.count) }
    }

    /// Whether narration begins between spaced dashes: a small letter after punctuation.
    private func isTurn(_ dash: Int, _ after: Int) -> Bool {
      ",.!?".utf8.contains(marks.byte(dash - 2)) || marks.byte(dash - 2) == 0xA6
    }

    private func isLetterAfter(_ offset: Int) -> Bool { marks.isLetter(offset) }

    private mutating func add(_ range: Range<Int>, outer: Range<Int>) {
      let words = marks.trimmed(range)
      guard words.contains(where: { marks.isLetter($0) }) else { return }
      pieces.append(.init(words: words, outer: outer))
    }
  }
}

/// The quotation marks of a paragraph.
struct QuotationMarks {
  enum Kind { case straight, open, close, apostrophe, singleOpen, singleClose, low, left, right }

  struct Mark {
    var kind: Kind
    var range: Range<Int>
    /// Whether a space or the start is before the mark and a word behind it.
    var opens: Bool
    /// Whether a space, punctuation or the end is behind the mark.
    var closes: Bool
    /// Whether the mark is between two letters.
    var isInWord: Bool
    /// Whether punctuation or a dash is before the mark.
    var isAfterStop: Bool
  }

  let bytes: [UInt8]
  private(set) var all: [Mark] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): add(.straight, index, 1)
      case UInt8(ascii: "'"): add(.apostrophe, index, 1)
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xAB: add(.left, index, 2)
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xBB: add(.right, index, 2)
      case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80:
        switch bytes[index + 2] {
        case 0x98: add(.singleOpen, index, 3)
        case 0x99: add(.singleClose, index, 3)
        case 0x9C: add(.open, index, 3)
        case 0x9D: add(.close, index, 3)
        case 0x9E: add(.low, index, 3)
        default: break
        }
      default: break
      }
      index += 1
    }
  }

  private mutating func add(_ kind: Kind, _ start: Int, _ length: Int) {
    let (before, after) = (byte(start - 1), byte(start + length))
    let (isAfterSpace, isBeforeSpace) = (Self.isSpace(before), Self.isSpace(after))
    let isAfterDash = isDash(endingAt: start)
    let opensAfter =
      isAfterSpace || isAfterDash || "([_*/".utf8.contains(before)
      || all.last?.range.upperBound == start
    let isStop = Self.stops.contains(after)
    all.append(
      Mark(
        kind: kind, range: start..<start + length, opens: opensAfter && !isBeforeSpace && !isStop,
        closes: isBeforeSpace || isStop || isDash(startingAt: start + length)
          || ")]_*\"'".utf8.contains(after) || after >= 0xC2 && !isLetter(start + length),
        isInWord: isLetter(endingAt: start) && isLetter(start + length),
        isAfterStop: Self.stops.contains(before) || isAfterDash || endsWithEllipsis(start)))
  }

  private static let stops = Set(".,!?;:".utf8)

  /// The byte at an offset; a space outside the text.
  func byte(_ offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0x20 }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  /// Whether a letter or digit begins at an offset.
  func isLetter(_ offset: Int) -> Bool {
    let byte = byte(offset)
    return byte >= 0xC3 && byte != 0xE2 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  private func isLetter(endingAt offset: Int) -> Bool {
    var start = offset - 1
    while start > 0, byte(start) & 0xC0 == 0x80 { start -= 1 }
    return isLetter(start)
  }

  private func endsWithEllipsis(_ offset: Int) -> Bool {
    byte(offset - 1) == 0xA6 && byte(offset - 3) == 0xE2
  }

  /// The length of a dash at an offset; 0 if there is none.
  func dash(at offset: Int) -> Int {
    if byte(offset) == UInt8(ascii: "-"), byte(offset + 1) == UInt8(ascii: "-") { return 2 }
    guard byte(offset) == 0xE2, byte(offset + 1) == 0x80 else { return 0 }
    return 0x93...0x95 ~= byte(offset + 2) ? 3 : 0
  }

  private func isDash(startingAt offset: Int) -> Bool { dash(at: offset) > 0 }

  private func isDash(endingAt offset: Int) -> Bool {
    dash(at: offset - 3) == 3 || dash(at: offset - 2) == 2
  }

  /// Whether only spaces and emphasis marks are before an offset.
  func isStart(_ offset: Int) -> Bool {
    bytes[..<offset].allSatisfy { Self.isSpace($0) || $0 == UInt8(ascii: "_") || $0 == 0x2A }
  }

  /// Whether a sentence or a clause ends before an offset.
  func endsSentence(_ end: Int) -> Bool {
    ",.!?".utf8.contains(byte(end - 1)) || endsWithEllipsis(end) || isDash(endingAt: end)
  }

  /// Whether the paragraph begins with a dash before a turn.
  var startsWithDash: Bool {
    let start = bytes.firstIndex { !Self.isSpace($0) && $0 != 0x5F && $0 != 0x2A } ?? 0
    let length = dash(at: start)
    let hyphen = byte(start) == UInt8(ascii: "-") && byte(start + 1) == 0x20
    return length == 3 || hyphen || length == 2 && byte(start + 2) != UInt8(ascii: "-")
  }

  /// Returns words without spaces and emphasis marks around them.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    func isOuter(_ byte: UInt8) -> Bool { Self.isSpace(byte) || byte == 0x5F || byte == 0x2A }
    while start < end, isOuter(bytes[start]) || byte(start) == 0xC2 && byte(start + 1) == 0xA0 {
      start += byte(start) == 0xC2 ? 2 : 1
    }
    while end > start, isOuter(bytes[end - 1]) || byte(end - 1) == 0xA0 && byte(end - 2) == 0xC2 {
      end -= byte(end - 1) == 0xA0 ? 2 : 1
    }
    return start..<max(start, min(end, bytes.count))
  }
}

extension QuotationMarks {
  /// Returns the pieces in marks of these styles.
  /// Marks of another style within a piece belong to a quotation in the quotation.
  func pieces(
    _ styles: [QuotationFinder.Style], isInward: Bool, continues: Bool = false
  ) -> [QuotationFinder.Piece] {
    let (double, single) = (styles.contains(.double), styles.contains(.single))
    let (low, angle) = (styles.contains(.low), styles.contains(.angle))
    /// Whether a sure close follows each mark before the next opening mark.
    let sure = single ? sureCloses : []
    var pieces: [QuotationFinder.Piece] = []
    var open: (style: QuotationFinder.Style, mark: Range<Int>)?
    func close(_ end: Range<Int>, isClosed: Bool) {
      guard let start = open?.mark else { return }
      let words = trimmed(start.upperBound..<max(end.lowerBound, start.upperBound))
      if !words.isEmpty {
        pieces.append(
          .init(words: words, outer: start.lowerBound..<end.upperBound, isClosed: isClosed))
      }
      open = nil
    }
    for (number, mark) in all.enumerated() {
      let isFirst = continues && isStart(mark.range.lowerBound)
      let opening = opening(
        mark, double: double, single: single, low: low, angle: angle, isInward: isInward,
        isSure: single && sure[number])
      if let current = open {
        if isClosing(mark, current.style, isInward: isInward, isSure: single && sure[number]) {
          close(mark.range, isClosed: true)
        } else if let opening, opening == current.style, mark.kind == .straight {
          close(mark.range.lowerBound..<mark.range.lowerBound, isClosed: false)
          open = (opening, mark.range)
        }
      } else if let style = opening {
        open = (style, mark.range)
      } else if isFirst, angle, mark.kind == (isInward ? .left : .right) {
        open = (.angle, mark.range)
      }
    }
    close(bytes.count..<bytes.count, isClosed: false)
    return pieces
  }

  private func opening(
    _ mark: Mark, double: Bool, single: Bool, low: Bool, angle: Bool, isInward: Bool, isSure: Bool
  ) -> QuotationFinder.Style? {
    switch mark.kind {
    case .straight: double && mark.opens ? .double : nil
    case .open: double && !(low && !mark.opens) ? .double : nil
    case .singleOpen: single ? .single : nil
    case .apostrophe:
      single && mark.opens && !mark.isInWord && (!isElision(at: mark.range.upperBound) || isSure)
        ? .single : nil
    case .low: low ? .low : nil
    case .left: angle && !isInward ? .angle : nil
    case .right: angle && isInward ? .angle : nil
    case .close, .singleClose: nil
    }
  }

  private func isClosing(
    _ mark: Mark, _ style: QuotationFinder.Style, isInward: Bool, isSure: Bool
  ) -> Bool {
    switch (style, mark.kind) {
    case (.double, .close): true
    case (.double, .straight): mark.closes || !mark.opens
    case (.low, .open), (.low, .close): true
    case (.low, .straight): mark.closes
    case (.angle, .right): !isInward
    case (.angle, .left): isInward
    case (.single, .apostrophe), (.single, .singleClose):
      !mark.isInWord && mark.closes && (mark.isAfterStop || !isSure)
    default: false
    }
  }

  /// For each mark, whether a single mark after punctuation closes before the next mark that opens.
  private var sureCloses: [Bool] {
    var result = [Bool](repeating: false, count: all.count)
    var isSure = false
    for index in all.indices.reversed() {
      result[index] = isSure
      let mark = all[index]
      guard mark.kind == .apostrophe || mark.kind == .singleClose || mark.kind == .singleOpen
      else { continue }
      if mark.kind == .singleOpen
        || mark.opens && mark.kind == .apostrophe
          && !isElision(
            at: mark.range.upperBound)
      {
        isSure = false
      } else if mark.closes, mark.isAfterStop {
        isSure = true
      }
    }
    return result
  }

  private func isElision(at offset: Int) -> Bool {
    var end = offset
    while end < bytes.count, (bytes[end] | 0x20) &- 0x61 < 26, end - offset < 9 { end += 1 }
    return Self.elisions.contains(String(decoding: bytes[offset..<end], as: UTF8.self).lowercased())
  }

  private static let elisions = Set(
    """
    em tis twas twere twill twould tisn twasn ere im er is e ow ome ouse ope and ard ead eard ear ave as ad \
    cause bout bove gainst fore less mongst neath nother nuff pon round scuse spect stead til till tween way \
    un us ud ll d s ole otherwise eaven ell onest oss igh imself erself
    """.split(separator: " ").map(String.init))
}

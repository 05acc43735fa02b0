/// The words of a book's paragraphs as numbers, and the pieces that are said.
struct DialogueText {
  struct Token {
    var word: Int32
    var range: Range<Int32>
    /// The number of the piece that contains the word; −1 in narration.
    var piece: Int32
    var isCapital: Bool
    var isPossessive: Bool
    /// Whether all letters are capitals.
    var isUpper: Bool
    /// What stands between the word and the word before it.
    var marks: ProseWords.Marks
    /// Whether the word begins a sentence or a piece.
    var isFirst: Bool
  }

  struct Paragraph {
    var tokens: Range<Int>
    var pieces: Range<Int>
    /// Whether the paragraph is a heading or a line such as `* * *`.
    var isBreak: Bool
    /// The marks after the last word.
    var ending: ProseWords.Marks
  }

  struct Piece {
    /// The last mark within a piece.
    enum End { case comma, question, exclamation, stop, dash, none }

    var paragraph: Int
    var tokens: Range<Int>
    var place: QuotationFinder.Piece
    var end: End
    /// The number of characters.
    var length: Int
    /// Whether the first letter is a capital.
    var isCapital: Bool
  }

  let words: DialogueWords
  private let texts: [String]
  let finder: QuotationFinder
  private(set) var tokens: [Token] = []
  private(set) var paragraphs: [Paragraph] = []
  private(set) var pieces: [Piece] = []
  /// The folded words by their numbers, and what they are.
  private(set) var keys: [String] = []
  private(set) var traits: [DialogueWords.Traits] = []
  private var numbers: [String: Int32] = [:]

  /// Reads paragraphs. `breaks` are the numbers of the paragraphs that end a scene.
  init(_ texts: [String], breaks: Set<Int>, language: String) {
    self.texts = texts
    finder = QuotationFinder(texts, language: language)
    words = finder.words
    var open: QuotationFinder.Piece?
    for (index, text) in texts.enumerated() {
      guard !breaks.contains(index) else {
        open = nil
        add(text, [], isBreak: true)
        continue
      }
      let found = finder.pieces(of: text, after: open)
      open = found.last
      add(text, found, isBreak: false)
    }
  }

  func trait(_ token: Int) -> DialogueWords.Traits { traits[Int(tokens[token].word)] }

  func key(_ token: Int) -> String { keys[Int(tokens[token].word)] }

  /// Returns the number of a folded word, or nil if the book has no such word.
  func number(_ key: String) -> Int32? { numbers[key] }

  /// Returns words of one paragraph as the author wrote them.
  func spelling(of words: Range<Int>) -> String {
    guard let first = words.first, let last = words.last else { return "" }
    let paragraph = paragraphs.partitioningIndex { $0.tokens.upperBound > first }
    let bytes = texts[paragraph].utf8.dropFirst(Int(tokens[first].range.lowerBound))
      .prefix(Int(tokens[last].range.upperBound - tokens[first].range.lowerBound))
    var text = String(decoding: bytes.filter { $0 != 0x5F && $0 != 0x2A }, as: UTF8.self)
    if tokens[last].isPossessive {
      text = String(text.prefix { $0 != "'" && $0 != "’" })
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the narration after a piece, up to the next piece or the end of the paragraph.
  func narration(after piece: Int) -> Range<Int> {
    let paragraph = paragraphs[pieces[piece].paragraph]
    let end =
      piece + 1 < paragraph.pieces.upperBound
      ? pieces[piece + 1].tokens.lowerBound : paragraph.tokens.upperBound
    return pieces[piece].tokens.upperBound..<max(end, pieces[piece].tokens.upperBound)
  }

  /// Returns the narration before a piece, up to the piece before or the start of the paragraph.
  func narration(before piece: Int) -> Range<Int> {
    let paragraph = paragraphs[pieces[piece].paragraph]
    let start =
      piece > paragraph.pieces.lowerBound
      ? pieces[piece - 1].tokens.upperBound : paragraph.tokens.lowerBound
    return min(start, pieces[piece].tokens.lowerBound)..<pieces[piece].tokens.lowerBound
  }

  /// Returns the clause of a tag behind a piece, with the marks around it: " said Tom." Nil if the clause says more than
  /// who speaks.
  func bareClause(of tag: SpeechTag) -> Attribution.Words? {
    guard tag.isAfter, tag.strength == .strong, !tag.isShared, tag.addressee == nil else {
      return nil
    }
    let number = paragraphs.partitioningIndex { $0.tokens.upperBound > tag.token }
    let paragraph = paragraphs[number]
    let piece = paragraph.pieces.last { pieces[$0].tokens.upperBound <= tag.tokens.lowerBound }
    guard let piece else { return nil }
    let narration = narration(after: piece)
    var last = tag.tokens.upperBound - 1
    if last + 1 < narration.upperBound, tokens[last + 1].marks == [],
      trait(last + 1).contains(.filler)
    {
      last += 1
    }
    let isWhole = last + 1 >= narration.upperBound
    guard narration.lowerBound == tag.tokens.lowerBound,
      isWhole || tokens[last + 1].marks.contains(.stop),
      isBare(narration.lowerBound...last)
    else { return nil }
    let start = pieces[piece].place.outer.upperBound
    if isWhole {
      let hasNext = piece + 1 < paragraph.pieces.upperBound
      let end = hasNext ? pieces[piece + 1].place.outer.lowerBound : texts[number].utf8.count
      return (number, start..<max(start, end))
    }
    let (end, next) = (Int(tokens[last].range.upperBound), Int(tokens[last + 1].range.lowerBound))
    let marks = texts[number].utf8.dropFirst(end).prefix { !QuotationMarks.isSpace($0) }.count
    return (number, start..<min(end + marks, next))
  }

  /// Whether words are only a plain verb of speech such as "said", a name or a pronoun, and at most one word such as "then".
  private func isBare(_ words: ClosedRange<Int>) -> Bool {
    let names: DialogueWords.Traits = [.determiner, .particle, .title, .he, .she]
    let others = words.filter {
      !tokens[$0].isCapital && (trait($0).isDisjoint(with: names) || trait($0).contains(.inverted))
    }
    return others.count < 3 && others.allSatisfy { trait($0).contains(.plain) }
      && others.contains { trait($0).contains(.strong) }
  }

  /// Whether a quotation goes on before and behind a paragraph.
  func isTold(_ paragraph: Paragraph) -> Bool {
    guard let first = paragraph.pieces.first, let last = paragraph.pieces.last else { return false }
    return pieces[first].place.isContinued && !pieces[last].place.isClosed
      && last + 1 < pieces.count && pieces[last + 1].place.isContinued
  }

  /// Whether a piece begins with the greeting of a letter, such as "Dear Tom,", which is alone in its line. If the piece
  /// is `alone`, it can also be the whole paragraph.
  func isGreeting(_ piece: Int, alone isAlone: Bool) -> Bool {
    let tokens = pieces[piece].tokens
    guard let first = tokens.first, self.tokens[first].isCapital else { return false }
    let line = tokens.dropFirst().first { isLineStart($0) } ?? tokens.upperBound
    let start = trait(first).contains(.owner) ? first + 1 : first
    guard start < line, line - first < 7, trait(start).contains(.greeting),
      (start + 1..<line).allSatisfy({ isOfName($0) })
    else { return false }
    if line < tokens.upperBound {
      return !self.tokens[line].marks.isDisjoint(with: [.comma, .pause, .stop])
    }
    // The letter goes on in the next paragraph.
    let isOpen = [.comma, .dash, .exclamation, .none].contains(pieces[piece].end)
    guard isOpen, piece + 1 < pieces.count else { return false }
    if !pieces[piece].place.isClosed { return pieces[piece + 1].place.isContinued }
    let paragraph = pieces[piece].paragraph
    let end = texts[paragraph].utf8.dropFirst(pieces[piece].place.words.upperBound - 1).first
    return isAlone && (end == UInt8(ascii: ",") || end == UInt8(ascii: ":"))
      && paragraphs[paragraph].tokens == tokens && pieces[piece + 1].paragraph == paragraph + 1
      && narration(before: piece + 1).isEmpty
  }

  /// Whether a word can be part of a name or a form of address.
  private func isOfName(_ token: Int) -> Bool {
    tokens[token].isCapital || !trait(token).isDisjoint(with: [.kin, .title, .address, .greeting])
  }

  /// Returns the words from a closing such as "Yours ever" to the end of a piece; nil if there is none.
  func closing(of piece: Int) -> Range<Int>? {
    let tokens = pieces[piece].tokens
    let start = tokens.suffix(9).first { token in
      trait(token).contains(.closing)
        && (isLineStart(token) || self.tokens[token].marks.contains(.stop))
    }
    guard let start, narration(after: piece).isEmpty else { return nil }
    let end = start..<tokens.upperBound
    // "Yours, Tom": behind the closing is only a name.
    let name = end.drop { !trait($0).isDisjoint(with: [.closing, .kin, .joint]) }
    let isSigned = !name.isEmpty && name.allSatisfy { self.tokens[$0].isCapital }
    return isSigned || name.isEmpty && pieces[piece].end == .comma ? end : nil
  }

  /// Whether a word begins a line of its paragraph.
  private func isLineStart(_ token: Int) -> Bool {
    let paragraph = paragraphs.partitioningIndex { $0.tokens.upperBound > token }
    guard token > paragraphs[paragraph].tokens.lowerBound else { return true }
    let between = tokens[token - 1].range.upperBound..<tokens[token].range.lowerBound
    return texts[paragraph].utf8.dropFirst(Int(between.lowerBound)).prefix(between.count)
      .contains(0x0A)
  }

  /// Returns the first words of a piece.
  func words(of piece: Int) -> String {
    let place = pieces[piece].place.words
    let text = texts[pieces[piece].paragraph].utf8.dropFirst(place.lowerBound).prefix(
      min(place.count, 240))
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a piece is hardly said by anybody: a few words in the middle of a sentence, without an end of their own.
  func isScare(_ piece: Int) -> Bool {
    let own = pieces[piece]
    return own.end == .none && !own.isCapital && own.length < 60 && isInside(piece)
  }

  /// Whether a piece stands in the middle of a sentence of narration.
  func isInside(_ piece: Int) -> Bool {
    let before = narration(before: piece)
    guard !before.isEmpty, let first = pieces[piece].tokens.first else { return false }
    return !leads(before, to: piece) && !tokens[first].marks.contains(.stop)
  }

  /// Whether a piece follows another one of its paragraph without a word between them, so that somebody else speaks.
  func isAnswer(_ piece: Int) -> Bool {
    let paragraph = paragraphs[pieces[piece].paragraph]
    return piece > paragraph.pieces.lowerBound && narration(before: piece).isEmpty
      && pieces[piece - 1].place.isClosed && pieces[piece - 1].end != .comma
      && pieces[piece].isCapital && pieces[piece].place.outer.count > 1
  }

  /// Whether narration that ends before a piece leads to the piece: it ends in a comma or a colon.
  func leads(_ narration: Range<Int>, to piece: Int) -> Bool {
    let start = pieces[piece].tokens.lowerBound
    let isSame =
      narration.upperBound == start && start < tokens.count
      && paragraphs[pieces[piece].paragraph].tokens.contains(narration.lowerBound)
    let marks = isSame ? tokens[start].marks : paragraphs[pieces[piece].paragraph - 1].ending
    return !marks.isDisjoint(with: [.comma, .pause]) && !marks.contains(.stop)
  }

  private mutating func add(_ text: String, _ found: [QuotationFinder.Piece], isBreak: Bool) {
    let (first, firstPiece) = (tokens.count, pieces.count)
    let bytes = Array(text.utf8)
    // The lines of a paragraph are one text.
    let read = ProseWords(
      text.contains("\n") ? text.replacing("\n", with: " ") : text, words.people)
    var (next, isFirst) = (0, true)
    var starts = [Int](repeating: 0, count: found.count)
    var ends = starts
    for word in read.words {
      while next < found.count, found[next].words.upperBound <= word.range.lowerBound {
        (isFirst, next) = (true, next + 1)
        if next < found.count { starts[next] = tokens.count }
        ends[next - 1] = tokens.count
      }
      let isInside = next < found.count && found[next].words.lowerBound <= word.range.lowerBound
      if isInside, tokens.last?.piece != Int32(firstPiece + next) || tokens.count == first {
        starts[next] = tokens.count
        isFirst = true
      }
      var marks = word.marks
      let start = word.range.lowerBound
      if start > 1, bytes[start - 1] == UInt8(ascii: "-"), bytes[start - 2] == UInt8(ascii: "-") {
        marks.insert(.pause)
      }
      if marks.contains(.stop) { isFirst = true }
      tokens.append(
        Token(
          word: number(of: words.key(of: word, in: bytes)),
          range: Int32(word.range.lowerBound)..<Int32(word.range.upperBound),
          piece: isInside ? Int32(firstPiece + next) : -1, isCapital: word.isCapital,
          isPossessive: word.isPossessive, isUpper: word.isUpper, marks: marks, isFirst: isFirst))
      isFirst = false
    }
    for index in found.indices where index >= next {
      ends[index] = tokens.count
      if starts[index] == 0 || index > next { starts[index] = tokens.count }
    }
    for (index, piece) in found.enumerated() {
      let span = min(starts[index], ends[index])..<ends[index]
      pieces.append(
        Piece(
          paragraph: paragraphs.count,
          tokens: max(span.lowerBound, first)..<max(span.upperBound, first),
          place: piece, end: Self.end(bytes, piece.words), length: piece.words.count,
          isCapital: span.isEmpty || tokens[span.lowerBound].isCapital))
    }
    paragraphs.append(
      Paragraph(
        tokens: first..<tokens.count, pieces: firstPiece..<pieces.count, isBreak: isBreak,
        ending: read.ending))
  }

  private mutating func number(of key: String) -> Int32 {
    if let known = numbers[key] { return known }
    let number = Int32(keys.count)
    numbers[key] = number
    keys.append(key)
    traits.append(words.traits(of: key))
    return number
  }

  private static func end(_ bytes: [UInt8], _ words: Range<Int>) -> Piece.End {
    var index = words.upperBound - 1
    while index > words.lowerBound, "_*'\" ".utf8.contains(bytes[index]) { index -= 1 }
    guard index >= words.lowerBound else { return .none }
    switch bytes[index] {
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: "?"): return .question
    case UInt8(ascii: "!"): return .exclamation
    case UInt8(ascii: "."): return .stop
    case UInt8(ascii: "-"), UInt8(ascii: ";"), UInt8(ascii: ":"): return .dash
    case 0x93...0x95 where bytes[index - 1] == 0x80: return .dash
    case 0xA6 where bytes[index - 1] == 0x80: return .stop
    case 0x99 where index > 3 && bytes[index - 1] == 0x80:
      return end(bytes, words.lowerBound..<index - 2)
    default: return .none
    }
  }
}

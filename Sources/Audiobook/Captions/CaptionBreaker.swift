import Audio
import Basics
import Narration

/// Breaks a text into cues of at most two lines.
/// Breaks at the ends of sentences are best, then breaks at the ends of clauses, then breaks at blanks.
struct CaptionBreaker {
  /// The maximum number of columns in a line (Netflix, "Timed Text Style Guide: General Requirements"; the
  /// BBC's limit is nearly the same).
  static let lineWidth = 42

  /// The lines of one cue, as indices of pieces.
  struct Cut: Equatable {
    /// The lines, one or two.
    var lines: [Range<Int>]
    var pieces: Range<Int> { (lines.first?.lowerBound ?? 0)..<(lines.last?.upperBound ?? 0) }
  }

  /// The costs of breaks that readers dislike; only their relative size matters.
  /// A break at a blank costs more than three additional cues. A break at a comma costs more than one additional
  /// cue. So a sentence that fits into one cue stays whole.
  private enum Cost {
    static let cue = 20
    static func end(_ ending: CaptionPiece.Ending) -> Int {
      switch ending {
      case .sentence: 0
      case .clause: 30
      case .word: 100
      case .inside: 120
      }
    }
    /// Returns the cost of the break between the two lines of a cue, in columns.
    /// The cost is added to the difference between the widths of the lines. So a break at a comma is
    /// preferred to a break at a blank, even if the widths then differ more.
    static func line(_ ending: CaptionPiece.Ending) -> Int {
      switch ending {
      case .sentence: 0
      case .clause: 4
      case .word: 20
      case .inside: 60
      }
    }
    /// The cost of a cue with fewer than `shortWidth` columns; such a cue disappears too soon to be read.
    static let short = 15
    static let shortWidth = 12
  }

  private let pieces: [CaptionPiece]
  /// The width of the text before each piece, in columns; the last value is the width of the whole text.
  private let columns: [Int]
  private let name: Int
  private let namesAll: Bool

  /// Returns the cues for the pieces of a text.
  /// `name` is the width of the speaker's name and the two characters after it, in columns; 0 if no name is
  /// shown. This space stays free in the first cue, or in each cue if `namesAll` is set.
  static func cuts(of pieces: [CaptionPiece], name: Int = 0, namesAll: Bool = false) -> [Cut] {
    CaptionBreaker(pieces, name: name, namesAll: namesAll).cuts()
  }

  private init(_ pieces: [CaptionPiece], name: Int, namesAll: Bool) {
    (self.pieces, self.name, self.namesAll) = (pieces, name, namesAll)
    columns = pieces.reduce(into: [0]) { columns, piece in
      columns.append((columns.last ?? 0) + piece.width + (piece.hasBlank ? 1 : 0))
    }
  }

  /// Returns the cues with the lowest total cost, found backwards from the end of the text.
  private func cuts() -> [Cut] {
    var best = [Int](repeating: 0, count: pieces.count + 1)
    var ends = [Int](repeating: 0, count: pieces.count)
    for start in pieces.indices.reversed() {
      best[start] = Int.max
      for end in start + 1...pieces.count {
        // Two lines have no room for more columns, even without a name.
        if width(start..<end) > 2 * Self.lineWidth + 1 { break }
        let cost = cost(of: start..<end) + best[end]
        if cost < best[start], middle(of: start..<end) != nil {
          (best[start], ends[start]) = (cost, end)
        }
      }
    }
    var cuts: [Cut] = []
    var place = 0
    while place < pieces.count, let middle = middle(of: place..<ends[place]) {
      let end = ends[place]
      cuts.append(Cut(lines: middle < end ? [place..<middle, middle..<end] : [place..<end]))
      place = end
    }
    return cuts
  }

  private func cost(of range: Range<Int>) -> Int {
    let width = width(range)
    let isAll = range.count == pieces.count
    // Among equally good breaks, cues of similar length are cheapest.
    let evenness = width * width / 900
    let short = !isAll && width < Cost.shortWidth ? Cost.short : 0
    let end = range.upperBound == pieces.count ? 0 : Cost.end(pieces[range.upperBound - 1].ending)
    return Cost.cue + evenness + short + end
  }

  /// Returns the width of pieces in one line, in columns.
  private func width(_ range: Range<Int>) -> Int {
    columns[range.upperBound] - columns[range.lowerBound]
      - (pieces[range.lowerBound].hasBlank ? 1 : 0)
  }

  /// Returns the index of the piece that begins the second line.
  /// Returns the end of the range if one line is enough, and nil if the pieces do not fit into two lines.
  private func middle(of range: Range<Int>) -> Int? {
    // A single line needs no room for the name, because the name can be put above this line.
    if width(range) <= Self.lineWidth { return range.upperBound }
    let name = range.lowerBound == 0 || namesAll ? self.name : 0
    if name > Self.lineWidth / 2 { return nil }
    var best: (cost: Int, middle: Int)?
    for middle in range.dropFirst() {
      let first = width(range.lowerBound..<middle)
      let second = width(middle..<range.upperBound)
      guard first + name <= Self.lineWidth else { break }
      guard second <= Self.lineWidth else { continue }
      // Among equally good breaks, a break whose second line is the longer one wins.
      let cost =
        2 * abs(first - second) + (first > second ? 1 : 0)
        + 2 * Cost.line(pieces[middle - 1].ending)
      if cost < best?.cost ?? Int.max { best = (cost, middle) }
    }
    return best?.middle
  }
}

/// The rules for line breaks at punctuation.
private enum CaptionMarks {
  /// Characters that must not begin a line in Japanese or Chinese (JLREQ, "line-start prohibition").
  private static let clinging = Set<Character>(
    "。、，．！？：；…‥・ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻％")
  /// Abbreviations with a full stop that does not end the sentence.
  /// The list is for text in which the speech rules have not expanded abbreviations.
  private static let abbreviations: Set<String> = [
    "mr", "mrs", "ms", "dr", "st", "prof", "sr", "jr", "vs", "mme", "mlle", "sra", "dra", "nr",
    "bzw", "capt",
    "sgt", "lt", "col", "rev",
  ]

  /// Returns how good a break after a word is, judged by the punctuation of the word and by the next word.
  static func ending(of word: String, before next: String?) -> CaptionPiece.Ending {
    var bare = Substring(word)
    while let last = bare.last, last.isClosingMark { bare.removeLast() }
    guard let mark = bare.last ?? word.last, let part = mark.endedPart?.part else { return .word }
    if part == .clause { return .clause }
    if mark == "." {
      let stem = bare.dropLast()
      let isInitial = stem.count == 1 && stem.first?.isUppercase == true
      if isInitial && stem != "I" || abbreviations.contains(stem.lowercased()) || isInitials(stem) {
        return .word
      }
    }
    // In "Wait… what?" and "'Stop!' she said" the sentence continues.
    let start = next?.first { !opens($0) }
    return start?.isLowercase == true ? .clause : .sentence
  }

  private static func opens(_ mark: Character) -> Bool {
    mark.isOpeningMark || mark == "¿" || mark == "¡"
  }

  /// Whether a word consists of initials with full stops between them: "U.S", "p.m".
  private static func isInitials(_ stem: Substring) -> Bool {
    let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0.count == 1 && $0.first?.isLetter == true }
  }

  /// Whether a line may end between two characters of a word.
  /// A line may end inside a word only in writing systems without blanks. A line does not end after an opening
  /// mark, or before a closing mark, or before a character that must not begin a line.
  static func allowsBreak(between left: Character, _ right: Character) -> Bool {
    guard isUnspaced(left) || isUnspaced(right) else { return false }
    return !opens(left) && !right.isClosingMark && !clinging.contains(right)
  }

  /// Whether a character is Han, kana, or punctuation of Chinese or Japanese.
  private static func isUnspaced(_ character: Character) -> Bool {
    guard let value = character.unicodeScalars.first?.value, value >= 0x2E80 else { return false }
    return switch value {
    case 0x2E80...0x312F, 0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0xFF00...0xFF9F, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// A part of a text that is never broken: a word with its punctuation, or a character of a writing system
/// without blanks.
struct CaptionPiece: Sendable, Equatable {
  /// How good a break after a piece is, best first.
  enum Ending: Sendable {
    case sentence, clause, word
    /// A break within a word that is longer than a line.
    case inside
  }

  var text: String
  /// The width of the piece in columns.
  var width: Int
  /// Whether a blank comes before the piece.
  var hasBlank: Bool
  /// The range of the piece in the text of its span, in Unicode scalars; word timings use this unit too.
  var range: Range<Int>
  var ending = Ending.word

  /// Returns the pieces of a text, in order.
  /// The pieces contain all characters of the text except blanks and control characters.
  static func pieces(of text: String) -> [CaptionPiece] {
    var pieces: [CaptionPiece] = []
    var word: [(character: Character, offset: Int)] = []
    var offset = 0
    for character in text {
      if isBlank(character) {
        append(word, to: &pieces)
        word.removeAll(keepingCapacity: true)
      } else if character.unicodeScalars.first?.properties.generalCategory != .control {
        word.append((character, offset))
      }
      offset += character.unicodeScalars.count
    }
    append(word, to: &pieces)
    for index in pieces.indices where pieces[index].ending == .word {
      pieces[index].ending = CaptionMarks.ending(
        of: pieces[index].text,
        before: pieces.indices.contains(index + 1) ? pieces[index + 1].text : nil)
    }
    return pieces
  }

  /// Appends the pieces of a word.
  /// The word is cut where its writing system allows a break. If a piece would be wider than a line, the word is cut in
  /// other places too.
  private static func append(
    _ word: [(character: Character, offset: Int)], to pieces: inout [CaptionPiece]
  ) {
    guard let first = word.first else { return }
    let start = pieces.count
    var piece = CaptionPiece(
      text: "", width: 0, hasBlank: !pieces.isEmpty, range: first.offset..<first.offset)
    for (index, (character, offset)) in word.enumerated() {
      let width = width(of: character)
      let isSplit =
        index > 0 && CaptionMarks.allowsBreak(between: word[index - 1].character, character)
      if isSplit || piece.width + width > CaptionBreaker.lineWidth {
        piece.ending = isSplit ? .word : .inside
        pieces.append(piece)
        piece = CaptionPiece(text: "", width: 0, hasBlank: false, range: offset..<offset)
      }
      piece.text.append(character)
      piece.width += width
      piece.range = piece.range.lowerBound..<offset + character.unicodeScalars.count
    }
    pieces.append(piece)
    pieces[start].hasBlank = start > 0
  }

  /// Whether a character is a blank at which a line may end.
  /// No-break spaces are excluded, such as those before French punctuation.
  private static func isBlank(_ character: Character) -> Bool {
    character.isWhitespace && !["\u{A0}", "\u{202F}", "\u{2007}"].contains(character)
  }

  /// Returns the pieces joined into a line.
  static func line(_ pieces: ArraySlice<CaptionPiece>) -> String {
    pieces.reduce(into: "") { line, piece in
      if piece.hasBlank, !line.isEmpty { line += " " }
      line += piece.text
    }
  }

  /// Returns the width of a text in columns.
  static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

  /// Returns the width in columns: 2 for wide East Asian characters (UAX #11, "wide"), else 1.
  private static func width(of character: Character) -> Int {
    guard let value = character.unicodeScalars.first?.value, value >= 0x1100 else { return 1 }
    return switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}

extension SpokenItem {
  /// The speaker's name to show; empty for the narrator.
  var captionSpeaker: String { role?.name.asCaptionSpeaker ?? "" }
}

extension String {
  /// The name of a role as captions show it.
  var asCaptionSpeaker: String {
    isEmpty ? "" : onOneLine.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
  }
}

import Audio
import Narration

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

import Basics
import Narration

/// The amount of speech in a text, in units: a voice speaks about one letter in the time of one unit.
/// The weights are fitted by least squares to 3,000 lines, spoken by espeak-ng 1.51 at 22,050 Hz. The lines come from
/// a screenplay, two manuals and the examples, in English, German, Spanish and French. With a pace for each language,
/// the mean error is 0.12 to 0.26 s for a line of 4 s. If only letters are counted, the mean error is 0.35 to 0.5 s.
struct SpeechAmount: Equatable {
  /// The amount in units; more than 0 for spoken text.
  private(set) var units: Double
  /// The pauses inside the text that have a known length, in seconds.
  private(set) var seconds = 0.0

  /// The time that a voice needs to start and to end, apart from the words, in units.
  private static let frame = 2.0
  /// The pause between sentences, or at a colon or semicolon within the text, in units (0.4 s with espeak).
  private static let sentence = 9.0
  /// The pause at a comma or dash within the text, in units (0.25 s with espeak).
  private static let clause = 5.0

  /// Measures a text with these pauses inside it.
  /// If a pause is nil, it is as long as the voice makes it, and counts in units.
  init(_ text: String, inside pauses: ClipPauses = ClipPauses()) {
    // Only this text decides the alphabet, because the length of a line must not depend on its book.
    let alphabet = Alphabet.main(of: CollectionOfOne(text)) ?? .latin
    let length = TextLength(text, alphabet: alphabet)
    // Digits, symbols and spelled letters are several sounds each, so the middle between the bounds is used.
    units = Double(length.fewest + length.most) / 2 + Self.frame
    for letter in text.unicodeScalars
    where letter.isLetter && Alphabet(of: letter) != alphabet {
      units += Self.weight(of: letter) - Self.between
    }
    if pauses == ClipPauses() { addPauses(in: text) } else { add(pauses, in: text) }
  }

  /// Adds the pauses at the marks of a text.
  private mutating func add(_ pauses: ClipPauses, in text: String) {
    for mark in PauseMark.marks(in: text) {
      let (wanted, usual): (Int?, Double) =
        switch mark.kind {
        case .sentence: (pauses.sentence, Self.sentence)
        case .ellipsis: (pauses.ellipsis, Self.sentence)
        case .comma, .point: (pauses.comma.map { min($0, Self.longestClause) }, Self.clause)
        }
      if let wanted { seconds += Double(wanted) / 1000 } else { units += usual }
    }
  }

  /// The usual pause at a comma or dash that is not longer than the cast allows, in milliseconds.
  private static let longestClause = 160

  /// The middle between 1 and 8, the bounds of `TextLength` for a letter of another alphabet.
  private static let between = 4.5

  /// Returns the units of a letter of another alphabet, or of no alphabet.
  /// With espeak, a letter takes 2.1 units in Arabic, 1.6 in Hindi, 3.0 in Korean, 6.4 in Chinese and 6.2 in Japanese
  /// (measured on a few sentences). People speak Chinese and Japanese faster than espeak does.
  private static func weight(of letter: Unicode.Scalar) -> Double {
    if Alphabet(of: letter) != nil { return 1 }
    return switch letter.value {
    case 0x590...0x8FF: 2
    case 0xAC00...0xD7A3: 3
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: 5
    default: 1.5
    }
  }

  /// Adds the pauses between words; punctuation at the end of the text is ignored.
  private mutating func addPauses(in text: String) {
    var mark = 0.0
    var isOver = false
    for scalar in text.unicodeScalars {
      if let pause = Self.pause(at: scalar) {
        mark = max(mark, pause)
        // In scripts without spaces, a mark makes a pause even if no space follows.
        isOver = isOver || scalar.value >= 0x3000
      } else if scalar.isSpace {
        isOver = mark > 0
      } else if !Self.isClosing(scalar) {
        if isOver { units += mark }
        (mark, isOver) = (0, false)
      }
    }
  }

  private static func pause(at scalar: Unicode.Scalar) -> Double? {
    switch scalar {
    case ".", "!", "?", "…", ":", ";", "。", "！", "？", "：", "；", "؟", "؛", "।": sentence
    case ",", "–", "—", "、", "，", "،": clause
    default: nil
    }
  }

  /// Returns whether a character may come between the end of a sentence and the following space.
  private static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isLetter { return false }
    return switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation: true
    default: scalar == "\"" || scalar == "'"
    }
  }
}

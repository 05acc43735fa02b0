/// How long a text takes to say, in units of one voice's pace: one is about a letter's time.
///
/// Fitted by least squares to 3,000 lines of espeak-ng 1.51 at 22,050 Hz: a screenplay, two manuals and the
/// examples, in English, German, Spanish and French. With a pace for each language the mean line is then off by
/// 0.12 to 0.26 s, of 4 s; counted by letters alone by 0.35 to 0.5 s.
struct SpeechAmount: Equatable {
  /// The amount; of a text that is spoken, more than 0.
  private(set) var units: Double

  /// What a voice takes to begin and to end, beside the words.
  private static let frame = 2.0
  /// A pause between sentences, or at a colon or a semicolon, within the text (0.4 s of espeak's).
  private static let sentence = 9.0
  /// A pause at a comma or a dash within the text (0.25 s of espeak's).
  private static let clause = 5.0

  /// Measures a text.
  init(_ text: String) {
    // A line by itself: how long it is must not depend on its book.
    let alphabet = Alphabet.main(of: CollectionOfOne(text)) ?? .latin
    let length = TextLength(text, alphabet: alphabet)
    // Digits, symbols and letters that are spelled stand for several sounds: half-way between the bounds.
    units = Double(length.fewest + length.most) / 2 + Self.frame
    for letter in text.unicodeScalars
    where letter.isLetter && Alphabet(of: letter) != alphabet {
      units += Self.weight(of: letter) - Self.between
    }
    addPauses(in: text)
  }

  /// What `TextLength` has half-way between its bounds for a letter of another alphabet: 1 and 8.
  private static let between = 4.5

  /// What a letter of another alphabet, or of no alphabet, takes.
  ///
  /// Measured with espeak on a few sentences: Arabic 2.1, Hindi 1.6, Korean 3.0; Chinese 6.4 and Japanese 6.2,
  /// which people say faster.
  private static func weight(of letter: Unicode.Scalar) -> Double {
    if Alphabet(of: letter) != nil { return 1 }
    return switch letter.value {
    case 0x590...0x8FF: 2
    case 0xAC00...0xD7A3: 3
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: 5
    default: 1.5
    }
  }

  /// Adds what a voice pauses between words; what stands at the end of the text is trimmed away.
  private mutating func addPauses(in text: String) {
    var mark = 0.0
    var isOver = false
    for scalar in text.unicodeScalars {
      if let pause = Self.pause(at: scalar) {
        mark = max(mark, pause)
        // In scripts without spaces the mark itself ends what is before it.
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

  /// What may stand between the end of a sentence and the space behind it.
  private static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isLetter { return false }
    return switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation: true
    default: scalar == "\"" || scalar == "'"
    }
  }
}

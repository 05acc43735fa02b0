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

/// A place in a text at which a voice pauses: the punctuation between two words.
struct PauseMark: Equatable {
  enum Kind: Equatable {
    /// A comma, a semicolon, a colon or a dash.
    case comma
    /// The end of a sentence.
    case sentence
    /// A full stop that may belong to an initial or an abbreviation.
    case point
    /// Three points.
    case ellipsis
  }

  var kind: Kind
  /// The offset after the last word before the mark, in Unicode scalars.
  var end: Int
  /// The offset of the next word, in Unicode scalars.
  var next: Int

  /// Returns the marks between the words of a text, in order.
  /// If `hasPhonemes` is true, `[[…]]` is a word.
  static func marks(in text: String, hasPhonemes: Bool = false) -> [PauseMark] {
    guard let scalars = scalars(in: text) else { return [] }
    var marks: [PauseMark] = []
    var word = 0..<0
    var place = 0
    while place < scalars.count {
      let start = place
      place = endOfWord(scalars, from: start, hasPhonemes: hasPhonemes)
      guard place > start else {
        place += 1
        continue
      }
      // Nearly all gaps are one blank.
      let isBlank = start - word.upperBound == 1 && scalars[word.upperBound] == " "
      if !word.isEmpty, !isBlank,
        let kind = kind(
          of: scalars[word.upperBound..<start], behind: scalars[word], before: scalars[start])
      {
        marks.append(PauseMark(kind: kind, end: word.upperBound, next: start))
      }
      word = start..<place
    }
    return marks
  }

  /// Returns the scalars of a text, or nil if it has no mark before its last word, as most lines.
  private static func scalars(in text: String) -> [Unicode.Scalar]? {
    var text = text
    let found = text.withUTF8 { bytes -> [Unicode.Scalar]? in
      var end = bytes.count
      while end > 0, bytes[end - 1] < 0x80, (bytes[end - 1] | 0x20) &- 0x61 > 25,
        bytes[end - 1] &- 0x30 > 9
      {
        end -= 1
      }
      var (hasMark, isASCII) = (false, true)
      for byte in bytes[..<end] {
        switch byte {
        // ! , - . : ; ?
        case 0x21, 0x2C...0x2E, 0x3A, 0x3B, 0x3F: hasMark = true
        case 0x80...: (hasMark, isASCII) = (true, false)
        default: break
        }
      }
      guard hasMark else { return nil }
      return isASCII ? bytes.map { Unicode.Scalar($0) } : []
    }
    return found.map { $0.isEmpty ? Array(text.unicodeScalars) : $0 }
  }

  /// Returns the offset after the word that begins at a scalar, or the same offset if no word begins there.
  /// Symbols inside a word, as in "3.5", "10:30" and "can't", belong to the word.
  private static func endOfWord(
    _ scalars: [Unicode.Scalar], from start: Int, hasPhonemes: Bool
  ) -> Int {
    var place = start
    while place < scalars.count {
      if scalars[place].isASCIILetter {
        place += 1
      } else if hasPhonemes, scalars[place] == "[", place + 1 < scalars.count,
        scalars[place + 1] == "["
      {
        while place < scalars.count, scalars[place] != "]" { place += 1 }
        while place < scalars.count, scalars[place] == "]" { place += 1 }
      } else if scalars[place].isWord {
        place += 1
      } else if place > start, isJoint(scalars, place) {
        place += 1
      } else {
        break
      }
    }
    return place
  }

  /// Whether a symbol joins the letters on its sides into a word.
  private static func isJoint(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard place + 1 < scalars.count, scalars[place + 1].isWord else { return false }
    return switch scalars[place] {
    case "'", "’", "-", "‑", ".", ",", ":", "/", "_", "&", "@": true
    default: false
    }
  }

  private static func kind(
    of gap: ArraySlice<Unicode.Scalar>, behind word: ArraySlice<Unicode.Scalar>,
    before next: Unicode.Scalar
  ) -> Kind? {
    if gap.count == 2, gap.last == " " {
      switch gap.first {
      case ",": return .comma
      case "!", "?": return .sentence
      case ".": return isEnd(word, before: next) ? .sentence : .point
      default: break
      }
    }
    let points = gap.count { $0 == "." }
    if gap.contains("…") || points > 1 { return .ellipsis }
    if gap.contains(where: { "!?。！？؟।".unicodeScalars.contains($0) }) { return .sentence }
    if points == 1 { return isEnd(word, before: next) ? .sentence : .point }
    let isClause = gap.contains { ",;:–—、，；：،؛".unicodeScalars.contains($0) }
    return isClause || gap.contains("-") ? .comma : nil
  }

  /// Whether a full stop behind a word ends a sentence.
  private static func isEnd(_ word: ArraySlice<Unicode.Scalar>, before next: Unicode.Scalar)
    -> Bool
  {
    if next.isLower { return false }
    // "J. Smith", "z. B. Der"
    if word.count == 1, word.first != "I" { return false }
    return word.count > longestTitle
      || word.first.map(mayBeginTitle) != true
      || !titles.contains(String(String.UnicodeScalarView(word)).lowercased())
  }

  private static func mayBeginTitle(_ letter: Unicode.Scalar) -> Bool {
    switch letter {
    case "m", "d", "p", "s", "h", "f", "n", "M", "D", "P", "S", "H", "F", "N": true
    default: false
    }
  }

  private static let longestTitle = 4
  /// Titles before names, which older rule sets leave to the engines.
  private static let titles: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "st", "sr", "sra", "hr", "fr", "mme", "mlle", "no", "nr",
  ]
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { isASCIILetter || isLetterOrNumber || isMark }

  /// Whether this is one of the letters that nearly all words have.
  fileprivate var isASCIILetter: Bool { (value | 0x20) &- 0x61 < 26 }
}

/// Counts the words of a text.
enum SpokenWords {
  /// Returns the number of words.
  /// A word is a run of letters and digits, including apostrophes, points, commas and hyphens between them. In scripts
  /// without spaces between words, each letter is one word.
  static func count(in text: String) -> Int {
    var words = 0
    var isInWord = false
    var joins = false
    for scalar in text.unicodeScalars {
      // Accents and format characters neither begin nor end a word. ASCII has no format characters.
      if scalar.isMark || scalar.value >= 0x80 && scalar.properties.generalCategory == .format {
        continue
      }
      if isSpaceless(scalar) {
        words += 1
        (isInWord, joins) = (false, false)
      } else if scalar.isLetter || scalar.isNumber {
        if !isInWord && !joins { words += 1 }
        (isInWord, joins) = (true, false)
      } else {
        joins = isInWord && joiners.contains(scalar)
        isInWord = false
      }
    }
    return words
  }

  /// The characters that join parts of a word: "don't", "half-way", "3.5".
  private static let joiners: Set<Unicode.Scalar> = ["'", "\u{2019}", "-", "\u{2010}", ".", ","]

  /// Returns whether a character is a letter of a writing system without spaces between words.
  /// These are the scripts in the line-breaking classes ID, CJ and SA (Unicode 15, UAX 14): Thai, Lao, Myanmar,
  /// Khmer, Han and kana.
  private static func isSpaceless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      scalar.properties.isAlphabetic
    default: false
    }
  }
}

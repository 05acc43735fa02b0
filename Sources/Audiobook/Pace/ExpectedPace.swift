import Basics
import Hablare

/// The expected pace of voices.
/// The expectation starts from the usual pace. Two kinds of measurements from earlier builds adjust it: first those
/// of all voices of the provider, then those of the voice itself. Measurements of more speech have more weight.
struct ExpectedPace: Sendable {
  private let known: [PaceKey: VoicePace]

  /// Creates an expectation from the paces of earlier builds.
  init(known: [PaceKey: VoicePace] = [:]) { self.known = known }

  /// Returns the seconds per unit of `SpeechAmount` at the voice's own tempo.
  /// If `isShaped` is true, the pauses inside texts are not part of the pace.
  func secondsPerUnit(
    of voice: VoiceURI, languageCode: String, options: VoiceOptions, isShaped: Bool = false
  ) -> Double {
    let initial = VoicePace.defaultSecondsPerUnit(
      providerId: voice.providerId, languageCode: languageCode, isShaped: isShaped)
    let keys = [
      PaceKey(voicesOf: voice.providerId, languageCode: languageCode, isShaped: isShaped),
      PaceKey(voice, languageCode: languageCode, options: options, isShaped: isShaped),
    ]
    return keys.compactMap { known[$0] }.reduce(initial) { $1.secondsPerUnit(before: $0) }
  }
}

/// The alphabets in which a letter is roughly one sound.
/// Other scripts write syllables or words with one symbol, or leave vowels out.
enum Alphabet: CaseIterable, Sendable {
  case latin, greek, cyrillic

  /// Returns the alphabet of a letter; nil for a letter of another script (Unicode 15, blocks and Scripts.txt).
  init?(of letter: Unicode.Scalar) {
    switch letter.value {
    case 0x41...0x24F, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06,
      0xFF21...0xFF5A:
      self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    default: return nil
    }
  }

  /// Returns the alphabet of most letters in the texts; nil if most letters are of other scripts.
  static func main(of texts: some Sequence<String>) -> Alphabet? {
    var counts: [Alphabet?: Int] = [:]
    for text in texts {
      for scalar in text.unicodeScalars where scalar.isLetter {
        counts[Alphabet(of: scalar), default: 0] += 1
      }
    }
    let candidates: [Alphabet?] = allCases + [nil]
    return candidates.reduce(.latin) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
  }
}

/// Checks whether a line is spoken at a possible pace.
struct SpeechPace {
  /// The fastest possible pace in characters per second; the fastest of 4,600 measured lines has 28 characters per
  /// second.
  static let fastest = 35.0
  /// The slowest possible pace in characters per second; the slowest measured line has 5.5 characters per second.
  static let slowest = 4.0
  /// The minimum duration, in seconds, of a line that can be too slow.
  /// A shorter line, such as "Mmm", is never too slow.
  static let shortestSlow = 2.0

  /// A pace beyond a bound, both in characters per second.
  enum Fault: Equatable {
    case tooFast(Double, bound: Double)
    case tooSlow(Double, bound: Double)
  }

  private let fastest: Double
  private let slowest: Double

  /// Creates the bounds for a tempo, given as a multiple of the voice's own tempo.
  /// The bounds are extended for the tempo, so that a requested tempo is not a fault.
  init(tempo: Double = 1) {
    fastest = Self.fastest * min(max(1, tempo), 2)
    slowest = Self.slowest * max(min(1, tempo), 0.5)
  }

  /// Returns the fault of a text that is spoken in `seconds`, not counting pauses; nil if its pace is possible.
  func fault(_ length: TextLength, seconds: Double) -> Fault? {
    let (fewest, most) = (Double(length.fewest), Double(length.most))
    if fewest > fastest * seconds { return .tooFast(fewest / seconds, bound: fastest) }
    if seconds >= Self.shortestSlow, most < slowest * seconds {
      return .tooSlow(most / seconds, bound: slowest)
    }
    return nil
  }
}

/// The length of a text when spoken, as the minimum and the maximum number of characters.
/// A character is usually one sound, but "7" is "seven", "XKCD" is four words, 你 is a syllable, and `$` is a word. The
/// two numbers allow for such differences. A clip that is too short for the minimum or too long for the maximum does
/// not speak the text as written.
struct TextLength: Equatable {
  /// The minimum number of characters.
  /// Each letter and each digit adds one, but three or more equal letters in a row ("Nooooo") add two. All characters
  /// between two words together add one.
  private(set) var fewest = 0
  /// The maximum number of characters.
  /// Every character adds one, with two exceptions. The following characters add five each: digits, symbols, single
  /// letters, the letters of words in capitals, and letters that occur three or more times in a row. Letters of an
  /// alphabet other than the book's add eight each.
  private(set) var most = 0

  /// The number that a digit, a symbol or a spelled letter adds to the maximum.
  /// In fourteen languages of espeak, no such character takes longer than three characters at a pace of four
  /// characters per second (the longest: "1234567890" in Arabic).
  private static let spelled = 5
  /// The number that a letter of another script adds to the maximum.
  /// For each Thai letter, a voice of espeak that does not know Thai needs the time of seven characters at a pace of
  /// four characters per second.
  private static let foreign = 8

  /// Measures a text from a book that is mostly in `alphabet`, or in another script if `alphabet` is nil.
  init(_ text: String, alphabet: Alphabet? = .latin) {
    var word: [Unicode.Scalar] = []
    var isBetweenWords = false
    for scalar in text.unicodeScalars {
      if scalar.isLetter {
        word.append(scalar)
        continue
      }
      // An accent belongs to the letter before it.
      if scalar.isMark { continue }
      add(word, alphabet)
      if !word.isEmpty { isBetweenWords = false }
      word.removeAll(keepingCapacity: true)
      most += Self.weight(of: scalar)
      if scalar.isNumber {
        fewest += 1
        isBetweenWords = false
      } else if !isBetweenWords {
        fewest += 1
        isBetweenWords = true
      }
    }
    add(word, alphabet)
  }

  private mutating func add(_ word: [Unicode.Scalar], _ alphabet: Alphabet?) {
    let isSpelled = word.count == 1 || !word.contains(where: \.isLower)
    var start = word.startIndex
    while start < word.endIndex {
      let end = word[start...].firstIndex { $0 != word[start] } ?? word.endIndex
      let count = end - start
      fewest += min(count, 2)
      // Nearly all letters are plain Latin.
      let own: Alphabet? = word[start].isASCII ? .latin : Alphabet(of: word[start])
      let isForeign = alphabet == nil || own != alphabet
      let weight = isForeign ? Self.foreign : isSpelled || count > 2 ? Self.spelled : 1
      most += count * weight
      start = end
    }
  }

  /// Returns the number that a character other than a letter adds to the maximum.
  private static func weight(of scalar: Unicode.Scalar) -> Int {
    if scalar.isSpace { return 1 }
    return switch scalar.properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: spelled
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: spelled
    case .connectorPunctuation: spelled
    case .otherPunctuation: ",.;:!?¡¿…'\"".unicodeScalars.contains(scalar) ? 1 : spelled
    default: 1
    }
  }
}

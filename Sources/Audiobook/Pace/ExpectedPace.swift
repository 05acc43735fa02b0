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

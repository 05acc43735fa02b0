import Audio

/// Judges a take, the answer of a provider to one request: whether its sound can be the words that the
/// voice was asked for.
///
/// A false alarm is paid for, so a take counts as cut short only if all of this holds: the words need a
/// second or more, the take has less than a third of the time that the voice is expected to need, and no
/// voice speaks that fast (`SpeechPace`, which `verify` uses too).
struct TakeCheck {
  /// Seconds that words must need before a take of them can be too short.
  ///
  /// Of a shorter line, as "Yes.", no length says that something is missing.
  static let shortestNeed = 1.0
  /// The part of the expected time below which a take is cut short.
  ///
  /// Voices differ in pace by less than a factor of two.
  static let leastPart = 1.0 / 3

  /// Seconds that the words are expected to take.
  let needed: Double
  private let length: TextLength
  private let pace: SpeechPace
  private let ownEstimate: Double
  private let isSpoken: Bool

  /// Makes a check for words.
  ///
  /// - Parameters:
  ///   - words: what the voice was asked to say, without phonemes.
  ///   - secondsPerUnit: the expected pace, in seconds for a unit of `SpeechAmount`.
  ///   - tempo: the tempo asked of the voice, as a multiple of its own.
  ///   - ownEstimate: the seconds that the provider itself expects. A take of that length is whole,
  ///     however fast it is.
  init(_ words: String, secondsPerUnit: Double, tempo: Double, ownEstimate: Double) {
    needed = SpeechAmount(words).units * secondsPerUnit / tempo
    length = TextLength(words)
    pace = SpeechPace(tempo: tempo)
    self.ownEstimate = ownEstimate / max(1, tempo)
    isSpoken = words.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  /// What is wrong with a take; nil if nothing is, or if nothing can be said about it.
  func fault(in sound: PCM) -> TakeFault? {
    // Punctuation alone may have no sound, and symbols need not have one.
    guard isSpoken else { return nil }
    let heard = Double(sound.soundingRange().count) / Double(sound.sampleRate)
    if heard == 0 { return .silent }
    guard needed >= Self.shortestNeed, heard < needed * Self.leastPart, heard < ownEstimate,
      case .tooFast = pace.fault(length, seconds: heard)
    else { return nil }
    return .cutShort(heard: heard, needed: needed)
  }
}

/// What is wrong with a take.
enum TakeFault: Sendable, Equatable {
  /// Nothing would be left of it after trimming: no sample reaches −50 dBFS.
  case silent
  /// Its words need more seconds than it has, from its first sound to its last.
  case cutShort(heard: Double, needed: Double)
  /// It cannot be decoded.
  case unreadable(reason: String)
}

extension TakeFault: CustomStringConvertible {
  /// What the voice did, in words that follow "the voice".
  var description: String {
    switch self {
    case .silent: "was silent"
    case .cutShort(let heard, let needed):
      "spoke \(Rounded(heard, decimals: 1)) s of a line that needs about "
        + "\(Rounded(needed, decimals: needed < 10 ? 1 : 0)) s"
    case .unreadable(let reason): "sent sound that cannot be read (\(reason))"
    }
  }
}

import Audio
public import Hablare

/// Checks a take, the answer of a provider to one request: whether its audio can be the requested text.
/// A false alarm costs money, so a take counts as cut short only if all these conditions are true:
/// - The text needs a second or more.
/// - The take has less than a third of the expected time, and less than the provider's own estimate.
/// - No voice speaks that fast (`SpeechPace`, which `verify` uses too).
struct TakeCheck {
  /// The minimum expected duration of a text, in seconds, for which a take can be cut short.
  /// For a shorter line, such as "Yes.", the length of a take does not show whether something is missing.
  static let shortestNeed = 1.0
  /// The fraction of the expected time below which a take may be cut short.
  /// Voices differ in pace by less than a factor of two.
  static let leastPart = 1.0 / 3

  /// The expected duration of the text in seconds.
  let needed: Double
  private let length: TextLength
  private let pace: SpeechPace
  private let ownEstimate: Double
  private let isSpoken: Bool

  /// Creates a check for a text.
  /// - Parameters:
  ///   - words: the requested text, without phonemes.
  ///   - secondsPerUnit: the expected pace, in seconds for a unit of `SpeechAmount`.
  ///   - tempo: the requested tempo, as a multiple of the voice's own tempo.
  ///   - ownEstimate: the duration in seconds that the provider itself expects. A take of at least that length
  ///     is treated as complete, however fast it is.
  init(_ words: String, secondsPerUnit: Double, tempo: Double, ownEstimate: Double) {
    needed = SpeechAmount(words).units * secondsPerUnit / tempo
    length = TextLength(words)
    pace = SpeechPace(tempo: tempo)
    self.ownEstimate = ownEstimate / max(1, tempo)
    isSpoken = words.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }

  /// Returns the fault of a take; nil if there is none, or if the check cannot decide.
  func fault(in sound: PCM) -> TakeFault? {
    // Punctuation and symbols may be silent.
    guard isSpoken else { return nil }
    let heard = Double(sound.soundingRange().count) / Double(sound.sampleRate)
    if heard == 0 { return .silent }
    guard needed >= Self.shortestNeed, heard < needed * Self.leastPart, heard < ownEstimate,
      case .tooFast = pace.fault(length, seconds: heard)
    else { return nil }
    return .cutShort(heard: heard, needed: needed)
  }
}

extension TakeJudge {
  /// Rejects takes that are silent, far too short for their words, or not decodable.
  ///
  /// Unlike `audible`, this judge decodes every format.
  public static var decoding: TakeJudge { decoding(paces: [:]) }

  /// The judge of a build, which knows the paces of voices that earlier builds learned.
  package static func decoding(paces: [PaceKey: VoicePace]) -> TakeJudge {
    let pace = ExpectedPace(known: paces)
    return TakeJudge { output, words, request, provider in
      let voice = VoiceURI(providerId: provider.providerId, voiceId: request.voiceId)
      let check = TakeCheck(
        words,
        secondsPerUnit: pace.secondsPerUnit(
          of: voice, languageCode: request.languageCode, options: request.options),
        tempo: request.options.rate,
        ownEstimate: await provider.estimateDuration(text: words, voiceId: request.voiceId))
      do {
        return check.fault(in: try output.pcm())
      } catch {
        return .unreadable(reason: "\(error)")
      }
    }
  }
}

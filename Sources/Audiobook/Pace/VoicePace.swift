import Hablare
import Narration

/// The key of a pace: a voice in a language with the settings that may change its pace, or all voices of a provider.
package struct PaceKey: Hashable, Sendable {
  /// The provider and the voice id, or the provider alone.
  let voice: String
  let language: String
  let settings: String

  /// Creates the key of a voice in a language, with the settings that may change its pace.
  /// Tempo and pitch are left out: calculations account for the tempo, and the pitch does not change the length.
  /// `isShaped` is true if the pauses inside texts have known lengths, so that the pace is that of the words alone.
  init(_ voice: VoiceURI, languageCode: String, options: VoiceOptions, isShaped: Bool) {
    self.voice = voice.plain.description
    language = languageCode.lowercased()
    settings =
      ([options.model ?? ""]
      + options.parameters.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" } + (isShaped ? [Self.shaped] : []))
      .joined(separator: "&")
  }

  init(_ performance: Performance, isShaped: Bool) {
    self.init(
      performance.voice, languageCode: performance.languageCode, options: performance.options,
      isShaped: isShaped)
  }

  init(voicesOf providerId: String, languageCode: String, isShaped: Bool) {
    voice = providerId + "://"
    language = PaceKey.primary(languageCode)
    settings = isShaped ? Self.shaped : ""
  }

  /// Creates the key of all voices of a performance's provider, in the language of the performance.
  init(voicesLike performance: Performance, isShaped: Bool) {
    self.init(
      voicesOf: performance.voice.providerId, languageCode: performance.languageCode,
      isShaped: isShaped)
  }

  private static let shaped = "pauses"

  private static func primary(_ tag: String) -> String {
    String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
  }

  /// The name of the file that stores the pace: hexadecimal digits that depend only on the key.
  var fileName: String {
    var hash = TextFieldHasher()
    for field in [voice, language, settings] { hash.add(field) }
    return String(hash.finish().prefix(Self.nameLength))
  }

  private static let nameLength = 32

  /// Returns whether a name has the form of a pace file's name.
  static func isFileName(_ name: String) -> Bool {
    name.utf8.count == nameLength && name.allSatisfy(\.isHexDigit)
  }
}

/// The measured pace of a voice: an amount of speech and the time that it took.
package struct VoicePace: Equatable, Sendable {
  /// The amount of speech at the voice's own tempo, in units of `SpeechAmount`.
  package private(set) var units = 0.0
  /// The time for that speech, in seconds.
  package private(set) var seconds = 0.0

  /// Creates a pace without measurements.
  package init() {}

  /// Creates a pace from an amount and its time; nil if the values are not a possible pace.
  /// The values are checked because they may come from a changed file. Speech takes between a tenth of a millisecond
  /// and a second per unit.
  package init?(units: Double, seconds: Double) {
    guard units.isFinite, seconds.isFinite, units > 0, (units * 1e-4...units).contains(seconds)
    else {
      return nil
    }
    (self.units, self.seconds) = (units, seconds)
  }

  /// Adds newer measurements.
  /// After about 80 minutes of measured speech, older measurements lose weight, because voices and texts change.
  package mutating func add(_ other: VoicePace) {
    units += other.units
    seconds += other.seconds
    guard units > Self.maximumUnits else { return }
    seconds *= Self.maximumUnits / units
    units = Self.maximumUnits
  }

  /// The maximum amount of measured speech, in units: 80 minutes at espeak's pace.
  static let maximumUnits = 100_000.0

  /// Returns the seconds per unit.
  /// If little speech was measured, the previous value `before` has most of the weight.
  func secondsPerUnit(before: Double) -> Double {
    (seconds + before * Self.priorWeight) / (units + Self.priorWeight)
  }

  /// The weight of the previous value, in units: as much as three lines of speech.
  private static let priorWeight = 150.0

  /// Returns the seconds per unit of a voice that has not been measured yet.
  /// espeak-ng 1.51 was measured on the lines of `SpeechAmount`, at its usual 175 words per minute. It needs 0.0494 s
  /// per unit in American English, 0.0468 s in British English, 0.0497 s in German, 0.0486 s in Spanish and 0.0403 s
  /// in French. The hibari voice `heart` and the voices derived from it need 0.0511 s, measured on the 2,081 lines of
  /// a screenplay. Other voices are assumed to read 15 letters per second, as people do. This pace is 0.053 s per unit.
  /// If `isShaped` is true, the pace is that of the words alone: 0.0477 s per unit for heart, and 1.03 times the values
  /// above for espeak, measured on the 191 scenes of a screenplay.
  static func defaultSecondsPerUnit(
    providerId: String, languageCode: String, isShaped: Bool
  ) -> Double {
    if providerId == NeuralVoiceProvider.hibariId { return isShaped ? 0.0477 : 0.0511 }
    guard providerId == EspeakNGVoiceEngine.id else { return 0.053 }
    let language = languageCode.lowercased()
    let usual =
      language.hasPrefix("fr") ? 0.0403 : language.hasPrefix("en-gb") ? 0.0468 : 0.049
    return isShaped ? usual * 1.03 : usual
  }
}

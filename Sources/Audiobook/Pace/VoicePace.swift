import Hablare
import Narration

/// Whose pace it is: a voice with the settings that may change it, in a language; or all voices of a
/// provider together.
public struct PaceKey: Hashable, Sendable {
  /// Provider and id, or the provider alone.
  let voice: String
  let language: String
  let settings: String

  /// A voice in a language, with the settings that may change its pace.
  ///
  /// Tempo and pitch are not part of it: the one is reckoned with, the other changes no length.
  init(_ voice: VoiceURI, languageCode: String, options: VoiceOptions) {
    self.voice = voice.plain.description
    language = languageCode.lowercased()
    settings =
      ([options.model ?? ""]
      + options.parameters.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }).joined(separator: "&")
  }

  /// The voice of a performance.
  init(_ performance: Performance) {
    self.init(
      performance.voice, languageCode: performance.languageCode, options: performance.options)
  }

  /// All voices of a provider in a language.
  init(voicesOf providerId: String, languageCode: String) {
    voice = providerId + "://"
    language = PaceKey.primary(languageCode)
    settings = ""
  }

  /// All voices of a performance's provider in its language.
  init(voicesLike performance: Performance) {
    self.init(
      voicesOf: performance.voice.providerId, languageCode: performance.languageCode)
  }

  private static func primary(_ tag: String) -> String {
    String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
  }

  /// The name of the file in which it is kept: the same for ever, and nothing but digits and letters.
  var fileName: String {
    var hash = TextFieldHasher()
    for field in [voice, language, settings] { hash.add(field) }
    return String(hash.finish().prefix(Self.nameLength))
  }

  private static let nameLength = 32

  /// Whether a file may be one of these.
  static func isFileName(_ name: String) -> Bool {
    name.utf8.count == nameLength && name.allSatisfy(\.isHexDigit)
  }
}

/// How fast a voice was: what it has said, and how long that took.
public struct VoicePace: Equatable, Sendable {
  /// What was said at its own tempo, in units of `SpeechAmount`.
  public private(set) var units = 0.0
  /// How long that took, in seconds.
  public private(set) var seconds = 0.0

  /// Nothing is known.
  public init() {}

  /// What was said, and how long it took; nil for what is no pace.
  ///
  /// Any file may say anything: beyond a tenth of a millisecond and a second for a unit there is no
  /// speech.
  public init?(units: Double, seconds: Double) {
    guard units.isFinite, seconds.isFinite, units > 0, (units * 1e-4...units).contains(seconds)
    else {
      return nil
    }
    (self.units, self.seconds) = (units, seconds)
  }

  /// Adds what was said since.
  ///
  /// What is older than some 80 minutes of speech counts less and less: voices change, and so does what
  /// they are given to read.
  public mutating func add(_ other: VoicePace) {
    units += other.units
    seconds += other.seconds
    guard units > Self.memory else { return }
    seconds *= Self.memory / units
    units = Self.memory
  }

  /// How much is remembered, in units: 80 minutes at espeak's pace.
  static let memory = 100_000.0

  /// Seconds for a unit; where little is known, it is mostly the other that counts.
  func secondsPerUnit(before: Double) -> Double {
    (seconds + before * Self.doubt) / (units + Self.doubt)
  }

  /// As much as this weighs what was known before, in units: three lines.
  private static let doubt = 150.0

  /// Seconds for a unit of a voice that has not been heard yet.
  ///
  /// espeak-ng 1.51 at its usual 175 words a minute, measured on the lines of `SpeechAmount`: 0.0494 s in
  /// American English, 0.0468 in British, 0.0497 in German, 0.0486 in Spanish and 0.0403 in French. hibari's
  /// heart and its family take 0.0511 s over the 2,081 lines of a screenplay. Other
  /// voices are taken to read 15 letters a second, as people do, which is 0.053 s on the same lines.
  static func usual(providerId: String, languageCode: String) -> Double {
    if providerId == HibariVoiceProvider.id { return 0.0511 }
    guard providerId == EspeakNGVoiceEngine.id else { return 0.053 }
    let language = languageCode.lowercased()
    return language.hasPrefix("fr") ? 0.0403 : language.hasPrefix("en-gb") ? 0.0468 : 0.049
  }
}

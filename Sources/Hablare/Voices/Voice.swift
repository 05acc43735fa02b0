// Diagnostics, source positions, JSON and digests are part of this module's API. Therefore
// importing this module also imports them.
@_exported public import Basics
// So are data, dates, addresses and times.
@_exported public import FoundationEssentials
import Glibc

/// A voice as its provider describes it.
public struct Voice: Codable, Hashable, Sendable, Identifiable {
  /// The id that the provider uses for the voice, as in `VoiceURI.voiceId`.
  public var id: String
  /// The voice's name, as shown to people.
  public var name: String
  /// The id of the provider that speaks with this voice, such as `espeak`.
  public var providerId: String
  /// The BCP 47 tag of the voice's main language, such as `en-US`.
  public var language: String?
  /// The region or accent, such as `US` or `Scotland`.
  public var locality: String?
  /// `female`, `male` or `neutral`, from the provider's data; nil if the provider does not state it.
  public var gender: String?
  /// `child`, `adult` or `old`; nil if the provider does not state it.
  public var age: String?
  /// The provider's own grade of quality.
  ///
  /// Voices on this machine have the grades of Piper: `x_low`, `low`, `medium` and `high`.
  public var quality: String?
  /// The provider's own category, such as `premade` or `variant`.
  public var category: String?
  /// Other facts from the provider, keyed by the provider's own names.
  public var labels: [String: String]
  /// A sentence about the voice.
  public var description: String?
  /// The address of a sample of the voice.
  public var previewURL: URL?

  /// Creates a voice.
  ///
  /// Omit the properties that the provider does not know.
  public init(
    id: String, name: String, providerId: String, language: String? = nil,
    locality: String? = nil, gender: String? = nil, age: String? = nil,
    quality: String? = nil, category: String? = nil, labels: [String: String] = [:],
    description: String? = nil,
    previewURL: URL? = nil
  ) {
    self.id = id
    self.name = name
    self.providerId = providerId
    self.language = language
    self.locality = locality
    self.gender = gender
    self.age = age
    self.quality = quality
    self.category = category
    self.labels = labels
    self.description = description
    self.previewURL = previewURL
  }
}

extension Voice {
  /// The label for words about the character of a voice, such as `low, calm`.
  static let characterLabel = "character"

  /// Words for people about the speaker, such as `woman, low, calm` or `old man`; nil if the provider
  /// states neither gender nor age.
  public var words: String? {
    person.map { [$0, labels[Self.characterLabel]].compactMap(\.self).joined(separator: ", ") }
  }

  private var person: String? {
    switch (age, gender) {
    case ("child", "female"): "girl"
    case ("child", "male"): "boy"
    case ("child", _): "child"
    case ("old", "female"): "old woman"
    case ("old", "male"): "old man"
    case ("old", _): "old person"
    case (_, "female"): "woman"
    case (_, "male"): "man"
    case ("adult", "neutral"), (nil, "neutral"): "neutral adult"
    default: nil
    }
  }
}

/// The properties that distinguish voices: their pitch and their brightness.
public struct VoiceTimbre: Sendable, Hashable {
  /// The median of the fundamental frequency, in semitones above 55 Hz.
  public var pitch: Double
  /// The centre frequency of the power, in octaves above 500 Hz.
  public var brightness: Double
  /// How natural the voice sounds, 1 to 5, as distillMOS predicts it; nil for a voice that is not derived from another.
  package var naturalness: Double?

  /// Creates a timbre from known numbers.
  package init(pitch: Double, brightness: Double) {
    (self.pitch, self.brightness) = (pitch, brightness)
  }

  /// Creates a timbre from frequencies in hertz.
  package init(fundamental: Double, centre: Double, naturalness: Double? = nil) {
    self.init(pitch: 12 * log2(fundamental / 55), brightness: log2(centre / 500))
    self.naturalness = naturalness
  }

  /// The median of the fundamental frequency, in hertz.
  public var fundamental: Double { 55 * exp2(pitch / 12) }
  /// The centre frequency of the power, in hertz.
  public var centre: Double { 500 * exp2(brightness) }

  /// The number of semitones of pitch that count as much as one octave of brightness in `distance`.
  /// The value was chosen so that neither property dominates the distances between espeak-ng's
  /// voices.
  private static let semitonesOfOctave = 8.0

  /// Returns the distance between two voices, in semitones.
  package func distance(to other: VoiceTimbre) -> Double {
    hypot(pitch - other.pitch, (brightness - other.brightness) * Self.semitonesOfOctave)
  }

  /// Creates a timbre from a provider's description of a voice, without measuring audio.
  /// A female voice gets the pitch of espeak-ng's en-us+f2 (190 Hz, measured). A male voice gets
  /// the pitch of en-us (99 Hz, measured). Any other voice gets a pitch between the two.
  package init(describing voice: Voice) {
    let fundamental =
      switch voice.gender {
      case "female": 190.0
      case "male": 99.0
      default: 137.0
      }
    self.init(fundamental: fundamental, centre: 500)
  }
}

/// Decides which voice languages match a requested language code.
/// - `en` matches `en` and every `en-*`.
/// - If a voice has the tag `en-GB`, the code `en-GB` matches only this tag. Otherwise the code
///   matches the same tags as `en`.
/// - The empty code matches every language.
struct LanguageFilter {
  /// The tag to match, in lower case: the whole code, or only the language in the code.
  let tag: String
  /// Whether the code is empty, so that every language matches.
  let takesAny: Bool
  private let takesLonger: Bool

  /// Creates a filter for a code and the tags of all voices; ignores case and treats `_` as `-`.
  init(_ code: String, among tags: some Sequence<String>) {
    let wanted = code.lowercased().replacing("_", with: "-")
    let language = String(wanted.prefix { $0 != "-" })
    let isExact = wanted != language && tags.contains { $0.lowercased() == wanted }
    (tag, takesAny, takesLonger) = (isExact ? wanted : language, code.isEmpty, !isExact)
  }

  /// Returns whether a language matches the code.
  func accepts(_ tag: String) -> Bool {
    let own = tag.lowercased()
    return takesAny || own == self.tag || takesLonger && own.hasPrefix("\(self.tag)-")
  }
}

extension Sequence<Voice> {
  /// Returns the voices for a language (see `LanguageFilter`), in the order of this sequence.
  /// A voice that names no language matches the empty code. Such a voice matches other codes only
  /// if `unnamedSpeakAny` is true.
  package func speaking(_ languageCode: String, unnamedSpeakAny: Bool = false) -> [Voice] {
    let filter = LanguageFilter(languageCode, among: compactMap(\.language))
    return self.filter { voice in
      voice.language.map(filter.accepts) ?? (unnamedSpeakAny || filter.takesAny)
    }
  }
}

/// The language to assume if the caller names no language.
public enum LanguageCodeResolver {
  /// The language of the process's environment, such as `de`; `en` if the environment names no
  /// language.
  public static var systemLanguageCode: String {
    languageCode(environment: ProcessInfo.processInfo.environment)
  }

  /// Returns `code`, or the system's language if `code` is nil or empty.
  public static func resolve(_ code: String?) -> String {
    guard let code, !code.isEmpty else { return systemLanguageCode }
    return code
  }

  /// Returns the language that an environment names.
  /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set and not empty decides (POSIX.1-2017,
  /// XBD 8.2).
  static func languageCode(environment: [String: String]) -> String {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let language = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
    // ISO 639 codes have two or three letters; `C` and `POSIX` do not.
    let isCode = (2...3).contains(language.utf8.count) && language.allSatisfy(\.isASCIILetter)
    return isCode ? language.lowercased() : "en"
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
}

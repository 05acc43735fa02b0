import Basics
import FoundationEssentials
import Glibc
import Phonemes

/// A parsed voice id, such as `heart`, `heart+heron`, `heart+whisper` or `heart+heron+whisper`.
struct HibariVoiceID: Sendable, Hashable {
  let model: HibariModel
  let preset: HibariPreset?
  let whispers: Bool

  private static let whisper = "whisper"

  init(model: HibariModel, preset: HibariPreset? = nil, whispers: Bool = false) {
    (self.model, self.preset, self.whispers) = (model, preset, whispers)
  }

  /// Parses the id of a voice, whether the voice is installed or not.
  /// Nil if no such voice exists.
  init?(_ text: String) {
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let name = parts.removeFirst()
    guard let model = HibariModel.all.first(where: { $0.name == name }) else { return nil }
    let whispers = parts.last == Self.whisper
    if whispers { parts.removeLast() }
    guard parts.count <= 1 else { return nil }
    var preset: HibariPreset?
    if let name = parts.first {
      preset = Self.presets(of: model).first { $0.name == name }
      if preset == nil { return nil }
    }
    self.init(model: model, preset: preset, whispers: whispers)
  }

  /// Returns the speakers derived from a voice.
  /// Only heart has derived speakers, because the pitch and formant of the derived speakers were
  /// measured with heart.
  static func presets(of model: HibariModel) -> [HibariPreset] {
    model == .heart ? HibariPreset.all : []
  }

  var text: String {
    let parts = [model.name, preset?.name, whispers ? Self.whisper : nil]
    return parts.compactMap(\.self).joined(separator: "+")
  }

  /// The same voice, whispering.
  var whispering: HibariVoiceID { HibariVoiceID(model: model, preset: preset, whispers: true) }

  var gender: String { preset?.gender ?? model.gender }
  var age: String { preset?.age ?? "adult" }
  /// Words about the voice for people, such as `low, calm`; nil if there is no description.
  var character: String? { preset.map { $0.character } ?? model.character }
  /// The timbre of the voice; nil for a whisper, and for a voice that was not measured.
  var timbre: VoiceTimbre? {
    if whispers { return nil }
    return preset.map { $0.timbre } ?? model.timbre
  }
}

/// Short names, such as `raven` for `heart+raven`.
extension HibariVoiceID {
  /// The short names: those of the models, and those of the derived speakers.
  static let shortNames = HibariModel.all.map(\.name) + HibariPreset.all.map(\.name)

  /// Parses a voice id, or a short name that can be followed by `+whisper`.
  /// Nil if there is no such voice.
  init?(shortName text: String) {
    guard Self.shortNames.contains(String(text.prefix { $0 != "+" })),
      let id = HibariVoiceID(text) ?? HibariVoiceID("\(HibariModel.heart.name)+\(text)")
    else { return nil }
    self = id
  }
}

extension HibariModel {
  /// The dialect of the lexicon that the model was trained with.
  var dialect: EnglishDialect { language == "en-GB" ? .british : .american }
}

/// A speaker derived from a voice by shifting its fundamental and its formants.
/// The model computes the pitch and the spectral envelope separately, so each can be shifted without
/// the hum of a vocoder.
struct HibariPreset: Sendable, Hashable {
  /// The name after the voice's name, as in `heart+heron`.
  let name: String
  let gender: String
  var age = "adult"
  /// Words about the voice for people: first its pitch among speakers of this kind.
  let character: String
  /// Semitones above the voice's own pitch.
  let pitch: Double
  /// The ratio for stretching the spectral envelope.
  /// If the ratio is below 1, the speaker sounds larger.
  let formant: Double
  /// The factor of the tempo.
  var rate = 1.0
  var colour = VoiceColour()
  /// The timbre, measured on the passage that measures the level of voices, and the naturalness of 40 lines.
  let timbre: VoiceTimbre

  /// The numbers on which the audio depends, as a part of the version of the speaker's voice.
  /// The first speakers have only a pitch and a formant. Their text must not change, otherwise
  /// existing books would be rendered again.
  var version: String {
    var numbers = [pitch, formant]
    if rate != 1 || colour != VoiceColour() {
      numbers += [rate, colour.breath, colour.roughness, colour.tremor, colour.tilt]
    }
    return " " + numbers.map { "\($0)" }.joined(separator: "/")
  }

  /// The speakers derived from heart, in casting order.
  static let all = first + later

  /// The speakers that rule sets 1.0 and 1.1 cast, women and men in turn.
  /// The numbers were chosen by measurement (Documentation/voices.md, "A family from one voice").
  /// Existing books choose a speaker by the speaker's position in this list and by the length of the
  /// list, so this list never changes.
  static let first = [
    HibariPreset(
      name: "heron", gender: "male", character: "low, calm", pitch: -9, formant: 0.9,
      timbre: VoiceTimbre(fundamental: 121, centre: 1066, naturalness: 4.15)),
    HibariPreset(
      name: "linnet", gender: "female", character: "low, calm", pitch: -2, formant: 0.9,
      timbre: VoiceTimbre(fundamental: 183, centre: 1261, naturalness: 4.32)),
    HibariPreset(
      name: "raven", gender: "male", character: "deep, steady", pitch: -12.4, formant: 0.92,
      timbre: VoiceTimbre(fundamental: 100, centre: 981, naturalness: 3.92)),
    HibariPreset(
      name: "wren", gender: "female", character: "high, bright", pitch: 3.4, formant: 1,
      timbre: VoiceTimbre(fundamental: 253, centre: 1647, naturalness: 4.17)),
    HibariPreset(
      name: "crane", gender: "male", character: "low, large", pitch: -10.7, formant: 0.82,
      timbre: VoiceTimbre(fundamental: 111, centre: 963, naturalness: 3.86)),
    HibariPreset(
      name: "robin", gender: "female", character: "medium, full", pitch: 1.7, formant: 0.93,
      timbre: VoiceTimbre(fundamental: 226, centre: 1459, naturalness: 4.35)),
    HibariPreset(
      name: "hawk", gender: "male", character: "medium, clear", pitch: -7.3, formant: 0.95,
      timbre: VoiceTimbre(fundamental: 135, centre: 1132, naturalness: 4.08)),
    HibariPreset(
      name: "lark", gender: "female", character: "very high, light", pitch: 5.1, formant: 0.96,
      timbre: VoiceTimbre(fundamental: 276, centre: 1772, naturalness: 4.16)),
    HibariPreset(
      name: "owl", gender: "male", character: "very deep, large", pitch: -14.1, formant: 0.85,
      timbre: VoiceTimbre(fundamental: 91, centre: 910, naturalness: 3.6)),
    HibariPreset(
      name: "dove", gender: "female", character: "very low, slight", pitch: -3.8, formant: 1.02,
      timbre: VoiceTimbre(fundamental: 166, centre: 1316, naturalness: 3.98)),
    HibariPreset(
      name: "bittern", gender: "male", character: "high, soft", pitch: -5.5, formant: 0.9,
      timbre: VoiceTimbre(fundamental: 151, centre: 1181, naturalness: 4.25)),
    HibariPreset(
      name: "finch", gender: "female", age: "child", character: "high, lively", pitch: 7.5,
      formant: 0.92, timbre: VoiceTimbre(fundamental: 316, centre: 1958, naturalness: 3.89)),
  ]

  /// The speakers that were added for rule set 1.2: children, old people and neutral adults.
  /// Raised formants would suit children, but cost words (measured), so children differ from adults
  /// by their pitch and their brightness.
  static let later = [
    HibariPreset(
      name: "jay", gender: "male", age: "child", character: "medium, bright", pitch: 5.8,
      formant: 1, rate: 0.95, colour: VoiceColour(breath: 0.02, roughness: 0.003, tilt: 1.6),
      timbre: VoiceTimbre(fundamental: 289, centre: 3137, naturalness: 4.2)),
    HibariPreset(
      name: "sparrow", gender: "female", age: "child", character: "high, small", pitch: 8.8,
      formant: 0.98, rate: 0.9, colour: VoiceColour(breath: 0.06, tilt: 1.2),
      timbre: VoiceTimbre(fundamental: 324, centre: 3578, naturalness: 3.55)),
    HibariPreset(
      name: "stork", gender: "male", age: "old", character: "medium, hoarse", pitch: -7.6,
      formant: 0.9, rate: 0.85,
      colour: VoiceColour(breath: 0.2, roughness: 0.02, tremor: 0.025, tilt: -1.4),
      timbre: VoiceTimbre(fundamental: 133, centre: 648, naturalness: 3.6)),
    HibariPreset(
      name: "plover", gender: "female", age: "old", character: "low, thin", pitch: -3,
      formant: 0.96, rate: 0.9,
      colour: VoiceColour(breath: 0.18, roughness: 0.016, tremor: 0.025, tilt: 1.2),
      timbre: VoiceTimbre(fundamental: 173, centre: 1952, naturalness: 3.66)),
    HibariPreset(
      name: "swift", gender: "neutral", character: "medium, clear", pitch: -4.6, formant: 0.97,
      colour: VoiceColour(breath: 0.03, tilt: 1.3),
      timbre: VoiceTimbre(fundamental: 159, centre: 2088, naturalness: 4.15)),
    HibariPreset(
      name: "ibis", gender: "neutral", character: "medium, dark", pitch: -3, formant: 0.93,
      colour: VoiceColour(breath: 0.05, tilt: -1.2),
      timbre: VoiceTimbre(fundamental: 173, centre: 816, naturalness: 4.17)),
  ]
}

/// The parameters for speaking a line, as numbers for the worker.
struct HibariParameters: Hashable, Sendable {
  /// The tempo for the model: 2 is twice as fast.
  var speed: Double
  /// The factor for the fundamental frequency.
  var pitch: Double
  /// The ratio for stretching the spectral envelope.
  var formant: Double
  /// The factor for each sample.
  var gain: Double
  var whispers: Bool
  /// The level of breath in the voice.
  var breath: Double
  /// The deviation of the periods.
  var roughness: Double
  /// The deviation of the fundamental in a tremor.
  var tremor: Double
  /// The tilt of the voiced sound, in decibels per octave.
  var tilt: Double
  /// The factor of the melody's range.
  var range: Double

  /// The name of the setting that only this provider has.
  static let formantKey = "formant"
  /// The ratios that a cast may request in `formant`.
  /// At higher ratios, words are lost (measured).
  static let formants = 0.8...1.1

  /// Combines a voice's parameters with the options of a request.
  init(_ voice: HibariVoiceID, _ options: VoiceOptions) {
    let semitones = options.pitch + (voice.preset?.pitch ?? 0)
    let own = voice.preset?.formant ?? 1
    let asked = options.parameters[Self.formantKey].flatMap(Double.init) ?? 1
    let delivery = NeuralDelivery(options, rate: voice.preset?.rate ?? 1)
    (speed, gain) = (delivery.speed, delivery.gain)
    pitch = pow(2, semitones / 12)
    formant = own * asked
    whispers = voice.whispers
    let colour = (voice.preset?.colour ?? VoiceColour())
      .combined(with: options.colour ?? VoiceColour())
    (breath, roughness, range) = (colour.breath, colour.roughness, colour.range)
    (tremor, tilt) = (colour.tremor, colour.tilt)
  }

  /// Makes a sentence sound called out: half of what a shout changes.
  mutating func call() {
    gain *= 1.19
    pitch *= 1.072
    range *= 1.15
    tilt += 1.5
  }

  /// Returns the problem with the provider's own settings, or nil if there is no problem.
  static func problem(with parameters: [String: String]) -> String? {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard name == formantKey else {
        let names = VoiceURI.queryKeys.joined(separator: ", ")
        return "Hibari has no setting \"\(name)\"; use \(names) or \(formantKey)"
      }
      guard let ratio = Double(value), formants.contains(ratio) else {
        return "formant must be a number from \(formants.lowerBound) to \(formants.upperBound), "
          + "not \"\(value)\""
      }
    }
    return nil
  }
}

extension VoiceURI {
  /// Parses what a person writes for a voice: a URI, or the short name of a natural voice, such as
  /// `raven` or `raven?pitch=1` for `hibari://heart+raven`.
  ///
  /// Throws an error that describes the problem. A misspelt short name gets a suggestion.
  package static func requested(_ text: String) throws(VoiceURIError) -> VoiceURI {
    guard text.firstRange(of: "://") == nil else { return try parse(text) }
    let name = text.prefix { $0 != "?" }
    guard let voice = HibariVoiceID(shortName: String(name)) else {
      let known = HibariVoiceID.shortNames
      let bound = name.count > 3 ? nil : 1
      let nearest = Spelling.nearest(to: String(name), among: known, limit: 1, within: bound).first
      if let nearest { throw VoiceURIError.unknownName(text, nearest: nearest) }
      throw VoiceURIError.missingSeparator(text)
    }
    return try parse("\(NeuralVoiceProvider.hibariId)://\(voice.text)\(text[name.endIndex...])")
  }

  /// The short names that `requested` accepts: the names of hibari's voices and speakers.
  package static var shortNames: [String] { HibariVoiceID.shortNames }
}

extension NeuralVoiceProvider {
  /// The ratios by which a cast may stretch the formants of a voice of hibari (`formant`).
  package static var formants: ClosedRange<Double> { HibariParameters.formants }

  /// Returns the voice's name for users: "Heart", or "Raven" for a derived speaker.
  /// Returns nil for voices of other providers than hibari.
  package static func shownName(of voice: VoiceURI) -> String? {
    guard voice.providerId == hibariId, let voice = HibariVoiceID(voice.voiceId) else { return nil }
    return (voice.preset?.name ?? voice.model.name).capitalized
  }
}

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
  ///
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
  ///
  /// Only heart has derived speakers, because the pitch and formant of the derived speakers were
  /// measured with heart.
  static func presets(of model: HibariModel) -> [HibariPreset] {
    model == .heart ? HibariPreset.all : []
  }

  /// The id as text.
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
  ///
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

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
}

extension HibariModel {
  /// The dialect of the lexicon that the model was trained with.
  var dialect: EnglishDialect { language == "en-GB" ? .british : .american }
}

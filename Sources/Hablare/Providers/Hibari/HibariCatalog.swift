import Basics
import FoundationEssentials

/// The installed voices.
struct HibariCatalog: Sendable {
  /// The paths of the model files, by voice.
  let paths: [HibariModel: String]
  /// The searched folders, in this order: the folder that comes with the program, the folder that
  /// voices are installed into, and the other folders of `VoiceFolders`.
  private let folders: [String]
  /// The models whose files are identical to the published files.
  ///
  /// Models with other files are not listed and not cast automatically.
  ///
  /// The file of heart is not compared here. It is checked when it is loaded, before a book is
  /// cast.
  private let intact: Set<HibariModel>

  /// Finds the voices in the folders.
  ///
  /// If several folders contain the same voice, the first of these folders is used. heart must be
  /// in the first of `folders`, which comes with the program.
  ///
  /// The name of a file can be the publisher's file name or the voice's name.
  init(folders: [String]) {
    self.folders = folders
    var paths: [HibariModel: String] = [:]
    for model in HibariModel.all {
      let places = (model == .heart ? Array(folders.prefix(1)) : folders).flatMap(model.paths)
      paths[model] = places.first { FileManager.default.fileExists(atPath: $0) }
    }
    self.paths = paths
    intact = Set(
      paths.filter { model, path in
        let bytes = try? Files<FileFailure>.contents(of: path, limit: 1 << 26, followingLinks: true)
        return model == .heart || bytes.map { SHA256.hash($0).hex } == model.sha256
      }.keys)
  }

  /// Returns the folders to search: first the folder that comes with the program, then the folders
  /// of installed voices.
  static func folders(natural: String?, installed: VoiceFolders = VoiceFolders()) -> [String] {
    [natural].compactMap(\.self) + installed.all
  }

  private var models: [HibariModel] { HibariModel.all.filter(intact.contains) }

  /// Returns the voice for an id.
  ///
  /// Throws `voiceNotInstalled` if the voice is known but its file is missing, otherwise
  /// `voiceNotFound` with the nearest ids.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> HibariVoiceID {
    if let id = HibariVoiceID(voiceId), paths[id.model] != nil { return id }
    throw absence(of: voiceId)
      ?? .voiceNotFound(nearest: Spelling.nearest(to: voiceId, among: ids.map(\.text)))
  }

  /// Returns the error for a known voice whose file is missing.
  ///
  /// The error states how to install the file.
  ///
  /// Returns nil if the file exists or the voice is unknown.
  ///
  /// Returns nil for heart, which comes with the program. `HibariVoiceProvider.configurationError`
  /// reports that heart is missing.
  func absence(of voiceId: String) -> VoiceProviderError? {
    guard let model = HibariVoiceID(voiceId)?.model, model != .heart, paths[model] == nil,
      let own = folders.dropFirst().first ?? folders.first
    else { return nil }
    return .voiceNotInstalled(
      "the voice \(model.name) is not installed; save \(model.address) in \(own)"
    )
  }

  /// All voices, each followed by the speakers derived from it.
  var voices: [Voice] { ids.map(Self.described) }

  /// The voices that rule sets 1.0 and 1.1 cast: first the voices with their own model, then the
  /// first derived speakers.
  ///
  /// The narrator's voice is excluded.
  var castingVoices: [Voice] { roles(among: HibariPreset.first).map(Self.described) }

  /// The voices for roles: like `castingVoices`, but with all derived speakers.
  var roleVoices: [Voice] { roles(among: HibariPreset.all).map(Self.described) }

  private func roles(among presets: [HibariPreset]) -> [HibariVoiceID] {
    models.dropFirst().map { HibariVoiceID(model: $0) }
      + ids.filter { $0.preset.map(presets.contains) ?? false }
  }

  private var ids: [HibariVoiceID] {
    models.flatMap { model in
      [HibariVoiceID(model: model)]
        + HibariVoiceID.presets(of: model).map { HibariVoiceID(model: model, preset: $0) }
    }
  }

  private static func described(_ id: HibariVoiceID) -> Voice {
    let name = id.model.name.capitalized
    var labels = HibariModel.licence.labels
    labels[Voice.characterLabel] = id.character
    return Voice(
      id: id.text, name: id.preset.map { "\(name), \($0.name)" } ?? name,
      providerId: HibariVoiceProvider.id, language: id.model.language,
      locality: id.model.locality, gender: id.gender, age: id.age,
      category: id.preset == nil ? "voice" : "preset",
      labels: labels)
  }
}

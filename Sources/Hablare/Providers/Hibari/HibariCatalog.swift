import Basics
import FoundationEssentials

/// The voices that are installed.
struct HibariCatalog: Sendable {
  /// The paths of models' files, by the voice.
  let paths: [HibariModel: String]
  /// The folders that were searched: the program's, the user's own, and others.
  private let folders: [String]
  /// The models whose files are what their maker published: no other is cast unasked.
  ///
  /// heart is left out of this check: it is loaded and checked before a book is cast.
  private let intact: Set<HibariModel>

  /// Finds the voices in folders, of which the first that has a voice counts; heart is in the first, with which the
  /// program came.
  ///
  /// A file is called as its maker calls it, or by the voice's name.
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

  /// The folders that are searched: what the program came with, then the folders of installed voices.
  static func folders(natural: String?, installed: VoiceFolders = VoiceFolders()) -> [String] {
    [natural].compactMap(\.self) + installed.all
  }

  private var models: [HibariModel] { HibariModel.all.filter(intact.contains) }

  /// What an id means; throws `voiceNotInstalled` if the voice is known and its file is missing, else `voiceNotFound`
  /// with the nearest ids.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> HibariVoiceID {
    if let id = HibariVoiceID(voiceId), paths[id.model] != nil { return id }
    throw absence(of: voiceId)
      ?? .voiceNotFound(nearest: Spelling.nearest(to: voiceId, among: ids.map(\.text)))
  }

  /// That the file of a known voice is missing, with the way to install it; nil if it is there or the voice is unknown.
  ///
  /// It is never said of heart, which comes with the program: without it the provider cannot speak at all.
  func absence(of voiceId: String) -> VoiceProviderError? {
    guard let model = HibariVoiceID(voiceId)?.model, model != .heart, paths[model] == nil,
      let own = folders.dropFirst().first ?? folders.first
    else { return nil }
    return .voiceNotInstalled(
      "the voice \(model.name) is not installed: fetch \(model.address) and put it into \(own)")
  }

  /// All voices: each with the speakers that are made of it.
  var voices: [Voice] { ids.map(Self.described) }

  /// Those for casting: real voices before made ones, and the narrator's for the narrator alone.
  var castingVoices: [Voice] {
    (models.dropFirst().map { HibariVoiceID(model: $0) } + ids.filter { $0.preset != nil })
      .map(Self.described)
  }

  private var ids: [HibariVoiceID] {
    models.flatMap { model in
      [HibariVoiceID(model: model)]
        + HibariVoiceID.presets(of: model).map { HibariVoiceID(model: model, preset: $0) }
    }
  }

  private static func described(_ id: HibariVoiceID) -> Voice {
    let name = id.model.name.capitalized
    return Voice(
      id: id.text, name: id.preset.map { "\(name), \($0.name)" } ?? name,
      providerId: HibariVoiceProvider.id, language: id.model.language,
      locality: id.model.locality, gender: id.gender,
      category: id.preset == nil ? "voice" : "preset",
      labels: HibariModel.licence.labels)
  }
}

import Basics
import FoundationEssentials

/// The voices that are installed.
struct HibariCatalog: Sendable {
  /// The paths of models' files, by the voice.
  let paths: [HibariModel: String]
  /// The models whose files are what their maker published: no other is cast unasked.
  ///
  /// heart is left out of this check: it is loaded and checked before a book is cast.
  private let intact: Set<HibariModel>

  /// Finds the voices in folders, of which the first that has a voice counts.
  ///
  /// A file is called as its maker calls it, or by the voice's name.
  init(folders: [String]) {
    var paths: [HibariModel: String] = [:]
    for model in HibariModel.all {
      let places = folders.flatMap { folder in
        ["\(model.name).onnx", model.publishedName].map { XDGFolders.path(folder, $0) }
      }
      paths[model] = places.first { FileManager.default.fileExists(atPath: $0) }
    }
    self.paths = paths
    intact = Set(
      paths.filter { model, path in
        let bytes = try? Files<FileFailure>.contents(of: path, limit: 1 << 26, followingLinks: true)
        return model == .heart || bytes.map { SHA256.hash($0).hex } == model.sha256
      }.keys)
  }

  /// The folders that are searched: what the program came with, then the user's own.
  static func folders(
    natural: String?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let own = XDGFolders.path(XDGFolders(environment: environment).data, "guion2audio/voices")
    return [natural, own].compactMap(\.self)
  }

  private var models: [HibariModel] { HibariModel.all.filter(intact.contains) }

  /// What an id means; throws `voiceNotFound` with the nearest ids.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> HibariVoiceID {
    if let id = HibariVoiceID(voiceId), paths[id.model] != nil { return id }
    throw .voiceNotFound(nearest: Spelling.nearest(to: voiceId, among: ids.map(\.text)))
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
      category: id.preset == nil ? "voice" : "preset")
  }
}

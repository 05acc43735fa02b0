import Basics
import Synchronization

/// The installed Piper voices, and the meaning of voice ids.
///
/// A voice id is the voice's name. If the voice has several speakers, `/` and a speaker's name or
/// number follow.
struct PiperModelCatalog: Sendable {
  /// A parsed voice id.
  struct Resolved: Sendable {
    var voice: InstalledVoice
    /// The speaker's number, or nil for a voice with only one speaker.
    var speaker: Int?
  }

  /// The usable voices, sorted by name.
  let voices: [InstalledVoice]
  /// The reasons why other voices are unusable, by name or path.
  let problems: [String: String]

  init(in folders: VoiceFolders) {
    let installed = InstalledVoices(in: folders)
    var voices: [InstalledVoice] = []
    var problems: [String: String] = [:]
    for problem in installed.problems { problems[problem.path] = problem.description }
    for voice in installed.voices(of: .piper) {
      if let obstacle = Self.obstacle(of: voice) {
        problems[voice.id] = obstacle
      } else {
        voices.append(voice)
      }
    }
    (self.voices, self.problems) = (voices, problems)
  }

  private static func obstacle(of voice: InstalledVoice) -> String? {
    guard let path = voice.descriptionPath, let description = try? PiperVoiceDescription(at: path)
    else { return nil }
    return PiperModel.obstacle(in: description, of: voice)
  }

  /// Returns the voice for an id.
  ///
  /// A voice's name alone means its first speaker.
  ///
  /// Throws `voiceNotFound` with the nearest ids. If the voice is installed but cannot speak,
  /// throws `notSupported` with the reason.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> Resolved {
    let parts = voiceId.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let voice = voices.first(where: { $0.id == name }) else {
      if let problem = problems[name] { throw .notSupported(problem) }
      let suffix = parts.count == 2 ? "/\(parts[1])" : ""
      throw .voiceNotFound(
        nearest: Spelling.nearest(to: name, among: voices.map(\.id)).map { $0 + suffix })
    }
    guard parts.count == 2 else {
      return Resolved(voice: voice, speaker: voice.speakers.first?.number)
    }
    let wanted = String(parts[1])
    if let speaker = voice.speakers.first(where: { $0.name == wanted })
      ?? voice.speakers.first(where: { String($0.number) == wanted })
    {
      return Resolved(voice: voice, speaker: speaker.number)
    }
    if voice.speakers.isEmpty { throw .voiceNotFound(nearest: [name]) }
    let near = Spelling.nearest(to: wanted, among: voice.speakers.map(\.name))
    throw .voiceNotFound(nearest: near.map { "\(name)/\($0)" })
  }

  /// The sample rate of all voices, or nil if their rates differ or there are no voices.
  var commonSampleRate: Int? {
    let rates = Set(voices.map(\.sampleRate))
    return rates.count == 1 ? rates.first ?? nil : nil
  }
}

/// The cached catalog of installed voices, and their cached models.
final class PiperModels: Sendable {
  private struct State {
    var catalog: PiperModelCatalog?
    var models: [InstalledVoice: PiperModel] = [:]
  }

  private let folders: VoiceFolders
  private let state = Mutex(State())

  init(in folders: VoiceFolders) { self.folders = folders }

  /// Returns the catalog.
  ///
  /// If `refreshing` is true, reads the folders again.
  func catalog(refreshing: Bool = false) -> PiperModelCatalog {
    if !refreshing, let known = state.withLock({ $0.catalog }) { return known }
    let catalog = PiperModelCatalog(in: folders)
    state.withLock { $0.catalog = catalog }
    return catalog
  }

  /// Returns the model of a voice.
  ///
  /// The model's files are read only once.
  func model(_ voice: InstalledVoice) throws(VoiceProviderError) -> PiperModel {
    if let known = state.withLock({ $0.models[voice] }) { return known }
    let model = try PiperModel(voice)
    state.withLock { $0.models[voice] = model }
    return model
  }
}

import Basics
import Synchronization

/// The Piper voices that are installed, and what a voice id means among them.
///
/// A voice id is the voice's name, with `/` and a speaker's name or number if the voice has several.
struct PiperModelCatalog: Sendable {
  /// A voice id taken apart.
  struct Resolved: Sendable {
    var voice: InstalledVoice
    /// The number of the speaker; nil for a voice that has only one.
    var speaker: Int?
  }

  /// The voices that can be pronounced, by name.
  let voices: [InstalledVoice]
  /// Why others cannot, by name or path.
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

  /// What a voice id means; a voice's name alone is its first speaker.
  ///
  /// Throws `voiceNotFound` with the nearest ids, or why a voice that is installed cannot speak.
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

  /// The rate of all voices; nil if they differ or there are none.
  var commonSampleRate: Int? {
    let rates = Set(voices.map(\.sampleRate))
    return rates.count == 1 ? rates.first ?? nil : nil
  }
}

/// The catalogue of installed voices as it was last read, and the models that were read from it.
final class PiperModels: Sendable {
  private struct State {
    var catalog: PiperModelCatalog?
    var models: [InstalledVoice: PiperModel] = [:]
  }

  private let folders: VoiceFolders
  private let state = Mutex(State())

  init(in folders: VoiceFolders) { self.folders = folders }

  /// The catalogue; `refreshing` reads the folders again.
  func catalog(refreshing: Bool = false) -> PiperModelCatalog {
    if !refreshing, let known = state.withLock({ $0.catalog }) { return known }
    let catalog = PiperModelCatalog(in: folders)
    state.withLock { $0.catalog = catalog }
    return catalog
  }

  /// The model of a voice, read once.
  func model(_ voice: InstalledVoice) throws(VoiceProviderError) -> PiperModel {
    if let known = state.withLock({ $0.models[voice] }) { return known }
    let model = try PiperModel(voice)
    state.withLock { $0.models[voice] = model }
    return model
  }
}

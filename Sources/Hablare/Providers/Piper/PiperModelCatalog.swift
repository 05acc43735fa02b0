import Basics
import Synchronization

/// The places where a provider finds Piper voices.
struct PiperPlaces: Sendable {
  /// The paths of the user's configuration: voice files and folders of voices.
  var own: [String] = []
  /// The folders of installed voices; nil if the provider does not have the installed voices.
  var installed: VoiceFolders?
}

/// The Piper voices of a provider, and the meaning of voice ids.
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
  /// The speakers that the names of voices alone mean, if they are not the first speakers.
  private let usualSpeakers: [String: Int]

  /// Finds the voices.
  ///
  /// If several places contain a voice with the same name, the user's own places come first.
  init(in places: PiperPlaces) {
    var search = VoiceSearch()
    search.readPiper(at: places.own.map { UserPath.expanded($0) })
    let own = Set(search.voices.keys.map(\.id))
    var problems: [String: String] = [:]
    for problem in search.problems {
      problems[InstalledVoiceProblem.voiceName(of: problem.path)] = problem.description
    }
    let ownProblems = search.problems.count
    for folder in places.installed?.all ?? [] {
      search.readPiper(in: XDGFolders.path(folder, InstalledVoice.Engine.piper.rawValue))
    }
    for problem in search.problems.dropFirst(ownProblems) {
      problems[problem.path] = problem.description
    }
    var voices: [InstalledVoice] = []
    var usualSpeakers: [String: Int] = [:]
    for voice in search.sortedVoices {
      let description = voice.descriptionPath.flatMap { try? PiperVoiceDescription(at: $0) }
      if let obstacle = description.flatMap({ PiperModel.obstacle(in: $0, of: voice) }) {
        problems[voice.id] = obstacle
        continue
      }
      voices.append(voice)
      // In books with installed voices, the name alone means the first speaker.
      if own.contains(voice.id), !voice.speakers.isEmpty {
        usualSpeakers[voice.id] = description?.default_speaker_id
      }
    }
    (self.voices, self.problems, self.usualSpeakers) = (voices, problems, usualSpeakers)
  }

  /// Returns the voice for an id.
  ///
  /// A voice's name alone means its first speaker, or its usual speaker if the voice is in a place
  /// of the user's configuration.
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
      return Resolved(
        voice: voice, speaker: usualSpeakers[name] ?? voice.speakers.first?.number)
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

/// The cached catalog of voices, and their cached models.
final class PiperModels: Sendable {
  private struct State {
    var catalog: PiperModelCatalog?
    var models: [InstalledVoice: PiperModel] = [:]
  }

  private let places: PiperPlaces
  private let state = Mutex(State())

  init(in places: PiperPlaces) { self.places = places }

  /// Returns the catalog.
  ///
  /// If `refreshing` is true, reads the folders again.
  func catalog(refreshing: Bool = false) -> PiperModelCatalog {
    if !refreshing, let known = state.withLock({ $0.catalog }) { return known }
    let catalog = PiperModelCatalog(in: places)
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

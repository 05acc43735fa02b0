import Basics
public import FoundationEssentials

/// Piper voices: the installed voices, or voices in the user's own folders.
struct PiperFamily: VoiceFamily {
  /// The version of the rules that turn a line into a request to the model.
  /// A new version means that the audio changes.
  private static let version = 1

  let kind = InstalledVoice.Engine.piper
  let id: String
  let name: String
  var defaultVoiceId: String? { found.catalog().voices.first?.voices.first?.id }
  var sampleRate: Int? { found.catalog().commonSampleRate }
  let pause = 0.2

  private let parts: NeuralParts
  private let found: FolderVoices<PiperModel>
  private let advice: ProviderAdvice

  init(
    id: String = InstalledVoice.Engine.piper.rawValue, name: String = "Piper", places: PiperPlaces,
    parts: NeuralParts, advice: ProviderAdvice
  ) {
    (self.id, self.name, self.parts, self.advice) = (id, name, parts, advice)
    found = FolderVoices {
      FolderCatalog(piper: places)
    } read: { (voice) throws(VoiceProviderError) in
      try PiperModel(voice)
    }
  }

  func problem(with parameters: [String: String]) -> String? {
    PiperParameters.problem(with: parameters)
  }

  func check() async throws {
    try await found.check(parts.engine) { catalog in
      if let problem = catalog.problems.values.min() { return .engineUnavailable(problem) }
      guard id == kind.rawValue else {
        return .engineUnavailable("\"voices\" of the provider \(id) names no voice")
      }
      return .engineUnavailable(
        "no Piper voice is installed; " + advice.words(.noInstalledVoice(providerId: id)))
    }
  }

  func voices() async throws -> [Voice] {
    found.catalog(refreshing: true).voices.flatMap(\.voices).map { voice in
      var voice = voice
      voice.providerId = id
      return voice
    }
  }

  func hasVoice(_ voiceId: String) async -> Bool { (try? found.catalog().resolve(voiceId)) != nil }

  /// Returns the reason why an installed voice cannot speak, or nil if the voice can speak.
  func absence(of voiceId: String) async -> VoiceProviderError? {
    do throws(VoiceProviderError) {
      _ = try found.catalog().resolve(voiceId)
      return nil
    } catch {
      if case .voiceNotFound = error { return nil }
      return error
    }
  }

  func script(of request: VoiceEngineRequest) async throws -> NeuralScript {
    let resolved = try found.catalog().resolve(request.voiceId)
    try SpokenText.check(request.text)
    let model = try found.content(of: resolved.voice)
    let text = try await parts.reader.read(
      request.text, hasPhonemes: request.isPhonemes, voice: model.espeakVoice)
    let parameters = PiperParameters(request.options)
    return NeuralScript(
      sampleRate: model.clock.sampleRate, lines: try model.alphabet.lines(of: text)
    ) { model.request($0, speaker: resolved.speaker, parameters, stresses: request.stresses) }
  }

  func version() async throws -> String {
    "piper-\(Self.version) \(try await parts.reader.version())"
  }

  func fileVersion(of voiceId: String) async throws -> String {
    try found.fileVersion(of: voiceId, and: \.descriptionPath)
  }
}

/// The places where a provider finds Piper voices.
struct PiperPlaces: Sendable {
  /// The paths of the user's configuration: voice files and folders of voices.
  var own: [String] = []
  /// The folders of installed voices; nil if the provider does not have the installed voices.
  var installed: VoiceFolders?
}

extension FolderCatalog {
  /// Finds the voices.
  /// If several places contain a voice with the same name, the user's own places come first.
  init(piper places: PiperPlaces) {
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
    self.init(voices: voices, problems: problems, usualSpeakers: usualSpeakers)
  }
}

extension NeuralVoiceProvider {
  /// Creates a provider for the Piper voices in folders, with its own worker and its own espeak.
  ///
  /// `slots` is the number of lines spoken at the same time, 1 to 127. `advice` provides the advice
  /// for errors.
  public static func piper(
    folders: VoiceFolders = VoiceFolders(), speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(),
    slots: Int = ProcessInfo.processInfo.activeProcessorCount, advice: ProviderAdvice = .library
  ) -> NeuralVoiceProvider {
    let parts = NeuralParts(speller: speller, slots: slots)
    let places = PiperPlaces(installed: folders)
    return NeuralVoiceProvider(
      PiperFamily(places: places, parts: parts, advice: advice), parts: parts)
  }
}

/// The settings of a provider of Piper voices: where the voices are.
public struct PiperConfiguration: Sendable, Equatable {
  /// Folders with voices, and voice files (`.onnx`), in addition to the installed voices.
  ///
  /// Folders are searched with their subfolders. A leading `~` is expanded when the voices are
  /// searched for. Only the provider with the id `piper` also has the installed voices.
  public var voices: [String] = []

  /// Creates the configuration of the installed voices.
  public init() {}
}

extension PiperConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case voices
  }

  static let type = "piper"
  static let isBuiltIn = true
  static let hasPrices = false
  static let summary: String? =
    "Natural voices in some forty languages, which you install below. Free, on this machine."
  /// The settings of Piper as a program of its own, which earlier versions started.
  static let retiredKeys = ["prices", "program", "reproducible", "timeout", "concurrency"]
  static let retirement = "this program speaks Piper's voices itself and for free"

  static func field(_ key: Key) -> SettingField {
    SettingField("Voices", .list(of: .path), help: "Folders with voices, and voice files (.onnx)")
  }

  mutating func set(_ key: Key, to value: JSONValue) { voices = value.strings ?? [] }

  func value(of key: Key) -> JSONValue? { JSONValue(voices) }

  func displayName(of id: String) -> String { id == Self.type ? "Piper" : "Piper (\(id))" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    let parts = workshop.neuralParts
    let installed = entry.id == Self.type ? VoiceFolders(environment: workshop.environment) : nil
    let family = PiperFamily(
      id: entry.id, name: entry.displayName, places: PiperPlaces(own: voices, installed: installed),
      parts: parts, advice: workshop.advice)
    return NeuralVoiceProvider(family, parts: parts)
  }
}

extension ProviderSettings.Kind {
  /// Piper: the installed voices, and voices in the user's own folders.
  public static func piper(_ configuration: PiperConfiguration) -> Self { Self(configuration) }
}

import Basics
import Phonemes
public import FoundationEssentials

/// The voices of hibari, which come with the program or are installed beside it.
private struct HibariFamily: VoiceFamily {
  /// The maximum number of phonemes in one request to the engine: about 16 seconds of speech.
  /// A worker process needs 3 MB of memory for each second of its longest line (measured). The
  /// voice's maker uses a limit of 400 phonemes.
  private static let longestSentence = 250

  let kind = InstalledVoice.Engine.hibari
  let name = "Hibari"
  var defaultVoiceId: String? { HibariModel.heart.name }
  var sampleRate: Int? { HibariModel.sampleRate }
  let isWorthCaching = false
  let supportsPitch = true
  /// At this tempo and with the pauses of rule set 1.2, prose has 158 words a minute with all pauses,
  /// and dialogue 178 words a minute within lines (measured).
  let calmRate = 0.8
  /// As long as the silence that the model makes at the end of a line.
  let pause = 0.3

  private let reader: HibariReader
  private let found: FetchOnce<HibariCatalog>
  private let readiness: FetchOnce<Readiness>

  /// The result of the check whether the program's own voice can speak.
  private struct Readiness: Sendable {
    /// The error if the voice cannot speak; nil if the voice can speak.
    var fault: VoiceProviderError?
  }

  init(parts: NeuralParts, folder: String?, advice: ProviderAdvice) {
    let natural = folder ?? NaturalFiles.folder()
    let folders = HibariCatalog.folders(natural: natural)
    let engine = parts.engine
    let reader = HibariReader(folder: natural, speller: parts.speller)
    self.reader = reader
    let found = FetchOnce { HibariCatalog(folders: folders) }
    self.found = found
    readiness = FetchOnce {
      do {
        try await Self.check(try await found.value(), natural, engine, reader, advice)
        return Readiness()
      } catch let error as VoiceProviderError {
        return Readiness(fault: error)
      }
    }
  }

  private static func check(
    _ catalog: HibariCatalog, _ natural: String?, _ engine: NeuralEngine, _ reader: HibariReader,
    _ advice: ProviderAdvice
  ) async throws {
    guard natural != nil, let path = catalog.paths[.heart] else {
      throw VoiceProviderError.engineUnavailable(
        "the natural voice is not installed; " + advice.words(.noNaturalVoice))
    }
    try await reader.check(.american)
    try await engine.check(NeuralModel(path: path, sha256: HibariModel.heart.sha256))
  }

  private func catalog() async throws -> HibariCatalog { try await found.value() }

  func check() async throws {
    if let fault = try await readiness.value().fault { throw fault }
  }

  func problem(with parameters: [String: String]) -> String? {
    HibariParameters.problem(with: parameters)
  }

  func voices() async throws -> [Voice] { try await catalog().voices }

  /// Returns the voices for the characters of an English text: all except the narrator's voice.
  func castingVoices(_ language: String) async throws -> [Voice] {
    try await catalog().speaks(language) ? catalog().castingVoices : []
  }

  func roleVoices(_ language: String) async throws -> [Voice] {
    try await catalog().speaks(language) ? catalog().roleVoices : []
  }

  func narratorVoice(_ language: String) async throws -> Voice? {
    try await catalog().speaks(language) ? catalog().voices.first : nil
  }

  func timbre(of voiceId: String) -> VoiceTimbre? { HibariVoiceID(voiceId)?.timbre }

  func hasVoice(_ voiceId: String) async -> Bool { (try? await catalog().resolve(voiceId)) != nil }

  func absence(of voiceId: String) async -> VoiceProviderError? {
    try? await catalog().absence(of: voiceId)
  }

  func whisperVoice(for voiceId: String) async -> String? {
    (try? await catalog().resolve(voiceId))?.whispering.text
  }

  func script(of request: VoiceEngineRequest) async throws -> NeuralScript {
    let catalog = try await catalog()
    let voice = try catalog.resolve(request.voiceId)
    guard let path = catalog.paths[voice.model] else {
      throw VoiceProviderError.voiceNotFound(nearest: [])
    }
    try SpokenText.check(request.text)
    let text = try await reader.read(request, dialect: voice.model.dialect)
    let vocabulary = try await reader.vocabulary()
    let parameters = HibariParameters(voice, request.options)
    let model = NeuralModel(path: path, sha256: voice.model.sha256)
    return NeuralScript(
      sampleRate: HibariModel.sampleRate,
      lines: text.pieces(limit: Self.longestSentence).map { NeuralLine($0, vocabulary) }
        .filter(\.hasSound)
    ) { NeuralRequest(model, $0, parameters, stresses: request.stresses) }
  }

  func unknown(_ words: [String], voiceId: String) async throws -> [String: String] {
    try await reader.unknown(words, dialect: catalog().resolve(voiceId).model.dialect)
  }

  func version() async throws -> String {
    "signal-\(NeuralEngine.signalVersion) \(try await reader.version())"
  }

  func fileVersion(of voiceId: String) async throws -> String {
    let voice = try await catalog().resolve(voiceId)
    return "\(voice.model.sha256.prefix(16))\(voice.preset?.version ?? "")"
  }
}

extension NeuralRequest {
  /// Creates the request for one sentence.
  init(
    _ model: NeuralModel, _ line: NeuralLine, _ parameters: HibariParameters,
    stresses: [VoiceStress] = []
  ) {
    var parameters = parameters
    let prosody = PhonemeProsody.stressing(stresses, in: line)
    if stresses.contains(where: { $0.isCalled && line.isWithin($0.range) }) { parameters.call() }
    self.init(
      model: model, ids: line.ids, speed: parameters.speed, pitch: parameters.pitch,
      formant: parameters.formant, gain: parameters.gain, breath: parameters.breath,
      roughness: parameters.roughness, tremor: parameters.tremor, tilt: parameters.tilt,
      range: parameters.range, isWhispered: parameters.whispers,
      prosody: prosody)
  }
}

/// The installed voices.
struct HibariCatalog: Sendable {
  /// The paths of the model files, by voice.
  let paths: [HibariModel: String]
  /// The searched folders, in this order: the folder that comes with the program, the folder that
  /// voices are installed into, and the other folders of `VoiceFolders`.
  private let folders: [String]
  /// The models whose files are identical to the published files.
  /// Models with other files are not listed and not cast automatically.
  /// The file of heart is not compared here. It is checked when it is loaded, before a book is
  /// cast.
  private let intact: Set<HibariModel>

  /// Finds the voices in the folders.
  /// If several folders contain the same voice, the first of these folders is used. heart must be
  /// in the first of `folders`, which comes with the program.
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
        let bytes = try? Files<FileError>.contents(of: path, limit: 1 << 26, followingLinks: true)
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
  /// Throws `voiceNotInstalled` if the voice is known but its file is missing, otherwise
  /// `voiceNotFound` with the nearest ids.
  func resolve(_ voiceId: String) throws(VoiceProviderError) -> HibariVoiceID {
    if let id = HibariVoiceID(voiceId), paths[id.model] != nil { return id }
    throw absence(of: voiceId)
      ?? .voiceNotFound(nearest: Spelling.nearest(to: voiceId, among: ids.map(\.text)))
  }

  /// Returns the error for a known voice whose file is missing.
  /// The error states how to install the file.
  /// Returns nil if the file exists or the voice is unknown.
  /// Returns nil for heart, which comes with the program. `HibariFamily.check`
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

  /// Returns whether a language is English.
  /// Characters of an American book can get British voices, because there are few voices.
  func speaks(_ language: String) -> Bool { !voices.speaking(language).isEmpty }

  /// The voices that rule sets 1.0 and 1.1 cast: first the voices with their own model, then the
  /// first derived speakers.
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
      providerId: NeuralVoiceProvider.hibariId, language: id.model.language,
      locality: id.model.locality, gender: id.gender, age: id.age, quality: HibariModel.quality,
      category: id.preset == nil ? "voice" : "preset",
      labels: labels)
  }
}

extension NeuralVoiceProvider {
  /// Creates the provider of hibari's voices.
  ///
  /// `speller` transcribes words that the lexicons do not have.
  ///
  /// `folder` holds the files of the voice, and may hold ONNX Runtime. By default, the
  /// provider searches for the voice and ONNX Runtime in the folder that `GUION2AUDIO_NATURAL`
  /// names. If the variable is not set, the provider searches beside the program.
  ///
  /// `slots` is the number of lines spoken at the same time, 1 to 127. `advice` provides the advice
  /// for the error about missing files.
  public static func hibari(
    speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(), folder: String? = nil,
    slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    advice: ProviderAdvice = .library
  ) -> NeuralVoiceProvider {
    let parts = NeuralParts(speller: speller, folder: folder, slots: slots)
    return NeuralVoiceProvider(
      HibariFamily(parts: parts, folder: folder, advice: advice), parts: parts)
  }
}

/// The configuration of the built-in hibari.
/// Its only setting switches it on or off.
struct HibariConfiguration: ProviderConfiguration {
  typealias Key = NoKey

  static let type = NeuralVoiceProvider.hibariId
  static let summary: String? =
    "The natural English voice that comes with guion2audio, and the voices made from it. "
    + "Free, on this machine."
  static let isBuiltIn = true
  static let isSole = true
  static let hasPrices = false

  func displayName(of id: String) -> String { "Hibari" }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    let parts = workshop.neuralParts
    return NeuralVoiceProvider(
      HibariFamily(parts: parts, folder: nil, advice: workshop.advice), parts: parts)
  }
}

extension ProviderSettings.Kind {
  /// The built-in hibari.
  public static var hibari: Self { Self(HibariConfiguration()) }
}

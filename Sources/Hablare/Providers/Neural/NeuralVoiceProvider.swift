public import FoundationEssentials
import Glibc

/// Natural voices of this machine, spoken by the program itself: a family of models.
///
/// The voices are free and need no network. Rate sets the model's tempo, and gain is applied to the
/// samples. If the request's `isPhonemes` is true, `[[…]]` is spoken as IPA.
///
/// - `hibari`: the voices that come with the program. Voice ids are `heart`, `heart+NAME` for a
///   speaker derived from heart, and the names of other voices whose files are installed. Pitch
///   shifts the fundamental, and `formant` (0.8 to 1.1) stretches the spectral envelope. Text is
///   converted to phonemes by lexicons, and by espeak for words that the lexicons do not have.
/// - `kokoro`: the installed voices of Kokoro v1.0. Voice ids are the names of the voices' styles:
///   `af_heart`. The language of the text decides how the text is converted to phonemes: English by
///   the American or British lexicon, depending on the voice; Spanish, French, Hindi, Italian and
///   Portuguese by espeak.
/// - `piper`: Piper voices. Voice ids are the voices' names. If a voice has several speakers, `/` and
///   a speaker's name or number follow: `en_US-joe-medium`, `en_US-libritts_r-medium/p239`.
///   `noise_scale` and `noise_w` are Piper's own settings. espeak converts text to phonemes.
public struct NeuralVoiceProvider: VoiceProvider {
  /// The id of the provider of hibari's voices.
  package static let hibariId = InstalledVoice.Engine.hibari.rawValue

  let family: any VoiceFamily
  private let parts: NeuralParts

  init(_ family: any VoiceFamily, parts: NeuralParts) {
    (self.family, self.parts) = (family, parts)
  }

  /// Whether an error says that a file of the program's own voice exists, but is damaged.
  package static func isDamage(_ error: any Error) -> Bool { NaturalFiles.areDamaged(error) }

  /// The provider's id, which is the scheme of its voices' URIs: `hibari`, `kokoro`, `piper`, or the
  /// id of a user's provider of Piper voices.
  public var providerId: String { family.id }
  /// The name shown to users.
  public var displayName: String { family.name }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// `heart` for hibari, otherwise the first voice by name, or nil if no voice is installed.
  public var defaultVoiceId: String? { family.defaultVoiceId }
  /// True.
  public var isNatural: Bool { true }
  /// The sample rate of all voices, or nil if their rates differ; 24,000 Hz for hibari and Kokoro.
  public var nativeSampleRate: Int? { family.sampleRate }
  /// False: the voices are on this machine.
  public var listsVoicesRemotely: Bool { false }
  /// False for hibari, which renders a line at more than a hundred times real time.
  public var clipsAreWorthCaching: Bool { family.isWorthCaching }

  /// Returns tempos of 0.5 to 2, and IPA; for hibari, any pitch too.
  public func abilities(model: String?) -> VoiceAbilities {
    var abilities = VoiceAbilities(
      rates: 0.5...2, supportsPitch: family.supportsPitch, supportsIPA: true)
    abilities.supportsColour = family.supportsPitch
    abilities.stress = .marked
    abilities.calmRate = family.calmRate
    return abilities
  }

  /// Returns the problem with a setting, or nil if there is no problem.
  ///
  /// The voices have no model and no seed.
  public func problem(with options: VoiceOptions) -> String? {
    if options.model != nil { return "\(displayName) has no setting \"model\"" }
    if options.seed != nil { return "\(displayName) has no setting \"seed\"" }
    return family.problem(with: options.parameters) ?? abilityProblem(with: options)
  }

  /// Whether a voice and ONNX Runtime are installed.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Returns an error with advice if no voice is installed, if the program's own voice of hibari
  /// cannot speak, or if ONNX Runtime is missing; otherwise nil.
  public func configurationError() async -> (any Error)? {
    do {
      try await family.check()
      return nil
    } catch {
      return error
    }
  }

  /// Returns the installed voices for a language.
  ///
  /// Each speaker is a voice. Each call reads the folders of Kokoro and Piper again.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await family.voices().speaking(languageCode)
  }

  /// Returns the voices for roles: for hibari, all voices except the narrator's; for Kokoro, no voices
  /// of languages that it cannot read.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await family.castingVoices(languageCode)
  }

  /// Returns the voices for roles, of all ages.
  public func roleVoices(languageCode: String) async throws -> [Voice] {
    try await family.roleVoices(languageCode)
  }

  /// Returns the timbre of heart, or of a speaker derived from heart.
  ///
  /// Nil for a whisper, and for the voices that can be installed: their timbres are measured at
  /// installation.
  public func timbre(of voiceId: String) -> VoiceTimbre? { family.timbre(of: voiceId) }

  /// Returns the default narrator: heart for every variety of English, otherwise the first voice.
  ///
  /// Installing a British voice of hibari does not mean that the user wants another narrator.
  public func narratorVoice(languageCode: String) async throws -> Voice? {
    try await family.narratorVoice(languageCode)
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try ProgramSound.wav(try await generate(request: request))
  }

  /// Speaks one utterance and returns `pcm16` with the positions of its words.
  ///
  /// If the text has nothing to speak, the audio has no samples.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    let script = try await family.script(of: request)
    let rate = script.sampleRate
    var utterance = NeuralUtterance(of: request.text, pause: Int(family.pause * Double(rate)))
    for (line, lineRequest) in script.lines {
      utterance.add(try await parts.engine.speak(lineRequest), of: line)
    }
    return VoiceEngineOutput(
      audioData: utterance.samples, audioFormat: .pcm16, sampleRate: rate, channels: 1,
      wordTimings: utterance.words, metadata: ["engine": family.kind.rawValue])
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is installed.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    await family.hasVoice(voiceId)
  }

  /// Returns why a known voice cannot speak: its file is missing, or its language or its phonemes are
  /// not supported.
  public func absence(of voiceId: String) async -> VoiceProviderError? {
    await family.absence(of: voiceId)
  }

  /// Returns the id of the whispering form of a voice of hibari; nil for other voices.
  ///
  /// For the whispering form, the worker synthesizes noise instead of pulses.
  public func whisperVoice(for voiceId: String) async -> String? {
    await family.whisperVoice(for: voiceId)
  }

  /// Returns the words that no lexicon of a voice has, each with the IPA in which they are said.
  package func unknown(_ words: [String], voiceId: String) async throws -> [String: String] {
    try await family.unknown(words, voiceId: voiceId)
  }

  /// Returns the versions of everything that the audio of all voices depends on.
  public func version() async throws -> String {
    "onnxruntime-\(try await parts.engine.version()) \(try await family.version())"
  }

  /// Returns `version()` followed by the digests of the voice's files, and the numbers of a derived
  /// speaker.
  public func version(voiceId: String) async throws -> String {
    let files = try await family.fileVersion(of: voiceId)
    return "\(try await version()) \(files)"
  }

  /// Ends the worker processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async {
    await parts.engine.shutdown()
    await parts.speller.shutdown()
  }
}

/// The locations of the natural voices' files: installed beside the program, or in the build folder
/// of this package.
enum NaturalFiles {
  static let modelName = "heart.onnx"
  static let libraryName = "libonnxruntime.so"
  static let folderVariable = "GUION2AUDIO_NATURAL"

  /// Returns the folder with the model, vocabulary and lexicons of heart, or nil if heart is not
  /// installed.
  static func folder(candidates: [String] = folderCandidates()) -> String? {
    candidates.first { access("\($0)/\(modelName)", F_OK) == 0 }
  }

  /// Returns whether an error is about a file of the natural voice that exists and cannot be used.
  static func areDamaged(_ error: any Error, folder: String? = folder()) -> Bool {
    guard let folder else { return false }
    let reason = "\(error)"
    return reason.contains("\(folder)/") && !reason.contains("\(libraryName) is not installed")
  }

  /// Returns the path of ONNX Runtime, which is searched for in `folder` and then at the paths in
  /// `candidates`.
  static func libraryPath(
    first folder: String? = nil, candidates: [String] = libraryCandidates()
  ) throws(VoiceProviderError) -> String {
    let candidates = (folder.map { ["\($0)/\(libraryName)"] } ?? []) + candidates
    guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(libraryName) is not installed (tried " + candidates.joined(separator: ", ")
          + "); set \(folderVariable) to its folder")
    }
    return path
  }

  /// Returns the folders in which heart is searched for.
  /// If the environment names a folder, only this folder is searched. Otherwise the share folder of
  /// an installation and the folder of a build are searched.
  static func folderCandidates(
    programs: [String] = programFolders(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    named(environment)
      ?? programs.flatMap { ["\($0)/../share/guion2audio/voices/heart"] + buildFolders(of: $0) }
  }

  /// Returns the paths at which ONNX Runtime is searched for.
  static func libraryCandidates(
    programs: [String] = programFolders(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let folders =
      named(environment)
      ?? programs.flatMap { ["\($0)/../libexec/guion2audio"] + buildFolders(of: $0) }
    return folders.map { "\($0)/\(libraryName)" }
  }

  /// Returns the folder of the running program's file, and the folder of the path in the command
  /// line.
  /// Under a test runner, the path in the command line leads to the folder of the build's products.
  private static func programFolders() -> [String] {
    let argument = CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
    let folders = ["/proc/self/exe", argument].compactMap { path in
      path.flatMap(ProgramFolder.realpath(of:)).map(ProgramFolder.folder(of:))
    }
    return folders.first == folders.last ? Array(folders.prefix(1)) : folders
  }

  /// Returns the folder of natural voices, `.build/natural`, for a program in `.build/TRIPLE/KIND`.
  private static func buildFolders(of program: String) -> [String] {
    ["\(program)/../../natural"]
  }

  /// Returns the folder that the user names in the environment, as the only candidate; nil if the
  /// user names no folder.
  private static func named(_ environment: [String: String]) -> [String]? {
    environment[folderVariable].flatMap { $0.isEmpty ? nil : [$0] }
  }
}

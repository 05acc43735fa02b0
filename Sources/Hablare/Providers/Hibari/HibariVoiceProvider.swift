public import FoundationEssentials
import Phonemes

/// The natural voices of hibari, which come with the program.
///
/// The voices are free and need no network.
///
/// Voice ids are `heart`, `heart+NAME` for a speaker derived from heart, and the names of other
/// voices whose files are installed. Rate sets the model's tempo, pitch shifts the fundamental, and
/// `formant` (0.8 to 1.1) stretches the spectral envelope. Text is converted to phonemes by
/// lexicons, and by espeak for words that the lexicons do not have. If the request's `isPhonemes` is
/// true, `[[…]]` is spoken as IPA.
public struct HibariVoiceProvider: VoiceProvider {
  /// The provider's id, which is the scheme of its voices' URIs.
  public static let id = "hibari"
  /// The ratios by which a cast may stretch the formants of a voice (`formant`).
  public static var formants: ClosedRange<Double> { HibariParameters.formants }
  /// The maximum number of phonemes in one request to the engine: about 16 seconds of speech.
  ///
  /// A worker process needs 3 MB of memory for each second of its longest line (measured). The
  /// voice's maker uses a limit of 400 phonemes.
  private static let longestSentence = 250
  /// The pause between two sentences, in frames: 0.3 s, as long as the silence that the model makes at
  /// the end of a line.
  private static let pause = 7200
  /// The sample rate of all voices, in hertz.
  static let sampleRate = HibariModel.sampleRate

  private let engine: NeuralEngine
  private let reader: HibariReader
  private let found: FetchOnce<HibariCatalog>
  private let readiness: FetchOnce<Readiness>

  /// The result of the check whether the program's own voice can speak.
  private struct Readiness: Sendable {
    /// The error if the voice cannot speak; nil if the voice can speak.
    var fault: VoiceProviderError?
  }

  /// Creates a provider.
  ///
  /// `speller` transcribes words that the lexicons do not have.
  ///
  /// `folder` holds the files of the voice, and may hold ONNX Runtime. By default, the
  /// provider searches for the voice and ONNX Runtime in the folder that `GUION2AUDIO_NATURAL`
  /// names. If the variable is not set, the provider searches beside the program.
  ///
  /// `slots` is the number of lines spoken at the same time, 1 to 127. `advice` provides the advice
  /// for the error about missing files.
  public init(
    speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(), folder: String? = nil,
    slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    advice: ProviderAdvice = .library
  ) {
    self.init(
      parts: NeuralParts(speller: speller, folder: folder, slots: slots), folder: folder,
      advice: advice)
  }

  init(parts: NeuralParts, folder: String?, advice: ProviderAdvice) {
    let natural = folder ?? NaturalFiles.folder()
    let folders = HibariCatalog.folders(natural: natural)
    let engine = parts.engine
    let reader = HibariReader(folder: natural, speller: parts.speller)
    (self.engine, self.reader) = (engine, reader)
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

  /// Returns the voice's name for users: "Heart", or "Raven" for a derived speaker.
  ///
  /// Returns nil for voices of other providers.
  package static func shownName(of voice: VoiceURI) -> String? {
    guard voice.providerId == id, let voice = HibariVoiceID(voice.voiceId) else { return nil }
    return (voice.preset?.name ?? voice.model.name).capitalized
  }

  private func catalog() async throws -> HibariCatalog { try await found.value() }

  /// `hibari`.
  public var providerId: String { Self.id }
  /// The name shown to users.
  public var displayName: String { "Hibari" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// `heart`.
  public var defaultVoiceId: String? { HibariModel.heart.name }
  /// True.
  public var isNatural: Bool { true }
  /// 24,000 Hz.
  public var nativeSampleRate: Int? { Self.sampleRate }
  /// False: the voices are on this machine.
  public var listsVoicesRemotely: Bool { false }
  /// False: a line is rendered at more than a hundred times real time.
  public var clipsAreWorthCaching: Bool { false }

  /// Returns tempos of 0.5 to 2, any pitch, and IPA.
  public func abilities(model: String?) -> VoiceAbilities {
    VoiceAbilities(rates: HibariParameters.speeds, supportsIPA: true)
  }

  /// Returns the problem with a setting, or nil if there is no problem.
  public func problem(with options: VoiceOptions) -> String? {
    var others = options
    others.parameters = [:]
    if others.model != nil { return "\(displayName) has no setting \"model\"" }
    if others.seed != nil { return "\(displayName) has no setting \"seed\"" }
    return HibariParameters.problem(with: options.parameters) ?? abilityProblem(with: others)
  }

  /// Whether the program's own voice is installed and can speak.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Returns an error with advice if the program's own voice cannot speak, otherwise nil.
  public func configurationError() async -> (any Error)? {
    do {
      return try await readiness.value().fault
    } catch {
      return error
    }
  }

  /// Returns the installed voices for a language.
  ///
  /// All voices speak English.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    try await catalog().voices.speaking(languageCode)
  }

  /// Returns the voices for the characters of an English text: all except the narrator's voice.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    // Characters of an American book can get British voices, because there are few voices.
    let catalog = try await catalog()
    let isEnglish = !catalog.voices.speaking(languageCode).isEmpty
    return isEnglish ? catalog.castingVoices : []
  }

  /// Returns the voices for the characters of an English text, of all ages.
  public func roleVoices(languageCode: String) async throws -> [Voice] {
    let catalog = try await catalog()
    let isEnglish = !catalog.voices.speaking(languageCode).isEmpty
    return isEnglish ? catalog.roleVoices : []
  }

  /// Returns the timbre of heart, or of a speaker derived from heart.
  ///
  /// Nil for a whisper, and for the voices that can be installed: their timbres are measured at
  /// installation.
  public func timbre(of voiceId: String) -> VoiceTimbre? { HibariVoiceID(voiceId)?.timbre }

  /// Returns heart for every variety of English, and nil for any other language.
  ///
  /// Installing a British voice does not mean that the user wants another narrator.
  public func narratorVoice(languageCode: String) async throws -> Voice? {
    let voices = try await catalog().voices
    return voices.speaking(languageCode).isEmpty ? nil : voices.first
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let output = try await generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voiceId, languageCode: languageCode, options: options))
    let header = WAVHeader.bytes(
      samples: output.audioData.count / MemoryLayout<Int16>.size, sampleRate: Self.sampleRate)
    return Data(header) + output.audioData
  }

  /// Speaks one utterance and returns `pcm16` with the positions of its words.
  ///
  /// If the text has nothing to speak, the audio has no samples.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
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
    var utterance = NeuralUtterance(of: request.text, pause: Self.pause)
    for piece in text.pieces(limit: Self.longestSentence) {
      let line = NeuralLine(piece, vocabulary)
      guard line.hasSound else { continue }
      let speech = try await engine.speak(NeuralRequest(model, line, parameters))
      utterance.add(speech, of: line)
    }
    return VoiceEngineOutput(
      audioData: utterance.samples, audioFormat: .pcm16, sampleRate: Self.sampleRate, channels: 1,
      wordTimings: utterance.words, metadata: ["engine": "hibari"])
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is installed.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    (try? await catalog().resolve(voiceId)) != nil
  }

  /// Returns the error if the file of a known voice is missing, with the file's address and the
  /// folder for the file.
  public func absence(of voiceId: String) async -> VoiceProviderError? {
    try? await catalog().absence(of: voiceId)
  }

  /// Returns the id of the whispering form of a voice.
  ///
  /// For the whispering form, the worker synthesizes noise instead of pulses.
  public func whisperVoice(for voiceId: String) async -> String? {
    (try? await catalog().resolve(voiceId))?.whispering.text
  }

  /// Returns the versions of everything that the audio of all voices depends on.
  public func version() async throws -> String {
    "onnxruntime-\(try await engine.version()) signal-\(NeuralEngine.signalVersion) "
      + (try await reader.version())
  }

  /// Returns `version()` followed by the hash of the voice's file and the numbers of a derived speaker.
  public func version(voiceId: String) async throws -> String {
    let voice = try await catalog().resolve(voiceId)
    let preset = voice.preset?.version ?? ""
    return "\(try await version()) \(voice.model.sha256.prefix(16))\(preset)"
  }

  /// Ends the worker processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async {
    await engine.shutdown()
    await reader.shutdown()
  }
}

extension NeuralRequest {
  /// Creates the request for one sentence.
  init(_ model: NeuralModel, _ line: NeuralLine, _ parameters: HibariParameters) {
    self.init(
      model: model, ids: line.ids, speed: parameters.speed, pitch: parameters.pitch,
      formant: parameters.formant, gain: parameters.gain, breath: parameters.breath,
      roughness: parameters.roughness, tremor: parameters.tremor, tilt: parameters.tilt,
      isWhispered: parameters.whispers)
  }
}

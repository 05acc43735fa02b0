public import FoundationEssentials
import Glibc
import Phonemes

/// The installed voices of Kokoro v1.0, spoken by the program itself.
///
/// The voices are free and need no network.
///
/// Voice ids are the names of the voices' styles: `af_heart`. Rate sets the model's tempo, and gain
/// is applied to the samples. The language of the text decides how the text is converted to
/// phonemes. English text is converted with the American or British lexicon, depending on the
/// voice. Spanish, French, Hindi, Italian and Portuguese text is converted by espeak. If the
/// request's `isPhonemes` is true, `[[…]]` is spoken as IPA.
public struct KokoroVoiceProvider: VoiceProvider {
  /// The provider's id, which is the scheme of its voices' URIs.
  public static let id = "kokoro"
  /// The tempos at which the model loses no words.
  private static let rates = 0.5...2.0
  /// The pause between two sentences that the model speaks in separate runs, in frames: 0.3 s.
  private static let pause = 7200
  /// The version of the rules that turn a line into a request to the model.
  ///
  /// A new version means that the audio changes.
  private static let version = 1

  private let parts: NeuralParts
  private let english: HibariReader
  private let voices: KokoroVoices
  private let digests = FileDigests()
  private let advice: ProviderAdvice

  /// Creates a provider for the voices in folders, with its own worker and its own espeak.
  ///
  /// `natural` is the folder with the English lexicons, which come with the natural voice. By
  /// default the folder is searched for beside the program. `slots` is the number of lines spoken
  /// at the same time, 1 to 127. `advice` provides the advice for errors.
  public init(
    folders: VoiceFolders = VoiceFolders(), speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(),
    natural: String? = nil, slots: Int = ProcessInfo.processInfo.activeProcessorCount,
    advice: ProviderAdvice = .library
  ) {
    self.init(
      folders: folders, parts: NeuralParts(speller: speller, slots: slots),
      natural: natural ?? NaturalFiles.folder(), advice: advice)
  }

  init(folders: VoiceFolders, parts: NeuralParts, natural: String?, advice: ProviderAdvice) {
    (self.parts, self.advice) = (parts, advice)
    english = HibariReader(folder: natural, speller: parts.speller)
    voices = KokoroVoices(in: folders)
  }

  /// `kokoro`.
  public var providerId: String { Self.id }
  /// The name shown to users.
  public var displayName: String { "Kokoro" }
  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The first voice by name, or nil if no voice is installed.
  public var defaultVoiceId: String? { voices.catalog().voices.first?.id }
  /// True.
  public var isNatural: Bool { true }
  /// 24,000 Hz.
  public var nativeSampleRate: Int? { KokoroFiles.sampleRate }
  /// False: the voices are on this machine.
  public var listsVoicesRemotely: Bool { false }

  /// Returns tempos of 0.5 to 2, and IPA.
  ///
  /// Kokoro cannot change the pitch.
  public func abilities(model: String?) -> VoiceAbilities {
    VoiceAbilities(rates: Self.rates, supportsPitch: false, supportsIPA: true)
  }

  /// Returns the problem with a setting, or nil if there is no problem.
  ///
  /// Kokoro has no model, seed or other parameters.
  public func problem(with options: VoiceOptions) -> String? {
    if options.model != nil { return "\(displayName) has no setting \"model\"" }
    if options.seed != nil { return "\(displayName) has no setting \"seed\"" }
    if let name = options.parameters.keys.min() {
      return "\(displayName) has no setting \"\(name)\""
    }
    return abilityProblem(with: options)
  }

  /// Whether a voice and ONNX Runtime are installed.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Returns an error if no voice is installed or ONNX Runtime is missing, otherwise nil.
  public func configurationError() async -> (any Error)? {
    let catalog = voices.catalog(refreshing: true)
    if catalog.voices.isEmpty {
      return VoiceProviderError.engineUnavailable(
        catalog.problems.min()
          ?? "no Kokoro voice is installed; " + advice.words(.noInstalledVoice(providerId: Self.id))
      )
    }
    do {
      _ = try await parts.engine.version()
      return nil
    } catch {
      return error
    }
  }

  /// Returns the installed voices for a language.
  ///
  /// Each call reads the folders again.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    voices.catalog(refreshing: true).voices.flatMap(\.voices).speaking(languageCode)
  }

  /// Returns the voices for a language, without voices of languages that Kokoro cannot read.
  public func castingVoices(languageCode: String) async throws -> [Voice] {
    try await fetchVoices(languageCode: languageCode).filter {
      UnreadableLanguage.reason($0.language ?? "") == nil
    }
  }

  /// Returns the first casting voice.
  public func narratorVoice(languageCode: String) async throws -> Voice? {
    try await castingVoices(languageCode: languageCode).first
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
    let voice = try voices.catalog().resolve(request.voiceId)
    try SpokenText.check(request.text)
    let lines = try await lines(of: request, by: voice)
    let style = try voices.style(of: voice)
    var utterance = NeuralUtterance(of: request.text, pause: Self.pause)
    for line in lines {
      let speech = try await parts.engine.speak(
        Self.request(line, voice, style, request.options))
      utterance.add(speech, of: line)
    }
    return VoiceEngineOutput(
      audioData: utterance.samples, audioFormat: .pcm16, sampleRate: KokoroFiles.sampleRate,
      channels: 1, wordTimings: utterance.words, metadata: ["engine": "kokoro"])
  }

  private func lines(
    of request: VoiceEngineRequest, by voice: InstalledVoice
  ) async throws -> [NeuralLine] {
    switch try KokoroReading(text: request.languageCode, voice: voice.language) {
    case .english(let dialect):
      // A line may contain several sentences, because Kokoro speaks very short lines worse than
      // longer lines.
      return try await english.read(request, dialect: dialect)
        .pieces(limit: KokoroAlphabet.longestLine, everySentence: false)
        .map { NeuralLine($0, KokoroAlphabet.vocabulary) }.filter(\.hasSound)
    case .espeak(let speaker):
      return try KokoroAlphabet.lines(
        of: try await parts.reader.read(
          request.text, hasPhonemes: request.isPhonemes, voice: speaker))
    }
  }

  private static func request(
    _ line: NeuralLine, _ voice: InstalledVoice, _ style: KokoroStyle, _ options: VoiceOptions
  ) -> NeuralRequest {
    NeuralRequest(
      family: .kokoro, model: NeuralModel(path: voice.modelPath, sha256: voice.modelSHA256),
      ids: line.ids, style: style.row(symbols: line.ids.count - 2),
      speed: min(max(options.rate, rates.lowerBound), rates.upperBound),
      gain: pow(10, options.gain / 20))
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is installed.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    (try? voices.catalog().resolve(voiceId)) != nil
  }

  /// Returns the versions of everything that the audio of all voices depends on.
  public func version() async throws -> String {
    "onnxruntime-\(try await parts.engine.version()) kokoro-\(Self.version) "
      + (try await english.version()) + " clauses-\(EspeakReader.rulesVersion)"
  }

  /// Returns `version()` followed by the digests of the model and the style.
  public func version(voiceId: String) async throws -> String {
    let voice = try voices.catalog().resolve(voiceId)
    let model = voice.modelSHA256 ?? digests.digest(of: voice.modelPath) ?? ""
    let style = voice.stylePath.flatMap(digests.digest) ?? ""
    return "\(try await version()) \(model.prefix(16)) \(style.prefix(16))"
  }

  /// Ends the worker processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async {
    await parts.engine.shutdown()
    await parts.reader.shutdown()
  }
}

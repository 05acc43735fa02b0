public import FoundationEssentials

/// Piper voices, spoken by the program itself: the installed voices, or voices in other folders.
///
/// The voices are free and need no network.
///
/// Voice ids are the voices' names. If a voice has several speakers, `/` and a speaker's name or
/// number follow: `en_US-joe-medium`, `en_US-libritts_r-medium/p239`. Rate sets the model's tempo,
/// gain is applied to the samples, and `noise_scale` and `noise_w` are Piper's own settings.
/// espeak-ng converts text to phonemes. If the request's `isPhonemes` is true, `[[…]]` is spoken as
/// IPA.
public struct PiperModelProvider: VoiceProvider {
  /// The id of the provider of the installed voices.
  public static let id = "piper"
  /// The provider's id, which is the scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to users.
  public let displayName: String
  /// The pause between two sentences, in seconds, in addition to the pause that the model makes.
  private static let pause = 0.2
  /// The version of the rules that turn a line into a request to the model.
  ///
  /// A new version means that the audio changes.
  private static let version = 1

  private let parts: NeuralParts
  private let models: PiperModels
  private let digests = FileDigests()
  private let advice: ProviderAdvice

  /// Creates a provider for the voices in folders, with its own worker and its own espeak.
  ///
  /// `slots` is the number of lines spoken at the same time, 1 to 127. `advice` provides the advice
  /// for errors.
  public init(
    folders: VoiceFolders = VoiceFolders(), speller: EspeakNGVoiceEngine = EspeakNGVoiceEngine(),
    slots: Int = ProcessInfo.processInfo.activeProcessorCount, advice: ProviderAdvice = .library
  ) {
    self.init(
      places: PiperPlaces(installed: folders), parts: NeuralParts(speller: speller, slots: slots),
      advice: advice)
  }

  init(
    id: String = Self.id, name: String = "Piper", places: PiperPlaces, parts: NeuralParts,
    advice: ProviderAdvice
  ) {
    (providerId, displayName) = (id, name)
    (self.parts, self.advice) = (parts, advice)
    models = PiperModels(in: places)
  }

  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The first voice by name, or nil if no voice is installed.
  public var defaultVoiceId: String? { models.catalog().voices.first?.voices.first?.id }
  /// True.
  public var isNatural: Bool { true }
  /// The sample rate of all installed voices, or nil if their rates differ.
  public var nativeSampleRate: Int? { models.catalog().commonSampleRate }
  /// False: the voices are on this machine.
  public var listsVoicesRemotely: Bool { false }

  /// Returns tempos of 0.5 to 2, and IPA.
  ///
  /// Piper's models cannot change the pitch.
  public func abilities(model: String?) -> VoiceAbilities {
    VoiceAbilities(rates: PiperParameters.rates, supportsPitch: false, supportsIPA: true)
  }

  /// Returns the problem with a setting, or nil if there is no problem.
  public func problem(with options: VoiceOptions) -> String? {
    if options.model != nil { return "\(displayName) has no setting \"model\"" }
    if options.seed != nil { return "\(displayName) has no setting \"seed\"" }
    return PiperParameters.problem(with: options.parameters) ?? abilityProblem(with: options)
  }

  /// Whether a voice and ONNX Runtime are installed.
  public func isConfigured() async -> Bool { await configurationError() == nil }

  /// Returns an error if no voice is installed or ONNX Runtime is missing, otherwise nil.
  public func configurationError() async -> (any Error)? {
    let catalog = models.catalog(refreshing: true)
    if catalog.voices.isEmpty { return noVoice(catalog) }
    do {
      _ = try await parts.engine.version()
      return nil
    } catch {
      return error
    }
  }

  private func noVoice(_ catalog: PiperModelCatalog) -> VoiceProviderError {
    if let problem = catalog.problems.values.min() { return .engineUnavailable(problem) }
    guard providerId == Self.id else {
      return .engineUnavailable("\"voices\" of the provider \(providerId) names no voice")
    }
    return .engineUnavailable(
      "no Piper voice is installed; " + advice.words(.noInstalledVoice(providerId: Self.id)))
  }

  /// Returns the installed voices for a language.
  ///
  /// Each speaker is a voice. Each call reads the folders again.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    let voices = models.catalog(refreshing: true).voices.flatMap(\.voices)
    return voices.map { voice in
      var voice = voice
      voice.providerId = providerId
      return voice
    }.speaking(languageCode)
  }

  /// Speaks `text` and returns a WAV file.
  ///
  /// The voice determines the language.
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
    let resolved = try models.catalog().resolve(request.voiceId)
    try SpokenText.check(request.text)
    let model = try models.model(resolved.voice)
    let text = try await parts.reader.read(
      request.text, hasPhonemes: request.isPhonemes, voice: model.espeakVoice)
    let parameters = PiperParameters(request.options)
    let rate = model.clock.sampleRate
    var utterance = NeuralUtterance(of: request.text, pause: Int(Self.pause * Double(rate)))
    for line in try model.alphabet.lines(of: text) {
      let speech = try await parts.engine.speak(
        model.request(line, speaker: resolved.speaker, parameters))
      utterance.add(speech, of: line)
    }
    return VoiceEngineOutput(
      audioData: utterance.samples, audioFormat: .pcm16, sampleRate: rate, channels: 1,
      wordTimings: utterance.words, metadata: ["engine": "piper"])
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is installed.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    (try? models.catalog().resolve(voiceId)) != nil
  }

  /// Returns the reason why an installed voice cannot speak, or nil if the voice can speak.
  public func absence(of voiceId: String) async -> VoiceProviderError? {
    do throws(VoiceProviderError) {
      _ = try models.catalog().resolve(voiceId)
      return nil
    } catch {
      if case .voiceNotFound = error { return nil }
      return error
    }
  }

  /// Returns the versions of everything that the audio of all voices depends on.
  public func version() async throws -> String {
    "onnxruntime-\(try await parts.engine.version()) piper-\(Self.version) "
      + (try await parts.reader.version())
  }

  /// Returns `version()` followed by the digests of the voice's files.
  public func version(voiceId: String) async throws -> String {
    let voice = try models.catalog().resolve(voiceId).voice
    let model = voice.modelSHA256 ?? digests.digest(of: voice.modelPath) ?? ""
    let description = voice.descriptionPath.flatMap(digests.digest) ?? ""
    return "\(try await version()) \(model.prefix(16)) \(description.prefix(16))"
  }

  /// Ends the worker processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async {
    await parts.engine.shutdown()
    await parts.reader.shutdown()
  }
}

public import FoundationEssentials

/// A local program that speaks, as configured by the user: flite, festival, espeak-ng.
///
/// No shell is involved: a script's text reaches the program by standard input or as a whole
/// argument. Variables that hold secrets are not inherited, and the program ends with this process.
///
/// The program changes the tempo by `{rate}` in its command. Without `{rate}`, a rate other than 1
/// is an error and is never silently ignored. Pitch needs `{rate}` too and shifts the formants as
/// well. Gain is applied to the samples. `style`, `model`, `seed` and other parameters are ignored.
public struct CommandVoiceProvider: VoiceProvider {
  /// The provider's id, which is the scheme of its voices' URIs.
  public let providerId: String
  /// The name shown to users.
  public let displayName: String
  /// The program's configuration.
  public let configuration: CommandConfiguration

  private let engine: CommandEngine
  /// The account that pays for lines, or nil if lines are free.
  private let spending: SpendingAccount?

  /// Creates a provider.
  ///
  /// Copies share its processes, which end with the last copy.
  ///
  /// `spending` is the account that pays for each line by its characters. It is nil if lines are
  /// free.
  public init(
    id: String, name: String? = nil, configuration: CommandConfiguration,
    spending: SpendingAccount? = nil
  ) {
    providerId = id
    displayName = name ?? id
    self.configuration = configuration
    self.spending = spending
    engine = CommandEngine(providerId: id, configuration: configuration)
  }

  /// False: the voices are local and may change at any time.
  public var listsVoicesRemotely: Bool { false }

  /// Tempo and pitch if the command has `{rate}`.
  public func abilities(model: String?) -> VoiceAbilities {
    engine.takesRate
      ? VoiceAbilities() : VoiceAbilities(rates: 1...1, supportsPitch: false)
  }

  /// Always false.
  public var requiresAPIKey: Bool { false }
  /// Whether the user has set a price.
  public func isPriced() async -> Bool { spending != nil }
  /// The number of characters of the text if the user has set a price, otherwise 0.
  public func billedCharacters(for request: VoiceEngineRequest) async -> Int {
    spending == nil ? 0 : request.text.unicodeScalars.count
  }
  /// `audio/wav`.
  public var mimeType: String { VoiceEngineAudioFormat.wav.mimeType }
  /// The first listed voice.
  ///
  /// `default` if the program has only one voice.
  public var defaultVoiceId: String? { engine.voices.first?.id }
  /// The rate of raw audio.
  ///
  /// Nil for WAV files, which state it themselves.
  public var nativeSampleRate: Int? {
    configuration.output == .raw ? configuration.sampleRate : nil
  }

  /// Whether the configuration is valid and the program exists.
  public func isConfigured() async -> Bool { (try? engine.program()) != nil }

  /// Returns the error in the configuration or the error that the program is missing, otherwise
  /// nil.
  public func configurationError() async -> (any Error)? {
    do throws(VoiceProviderError) {
      _ = try engine.program()
      return nil
    } catch {
      return error
    }
  }

  /// Returns the listed voices for a language, in order.
  ///
  /// If the command has `{language}`, a voice without a language speaks every language. Otherwise
  /// it is listed only for the empty code. A program without listed voices has one voice,
  /// `default`. With `{voice}` in its command it accepts any plain name.
  public func fetchVoices(languageCode: String) async throws -> [Voice] {
    engine.voices.speaking(languageCode, unnamedSpeakAny: engine.takesLanguage)
  }

  /// Speaks `text` and returns a WAV file.
  public func generateAudio(
    text: String, voiceId: String, languageCode: String, options: VoiceOptions
  ) async throws -> Data {
    let request = VoiceEngineRequest(
      text: text, voiceId: voiceId, languageCode: languageCode, options: options)
    return try ProgramSound.wav(try await generate(request: request))
  }

  /// Speaks one utterance.
  ///
  /// Returns `pcm16` if the program writes mono 16-bit samples, otherwise the program's own format.
  public func generate(request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    guard let spending else { return try await engine.speak(request) }
    return try await spending.paying(for: request.text.unicodeScalars.count) {
      try await engine.speak(request)
    }
  }

  /// Estimates the duration from the length of the text, in seconds.
  public func estimateDuration(text: String, voiceId: String) async -> TimeInterval {
    SpokenText.estimatedSeconds(text)
  }

  /// Returns whether the voice is listed.
  ///
  /// If no voices are listed and the command has `{voice}`, returns whether the id is a plain name.
  public func isVoiceAvailable(voiceId: String) async -> Bool {
    engine.has(voiceId)
  }

  /// Returns a digest of the command, of the program's file and of the files that its arguments
  /// name.
  ///
  /// The program is the engine. A different program of the same name, for example after an update,
  /// sounds different, and the old clips must not be mixed with its clips. If the program is a
  /// script, its file is an argument, and so are the files of voices. Other files that the program
  /// reads are unknown.
  public func version() async throws -> String { try engine.version() }

  /// Ends the processes.
  ///
  /// A later request starts new ones.
  public func shutdown() async { await engine.shutdown() }
}

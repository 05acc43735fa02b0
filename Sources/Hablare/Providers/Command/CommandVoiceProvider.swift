import Basics
public import FoundationEssentials

/// A local program that speaks, as configured by the user, such as flite, festival or espeak-ng.
///
/// No shell is involved: the text reaches the program through standard input, as a whole argument,
/// or as the value of an option. The program does not inherit variables that hold secrets, and ends
/// with this process.
///
/// The program gets the tempo through `{rate}` in its command. If the command has no `{rate}`, a
/// rate other than 1 is an error. A change of pitch needs `{rate}` too, and also shifts the
/// formants. Gain is applied to the samples. `style`, `model`, `seed` and other parameters are
/// ignored.
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
  /// Copies of the provider share its processes. The processes end with the last copy.
  ///
  /// `spending` is the account that pays for each line by the number of its characters; nil if
  /// lines are free.
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

  /// Returns any tempo and pitch if the command has `{rate}`, otherwise only the voice's own tempo
  /// and pitch.
  public func abilities(model: String?) -> VoiceAbilities {
    var abilities =
      engine.takesRate ? VoiceAbilities() : VoiceAbilities(rates: 1...1, supportsPitch: false)
    abilities.varies = true
    return abilities
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
  /// The id of the first listed voice.
  ///
  /// If no voices are listed and the command has no `{voice}`, the id is `default`. If no voices
  /// are listed and the command has `{voice}`, the id is nil, because the program accepts any plain
  /// name.
  public var defaultVoiceId: String? { engine.voices.first?.id }
  /// The sample rate of raw audio, in Hz.
  ///
  /// Nil for WAV files, which state their own sample rate.
  public var nativeSampleRate: Int? {
    configuration.output == .raw ? configuration.sampleRate : nil
  }

  /// Whether the configuration is valid and the program exists.
  public func isConfigured() async -> Bool { (try? engine.program()) != nil }

  /// Returns an error if the configuration is not valid or the program is missing, otherwise nil.
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
  /// If the command has `{language}`, a voice without a language speaks every language. Otherwise a
  /// voice without a language is returned only for the empty code.
  ///
  /// If the user has listed no voices and the command has `{voice}`, the result is empty, and the
  /// program accepts any plain name. If the user has listed no voices and the command has no
  /// `{voice}`, the program has one voice, `default`.
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

  /// Returns a digest of the command, of the output format, of the program's file and of the files
  /// that its arguments name.
  ///
  /// After an update, the program may sound different, and old clips must not be mixed with new
  /// clips. If an interpreter runs a script, the script's file is an argument. The files of voices
  /// are often arguments too. Other files that the program reads are not part of the digest. If no
  /// voices are listed and the command has `{voice}`, the files of the arguments are not part of
  /// the digest either.
  public func version() async throws -> String { try engine.version() }

  /// Ends the processes.
  ///
  /// A later request starts new processes.
  public func shutdown() async { await engine.shutdown() }
}

/// Runs a user's program: one process for each line, or one process for many lines.
private final class CommandEngine: Sendable {
  /// The values that a running process was started with.
  /// Values that its command does not use are left out.
  private struct Key: Hashable {
    var voice = ""
    var language = ""
    var rate = 1.0
  }

  /// The voices that the user lists.
  /// If the user lists no voices and the command has no `{voice}`, the only voice is `default`.
  /// If the user lists no voices and the command has `{voice}`, the list is empty, and the program
  /// accepts any plain name.
  let voices: [Voice]
  let takesLanguage: Bool
  /// Whether the command contains a rate placeholder.
  var takesRate: Bool { template.takesRate }
  private let providerId: String
  private let configuration: CommandConfiguration
  private let template: CommandTemplate
  private let turns: TurnQueue
  private let pool: ProgramPool<Key>
  private let identity = FileDigests()

  init(providerId: String, configuration: CommandConfiguration) {
    self.providerId = providerId
    self.configuration = configuration
    let template = CommandTemplate(configuration.command.dropFirst())
    self.template = template
    takesLanguage = template.contains { $0 == .language }
    let listed = configuration.voices.map {
      Voice(
        id: $0.id, name: $0.id, providerId: providerId, language: $0.language, gender: $0.gender)
    }
    let takesAny = listed.isEmpty && template.contains { $0 == .voice }
    voices =
      listed.isEmpty && !takesAny
      ? [Voice(id: "default", name: "default", providerId: providerId)] : listed
    let concurrency = OwnLimits.programs(
      configuration.concurrency ?? ProcessInfo.processInfo.activeProcessorCount)
    turns = TurnQueue(count: concurrency)
    pool = ProgramPool(
      concurrency: concurrency, maximum: OwnLimits.programs(configuration.maximumProcesses)
    ) { key in
      let folder = try PrivateFolder()
      let values = CommandTemplate.Values(
        voice: key.voice, language: key.language, rate: key.rate, output: folder.path)
      let command = ChildCommand(
        path: try Self.program(of: configuration), arguments: template.filled(with: values),
        folder: folder.path, fileSizeLimit: Self.fileSizeLimit(configuration))
      return ProgramSession(command, folder: folder)
    }
  }

  /// Returns the path of the program.
  /// Throws `engineUnavailable` if the configuration or the program is unusable.
  func program() throws(VoiceProviderError) -> String { try Self.program(of: configuration) }

  private static func program(
    of configuration: CommandConfiguration
  ) throws(VoiceProviderError) -> String {
    if let problem = configuration.problem { throw .engineUnavailable(problem) }
    return try ExecutablePath.find(configuration.command.first ?? "")
  }

  /// Returns the size of the largest file that the program may write, in bytes.
  /// The limit prevents the program from filling the disk, but leaves room for files that libraries
  /// write. For example, PulseAudio writes a file of 64 MiB when espeak-ng runs (measured).
  private static func fileSizeLimit(_ configuration: CommandConfiguration) -> Int {
    max(configuration.maximumBytes, 256 << 20)
  }

  /// Speaks one utterance.
  func speak(_ request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    let values = try checkedValues(for: request)
    let delivery = try ProgramDelivery(request.options)
    let path = try program()
    let sound = ProgramSound(
      program: path.split(separator: "/").last.map(String.init) ?? path,
      mayBeEmpty: !SpokenText.hasWords(request.text), delivery: delivery)
    if configuration.keepsRunning { return try await askRunning(request.text, values, sound) }
    return try await turns.perform { [self] in
      try await runOnce(path, request.text, values, sound)
    }
  }

  func version() throws -> String {
    let path = try program()
    var parts = configuration.command
    parts += [configuration.input.rawValue, configuration.output.rawValue]
    parts += ["\(configuration.sampleRate ?? 0) \(configuration.channels)"]
    var files = Set([path])
    for voice in voices {
      files.formUnion(template.filled(with: CommandTemplate.Values(voice: voice.id)))
    }
    for file in files.sorted() where file.hasPrefix("/") {
      if let digest = identity.digest(of: file) { parts.append("\(file) \(digest)") }
    }
    return SHA256.hash(parts.joined(separator: "\u{0}")).hex
  }

  func shutdown() async { await pool.shutdown() }

  /// Returns whether `voices` contains the voice.
  /// If `voices` is empty, returns whether the name is a plain name. The name comes from a cast,
  /// and another person may have written the cast. So the name must not be an option of the program
  /// or the path of a file.
  func has(_ voiceId: String) -> Bool {
    guard voices.isEmpty else { return voices.contains { $0.id == voiceId } }
    let isPlain = voiceId.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        true
      default: false
      }
    }
    return isPlain && !voiceId.isEmpty && !voiceId.hasPrefix("-")
  }

  // MARK: One line

  /// Returns the placeholder values for a request.
  /// Throws if the program cannot speak the request.
  private func checkedValues(
    for request: VoiceEngineRequest
  ) throws(VoiceProviderError) -> CommandTemplate.Values {
    try SpokenText.check(request.text)
    guard has(request.voiceId) else {
      throw .voiceNotFound(nearest: Spelling.nearest(to: request.voiceId, among: voices.map(\.id)))
    }
    if request.isPhonemes { throw .noPhonemes(providerId) }
    try SpokenText.checkLanguage(request.languageCode)
    let delivery = try ProgramDelivery(request.options)
    if !template.takesRate, abs(delivery.tempo - 1) > 1e-9 {
      let what =
        request.options.pitch == 0
        ? "speak at the rate \(request.options.rate)" : "change the pitch"
      throw .notSupported(
        "the provider \(providerId) cannot \(what), because its command has no {rate}; add {rate} to "
          + "the command, or remove rate and pitch from the cast (also under \"delivery\")")
    }
    if configuration.input == .argument,
      request.text.utf8.count > CommandTemplate.longestArgument - 256
    {
      throw .textTooLong(limit: CommandTemplate.longestArgument - 256)
    }
    return CommandTemplate.Values(
      voice: request.voiceId, language: request.languageCode, rate: delivery.tempo)
  }

  private func runOnce(
    _ path: String, _ text: String, _ values: CommandTemplate.Values, _ sound: ProgramSound
  ) async throws -> VoiceEngineOutput {
    let folder = try PrivateFolder()
    var values = values
    values.output = folder.path(of: configuration.output == .wav ? "speech.wav" : "speech.raw")
    let isByInput = configuration.input == .stdin
    if !isByInput { values.text = text }
    let command = ChildCommand(
      path: path, arguments: template.filled(with: values), folder: folder.path,
      fileSizeLimit: Self.fileSizeLimit(configuration))
    let printed = try await ProgramRunner.run(
      command, input: isByInput ? Array("\(text)\n".utf8) : [],
      limits: .init(seconds: configuration.timeout, bytes: configuration.maximumBytes))
    let data =
      template.contains { $0 == .output }
      ? try read(values.output, by: sound.program) : Data(printed)
    // The folder must exist until the program's output has been read.
    withExtendedLifetime(folder) {}
    if configuration.output == .wav { return try sound.output(of: data) }
    return try sound.output(
      raw: data, sampleRate: configuration.sampleRate ?? 0, channels: configuration.channels)
  }

  private func askRunning(
    _ text: String, _ values: CommandTemplate.Values, _ sound: ProgramSound
  ) async throws -> VoiceEngineOutput {
    let key = Key(
      voice: template.contains { $0 == .voice } ? values.voice : "",
      language: takesLanguage ? values.language : "",
      rate: template.takesRate ? values.rate : 1)
    let line = SpokenText.oneLine(text)
    return try await pool.withSession(key) { [self] session in
      let answer = try await session.ask(line, seconds: configuration.timeout)
      if answer.isEmpty { return try sound.output(of: Data()) }
      // A relative path is relative to the program's working folder.
      let file = answer.hasPrefix("/") ? answer : session.folder.path(of: answer)
      let data = try read(file, by: sound.program)
      if file.hasPrefix(session.folder.path + "/") {
        try? FileManager.default.removeItem(atPath: file)
      }
      return try sound.output(of: data)
    }
  }

  private func read(_ file: String, by program: String) throws(VoiceProviderError) -> Data {
    do {
      return try AnswerFile.read(file, limit: configuration.maximumBytes)
    } catch {
      throw .engineCrashed(reason: "the audio file of \(program) cannot be used: \(error.reason)")
    }
  }
}

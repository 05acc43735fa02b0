import Basics
import FoundationEssentials
import Synchronization

/// Speaks with Piper.
///
/// Each voice and tempo has its own process, which is reused for many lines.
final class PiperEngine: Sendable {
  /// The values that a process was started with.
  struct Key: Hashable, Sendable {
    var model: String
    var speaker: Int?
    /// The factor of all durations, as passed to the program, or nil for the voice's own factor.
    var lengthScale: String?
  }

  /// The maximum size of a line's WAV file, in bytes: 100 minutes at 22,050 Hz.
  private static let maximumBytes = 256 << 20

  private let configuration: PiperConfiguration
  private let program: PiperProgram
  private let pool: ProgramPool<Key>
  private let found = Mutex<PiperVoiceCatalog?>(nil)
  private let identity = FileDigests()

  init(configuration: PiperConfiguration) {
    self.configuration = configuration
    let program = PiperProgram(command: configuration.program)
    self.program = program
    pool = ProgramPool(
      concurrency: OwnLimits.programs(
        configuration.concurrency ?? ProcessInfo.processInfo.activeProcessorCount),
      maximum: OwnLimits.programs(configuration.maximumProcesses)
    ) { key in
      let folder = try PrivateFolder()
      let own = Self.arguments(
        key, folder: folder.path, isReproducible: configuration.isReproducible)
      let command = ChildCommand(
        path: try program.path(), arguments: program.leadingArguments + own,
        environment: ChildEnvironment.inherited + ["PYTHONUTF8=1", "PYTHONUNBUFFERED=1"],
        folder: folder.path, fileSizeLimit: Self.maximumBytes)
      return ProgramSession(
        command, answerProtocol: .init(stream: .errors, answer: Self.answer(in:)), folder: folder)
    }
  }

  /// Returns Piper's options for a process that writes its files into a folder.
  ///
  /// `--no-normalize` is necessary. By default Piper amplifies each sentence, even a murmur, to the
  /// same peak. A voice's loudness would then change between sentences, and a gain measured once for
  /// each voice could not make the voices equally loud. The text is never an argument.
  static func arguments(_ key: Key, folder: String, isReproducible: Bool) -> [String] {
    var arguments = ["--model", key.model, "--output-dir", folder, "--no-normalize"]
    if let speaker = key.speaker { arguments += ["--speaker", String(speaker)] }
    if let scale = key.lengthScale { arguments += ["--length-scale", scale] }
    if isReproducible { arguments += ["--noise-scale", "0", "--noise-w", "0"] }
    return arguments
  }

  /// Returns the path in a line such as `INFO:piper.__main__:Wrote /tmp/x/1.wav`, or nil for other
  /// lines.
  static func answer(in line: String) -> String? {
    guard line.hasPrefix("INFO:"), let mark = line.firstRange(of: ":Wrote ") else { return nil }
    return String(line[mark.upperBound...])
  }

  /// Returns the cached voices.
  ///
  /// If `refreshing` is true, searches the folders again.
  func catalog(refreshing: Bool = false) -> PiperVoiceCatalog {
    if !refreshing, let known = found.withLock({ $0 }) { return known }
    let catalog = PiperVoiceCatalog(places: configuration.voices)
    found.withLock { $0 = catalog }
    return catalog
  }

  /// Returns whether the program is Piper and has a voice.
  func isUsable() async -> Bool { await fault() == nil }

  /// Returns the reason why Piper cannot speak, or nil if Piper can speak.
  func fault() async -> (any Error)? {
    do {
      let catalog = catalog()
      if catalog.models.isEmpty { _ = try catalog.resolve("any") }
      _ = try await program.checkedPath()
      return nil
    } catch {
      return error
    }
  }

  /// Speaks one utterance.
  func speak(_ request: VoiceEngineRequest) async throws -> VoiceEngineOutput {
    try SpokenText.check(request.text)
    let delivery = try ProgramDelivery(request.options)
    let voice = try catalog().resolve(request.voiceId)
    let description = voice.model.description
    if !SpokenText.hasWords(request.text) {
      // A text without letters and digits is not sent. Piper stops after a text that has no audio,
      // and the following lines would be lost.
      return VoiceEngineOutput(
        audioData: Data(), audioFormat: .pcm16, sampleRate: description.audio.sample_rate,
        channels: 1)
    }
    _ = try await program.checkedPath()
    let scale = (description.inference?.length_scale ?? 1) / delivery.tempo
    let key = Key(
      model: voice.model.path, speaker: voice.speaker,
      lengthScale: delivery.tempo == 1 ? nil : CommandTemplate.text(of: scale))
    let line = PiperText.line(request.text, isPhonemes: request.isPhonemes)
    let sound = ProgramSound(program: "Piper", mayBeEmpty: false, delivery: delivery)
    let seconds = configuration.timeout
    return try await pool.withSession(key) { session in
      try Self.take(try await session.ask(line, seconds: seconds), from: session, as: sound)
    }
  }

  private static func take(
    _ file: String, from session: ProgramSession, as sound: ProgramSound
  ) throws(VoiceProviderError) -> VoiceEngineOutput {
    guard file.hasPrefix(session.folder.path + "/") else {
      throw .engineCrashed(reason: "Piper wrote \(file), which is outside its output folder")
    }
    defer { try? FileManager.default.removeItem(atPath: file) }
    let data: Data
    do {
      data = try AnswerFile.read(file, limit: maximumBytes)
    } catch {
      throw .engineCrashed(reason: "the audio file of Piper cannot be used: \(error.reason)")
    }
    return try sound.output(of: data)
  }

  /// Returns a digest of the program, the settings, and the models in `names`.
  ///
  /// Nil means all models.
  func version(models names: Set<String>?) throws -> String {
    var parts = configuration.program + program.packages()
    parts += ["reproducible \(configuration.isReproducible)", "no-normalize"]
    var files = [try program.path()]
    for model in catalog().models where names?.contains(model.name) ?? true {
      files += [model.path, "\(model.path).json"]
    }
    for file in files {
      // The folder is left out, because it does not change a voice's audio.
      let name = file.split(separator: "/").last ?? ""
      parts.append("\(name) \(identity.digest(of: file) ?? "")")
    }
    return SHA256.hash(parts.joined(separator: "\u{0}")).hex
  }

  func shutdown() async { await pool.shutdown() }
}

/// Text in Piper's input format: one line of UTF-8.
enum PiperText {
  /// Returns the text as one line.
  ///
  /// In the result, `[[` begins phonemes only if `isPhonemes` is true.
  ///
  /// If `isPhonemes` is false, an inaudible space separates the two brackets.
  static func line(_ text: String, isPhonemes: Bool) -> String {
    let line = SpokenText.oneLine(text)
    if isPhonemes { return line }
    var result = ""
    var last: Character?
    for character in line {
      if character == "[", last == "[" { result.append(" ") }
      result.append(character)
      last = character
    }
    return result
  }
}

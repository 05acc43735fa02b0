import Basics
import FoundationEssentials

/// Runs a user's program: one process for each line, or one process for many lines.
final class CommandEngine: Sendable {
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

import Basics

/// A local program that speaks: its command, its input and its output.
public struct CommandConfiguration: Sendable, Equatable {
  /// How the program gets the text.
  public enum Input: String, Sendable, CaseIterable {
    /// Through standard input.
    case stdin
    /// In the argument that contains `{text}`.
    case argument
  }

  /// The format of the program's audio.
  public enum Output: String, Sendable, CaseIterable {
    /// A WAV file, written to `{output}` if an argument contains it, otherwise to standard output.
    case wav
    /// Little-endian signed 16-bit samples without a header, written to `{output}` if an argument
    /// contains it, otherwise to standard output.
    case raw
  }

  /// The program and its arguments, with `{voice}`, `{language}`, `{rate}`, `{output}` and
  /// `{text}`.
  ///
  /// No shell interprets the arguments. `{rate}` is the tempo as a multiple of the voice's own
  /// tempo. `{1/rate}` is the inverse of the tempo, for programs that need a factor for durations.
  /// `{175*rate}` is the tempo in words per minute, for a voice whose own tempo is 175 words per
  /// minute. Any number can replace 1 and 175. The program is a name on the PATH, an absolute path,
  /// or a path that begins with `~/`. Arguments may begin with `~/` too. The program runs in its
  /// own empty folder. `{text}` must be a whole argument, or the end of an argument such as
  /// `--text={text}`. Other braces are left unchanged.
  public var command: [String]
  /// How the program gets the text.
  public var input = Input.stdin
  /// The format of the program's audio.
  public var output = Output.wav
  /// The program's voices, each with the id that the program accepts.
  public var voices: [CommandVoice] = []
  /// The sample rate of raw audio, in hertz.
  public var sampleRate: Int?
  /// The number of channels of raw audio.
  public var channels = 1
  /// Whether one process speaks many lines.
  ///
  /// For each spoken line, the process reads one line of text from standard input. The process
  /// writes one line to standard output: the path of a WAV file, or an empty line.
  ///
  /// In this case `{output}` is a folder that exists as long as the process. Files in this folder
  /// are removed after they have been read. An empty line means that there is no audio. An empty
  /// line is allowed only for text without letters and digits.
  public var keepsRunning = false
  /// The time limit for a line, in seconds.
  public var timeout = 60
  /// The maximum size of a line's audio, in bytes.
  public var maximumBytes = InputLimit.programAnswer.maximum
  /// The maximum number of processes that speak at the same time.
  ///
  /// Nil means the number of processors.
  public var concurrency: Int?
  /// The maximum number of processes of a program that keeps running, including idle processes.
  public var maximumProcesses = 8

  /// Creates the configuration for a program.
  public init(command: [String]) { self.command = command }
}

/// A voice of a local program, as the user describes it.
public struct CommandVoice: Sendable, Equatable {
  /// The voice's name for the program.
  public var id: String
  /// The BCP 47 tag, or nil if the user has not set one.
  public var language: String?
  /// `female`, `male` or `neutral`, or nil if the user has not set one.
  public var gender: String?

  /// Creates a voice.
  public init(id: String, language: String? = nil, gender: String? = nil) {
    self.id = id
    self.language = language
    self.gender = gender
  }
}

extension CommandConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case command, input, output, voices, sampleRate, channels, keepRunning, timeout, maximumBytes
    case concurrency
  }

  static let type = "command"
  // Users choose the ids of their programs. Therefore even an entry with the id "command" must
  // state its type.
  static let isKnownByID = false

  init() { self.init(command: []) }

  mutating func set(_ key: Key, to value: JSONValue) {
    switch key {
    case .command: command = value.strings ?? []
    case .input: input = value.text.flatMap(Input.init(rawValue:)) ?? input
    case .output: output = value.text.flatMap(Output.init(rawValue:)) ?? output
    case .voices: voices = Self.voices(value)
    case .sampleRate: sampleRate = value.integer
    case .channels: channels = value.integer ?? channels
    case .keepRunning: keepsRunning = value.flag ?? keepsRunning
    case .timeout: timeout = value.integer ?? timeout
    case .maximumBytes: maximumBytes = value.integer ?? maximumBytes
    case .concurrency: concurrency = value.integer
    }
  }

  func value(of key: Key) -> JSONValue? {
    switch key {
    case .command: JSONValue(command)
    case .input: .string(input.rawValue)
    case .output: .string(output.rawValue)
    case .voices: voices.isEmpty ? nil : .array(voices.map(\.value))
    case .sampleRate: sampleRate.map(JSONValue.int)
    case .channels: .int(channels)
    case .keepRunning: .bool(keepsRunning)
    case .timeout: .int(timeout)
    case .maximumBytes: .int(maximumBytes)
    case .concurrency: concurrency.map(JSONValue.int)
    }
  }

  func check(_ entry: inout ProviderEntryReader) {
    func node(_ key: Key) -> JSONNode? { entry.value(of: key.rawValue) }
    if !command.isEmpty, let problem {
      entry.report("bad-command", "cannot work: \(problem)", at: node(.command))
    }
    if output == .wav, let stray = node(.sampleRate) ?? node(.channels),
      node(.output).map({ $0.value == .string("wav") }) ?? true
    {
      entry.report(
        "stray-format",
        "has the output \"wav\", so sampleRate and channels come from the file; remove this key",
        at: stray)
    }
    if let voices = node(.voices) { Self.reportDuplicates(voices, &entry) }
  }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    CommandVoiceProvider(
      id: entry.id, name: entry.displayName, configuration: self,
      spending: workshop.pricedAccount(of: entry))
  }

  // MARK: Voices

  /// Returns the voices of a list without duplicates; `check` reports the duplicates.
  private static func voices(_ value: JSONValue) -> [CommandVoice] {
    var seen: Set<String> = []
    return (value.values ?? []).compactMap { CommandVoice($0) }.filter { voice in
      seen.insert(voice.id).inserted
    }
  }

  private static func reportDuplicates(_ node: JSONNode, _ entry: inout ProviderEntryReader) {
    guard case .array(let nodes) = node.value else { return }
    var seen: Set<String> = []
    for node in nodes {
      guard let id = voiceID(node), !seen.insert(id).inserted else { continue }
      entry.values.report(
        "duplicate-voice", "the voice \"\(id)\" is listed twice", at: node.position)
    }
  }

  private static func voiceID(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let id): return id
    case .object(let members):
      guard case .string(let id)? = members.first(where: { $0.key == "id" })?.value.value else {
        return nil
      }
      return id
    default: return nil
    }
  }
}

extension CommandVoice {
  /// Creates a voice from a value that follows the rules of its field.
  /// Nil if the value has no id.
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text else { return nil }
    self.init(id: id, language: value["language"]?.text, gender: value["gender"]?.text)
  }

  fileprivate var value: JSONValue {
    var members: [String: JSONValue] = ["id": .string(id)]
    members["language"] = language.map(JSONValue.string)
    members["gender"] = gender.map(JSONValue.string)
    return .object(members)
  }
}

extension ProviderSettings.Kind {
  /// A program that the user configures.
  public static func command(_ configuration: CommandConfiguration) -> Self { Self(configuration) }
}

extension CommandConfiguration {
  static func field(_ key: Key) -> SettingField {
    switch key {
    case .command:
      SettingField(
        "Command", .list(of: .text()), help: "The program and its arguments", isRequired: true)
    case .input:
      SettingField("Input", .choice(Input.options), help: "How the program gets the text")
    case .output:
      SettingField("Output", .choice(Output.options), help: "The format of the program's audio")
    case .voices: SettingField("Voices", .list(of: voice), help: "The voices of the program")
    case .sampleRate: .sampleRate
    case .channels:
      SettingField(
        "Channels", .number(1...2, isWhole: true),
        help: "The number of channels of audio without a header")
    case .keepRunning:
      SettingField(
        "Keep running", .toggle, help: "Whether one process speaks many lines")
    case .timeout: .timeout
    case .maximumBytes: maximumBytesField
    case .concurrency: .concurrency("processes")
    }
  }

  /// The setting for the maximum size of a line's audio.
  /// The lowest allowed value is about one second of 16-bit audio at 8 kHz. The highest allowed value
  /// is the memory of a small machine.
  private static let maximumBytesField = SettingField(
    "Maximum bytes", .number(16_384...1_073_741_824, isWhole: true, unit: "bytes"),
    help: "The maximum audio size of a line")

  /// The name of a voice, or an object with the user's description of the voice.
  private static let voice = SettingField.Kind.dictionary(
    [
      SettingField(
        key: "id", label: "Name", help: "The name of the voice in the program", kind: .text(),
        isRequired: true),
      SettingField(
        key: "language", label: "Language", help: "The language tag of the voice",
        kind: .text(.languageTag)),
      SettingField(key: "gender", label: "Gender", kind: .choice(genders)),
    ], shorthand: "id")

  /// The values that `Voice.gender` can have.
  private static let genders = [
    SettingField.Option("female", label: "Female"), SettingField.Option("male", label: "Male"),
    SettingField.Option("neutral", label: "Neutral"),
  ]
}

extension CommandConfiguration.Input {
  fileprivate static let options = allCases.map { input in
    SettingField.Option(input.rawValue, label: input.label)
  }

  private var label: String {
    switch self {
    case .stdin: "Through standard input"
    case .argument: "In the argument with {text}"
    }
  }
}

extension CommandConfiguration.Output {
  fileprivate static let options = allCases.map { output in
    SettingField.Option(output.rawValue, label: output.label)
  }

  private var label: String {
    switch self {
    case .wav: "A WAV file"
    case .raw: "16-bit samples without a header"
    }
  }
}

extension CommandConfiguration {
  /// The names of the placeholders, without braces.
  private static let placeholders = ["voice", "language", "rate", "output", "text"]

  /// The error in the configuration, as a phrase that can follow a colon.
  /// Nil if there is no error. This does not check whether the program exists.
  package var problem: String? {
    guard let program = command.first, !program.isEmpty else { return "'command' is empty" }
    if program.contains("{") {
      return
        "the first string of 'command', '\(program)', is the program, so it cannot contain a placeholder"
    }
    let template = CommandTemplate(command.dropFirst())
    return misspelling(in: template) ?? problemOfText(template) ?? problemOfVoices(template)
      ?? problemOfOutput(template)
  }

  /// Returns the error in the use of `{text}`, or nil if there is no error.
  /// The text must be a whole argument or the value of an option. Otherwise a line of a book could
  /// become part of a shell's or an interpreter's code.
  private func problemOfText(_ template: CommandTemplate) -> String? {
    let hasText = template.contains { $0 == .text }
    switch (input, hasText) {
    case (.argument, false): return "'input' is 'argument', but no argument has {text}"
    case (.stdin, true):
      return "an argument has {text}, but 'input' is not 'argument': write \"input\": \"argument\""
    case (.argument, true) where keepsRunning:
      return
        "a program that keeps running must read its text from standard input, not an argument"
    default: break
    }
    for pieces in template.arguments where pieces.contains(.text) {
      switch (pieces.count, pieces.first) {
      case (1, _): continue
      case (2, .literal(let option)) where option.isOptionWithValue: continue
      default: return "{text} must be an argument of its own, or the end of one like --text={text}"
      }
    }
    return nil
  }

  private func problemOfVoices(_ template: CommandTemplate) -> String? {
    let takesVoice = template.contains { $0 == .voice }
    if !takesVoice, voices.count > 1 {
      return "'voices' lists \(voices.count) voices, but the command has no {voice} to select one"
    }
    let ids = voices.map(\.id)
    if ids.contains("") { return "a voice has no id" }
    if let twice = ids.first(where: { id in ids.filter { $0 == id }.count > 1 }) {
      return "the voice '\(twice)' is listed twice"
    }
    return nil
  }

  private func problemOfOutput(_ template: CommandTemplate) -> String? {
    if output == .raw, sampleRate == nil { return "raw audio needs 'sampleRate', in hertz" }
    if output == .raw, keepsRunning { return "a program that keeps running must write WAV files" }
    if let sampleRate, !(1000...384_000).contains(sampleRate) {
      return "'sampleRate' \(sampleRate) is not between 1000 and 384000 Hz"
    }
    if !(1...8).contains(channels) { return "'channels' \(channels) is not between 1 and 8" }
    if timeout < 1 { return "'timeout' must be 1 s or more" }
    if maximumBytes < 1 { return "'maximumBytes' must be 1 or more" }
    if let concurrency, concurrency < 1 { return "'concurrency' must be 1 or more" }
    return nil
  }

  /// Returns an error for a name in braces that resembles a placeholder.
  private func misspelling(in template: CommandTemplate) -> String? {
    for case .literal(let text) in template.arguments.joined() {
      for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
        guard let end = part.firstIndex(of: "}") else { continue }
        let name = part[..<end]
        guard name.count > 2, name.allSatisfy(\.isLetter) else { continue }
        if let near = Spelling.nearest(to: String(name), among: Self.placeholders, limit: 1).first {
          return "{\(name)} is not a placeholder; did you mean {\(near)}?"
        }
      }
    }
    return nil
  }
}

extension String {
  /// Whether the text is an option with `=` at its end, such as `--text=`, and has only characters
  /// that no interpreter treats specially.
  fileprivate var isOptionWithValue: Bool {
    hasPrefix("-") && hasSuffix("=")
      && dropLast().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}

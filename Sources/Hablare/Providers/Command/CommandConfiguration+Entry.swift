import Basics

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
  ///
  /// Nil if the value has no id.
  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text else { return nil }
    self.init(id: id, language: value["language"]?.text, gender: value["gender"]?.text)
  }

  /// The voice as a configuration value.
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

import Basics

extension CommandConfiguration: ProviderConfiguration {
  enum Key: String, CaseIterable {
    case command, input, output, voices, sampleRate, channels, keepRunning, timeout, maximumBytes
    case concurrency
  }

  static let type = "command"
  // An entry "command" would be a program of that name as well as any.
  static let isKnownByID = false

  init() { self.init(command: []) }

  mutating func read(_ key: Key, _ value: JSONNode, of entry: inout ProviderEntryReader) {
    switch key {
    case .command: command = entry.texts(value, "command") ?? []
    case .input: input = entry.values.choice(value, "input") ?? input
    case .output: output = entry.values.choice(value, "output") ?? output
    case .voices: voices = Self.voices(value, &entry)
    case .sampleRate: sampleRate = entry.sampleRate(value)
    case .channels: channels = entry.values.integer(value, "channels", in: 1...2) ?? 1
    case .keepRunning: keepsRunning = entry.values.bool(value, "keepRunning") ?? false
    case .timeout: timeout = entry.timeout(value) ?? timeout
    case .maximumBytes: maximumBytes = Self.maximumBytes(value, &entry) ?? maximumBytes
    case .concurrency: concurrency = entry.concurrency(value)
    }
  }

  /// From a second of poor sound to what the memory of a small machine holds.
  private static func maximumBytes(
    _ node: JSONNode, _ entry: inout ProviderEntryReader
  ) -> Int? {
    entry.values.integer(node, "maximumBytes", in: 16_384...1_073_741_824)
  }

  func check(_ entry: inout ProviderEntryReader) {
    func node(_ key: Key) -> JSONNode? { entry.value(of: key.rawValue) }
    if node(.command) == nil {
      entry.complain("missing-key", "needs \"command\": the program and its arguments")
    } else if !command.isEmpty, let problem {
      entry.complain("bad-command", "cannot work: \(problem)", at: node(.command))
    }
    if output == .wav, let stray = node(.sampleRate) ?? node(.channels),
      node(.output).map({ $0.value == .string("wav") }) ?? true
    {
      entry.complain(
        "stray-format", "has the output \"wav\", which says its sampleRate and channels itself",
        at: stray)
    }
  }

  func makeProvider(
    _ entry: ProviderSettings, in workshop: ProviderWorkshop
  ) -> any VoiceProvider {
    CommandVoiceProvider(
      id: entry.id, name: entry.displayName, configuration: self,
      spending: workshop.pricedAccount(of: entry))
  }

  // MARK: Voices

  /// Names, or objects with what the user knows of each voice.
  private static func voices(
    _ node: JSONNode, _ entry: inout ProviderEntryReader
  ) -> [CommandVoice] {
    guard case .array(let nodes) = node.value, !nodes.isEmpty else {
      entry.values.wrongType(node, "voices", "a list of names or of objects with \"id\"")
      return []
    }
    var seen: Set<String> = []
    return nodes.compactMap { node in
      guard let voice = voice(node, &entry) else { return nil }
      if seen.insert(voice.id).inserted { return voice }
      entry.values.complain(
        "duplicate-voice", "the voice \"\(voice.id)\" stands here twice", at: node.position)
      return nil
    }
  }

  private static func voice(
    _ node: JSONNode, _ entry: inout ProviderEntryReader
  ) -> CommandVoice? {
    guard case .object = node.value else {
      return entry.text(node, "a voice").map { CommandVoice(id: $0) }
    }
    var voice = CommandVoice(id: "")
    let keys = ["id", "language", "gender"]
    guard let fields = entry.values.members(node, "a voice", keys: keys) else { return nil }
    for field in fields {
      switch field.key {
      case "id": voice.id = entry.text(field.value, "id") ?? ""
      case "language": voice.language = entry.values.languageTag(field.value, "language")
      default:
        let gender: Gender? = entry.values.choice(field.value, "gender")
        voice.gender = gender?.rawValue
      }
    }
    if !fields.contains(where: { $0.key == "id" }) {
      entry.values.complain(
        "missing-key", "a voice needs \"id\", the name the program takes", at: node.position)
    }
    return voice.id.isEmpty ? nil : voice
  }

  /// The genders of `Voice`.
  private enum Gender: String, CaseIterable {
    case female, male, neutral
  }
}

extension ProviderSettings.Kind {
  /// A program of the user.
  public static func command(_ configuration: CommandConfiguration) -> Self { Self(configuration) }
}

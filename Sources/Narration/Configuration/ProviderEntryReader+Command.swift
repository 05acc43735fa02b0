import Guion
import Hablare

extension ProviderEntryReader {
  mutating func command(_ fields: [Field]) -> CommandConfiguration {
    var result = CommandConfiguration(command: [])
    for (key, value) in fields {
      switch key {
      case .command: result.command = texts(value, "command") ?? []
      case .input: result.input = values.choice(value, "input") ?? result.input
      case .output: result.output = values.choice(value, "output") ?? result.output
      case .voices: result.voices = voices(value)
      case .sampleRate: result.sampleRate = sampleRate(value)
      case .channels: result.channels = values.integer(value, "channels", in: 1...2) ?? 1
      case .keepRunning: result.keepsRunning = values.bool(value, "keepRunning") ?? false
      case .timeout: result.timeout = timeout(value) ?? result.timeout
      case .maximumBytes: result.maximumBytes = maximumBytes(value) ?? result.maximumBytes
      case .concurrency: result.concurrency = concurrency(value)
      default: break
      }
    }
    check(result, fields)
    return result
  }

  /// From a second of poor sound to what the memory of a small machine holds.
  private mutating func maximumBytes(_ node: JSONNode) -> Int? {
    values.integer(node, "maximumBytes", in: 16_384...1_073_741_824)
  }

  /// What has to fit together; only of values that are right in themselves.
  private mutating func check(_ command: CommandConfiguration, _ fields: [Field]) {
    func node(_ key: ProviderKey) -> JSONNode? { fields.first { $0.key == key }?.value }
    if node(.command) == nil {
      complain("missing-key", "needs \"command\": the program and its arguments", at: nil)
    } else if !command.command.isEmpty, let problem = command.problem {
      complain("bad-command", "cannot work: \(problem)", at: node(.command))
    }
    if command.output == .wav, let stray = node(.sampleRate) ?? node(.channels),
      node(.output).map({ $0.value == .string("wav") }) ?? true
    {
      complain(
        "stray-format", "has the output \"wav\", which says its sampleRate and channels itself",
        at: stray)
    }
  }

  private mutating func complain(_ code: String, _ message: String, at node: JSONNode?) {
    values.complain(code, "\"\(id)\" \(message)", at: (node ?? self.node).position)
  }

  /// Names, or objects with what the user knows of each voice.
  private mutating func voices(_ node: JSONNode) -> [CommandVoice] {
    guard case .array(let nodes) = node.value, !nodes.isEmpty else {
      values.wrongType(node, "voices", "a list of names or of objects with \"id\"")
      return []
    }
    var seen: Set<String> = []
    return nodes.compactMap { node in
      guard let voice = voice(node) else { return nil }
      if seen.insert(voice.id).inserted { return voice }
      values.complain(
        "duplicate-voice", "the voice \"\(voice.id)\" stands here twice", at: node.position)
      return nil
    }
  }

  private mutating func voice(_ node: JSONNode) -> CommandVoice? {
    guard case .object = node.value else {
      return text(node, "a voice").map { CommandVoice(id: $0) }
    }
    var voice = CommandVoice(id: "")
    let keys = ["id", "language", "gender"]
    guard let fields = values.members(node, "a voice", keys: keys) else { return nil }
    for field in fields {
      switch field.key {
      case "id": voice.id = text(field.value, "id") ?? ""
      case "language": voice.language = values.languageTag(field.value, "language")
      default:
        let gender: Gender? = values.choice(field.value, "gender")
        voice.gender = gender?.rawValue
      }
    }
    if !fields.contains(where: { $0.key == "id" }) {
      values.complain(
        "missing-key", "a voice needs \"id\", the name the program takes", at: node.position)
    }
    return voice.id.isEmpty ? nil : voice
  }

  /// The genders of `Voice`.
  private enum Gender: String, CaseIterable {
    case female, male, neutral
  }
}

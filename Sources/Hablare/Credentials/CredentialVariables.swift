/// The environment variables that hold keys, by provider.
public struct CredentialVariables: Sendable, Equatable {
  /// The names of a provider's variables, the first of those that are set counts.
  public var names: [String: [String]]

  /// Makes a list from names by provider id.
  public init(_ names: [String: [String]]) { self.names = names }

  /// `ELEVENLABS_API_KEY`, `OPENAI_API_KEY`, and what the user's configuration names.
  public init(configuration: UserConfiguration) {
    names = ["elevenlabs": [Self.elevenLabs], "openai": [Self.openAI]]
    for provider in configuration.providers {
      switch provider.kind {
      case .elevenLabs: names[provider.id] = [Self.elevenLabs]
      case .openAI(let settings): names[provider.id] = settings.variable.map { [$0] } ?? []
      case .espeak, .command, .piper: names[provider.id] = nil
      }
    }
  }

  /// What the service's own clients read.
  static let elevenLabs = "ELEVENLABS_API_KEY"
  static let openAI = "OPENAI_API_KEY"

  /// Whether the environment has a key for a provider, or names a file that should have one.
  public func areSet(for providerId: String, in environment: [String: String]) -> Bool {
    let keys = KeyEnvironment(values: environment, variables: self)
    return keys.variable(for: CredentialStore.key(for: providerId)) != nil
  }
}

extension CredentialVariables: ExpressibleByDictionaryLiteral {
  /// Makes a list from names by provider id, which must not repeat.
  public init(dictionaryLiteral elements: (String, [String])...) {
    names = Dictionary(elements) { first, _ in first }
  }
}

extension OpenAIConfiguration {
  /// The environment variable that holds the key: what the user names, OpenAI's own for OpenAI; other
  /// servers are never given OpenAI's key.
  package var variable: String? {
    keyVariable ?? (isOpenAI ? CredentialVariables.openAI : nil)
  }

  /// Whether the server is OpenAI's.
  package var isOpenAI: Bool {
    let host = "https://api.openai.com"
    guard baseURL.lowercased().hasPrefix(host) else { return false }
    let rest = baseURL.utf8.dropFirst(host.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}

/// The environment variables that hold keys, by provider.
public struct CredentialVariables: Sendable, Equatable {
  /// The names of a provider's variables, the first of those that are set counts.
  public var names: [String: [String]]

  /// Makes a list from names by provider id.
  public init(_ names: [String: [String]]) { self.names = names }

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

/// The environment variables that hold keys, by provider.
public struct CredentialVariables: Sendable, Equatable {
  /// The names of each provider's variables; the first that is set counts.
  public var names: [String: [String]]

  /// Creates a list from names by provider id.
  public init(_ names: [String: [String]]) { self.names = names }

  /// The variable that the service's own clients read.
  static let elevenLabs = "ELEVENLABS_API_KEY"
  static let openAI = "OPENAI_API_KEY"

  /// Returns whether the environment has a key for a provider, or names a file for it.
  public func areSet(for providerId: String, in environment: [String: String]) -> Bool {
    let keys = KeyEnvironment(values: environment, variables: self)
    return keys.variable(for: CredentialStore.key(for: providerId)) != nil
  }
}

extension CredentialVariables: ExpressibleByDictionaryLiteral {
  /// Creates a list from names by provider id, which must not repeat.
  public init(dictionaryLiteral elements: (String, [String])...) {
    names = Dictionary(elements) { first, _ in first }
  }
}

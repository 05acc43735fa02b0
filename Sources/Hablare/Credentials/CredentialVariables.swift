/// The environment variables that hold keys, by provider.
public struct CredentialVariables: Sendable, Equatable {
  /// The names of each provider's variables; the first that is set is used.
  public var names: [String: [String]]

  /// Creates a list from names by provider id.
  public init(_ names: [String: [String]]) { self.names = names }

  /// Returns whether the environment has a provider's key, or names a file with the key.
  public func areSet(for providerId: String, in environment: [String: String]) -> Bool {
    let keys = KeyEnvironment(values: environment, variables: self)
    return keys.variable(for: CredentialStore.key(for: providerId)) != nil
  }
}

extension CredentialVariables: ExpressibleByDictionaryLiteral {
  /// Creates a list from names by provider id.
  ///
  /// Each id may occur only once.
  public init(dictionaryLiteral elements: (String, [String])...) {
    names = Dictionary(elements) { first, _ in first }
  }
}

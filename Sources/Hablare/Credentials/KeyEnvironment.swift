/// Keys in environment variables, and in files that variables ending in `_FILE` name.
struct KeyEnvironment: Sendable {
  let values: [String: String]
  let variables: CredentialVariables

  /// The variable that supplies a key, and whether it names a file; an empty one counts as none, the
  /// variable itself for more than the one that names a file.
  func variable(for key: String) -> (name: String, isPath: Bool)? {
    guard let provider = KeyName.provider(of: key) else { return nil }
    for name in variables.names[provider] ?? [] {
      if isSet(name) { return (name, false) }
      if isSet(name + Self.fileSuffix) { return (name + Self.fileSuffix, true) }
    }
    return nil
  }

  /// The key and the variable it comes from; nil where no variable is set.
  func read(_ key: String) throws(CredentialError) -> (SecureString, CredentialSource)? {
    guard let (name, isPath) = variable(for: key), let value = values[name] else { return nil }
    let source = CredentialSource.environment(variable: name)
    let secret = isPath ? try SecretFile.read(named: value) : SecureString(value)
    return (try KeyForm.checked(secret, from: source), source)
  }

  /// What is added to a variable's name for one that names a file with the key in it, as images for
  /// containers have it.
  static let fileSuffix = "_FILE"

  private func isSet(_ name: String) -> Bool {
    values[name]?.contains { !$0.isWhitespace } == true
  }
}

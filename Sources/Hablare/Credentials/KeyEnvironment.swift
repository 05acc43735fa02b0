/// Keys in environment variables, and in files named by variables that end in `_FILE`.
struct KeyEnvironment: Sendable {
  let values: [String: String]
  let variables: CredentialVariables

  /// Returns the variable that supplies a key, and whether its value is a file name.
  ///
  /// An empty variable is ignored. A variable with the key overrides a variable with the name of a key file.
  func variable(for key: String) -> (name: String, isPath: Bool)? {
    guard let provider = KeyName.provider(of: key) else { return nil }
    for name in variables.names[provider] ?? [] {
      if isSet(name) { return (name, false) }
      if isSet(name + Self.fileSuffix) { return (name + Self.fileSuffix, true) }
    }
    return nil
  }

  /// Returns the key and its source; nil if no variable is set.
  func read(_ key: String) throws(CredentialError) -> (SecureString, CredentialSource)? {
    guard let (name, isPath) = variable(for: key), let value = values[name] else { return nil }
    let source = CredentialSource.environment(variable: name)
    let secret = isPath ? try SecretFile.read(named: value) : SecureString(value)
    return (try KeyForm.checked(secret, from: source), source)
  }

  /// The suffix of a variable that names a file with the key, as is usual for container images.
  static let fileSuffix = "_FILE"

  private func isSet(_ name: String) -> Bool {
    values[name]?.contains { !$0.isWhitespace } == true
  }
}

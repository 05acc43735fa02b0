/// Something the user should know about where keys are kept; not an error.
public enum CredentialNotice: Hashable, Sendable {
  /// The keyring could not be asked, and is not asked again; keys are in files or the environment.
  case keyringUnavailable(SecretServiceError)
  /// The keyring has the key but is locked, so that the key is not seen.
  case keyringLocked(key: String)
  /// A variable still supplies the key: it counts for more than what was saved or deleted.
  case environmentSupplies(key: String, variable: String)
}

extension CredentialNotice: CustomStringConvertible {
  /// What is so and what can be done, in one sentence.
  public var description: String {
    switch self {
    case .keyringUnavailable(let error):
      "the keyring \(error); keys are looked for in the environment and in files only"
    case .keyringLocked(let key):
      "the keyring that has \(key) is locked; unlock it to use the key"
    case .environmentSupplies(let key, let variable):
      "the environment variable \(variable) still supplies \(key); unset it to be rid of it"
    }
  }
}

/// A fact that the user needs to know about the storage of keys, but that is not an error.
public enum CredentialNotice: Hashable, Sendable {
  /// The keyring cannot be used, so keys are only in files or the environment.
  case keyringUnavailable(SecretServiceError)
  /// The keyring has the key but is locked, so the key cannot be read.
  case keyringLocked(key: String)
  /// An environment variable still supplies the key and overrides what was saved or deleted.
  case environmentSupplies(key: String, variable: String)
}

extension CredentialNotice: CustomStringConvertible {
  /// The fact and what to do, in one sentence.
  public var description: String {
    switch self {
    case .keyringUnavailable(let error):
      "the keyring \(error); only environment variables and files are used for keys"
    case .keyringLocked(let key):
      "the keyring that has \(key) is locked; unlock it to use the key"
    case .environmentSupplies(let key, let variable):
      "the environment variable \(variable) still supplies \(key); unset the variable to stop using that key"
    }
  }
}

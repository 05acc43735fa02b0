/// The source of a key.
public enum CredentialSource: Hashable, Sendable {
  /// The environment: a variable itself, or the file named by a variable that ends in `_FILE`.
  case environment(variable: String)
  /// The keyring of the user's desktop.
  case secretService
  /// A file that only the user can read.
  case file(path: String)
}

extension CredentialSource: CustomStringConvertible {
  /// The source as a phrase that can follow "from".
  public var description: String {
    switch self {
    case .environment(let variable): "the environment variable \(variable)"
    case .secretService: "the keyring"
    case .file(let path): path
    }
  }
}

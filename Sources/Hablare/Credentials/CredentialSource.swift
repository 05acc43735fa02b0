/// Where a key comes from.
public enum CredentialSource: Hashable, Sendable {
  /// The environment: the variable itself, or the file that a variable ending in `_FILE` names.
  case environment(variable: String)
  /// The keyring of the user's desktop.
  case secretService
  /// A file that only the user can read.
  case file(path: String)
}

extension CredentialSource: CustomStringConvertible {
  /// The place, in words that may follow "from".
  public var description: String {
    switch self {
    case .environment(let variable): "the environment variable \(variable)"
    case .secretService: "the keyring"
    case .file(let path): path
    }
  }
}

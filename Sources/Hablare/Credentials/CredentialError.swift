public import FoundationEssentials

/// Why a key could not be read, stored or removed; never contains a key.
public enum CredentialError: LocalizedError, Equatable, Sendable {
  /// The name of a key has a character other than letters, digits, `-`, `_` and `.`.
  case invalidName(String)
  /// A value that was found or entered cannot be a key, for this reason.
  case invalidKey(source: CredentialSource?, reason: String)
  /// Other users can read the file, which has the permissions `mode`.
  case exposed(path: String, mode: UInt32)
  /// The file belongs to another user, with the user id `owner`.
  case foreign(path: String, owner: UInt32)
  /// The path is not a file, but a link, a folder or a device.
  case notAFile(path: String)
  /// The file cannot be read, for this reason.
  case unreadable(path: String, reason: String)
  /// The file cannot be written or removed, for this reason.
  case unwritable(path: String, reason: String)
  /// The keyring has the key but is locked, so the key cannot be removed.
  case keyringLocked

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do, as a sentence.
  public var recoverySuggestion: String? { advice(.library).asSentence }
}

extension CredentialError: CustomStringConvertible, AdvisedError {
  /// What happened and what to do next, in one sentence.
  public var description: String { description(advice: .library) }

  /// Returns what happened and what to do next, in one sentence with the advice of the program that
  /// prints the error.
  public func description(advice: ProviderAdvice) -> String {
    switch self {
    case .invalidName, .exposed, .foreign, .notAFile, .keyringLocked:
      "\(fact)\(separator)\(self.advice(advice))"
    case .invalidKey, .unreadable, .unwritable: fact
    }
  }

  private var separator: String { if case .invalidName = self { ": " } else { "; " } }

  /// What happened.
  private var fact: String {
    switch self {
    case .invalidName(let name): "'\(name)' cannot be the name of a key"
    case .invalidKey(let source, let reason):
      source.map { "the value from \($0) cannot be a key: \(reason)" }
        ?? "this cannot be a key: \(reason)"
    case .exposed(let path, let mode):
      "other users can read \(path) (its mode is \(String(mode, radix: 8))), so the key in it is not used"
    case .foreign(let path, let owner):
      "\(path) belongs to another user (user id \(owner)), so the key in it is not used"
    case .notAFile(let path):
      "\(path) is a link or not a regular file, so no key is read from it"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .keyringLocked: "the keyring that has the key is locked"
    }
  }

  /// Returns what to do.
  private func advice(_ advice: ProviderAdvice) -> String {
    switch self {
    case .invalidName: "use letters, digits, '-', '_' and '.'"
    case .invalidKey: "store only the key, on one line"
    case .exposed(let path, _): advice.words(.readableKeyFile(path: path))
    case .foreign(let path, _): advice.words(.foreignKeyFile(path: path))
    case .notAFile: "replace it with a file that contains the key"
    case .unreadable(let path, _):
      "give the user read access to \(path), or store the key elsewhere"
    case .unwritable(let path, _):
      "give the user write access to \(path), or put the key in the environment"
    case .keyringLocked: "unlock it and try again"
    }
  }
}

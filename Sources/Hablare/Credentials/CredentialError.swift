public import FoundationEssentials

/// Why a key could not be read, kept or removed; never holds a key.
public enum CredentialError: LocalizedError, Equatable, Sendable {
  /// A key's name is letters, digits, `-`, `_` and `.`.
  case invalidName(String)
  /// What is there, or is to be kept, cannot be a key, for the reason given.
  case invalidKey(source: CredentialSource?, reason: String)
  /// Others than the user may read the file, whose permissions are given.
  case exposed(path: String, mode: UInt32)
  /// The file belongs to another user, whose number is given.
  case foreign(path: String, owner: UInt32)
  /// What is there is not a file, but a link, a folder or a device.
  case notAFile(path: String)
  /// The file cannot be read, for the reason given.
  case unreadable(path: String, reason: String)
  /// The file cannot be written or removed, for the reason given.
  case unwritable(path: String, reason: String)
  /// The keyring has the key but is locked, so that it cannot be removed.
  case keyringLocked

  /// The message for people.
  public var errorDescription: String? { description }
}

extension CredentialError: CustomStringConvertible {
  /// What happened and what to do next, in one sentence.
  public var description: String {
    switch self {
    case .invalidName(let name):
      "'\(name)' cannot be the name of a key: use letters, digits, '-', '_' and '.'"
    case .invalidKey(let source, let reason):
      source.map { "what comes from \($0) cannot be a key: \(reason)" }
        ?? "this cannot be a key: \(reason)"
    case .exposed(let path, let mode):
      "others may read \(path) (its mode is \(String(mode, radix: 8))), so the key in it is not used; "
        + "run `chmod 600 \(path)`, and replace the key if others may have seen it"
    case .foreign(let path, let owner):
      "\(path) belongs to another user (number \(owner)), so the key in it is not used; remove it and "
        + "log in again"
    case .notAFile(let path):
      "\(path) is a link or no file at all, so no key is read from it; put a file in its place"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .keyringLocked:
      "the keyring that has the key is locked; unlock it and try again"
    }
  }
}

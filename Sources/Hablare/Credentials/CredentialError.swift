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

  /// What to do, as a sentence.
  public var recoverySuggestion: String? { advice(.library).asSentence }
}

extension CredentialError: CustomStringConvertible, AdvisedError {
  /// What happened and what to do next, in one sentence.
  public var description: String { description(advice: .library) }

  /// What happened and what to do next, in one sentence with the advice of the program that prints it.
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
      source.map { "what comes from \($0) cannot be a key: \(reason)" }
        ?? "this cannot be a key: \(reason)"
    case .exposed(let path, let mode):
      "others may read \(path) (its mode is \(String(mode, radix: 8))), so the key in it is not used"
    case .foreign(let path, let owner):
      "\(path) belongs to another user (number \(owner)), so the key in it is not used"
    case .notAFile(let path): "\(path) is a link or no file at all, so no key is read from it"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .keyringLocked: "the keyring that has the key is locked"
    }
  }

  /// What to do.
  private func advice(_ advice: ProviderAdvice) -> String {
    switch self {
    case .invalidName: "use letters, digits, '-', '_' and '.'"
    case .invalidKey: "keep the key and nothing else, on one line"
    case .exposed(let path, _): advice.words(.readableKeyFile(path: path))
    case .foreign(let path, _): advice.words(.foreignKeyFile(path: path))
    case .notAFile: "put a file in its place"
    case .unreadable(let path, _): "let the user read \(path), or keep the key in another place"
    case .unwritable(let path, _): "let the user write \(path), or keep the key in the environment"
    case .keyringLocked: "unlock it and try again"
    }
  }
}

public import FoundationEssentials

extension SecretServiceError: LocalizedError {
  /// The message for people.
  public var errorDescription: String? { "the keyring \(description)" }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .unavailable: "Keep the key in a file or in the environment."
    case .locked: "Unlock the keyring and try again."
    case .timedOut: "Answer the keyring's prompt, or keep the key in a file or in the environment."
    }
  }
}

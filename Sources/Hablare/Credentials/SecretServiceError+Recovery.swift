public import FoundationEssentials

extension SecretServiceError: LocalizedError {
  /// The message for people.
  public var errorDescription: String? { "the keyring \(description)" }

  /// What to do about the error, as a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .unavailable: "Store the key in a file or in the environment."
    case .locked: "Unlock the keyring and try again."
    case .timedOut: "Answer the keyring's prompt, or store the key in a file or in the environment."
    }
  }
}

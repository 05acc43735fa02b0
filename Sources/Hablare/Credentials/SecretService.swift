/// The encrypted secret storage of a desktop: the Secret Service of GNOME Keyring, KWallet or
/// KeePassXC, or an app's own equivalent.
public protocol SecretService: Sendable {
  /// Returns the secret of an account; nil if it does not exist.
  func lookup(account: String) async throws(SecretServiceError) -> SecureString?

  /// Stores a secret, replacing the account's earlier secret; the desktop shows the new secret
  /// under `label`.
  func store(_ secret: SecureString, account: String, label: String)
    async throws(SecretServiceError)

  /// Removes the secret of an account; returns false if there was none.
  func clear(account: String) async throws(SecretServiceError) -> Bool
}

/// Why a secret service could not fulfil a request; never contains a secret.
public enum SecretServiceError: Error, Hashable, Sendable {
  /// The service is missing or refused the request, for this reason.
  case unavailable(String)
  /// The keyring for the secret is locked and was not unlocked.
  case locked
  /// Within this many seconds, the service did not answer, or the user did not answer its prompt.
  case timedOut(seconds: Int)
}

extension SecretServiceError: CustomStringConvertible {
  /// What happened, as a phrase that can follow "the keyring".
  public var description: String {
    switch self {
    case .unavailable(let reason): "cannot be used: \(reason)"
    case .locked: "is locked"
    case .timedOut(let seconds): "did not answer within \(seconds) s"
    }
  }
}

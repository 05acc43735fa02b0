/// A place of the desktop's where secrets are kept encrypted: the Secret Service of GNOME Keyring,
/// KWallet or KeePassXC, or what an app has instead.
public protocol SecretService: Sendable {
  /// The secret of an account; nil where there is none.
  func lookup(account: String) async throws(SecretServiceError) -> SecureString?

  /// Keeps a secret in place of the account's former one; `label` is what the desktop shows for it.
  func store(_ secret: SecureString, account: String, label: String)
    async throws(SecretServiceError)

  /// Removes the secret of an account; false where there was none.
  func clear(account: String) async throws(SecretServiceError) -> Bool
}

/// Why a secret service did not do what it was asked for; never holds a secret.
public enum SecretServiceError: Error, Hashable, Sendable {
  /// There is no such service here, or it refused, for the reason given.
  case unavailable(String)
  /// The keyring that has, or is to have, the secret is locked and was not unlocked.
  case locked
  /// Nobody answered the service's prompt, or the service nobody, for so many seconds.
  case timedOut(seconds: Int)
}

extension SecretServiceError: CustomStringConvertible {
  /// What happened, in half a sentence that "the keyring" can stand before.
  public var description: String {
    switch self {
    case .unavailable(let reason): "cannot be used: \(reason)"
    case .locked: "is locked"
    case .timedOut(let seconds): "did not answer within \(seconds) s"
    }
  }
}

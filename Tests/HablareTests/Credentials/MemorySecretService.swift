import Hablare
import Synchronization

/// A keyring that a test holds in its hands.
final class MemorySecretService: SecretService {
  private struct State {
    var secrets: [String: SecureString] = [:]
    var failure: SecretServiceError?
    var storeFailure: SecretServiceError?
    var lookups = 0
  }

  private let state = Mutex(State())

  /// Makes a keyring that holds secrets by account, and fails where a failure is given.
  init(
    _ secrets: [String: String] = [:], failing failure: SecretServiceError? = nil,
    failingToStore storeFailure: SecretServiceError? = nil
  ) {
    state.withLock {
      $0.secrets = secrets.mapValues { SecureString($0) }
      $0.failure = failure
      $0.storeFailure = storeFailure
    }
  }

  /// How often it was asked for a secret.
  var lookups: Int { state.withLock { $0.lookups } }

  /// What it holds, by account.
  var texts: [String: String] { state.withLock { $0.secrets.mapValues(\.text) } }

  func lookup(account: String) async throws(SecretServiceError) -> SecureString? {
    try state.withLock { state throws(SecretServiceError) in
      state.lookups += 1
      if let failure = state.failure { throw failure }
      return state.secrets[account]
    }
  }

  func store(
    _ secret: SecureString, account: String, label: String
  ) async throws(SecretServiceError) {
    try state.withLock { state throws(SecretServiceError) in
      if let failure = state.storeFailure ?? state.failure { throw failure }
      state.secrets[account] = secret
    }
  }

  func clear(account: String) async throws(SecretServiceError) -> Bool {
    try state.withLock { state throws(SecretServiceError) in
      if let failure = state.failure { throw failure }
      return state.secrets.removeValue(forKey: account) != nil
    }
  }
}

extension SecureString {
  /// The secret as text, which only a test may see.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

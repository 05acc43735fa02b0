import Hablare
import Synchronization

/// A keyring in the memory of a test.
final class MemorySecretService: SecretService {
  private struct State {
    var secrets: [String: SecureString] = [:]
    var failure: SecretServiceError?
    var storeFailure: SecretServiceError?
    var lookups = 0
  }

  private let state = Mutex(State())

  /// Creates a keyring that holds secrets by account.
  ///
  /// All calls fail if a failure is given.
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

  /// The number of requests for a secret.
  var lookups: Int { state.withLock { $0.lookups } }

  /// The secrets by account.
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
  /// The secret as text, which only a test may show.
  var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}

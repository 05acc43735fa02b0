import CSecret
import Dispatch
import Glibc

/// The Secret Service of the user's session, called through libsecret if libsecret is installed.
///
/// A secret has two attributes: `application` with the value `guion2audio`, and `account`. For
/// example, `secret-tool lookup application guion2audio account elevenlabs-api-key` prints the key
/// of ElevenLabs.
public struct LibsecretService: SecretService {
  /// The value of the attribute `application`.
  public static let application = "guion2audio"

  /// The longest time for a call, including prompts to the user: long enough to type a password.
  public static let timeLimit = Duration.seconds(30)

  private static let queue = DispatchQueue(label: "guion2audio.keyring", attributes: .concurrent)

  private let timeLimit: Duration

  /// Creates the service of this session; nothing is loaded or called before the first use.
  ///
  /// A call that takes longer than `timeLimit` is ended together with its prompt.
  public init(timeLimit: Duration = Self.timeLimit) { self.timeLimit = timeLimit }

  /// Returns the secret of an account; nil if it does not exist.
  public func lookup(account: String) async throws(SecretServiceError) -> SecureString? {
    let outcome = await run { call in call.lookup(account: account) }
    return try outcome.get()
  }

  /// Stores a secret in the default keyring, replacing the account's earlier secret.
  public func store(
    _ secret: SecureString, account: String, label: String
  ) async throws(SecretServiceError) {
    let outcome = await run { call in call.store(secret, account: account, label: label) }
    try outcome.get()
  }

  /// Removes the secret of an account; returns false if there was none.
  public func clear(account: String) async throws(SecretServiceError) -> Bool {
    let outcome = await run { call in call.clear(account: account) }
    return try outcome.get()
  }

  /// Runs a call on a thread that can block, and returns its result.
  ///
  /// After the time limit, the call is cancelled and its result is ignored.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (LibsecretCall) -> Result<Value, SecretServiceError>
  ) async -> Result<Value, SecretServiceError> {
    let call: LibsecretCall
    switch LibsecretCall.make() {
    case .success(let made): call = made
    case .failure(let error): return .failure(error)
    }
    let answer = OneAnswer<Result<Value, SecretServiceError>>()
    Self.queue.async { answer.give(Self.withoutSignals { body(call) }) }
    let timer = Task {
      try await Task.sleep(for: timeLimit)
      let (seconds, rest) = timeLimit.components
      answer.give(.failure(.timedOut(seconds: Int(seconds) + (rest > 0 ? 1 : 0))))
      call.cancel()
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(.failure(.unavailable("the call was cancelled")))
      call.cancel()
    }
  }

  /// Runs `body` with signals blocked.
  ///
  /// The first call starts threads of glib, which must not receive the program's signals.
  private static func withoutSignals<Value>(_ body: () -> Value) -> Value {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }
}

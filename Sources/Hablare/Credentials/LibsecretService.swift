import CSecret
import Dispatch
public import FoundationEssentials
import Glibc
import Synchronization

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

/// The Secret Service of the user's session, called through libsecret if libsecret is installed.
///
/// A secret has two attributes: `application` with the value `guion2audio`, and `account`. For
/// example, `secret-tool lookup application guion2audio account elevenlabs-api-key` prints the key
/// of ElevenLabs.
public struct LibsecretService: SecretService {
  /// The value of the attribute `application`.
  package static let application = "guion2audio"

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
  /// The first call starts threads of glib, which must not receive the program's signals.
  private static func withoutSignals<Value>(_ body: () -> Value) -> Value {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// One blocking call to libsecret.
  /// Any thread can cancel the call.
  /// Unchecked Sendable is safe here: the pointer never changes, one thread makes the call, and
  /// GCancellable is made for cancelling from another thread (gio, "thread-safe").
  final class LibsecretCall: @unchecked Sendable {
    private let handle: OpaquePointer

    private init(handle: OpaquePointer) { self.handle = handle }

    deinit { g2a_secret_call_free(handle) }

    /// Returns a call to be used once, or why libsecret cannot be used.
    /// Without a session bus, libsecret is not used. libsecret would start a permanent bus with
    /// dbus-launch, and the bus would inherit all variables of this process, including keys.
    static func make() -> Result<LibsecretCall, SecretServiceError> {
      guard hasSessionBus(ProcessInfo.processInfo.environment) else {
        return .failure(.unavailable("there is no session bus"))
      }
      if let handle = g2a_secret_call_new() { return .success(LibsecretCall(handle: handle)) }
      let problem = g2a_secret_problem().map { String(cString: $0) }
      return .failure(.unavailable(problem ?? "there is not enough memory"))
    }

    /// Returns whether a session bus exists where D-Bus expects it (D-Bus specification, "Well-known
    /// Message Bus Instances", and sd_bus_default(3)).
    private static func hasSessionBus(_ environment: [String: String]) -> Bool {
      if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
      guard let folder = environment["XDG_RUNTIME_DIR"] else { return false }
      return access(folder + "/bus", F_OK) == 0
    }

    /// Ends the waiting call; a call that has not begun ends as soon as it begins.
    func cancel() { g2a_secret_call_cancel(handle) }

    func lookup(account: String) -> Result<SecureString?, SecretServiceError> {
      var secret: UnsafeMutablePointer<CChar>?
      let result = withName(account) { g2a_secret_lookup(handle, $0, &secret) }
      defer { g2a_secret_free(secret) }
      return outcome(of: result).map { _ in secret.map { SecureString(cString: $0) } }
    }

    func store(
      _ secret: SecureString, account: String, label: String
    ) -> Result<Void, SecretServiceError> {
      let result = withName(account) { name in
        secret.withCString { g2a_secret_store(handle, name, label, $0) }
      }
      return outcome(of: result).map { _ in }
    }

    /// Removes the secret; returns true if there was a secret to remove.
    func clear(account: String) -> Result<Bool, SecretServiceError> {
      outcome(of: withName(account) { g2a_secret_clear(handle, $0) })
    }

    /// Returns true if the call succeeded, false if the secret does not exist, or the error.
    private func outcome(of result: g2a_secret_result) -> Result<Bool, SecretServiceError> {
      switch result {
      case G2A_SECRET_DONE: .success(true)
      case G2A_SECRET_NOTHING: .success(false)
      case G2A_SECRET_LOCKED: .failure(.locked)
      case G2A_SECRET_CANCELLED: .failure(.unavailable("the call was cancelled"))
      default: .failure(.unavailable(String(cString: g2a_secret_call_message(handle))))
      }
    }

    private func withName<Value>(_ account: String, _ body: (g2a_secret_name) -> Value) -> Value {
      LibsecretService.application.withCString { application in
        account.withCString { account in
          body(g2a_secret_name(application: application, account: account))
        }
      }
    }
  }

  /// An answer for one waiting caller.
  /// If several answers are given, only the first is delivered.
  final class OneAnswer<Answer: Sendable>: Sendable {
    private enum State {
      case open
      case awaited(CheckedContinuation<Answer, Never>)
      case given(Answer)
      case delivered
    }

    private let state = Mutex(State.open)

    /// Gives an answer; does nothing if an answer was already given.
    func give(_ answer: Answer) {
      let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
        switch state {
        case .open:
          state = .given(answer)
          return nil
        case .awaited(let continuation):
          state = .delivered
          return continuation
        case .given, .delivered: return nil
        }
      }
      waiting?.resume(returning: answer)
    }

    /// The first answer.
    /// Only one caller can wait for the answer, and only once.
    var value: Answer {
      get async {
        await withCheckedContinuation { continuation in
          let answer: Answer? = state.withLock { state in
            if case .given(let answer) = state {
              state = .delivered
              return answer
            }
            state = .awaited(continuation)
            return nil
          }
          if let answer { continuation.resume(returning: answer) }
        }
      }
    }
  }
}

/// Text from services, made safe to show in a message.
enum ServiceMessage {
  /// The longest shown text, in characters.
  static let limit = 200

  /// Returns the text in one line, without control and formatting characters, cut if it is too long.
  /// If the text contains the key, in upper or lower case, dots replace the key.
  static func shown(_ text: String, hiding key: SecureString? = nil, limit: Int = limit) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isInvisible(scalar) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        if line.last != " " { line.append(" ") }
      default: line.append(scalar)
      }
    }
    let words = String(line).split(separator: " ").joined(separator: " ")
    let safe = key.map { hide($0, in: words) } ?? words
    return safe.count > limit ? "\(safe.prefix(limit - 1))…" : safe
  }

  /// Returns whether a text contains the key, as `shown` detects it.
  static func has(_ key: SecureString?, in text: String) -> Bool {
    guard let key else { return false }
    return !places(of: key, in: Array(text.unicodeScalars)).isEmpty
  }

  /// Returns a service's request id, such as `req_01:a-b`, reduced to letters, digits and `_.:-`.
  /// Nil if nothing remains, or if the id contains the key.
  static func requestId(_ text: String?, hiding key: SecureString?) -> String? {
    guard let text else { return nil }
    let kept = text.unicodeScalars.filter { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || "_.:-".unicodeScalars.contains(scalar)
    }
    let id = String(String.UnicodeScalarView(kept))
    return id.isEmpty || has(key, in: id) ? nil : String(id.prefix(limit))
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .privateUse, .surrogate, .unassigned: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func hide(_ key: SecureString, in text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let found = places(of: key, in: scalars)
    if found.isEmpty { return text }
    var result = String.UnicodeScalarView()
    var place = 0
    for range in found {
      result += scalars[place..<range.lowerBound]
      result += "••••".unicodeScalars
      place = range.upperBound
    }
    result += scalars[place...]
    return String(result)
  }

  /// Returns where the key is in a text.
  /// Case is ignored. Invisible characters between the key's letters are ignored too.
  /// A key shorter than four bytes is not searched for, because it would match parts of ordinary
  /// words. If the key has twelve bytes or more, whitespace in the text is ignored too: a service
  /// may have broken the line, and ordinary words hardly ever form such a key. The key's bytes are
  /// read in place, because a copy would not be wiped.
  private static func places(of key: SecureString, in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    guard key.count >= 4 else { return [] }
    var bytes: [UInt8] = []
    var origins: [Int] = []
    for (place, scalar) in scalars.enumerated()
    where !isInvisible(scalar) && (key.count < 12 || !scalar.properties.isWhitespace) {
      for byte in String(scalar).utf8 {
        bytes.append(lowered(byte))
        origins.append(place)
      }
    }
    return key.withBytes { wanted in
      var found: [Range<Int>] = []
      var start = 0
      while start + wanted.count <= bytes.count {
        if wanted.indices.allSatisfy({ bytes[start + $0] == lowered(wanted[$0]) }) {
          found.append(origins[start]..<origins[start + wanted.count - 1] + 1)
          start += wanted.count
        } else {
          start += 1
        }
      }
      return found
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}

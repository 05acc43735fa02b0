import CSecret
import FoundationEssentials
import Glibc

/// One blocking call to libsecret.
///
/// Any thread can cancel the call.
///
/// Unchecked Sendable is safe here: the pointer never changes, one thread makes the call, and
/// GCancellable is made for cancelling from another thread (gio, "thread-safe").
final class LibsecretCall: @unchecked Sendable {
  private let handle: OpaquePointer

  private init(handle: OpaquePointer) { self.handle = handle }

  deinit { g2a_secret_call_free(handle) }

  /// Returns a call to be used once, or why libsecret cannot be used.
  ///
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

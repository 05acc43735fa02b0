import Synchronization

/// The HTTP client that all providers of a process share.
///
/// Connections are reused and shared. Proxies come from the usual environment variables, but
/// servers on this machine are always accessed directly.
public final class HTTPClient: Sendable {
  private let counters = TransferCounters()
  private let loop = Mutex<TransferLoop?>(nil)
  private let settings: TransferSettings

  /// Creates a client.
  ///
  /// Its thread and connections start with the first request.
  ///
  /// - Parameter userAgent: the client's name for servers, such as `guion2audio/0.1.0`.
  public convenience init(userAgent: String = "guion2audio") {
    self.init(settings: TransferSettings(userAgent: userAgent))
  }

  /// Creates a client with settings, such as certificate authorities other than the system's.
  ///
  /// For tests.
  init(settings: TransferSettings) { self.settings = settings }

  deinit { loop.withLock { $0?.end() } }

  /// The counts of all requests and bytes so far.
  public var statistics: TransferStatistics { counters.statistics }

  /// Sends one request once.
  ///
  /// Returns the response, whatever its status. A redirection is returned only if the request is a
  /// download. For other requests, a redirection is the error `HTTPError.redirected`.
  ///
  /// Throws `HTTPError`. If the task is cancelled, throws `CancellationError` at once.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await send(request, isRetry: false)
  }

  /// Sends a request once.
  ///
  /// `isRetry` tells the statistics that the request was sent before.
  func send(_ request: HTTPRequest, isRetry: Bool) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let parts = try request.checked()
    return try await runningLoop().perform(
      request, isDirect: parts.isLoopback, isRetry: isRetry || request.isRepeat)
  }

  /// Counts a complete but unusable response.
  func countLost() { counters.count { $0.lost += 1 } }

  private func runningLoop() throws -> TransferLoop {
    try loop.withLock { loop in
      if let loop { return loop }
      let started = try TransferLoop(settings: settings, counters: counters)
      loop = started
      return started
    }
  }
}

/// The settings that all transfers of a client share.
struct TransferSettings: Sendable {
  var userAgent = "guion2audio"
  /// A file of certificates that replaces the system's certificate authorities.
  var authorities: String?
}

import Synchronization

/// One client for all providers of a process.
///
/// Connections are kept and shared; proxies are those of the usual environment variables, but a
/// server on this machine is always spoken to directly.
public final class HTTPClient: Sendable {
  private let counters = TransferCounters()
  private let loop = Mutex<TransferLoop?>(nil)
  private let settings: TransferSettings

  /// Makes a client; its thread and connections begin with the first request.
  ///
  /// - Parameter userAgent: what the client calls itself, such as `guion2audio/0.1.0`.
  public convenience init(userAgent: String = "guion2audio") {
    self.init(settings: TransferSettings(userAgent: userAgent))
  }

  /// Makes a client that trusts other authorities than the system's; for tests.
  init(settings: TransferSettings) { self.settings = settings }

  deinit { loop.withLock { $0?.end() } }

  /// What has gone over the wire so far.
  public var statistics: TransferStatistics { counters.statistics }

  /// Sends one request once; gives any answer but a redirection.
  ///
  /// Throws `HTTPError`, and `CancellationError` as soon as the task is cancelled.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await send(request, isRetry: false)
  }

  /// Sends a request once; `isRetry` tells the statistics that it was sent before.
  func send(_ request: HTTPRequest, isRetry: Bool) async throws -> HTTPResponse {
    try Task.checkCancellation()
    let parts = try request.checked()
    return try await runningLoop().perform(
      request, isDirect: parts.isLoopback, isRetry: isRetry || request.isRepeat)
  }

  /// Counts an answer that came whole and was of no use.
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

/// What all transfers of a client have in common.
struct TransferSettings: Sendable {
  var userAgent = "guion2audio"
  /// A file of certificates to trust instead of the system's.
  var authorities: String?
}

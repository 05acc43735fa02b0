import CCurl
import Glibc
import Synchronization

/// The thread that runs all transfers of a client.
///
/// This object is the only owner of libcurl's multi handle.
///
/// No thread of Swift's thread pool waits for the network. The transfer thread keeps this object
/// alive until `end` is called.
final class TransferLoop: Sendable {
  private struct Inbox {
    var isEnding = false
    var nextID: UInt64 = 1
    var orders: [TransferOrder] = []
    var cancelled: [UInt64] = []
  }

  /// The maximum number of idle connections kept for reuse.
  private static let maximumIdleConnections = 32
  /// The maximum sleep without work, in milliseconds.
  ///
  /// A new entry in the inbox wakes the thread.
  private static let longestSleep: Int32 = 60_000

  // Everything in libcurl except `curl_multi_wakeup` is called only on the thread.
  // `curl_multi_wakeup` is called only under the inbox's lock while the thread runs.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  private let inbox = Mutex(Inbox())
  private let settings: TransferSettings
  private let counters: TransferCounters

  /// Starts the thread.
  init(settings: TransferSettings, counters: TransferCounters) throws(HTTPError) {
    try CurlLibrary.prepare()
    guard let multi = g2a_curl_multi_init() else {
      throw .unreachable("not enough memory for connections")
    }
    self.multi = multi
    self.settings = settings
    self.counters = counters
    _ = g2a_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.maximumIdleConnections)
    try startThread()
  }

  deinit { g2a_curl_multi_cleanup(multi) }

  /// Ends the thread and all running transfers.
  func end() { post { $0.isEnding = true } }

  /// Sends a request once.
  func perform(
    _ request: HTTPRequest, isDirect: Bool, isRetry: Bool
  ) async throws -> HTTPResponse {
    let id = inbox.withLock { inbox in
      defer { inbox.nextID += 1 }
      return inbox.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let order = TransferOrder(
          id: id, request: request, isDirect: isDirect, isRetry: isRetry,
          continuation: continuation)
        guard post({ $0.orders.append(order) }) else {
          return continuation.resume(throwing: HTTPError.interrupted("the program is ending"))
        }
        // If the task was cancelled before its order was in the inbox, the cancellation handler
        // found no order to cancel.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UInt64) { post { $0.cancelled.append(id) } }

  /// Changes the inbox and wakes the thread.
  ///
  /// Returns false if the thread is ending.
  @discardableResult
  private func post(_ change: (inout Inbox) -> Void) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.isEnding else { return false }
      change(&inbox)
      g2a_curl_multi_wakeup(multi)
      return true
    }
  }

  // MARK: The thread

  private func startThread() throws(HTTPError) {
    do {
      try LoopThread.start { [self] in run() }
    } catch {
      throw .unreachable("cannot start a thread: \(error.startReason)")
    }
  }

  private func run() {
    var active: [UInt64: Transfer] = [:]
    while true {
      let (orders, cancelled, isEnding) = takeMail()
      for order in orders { start(order, in: &active) }
      for id in cancelled { finish(id, in: &active, with: .failure(CancellationError())) }
      if isEnding { break }
      var running: Int32 = 0
      g2a_curl_multi_perform(multi, &running)
      harvest(&active)
      let patience = endStalled(&active)
      g2a_curl_multi_poll(multi, nil, 0, patience, nil)
    }
    for id in active.keys { finish(id, in: &active, with: .failure(CancellationError())) }
  }

  private func takeMail() -> (orders: [TransferOrder], cancelled: [UInt64], isEnding: Bool) {
    inbox.withLock { inbox in
      defer { (inbox.orders, inbox.cancelled) = ([], []) }
      return (inbox.orders, inbox.cancelled, inbox.isEnding)
    }
  }

  private func start(_ order: TransferOrder, in active: inout [UInt64: Transfer]) {
    do {
      let transfer = try Transfer(order, settings: settings, counters: counters)
      active[order.id] = transfer
      let status = g2a_curl_multi_add_handle(multi, transfer.handle)
      if status != CURLM_OK {
        let error = HTTPError.unreachable("libcurl refuses the transfer (\(status.rawValue))")
        finish(order.id, in: &active, with: .failure(error))
      }
    } catch {
      order.continuation.resume(throwing: error)
    }
  }

  /// Ends the transfers that have stalled.
  ///
  /// Returns how many milliseconds the thread may sleep until the next transfer stalls, rounded up.
  ///
  /// libcurl's own limit (`CURLOPT_LOW_SPEED_TIME`) is not used, because it is compared with the mean
  /// of five seconds and so triggers up to five seconds late.
  private func endStalled(_ active: inout [UInt64: Transfer]) -> Int32 {
    let now = ContinuousClock.now
    var sleep = Self.longestSleep
    for (id, transfer) in active {
      let patience = transfer.patience(at: now)
      if patience <= .zero {
        let error = HTTPError.timedOut(.stall, transfer.order.request.timeouts)
        finish(id, in: &active, with: .failure(error))
      } else {
        sleep = min(sleep, Int32(clamping: Int64(patience / .milliseconds(1)) + 1))
      }
    }
    return sleep
  }

  /// Completes the transfers that libcurl has finished.
  private func harvest(_ active: inout [UInt64: Transfer]) {
    var left: Int32 = 0
    while let message = g2a_curl_multi_info_read(multi, &left)?.pointee {
      guard message.msg == CURLMSG_DONE,
        let (id, transfer) = active.first(where: { $0.value.handle == message.easy_handle })
      else { continue }
      finish(id, in: &active, with: transfer.outcome(of: message.data.result))
    }
  }

  private func finish(
    _ id: UInt64, in active: inout [UInt64: Transfer], with outcome: Result<HTTPResponse, any Error>
  ) {
    // If the response arrived before the cancellation, the transfer is already finished.
    guard let transfer = active.removeValue(forKey: id) else { return }
    transfer.count(outcome)
    g2a_curl_multi_remove_handle(multi, transfer.handle)
    transfer.order.continuation.resume(with: outcome)
  }
}

/// A request for the thread.
struct TransferOrder: Sendable {
  var id: UInt64
  var request: HTTPRequest
  /// Whether to bypass proxies.
  var isDirect: Bool
  var isRetry: Bool
  var continuation: CheckedContinuation<HTTPResponse, any Error>
}

import CCurl
import Glibc
import Synchronization

/// The thread that runs all transfers of a client.
/// This object is the only owner of libcurl's multi handle.
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
  /// Returns how many milliseconds the thread may sleep until the next transfer stalls, rounded up.
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

/// Sets a handle's options and stores the first error.
final class TransferOptions {
  private let handle: UnsafeMutableRawPointer
  private(set) var failure: CURLcode?

  init(handle: UnsafeMutableRawPointer) { self.handle = handle }

  /// Sets the options of a request and the rules for all transfers.
  func set(_ order: TransferOrder, settings: TransferSettings) {
    let request = order.request
    set(CURLOPT_URL, request.url)
    set(CURLOPT_USERAGENT, settings.userAgent)
    if request.method == .post { set(body: request.body) }
    set(request.timeouts)
    setRules()
    // Downloads must not be compressed, because a partial compressed file could not be continued.
    if !request.isDownload { set(CURLOPT_ACCEPT_ENCODING, "") }
    // With this option, libcurl checks only announced sizes. `TransferAnswer` checks the
    // decompressed size.
    note(g2a_curl_set_offset(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.maximumBytes)))
    if let authorities = settings.authorities { set(CURLOPT_CAINFO, authorities) }
    // A proxy could not reach a server on this machine, and must not see the keys for that server.
    if order.isDirect { set(CURLOPT_PROXY, "") }
  }

  /// Passes libcurl the pointers that must live as long as the transfer.
  func set(
    headers: UnsafeMutablePointer<curl_slist>?, errorText: UnsafeMutablePointer<CChar>?
  ) {
    note(g2a_curl_set_list(handle, CURLOPT_HTTPHEADER, headers))
    note(g2a_curl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
  }

  private func set(body: [UInt8]) {
    set(CURLOPT_POST, 1)
    note(g2a_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    body.withUnsafeBytes { bytes in
      // libcurl copies the body here, with the size that was set before. An empty array may have no
      // address.
      let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      if let start, !bytes.isEmpty {
        note(g2a_curl_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, start))
      } else {
        set(CURLOPT_COPYPOSTFIELDS, "")
      }
    }
  }

  private func set(_ timeouts: HTTPTimeouts) {
    // libcurl reads 0 as "no limit". `TransferLoop` checks the stall limit.
    set(CURLOPT_CONNECTTIMEOUT, max(timeouts.connect, 1))
    set(CURLOPT_TIMEOUT, max(timeouts.total, 1))
  }

  /// Allows only http and https, with verified TLS, and no redirections, cookies or password files.
  private func setRules() {
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    set(CURLOPT_PATH_AS_IS, 1)
    // A proxy's own headers do not belong to the service's response.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_NOSIGNAL, 1)
    // A cancelled transfer does not wait for a name lookup.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  private func set(_ option: CURLoption, _ value: Int) {
    note(g2a_curl_set_long(handle, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) {
    note(g2a_curl_set_string(handle, option, value))
  }

  private func note(_ code: CURLcode) {
    if code != CURLE_OK && failure == nil { failure = code }
  }
}

/// Loads libcurl and starts it once in a process.
enum CurlLibrary {
  /// The result of starting libcurl, which happens once in a process.
  /// libcurl is never shut down, because another part of the process may use it.
  private static let start = g2a_curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Loads and starts the library unless it is running.
  static func prepare() throws(HTTPError) {
    guard g2a_curl_load() else {
      throw .unreachable("libcurl is not installed; install the package libcurl4")
    }
    guard start == CURLE_OK else { throw .unreachable("libcurl cannot be started: \(text(start))") }
  }

  /// Parses a date in any format that HTTP allows (RFC 9110, section 5.6.7) and returns seconds
  /// since 1970.
  /// Returns nil if the text is not a date or libcurl is missing.
  static func date(_ text: String) -> Int? {
    guard (try? prepare()) != nil else { return nil }
    let seconds = g2a_curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
  }

  /// Returns libcurl's general text for an error.
  static func text(_ code: CURLcode) -> String {
    g2a_curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}

/// The counts of a client's requests and bytes.
package struct TransferStatistics: Sendable, Equatable {
  /// The number of requests sent, including retries.
  /// Requests that got no connection are not counted.
  package var requests = 0
  /// The number of requests that were repeated after a failure, or in another form after a refusal.
  package var retries = 0
  /// The number of POST requests that were sent completely and got neither a usable response nor a
  /// refusal.
  /// The service may have charged for these requests.
  package var lost = 0
  /// The number of POST requests in flight.
  /// It is not yet known whether the service charges for them.
  package var inFlight = 0
  /// The number of body and header bytes sent, before TLS.
  package var bytesSent = 0
  /// The number of body and header bytes received, counted before decompression.
  package var bytesReceived = 0

  /// The number of requests that may have been charged without a usable response, including
  /// requests in flight.
  package var perhapsPaid: Int { lost + inFlight }

  /// Creates empty statistics.
  package init() {}
}

/// The statistics of a client.
/// Any thread can change them.
final class TransferCounters: Sendable {
  private let counted = Mutex(TransferStatistics())

  var statistics: TransferStatistics { counted.withLock(\.self) }

  func count(_ change: (inout TransferStatistics) -> Void) { counted.withLock { change(&$0) } }
}

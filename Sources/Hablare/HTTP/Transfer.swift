import CCurl

/// A running request.
///
/// This object is the only owner of its libcurl handle, and is used only on the thread of
/// `TransferLoop`.
final class Transfer {
  let order: TransferOrder
  let handle: UnsafeMutableRawPointer
  private let headers: HeaderList
  private let counters: TransferCounters
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(
    capacity: Int(CURL_ERROR_SIZE))
  private var answer: TransferAnswer
  private var isSent = false
  /// Whether the request may have arrived although libcurl no longer counts it as sent.
  ///
  /// If a reused connection breaks, libcurl starts the request again.
  private var mayHaveArrived = false
  /// The number of bytes sent and received at the last change, and the time of that change.
  private var progress = (bytes: 0, since: ContinuousClock.now)

  /// Prepares a transfer.
  ///
  /// Nothing is sent before the handle is added to the loop.
  init(
    _ order: TransferOrder, settings: TransferSettings, counters: TransferCounters
  ) throws(HTTPError) {
    headers = try HeaderList(of: order.request)
    guard let handle = g2a_curl_easy_init() else {
      throw .unreachable("not enough memory for the request")
    }
    self.order = order
    self.handle = handle
    self.counters = counters
    answer = TransferAnswer(to: order.request)
    errorText.initialize(repeating: 0)
    let options = TransferOptions(handle: handle)
    options.set(order, settings: settings)
    options.set(headers: headers.first, errorText: errorText.baseAddress)
    setCallbacks()
    if let failure = options.failure { throw .invalidAddress(CurlLibrary.text(failure)) }
  }

  deinit {
    g2a_curl_easy_cleanup(handle)
    errorText.deallocate()
  }

  /// Returns the outcome for libcurl's result.
  func outcome(of code: CURLcode) -> Result<HTTPResponse, any Error> {
    if let failure = answer.failure { return .failure(failure) }
    guard code == CURLE_OK else {
      let text = errorText.baseAddress.map { String(cString: $0) } ?? ""
      let failure = TransferFailure(
        code: code, text: text, info: TransferInfo(handle), request: order.request)
      return .failure(consequence(of: failure.error))
    }
    var response = answer.response
    if (300..<400).contains(response.status) {
      guard order.request.isDownload else {
        return .failure(HTTPError.redirected(to: redirectionTarget))
      }
      response.redirection = TransferInfo(handle).redirection
    }
    return .success(response)
  }

  /// Returns the error for a failure.
  ///
  /// If the request was sent, `mayBeCharged` is true for the returned error.
  ///
  /// If a reused connection breaks, libcurl connects again, and the new connection may fail. The
  /// request may still have arrived over the old connection.
  private func consequence(of error: HTTPError) -> HTTPError {
    guard isSent, !error.mayBeCharged else { return error }
    mayHaveArrived = true
    return .interrupted(error.description)
  }

  /// Returns how much longer the transfer may continue without sending or receiving a byte.
  func patience(at now: ContinuousClock.Instant) -> Duration {
    let info = TransferInfo(handle)
    let bytes = info.bytesSent + info.bytesReceived
    // Until the connection is established, only the connect limit applies.
    if !isSent || bytes != progress.bytes { progress = (bytes, now) }
    return .seconds(max(order.request.timeouts.stall, 1)) - (now - progress.since)
  }

  /// Adds the transfer to the statistics.
  func count(_ outcome: Result<HTTPResponse, any Error>) {
    let info = TransferInfo(handle)
    let request = order.request
    let isAnswered = (try? outcome.get()) != nil || answer.isRefusal
    let isWhole = mayHaveArrived || info.uploaded >= request.body.count
    let mayBePaid = request.method == .post && isSent && isWhole && !isAnswered
    let wasInFlight = request.method == .post && isSent
    counters.count { counted in
      if wasInFlight { counted.inFlight -= 1 }
      counted.bytesSent += info.bytesSent
      counted.bytesReceived += info.bytesReceived
      if mayBePaid { counted.lost += 1 }
    }
  }

  /// The scheme and host of the redirection's target.
  ///
  /// The path and the query are left out because they may contain secrets.
  private var redirectionTarget: String {
    guard let text = TransferInfo(handle).redirection, let parts = try? URLParts(text) else {
      return "another address"
    }
    return ServiceMessage.shown(
      "\(parts.scheme)://\(parts.host)", hiding: order.request.secret?.key)
  }

  // MARK: Callbacks from libcurl, on the loop's thread

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
      _ = g2a_curl_set_pointer(handle, option, context)
    }
    _ = g2a_curl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Transfer.of(context)?.answer.take(
        body: UnsafeRawBufferPointer(start: bytes, count: size * count))
        ?? 0
    }
    _ = g2a_curl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Transfer.of(context)?.answer.take(
        headerLine: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }
    _ = g2a_curl_set_prerequest(handle) { context, _, _, _, _ in
      Transfer.of(context)?.allowSending() ?? CURL_PREREQFUNC_ABORT
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Allows libcurl to send the request, but only once.
  ///
  /// If a reused connection breaks, libcurl would send the request a second time, although the
  /// service may already have charged for it.
  private func allowSending() -> Int32 {
    if isSent {
      mayHaveArrived = true
      return CURL_PREREQFUNC_ABORT
    }
    isSent = true
    let (isRetry, isPost) = (order.isRetry, order.request.method == .post)
    counters.count { counted in
      counted.requests += 1
      if isPost { counted.inFlight += 1 }
      if isRetry { counted.retries += 1 }
    }
    return CURL_PREREQFUNC_OK
  }
}

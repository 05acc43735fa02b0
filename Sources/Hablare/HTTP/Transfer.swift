import CCurl

/// One request under way: the one owner of libcurl's handle for it, on the thread of its loop.
final class Transfer {
  let order: TransferOrder
  let handle: UnsafeMutableRawPointer
  private let headers: HeaderList
  private let counters: TransferCounters
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(
    capacity: Int(CURL_ERROR_SIZE))
  private var answer: TransferAnswer
  private var isSent = false
  /// Whether the request may have arrived although libcurl forgets what it has sent: where a kept
  /// connection dies, libcurl begins the request again.
  private var mayHaveArrived = false
  /// The bytes that had gone either way when that last changed, and when it did.
  private var progress = (bytes: 0, since: ContinuousClock.now)

  /// Prepares a transfer; nothing goes out before the handle is added to the loop's.
  init(
    _ order: TransferOrder, settings: TransferSettings, counters: TransferCounters
  ) throws(HTTPError) {
    headers = try HeaderList(of: order.request)
    guard let handle = g2a_curl_easy_init() else { throw .unreachable("there is no memory for it") }
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

  /// What libcurl's result means.
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

  /// What a failure means once the request has been sent: the request may be charged.
  ///
  /// Where a kept connection dies libcurl connects again, and may find nobody: the request may have
  /// arrived over the old connection.
  private func consequence(of error: HTTPError) -> HTTPError {
    guard isSent, !error.mayBeCharged else { return error }
    mayHaveArrived = true
    return .interrupted(error.description)
  }

  /// How long it may go on without a byte in either direction.
  func patience(at now: ContinuousClock.Instant) -> Duration {
    let info = TransferInfo(handle)
    let bytes = info.bytesSent + info.bytesReceived
    // Until the connection stands the limit is another.
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

  /// Scheme and host, since the rest of an address may hold what is not for everyone's eyes.
  private var redirectionTarget: String {
    guard let text = TransferInfo(handle).redirection, let parts = try? URLParts(text) else {
      return "another address"
    }
    return ServiceMessage.shown(
      "\(parts.scheme)://\(parts.host)", hiding: order.request.secret?.key)
  }

  // MARK: What libcurl calls, on the loop's thread

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

  /// Lets libcurl send the request once: on a kept connection that dies it would send it again by
  /// itself, uncounted, although the service may have charged for it.
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

import Basics
import CCurl

/// A running request.
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
  /// If a reused connection breaks, libcurl starts the request again.
  private var mayHaveArrived = false
  /// The number of bytes sent and received at the last change, and the time of that change.
  private var progress = (bytes: 0, since: ContinuousClock.now)

  /// Prepares a transfer.
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
  /// If the request was sent, `mayBeCharged` is true for the returned error.
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

  /// A failed transfer, and the error that the caller gets.
  struct TransferFailure {
    var code: CURLcode
    /// libcurl's error text, or empty if there is none.
    var text: String
    var info: TransferInfo
    var request: HTTPRequest

    var error: HTTPError {
      switch code {
      case CURLE_OPERATION_TIMEDOUT: timeout
      case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: .unreachable(account)
      // libcurl's texts for these errors quote the proxy's address, which may contain a password.
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY, CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT:
        .unreachable(CurlLibrary.text(code))
      case CURLE_UNSUPPORTED_PROTOCOL: .unreachable("the server does not speak HTTP")
      case CURLE_URL_MALFORMAT: .invalidAddress(CurlLibrary.text(code))
      case CURLE_FILESIZE_EXCEEDED: .tooLarge(limit: request.maximumBytes)
      case CURLE_SSL_CONNECT_ERROR: isCutOff ? .unreachable(account) : .untrusted(account)
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
        .untrusted(account)
      case CURLE_ABORTED_BY_CALLBACK:
        .interrupted("the server closed the connection without a response")
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
        CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING:
        .interrupted(account)
      default: .interrupted(CurlLibrary.text(code))
      }
    }

    private var timeout: HTTPError {
      // libcurl has the same code for the connect limit and the total limit. The time that
      // libcurl reports can be slightly shorter than the total limit that was reached.
      let isTotal = info.wasConnected || info.seconds > Double(request.timeouts.total) - 0.05
      return .timedOut(isTotal ? .total : .connect, request.timeouts)
    }

    /// Whether the connection was cut during the TLS handshake.
    /// A cut connection says nothing about the certificate.
    private var isCutOff: Bool { info.systemError != 0 || text.contains("SSL_ERROR_SYSCALL") }

    /// libcurl's error text, on one line of limited length.
    /// The text names at most a host and a port.
    /// If libcurl's error text quotes a whole address, libcurl's general text is used instead. For
    /// example, if the configured proxy is not a proxy, the error text quotes the proxy's address,
    /// which may contain a password.
    private var account: String {
      let printable = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      let quotesAddress = text.contains("://") || text.contains("@")
      guard !printable.isEmpty, !quotesAddress else { return CurlLibrary.text(code) }
      return String(String.UnicodeScalarView(printable.prefix(300)))
    }
  }

  /// libcurl's data about a transfer.
  struct TransferInfo {
    private let handle: UnsafeMutableRawPointer

    init(_ handle: UnsafeMutableRawPointer) { self.handle = handle }

    /// The number of body bytes sent.
    var uploaded: Int { offset(CURLINFO_SIZE_UPLOAD_T) }

    /// The number of header and body bytes sent.
    var bytesSent: Int {
      // If a short body is sent together with the headers, libcurl counts the body as part of the
      // request. libcurl counts a long body separately.
      let requestSize = long(CURLINFO_REQUEST_SIZE)
      return requestSize >= uploaded ? requestSize : requestSize + uploaded
    }

    /// The number of header and body bytes received.
    var bytesReceived: Int {
      long(CURLINFO_HEADER_SIZE) + offset(CURLINFO_SIZE_DOWNLOAD_T)
    }

    /// Whether the connection was established, including TLS, so that the request could be sent.
    var wasConnected: Bool { offset(CURLINFO_PRETRANSFER_TIME_T) > 0 }

    /// The seconds since the start.
    var seconds: Double { Double(offset(CURLINFO_TOTAL_TIME_T)) / 1_000_000 }

    /// The system's error number of a failed connection, or 0 if no connection failed.
    var systemError: Int32 { Int32(truncatingIfNeeded: long(CURLINFO_OS_ERRNO)) }

    /// The absolute target of a redirection.
    var redirection: String? {
      var text: UnsafeMutablePointer<CChar>?
      guard g2a_curl_get_string(handle, CURLINFO_REDIRECT_URL, &text) == CURLE_OK else {
        return nil
      }
      return text.map { String(cString: $0) }
    }

    private func long(_ info: CURLINFO) -> Int {
      var value = 0
      return g2a_curl_get_long(handle, info, &value) == CURLE_OK ? value : 0
    }

    private func offset(_ info: CURLINFO) -> curl_off_t {
      var value: curl_off_t = 0
      return g2a_curl_get_offset(handle, info, &value) == CURLE_OK ? value : 0
    }
  }
}

/// The response to a request, as it arrives.
private struct TransferAnswer {
  /// The maximum size of all headers together: 256 KiB, many times what services send.
  private static let maximumHeaderBytes = InputLimit.answerHead.maximum

  private let maximumBytes: Int
  private let receiver: (any BodyReceiver)?
  private var received = 0
  private var status = 0
  private var headers: [String: String] = [:]
  private var body: [UInt8] = []
  private var headerBytes = 0
  private var hasAllHeaders = false
  /// Why reading stopped early.
  private(set) var failure: HTTPError?

  /// Creates an empty response to a request.
  init(to request: HTTPRequest) {
    (maximumBytes, receiver) = (request.maximumBytes, request.receiver)
  }

  /// The response so far.
  var response: HTTPResponse { HTTPResponse(status: status, headers: headers, body: body) }

  /// Whether the service has refused the request, judged by the status of the response.
  var isRefusal: Bool { status >= 300 }

  /// Receives a part of the body, decompressed.
  /// Returns the number of accepted bytes, as libcurl requires.
  mutating func take(body bytes: UnsafeRawBufferPointer) -> Int {
    received += bytes.count
    guard received <= maximumBytes else {
      failure = .tooLarge(limit: maximumBytes)
      return 0
    }
    guard let receiver, status == 200 || status == 206 else {
      body.append(contentsOf: bytes)
      return bytes.count
    }
    do throws(HTTPError) {
      try receiver.take(bytes, of: response)
    } catch {
      failure = error
      return 0
    }
    return bytes.count
  }

  /// Receives a header line.
  /// Returns the number of accepted bytes.
  mutating func take(headerLine bytes: UnsafeRawBufferPointer) -> Int {
    headerBytes += bytes.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      failure = .tooLarge(limit: Self.maximumHeaderBytes)
      return 0
    }
    read(line: bytes)
    return bytes.count
  }

  private mutating func read(line: UnsafeRawBufferPointer) {
    let bytes = line.trimmedOfBlanks
    if bytes.starts(with: "HTTP/".utf8) {
      // A status line begins a new set of headers. Each interim response has its own set (RFC 9110,
      // section 15.2).
      headers = [:]
      hasAllHeaders = false
      let code = bytes.split(separator: 0x20).dropFirst().first
      status = code.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    } else if bytes.isEmpty {
      hasAllHeaders = true
    } else if !hasAllHeaders, let colon = bytes.firstIndex(of: 0x3A) {
      // Trailers after the body must not change the headers.
      let name = String(decoding: bytes[..<colon].trimmedOfBlanks, as: UTF8.self)
      let value = bytes[bytes.index(after: colon)...].trimmedOfBlanks
      headers[name.lowercased()] = String(decoding: value, as: UTF8.self)
    }
  }
}

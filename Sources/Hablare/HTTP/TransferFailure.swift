import CCurl

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
  ///
  /// A cut connection says nothing about the certificate.
  private var isCutOff: Bool { info.systemError != 0 || text.contains("SSL_ERROR_SYSCALL") }

  /// libcurl's error text, on one line of limited length.
  ///
  /// The text names at most a host and a port.
  ///
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

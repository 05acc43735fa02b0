import CCurl

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
    guard g2a_curl_get_string(handle, CURLINFO_REDIRECT_URL, &text) == CURLE_OK else { return nil }
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

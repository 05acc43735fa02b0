import CCurl

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

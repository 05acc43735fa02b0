import CCurl

/// Loads libcurl and starts it once in a process.
enum CurlLibrary {
  /// The result of starting libcurl, which happens once in a process.
  ///
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
  ///
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

import CCurl

/// libcurl as a whole.
enum CurlLibrary {
  /// The outcome of starting it, which is done once in a process; it is never ended, since another
  /// part of the process may use it too.
  private static let start = g2a_curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Loads and starts the library unless it runs.
  static func prepare() throws(HTTPError) {
    guard g2a_curl_load() else { throw .unreachable("libcurl.so.4 is not installed") }
    guard start == CURLE_OK else { throw .unreachable("libcurl does not start: \(text(start))") }
  }

  /// A date in any form that HTTP allows (RFC 9110, section 5.6.7) in seconds since 1970; nil where
  /// it is none, or where there is no libcurl.
  static func date(_ text: String) -> Int? {
    guard (try? prepare()) != nil else { return nil }
    let seconds = g2a_curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
  }

  /// libcurl's words for a failure, without particulars.
  static func text(_ code: CURLcode) -> String {
    g2a_curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }
}

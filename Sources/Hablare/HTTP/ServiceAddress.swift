import Basics
import CCurl
import Glibc

/// The base address of a service, such as `https://api.elevenlabs.io`.
struct ServiceAddress: Sendable, Hashable {
  /// The address without a slash at its end.
  let base: String
  /// Whether all traffic uses TLS.
  let isSecure: Bool
  /// Whether the service runs on this machine.
  let isLoopback: Bool

  /// Parses an address: http or https, a host, and optionally a port and a path.
  /// User, query and fragment are not allowed.
  /// Throws `HTTPError.invalidAddress` with the reason, which never quotes the address.
  init(_ text: String) throws(HTTPError) {
    guard !text.isEmpty else { throw .invalidAddress("the address is empty") }
    guard URLParts.hasOnlyURLBytes(text) else {
      throw .invalidAddress(
        "it contains spaces, control characters or other characters that must be encoded")
    }
    let lowered = text.lowercased()
    guard lowered.hasPrefix("http://") || lowered.hasPrefix("https://") else {
      throw .invalidAddress("it must begin with http:// or https://")
    }
    // libcurl would ignore an extra slash and treat the start of the path as the host.
    if lowered.hasPrefix("http:///") || lowered.hasPrefix("https:///") {
      throw .invalidAddress("it has no host")
    }
    for (mark, name) in [("?", "a query (?…)"), ("#", "a fragment (#…)")] where text.contains(mark)
    {
      throw .invalidAddress("it must not have \(name)")
    }
    let parts = try URLParts(text)
    var base = parts.url[...]
    while base.last == "/" { base.removeLast() }
    self.base = String(base)
    isSecure = parts.scheme == "https"
    isLoopback = parts.isLoopback
  }

  /// Whether keys can be sent safely to this address: the address uses TLS or is on this machine.
  var sendsKeysSafely: Bool { isSecure || isLoopback }

  /// Returns the address of a resource.
  /// Path components and query are percent-encoded.
  func url(_ components: [String], query: [(name: String, value: String)] = []) -> String {
    var url = base
    for component in components { url += "/" + Self.pathComponent(component) }
    for (index, item) in query.enumerated() {
      url +=
        (index == 0 ? "?" : "&") + PercentEncoding.encode(item.name) + "="
        + PercentEncoding.encode(item.value)
    }
    return url
  }

  /// Encodes a path component.
  /// The dots of `.` and `..` are encoded too, so that a component cannot leave its folder.
  private static func pathComponent(_ text: String) -> String {
    text == "." || text == ".." ? text.replacing(".", with: "%2E") : PercentEncoding.encode(text)
  }
}

/// The parts of an http or https address, as libcurl parses it.
struct URLParts: Sendable, Equatable {
  /// `http` or `https`.
  let scheme: String
  /// The host's name or IP address.
  /// An IPv6 address is in brackets.
  let host: String
  /// The whole address in libcurl's normal form.
  let url: String

  /// Parses an address.
  /// Error messages never quote the address, because it may contain a secret by mistake.
  init(_ text: String) throws(HTTPError) {
    try CurlLibrary.prepare()
    guard let handle = g2a_curl_url() else {
      throw .invalidAddress("not enough memory to parse it")
    }
    defer { g2a_curl_url_cleanup(handle) }
    let flags = UInt32(CURLU_DISALLOW_USER | CURLU_PATH_AS_IS)
    let status = g2a_curl_url_set(handle, CURLUPART_URL, text, flags)
    guard status == CURLUE_OK else { throw .invalidAddress(Self.reason(status)) }
    let part = { (which: CURLUPart) in Self.part(which, of: handle) }
    guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https" else {
      throw .invalidAddress("it must begin with http:// or https://")
    }
    guard let host = part(CURLUPART_HOST), !host.isEmpty, let url = part(CURLUPART_URL) else {
      throw .invalidAddress("it has no host")
    }
    if part(CURLUPART_PORT) == "0" { throw .invalidAddress(Self.reason(CURLUE_BAD_PORT_NUMBER)) }
    (self.scheme, self.host, self.url) = (scheme, host, url)
  }

  /// Returns whether every byte is allowed in an address (RFC 3986, section 2): no spaces, no
  /// control characters, only ASCII, and no character that must be encoded.
  static func hasOnlyURLBytes(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""<>\^`{|}"#.utf8.contains($0) }
  }

  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  var isLoopback: Bool {
    if host.lowercased() == "localhost" { return true }
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    var six = in6_addr()
    guard host.hasPrefix("["), inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six) == 1
    else { return false }
    return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
  }

  private static func part(_ which: CURLUPart, of handle: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard g2a_curl_url_get(handle, which, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { g2a_curl_free(text) }
    return String(cString: text)
  }

  private static func reason(_ status: CURLUcode) -> String {
    switch status {
    case CURLUE_USER_NOT_ALLOWED: "it must not contain a user name or a password"
    case CURLUE_BAD_PORT_NUMBER: "its port is not a number from 1 to 65535"
    case CURLUE_UNSUPPORTED_SCHEME, CURLUE_BAD_SCHEME:
      "it must begin with http:// or https://"
    case CURLUE_NO_HOST: "it has no host"
    case CURLUE_BAD_HOSTNAME, CURLUE_BAD_IPV6: "its host is neither a name nor an IP address"
    default: "it is not an address of the form https://host:port/path"
    }
  }
}

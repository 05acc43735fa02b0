import Basics

/// The base address of a service, such as `https://api.elevenlabs.io`.
package struct ServiceAddress: Sendable, Hashable {
  /// The address without a slash at its end.
  package let base: String
  /// Whether all traffic uses TLS.
  package let isSecure: Bool
  /// Whether the service runs on this machine.
  package let isLoopback: Bool

  /// Parses an address: http or https, a host, and optionally a port and a path.
  ///
  /// User, query and fragment are not allowed.
  ///
  /// Throws `HTTPError.invalidAddress` with the reason, which never quotes the address.
  package init(_ text: String) throws(HTTPError) {
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
  package var sendsKeysSafely: Bool { isSecure || isLoopback }

  /// Returns the address of a resource.
  ///
  /// Path components and query are percent-encoded.
  package func url(_ components: [String], query: [(name: String, value: String)] = []) -> String {
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
  ///
  /// The dots of `.` and `..` are encoded too, so that a component cannot leave its folder.
  private static func pathComponent(_ text: String) -> String {
    text == "." || text == ".." ? text.replacing(".", with: "%2E") : PercentEncoding.encode(text)
  }
}

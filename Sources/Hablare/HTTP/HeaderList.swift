import CCurl
import Glibc

/// The headers of a request in libcurl's list.
///
/// The list is wiped before it is freed, because a header may contain a key.
struct HeaderList: ~Copyable {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Lists the headers of a checked request.
  init(of request: borrowing HTTPRequest) throws(HTTPError) {
    var names = Set<String>()
    for (name, value) in request.headers {
      names.insert(name.lowercased())
      // libcurl removes a header that has only a colon after the name. If a semicolon follows the
      // name, libcurl sends the header with an empty value.
      try append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if request.method == .post {
      // These lines prevent libcurl's defaults: a form's content type, and `Expect: 100-continue`
      // before a long body. Many servers do not answer `Expect`, and libcurl would wait for the
      // answer.
      if !names.contains("content-type") { try append("Content-Type:") }
      if !names.contains("expect") { try append("Expect:") }
    }
    if let secret = request.secret { try append(secret) }
  }

  deinit {
    var node = first
    while let current = node {
      if let text = current.pointee.data { explicit_bzero(text, strlen(text)) }
      node = current.pointee.next
    }
    g2a_curl_slist_free_all(first)
  }

  private mutating func append(_ line: UnsafePointer<CChar>) throws(HTTPError) {
    guard let longer = g2a_curl_slist_append(first, line) else {
      throw .unreachable("not enough memory for the request")
    }
    first = longer
  }

  /// Appends the secret header.
  ///
  /// The line is built in separate memory, because a `String` cannot be wiped.
  private mutating func append(_ secret: SecretHeader) throws(HTTPError) {
    let start = "\(secret.name): \(secret.prefix)"
    let line = UnsafeMutableRawBufferPointer.allocate(
      byteCount: start.utf8.count + secret.key.count + 1, alignment: 1)
    defer {
      if let start = line.baseAddress { explicit_bzero(start, line.count) }
      line.deallocate()
    }
    line.copyBytes(from: start.utf8)
    secret.key.withBytes { key in
      UnsafeMutableRawBufferPointer(rebasing: line[start.utf8.count...]).copyBytes(from: key)
    }
    line[line.count - 1] = 0
    guard let text = line.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
    try append(text)
  }
}

import CCurl
import Glibc

/// The headers of a request in libcurl's own list, wiped before it is freed: one may carry a key.
struct HeaderList: ~Copyable {
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Lists the headers of a request that has been checked.
  init(of request: borrowing HTTPRequest) throws(HTTPError) {
    var names = Set<String>()
    for (name, value) in request.headers {
      names.insert(name.lowercased())
      // A colon alone would take the header away.
      try append(value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if request.method == .post {
      // What libcurl would add by itself: a form's type, and a question before a long body that
      // many servers leave unanswered.
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
      throw .unreachable("there is no memory for the request")
    }
    first = longer
  }

  /// Composes the line in memory of its own, for a `String` cannot be wiped.
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

import Basics
import CMicroHTTP
import Glibc

extension WebExchange {
  /// Gives the answer to the library.
  /// Returns false if there is no answer or the library does not take it.
  func send(on connection: OpaquePointer) -> Bool {
    guard var answer else { return false }
    let own = Set(answer.headers.map(\.name))
    answer.headers += headers.filter { !own.contains($0.name) }
    let range = answer.takesRanges ? request.value(of: "range") : nil
    switch answer.content {
    case .bytes(let bytes):
      guard let part = answer.cut(to: range, of: bytes.count) else {
        return Self.send(answer, [], on: connection)
      }
      return Self.send(answer, bytes[part], on: connection)
    case .file(let path):
      // Opening a pipe must not block the server's only thread, and a link could lead to any file.
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      var status = stat()
      guard file >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        if file >= 0 { close(file) }
        self.answer = .text(404, "The file no longer exists.")
        return send(on: connection)
      }
      guard let part = answer.cut(to: range, of: Int(status.st_size)) else {
        close(file)
        return Self.send(answer, [], on: connection)
      }
      return Self.withHeaders(of: answer) { headers in
        g2a_http_answer_file(
          connection, UInt32(answer.status), headers.baseAddress, headers.count, file,
          UInt64(part.lowerBound), UInt64(part.count))
      }
    }
  }

  private static func send(
    _ answer: WebAnswer, _ bytes: ArraySlice<UInt8>, on connection: OpaquePointer
  ) -> Bool {
    withHeaders(of: answer) { headers in
      bytes.withUnsafeBytes { bytes in
        g2a_http_answer_bytes(
          connection, UInt32(answer.status), headers.baseAddress, headers.count,
          bytes.baseAddress, bytes.count)
      }
    }
  }

  private static func withHeaders(
    of answer: WebAnswer, _ send: (UnsafeBufferPointer<g2a_http_header>) -> Bool
  ) -> Bool {
    let texts = answer.headers.map { (strdup($0.name), strdup($0.value)) }
    defer {
      for (name, value) in texts {
        free(name)
        free(value)
      }
    }
    return texts.map { g2a_http_header(name: $0.0, value: $0.1) }.withUnsafeBufferPointer(send)
  }
}

extension WebAnswer {
  /// Sets the status and the headers for a range.
  /// Returns the part of the body to send, or nil if the range is outside the body.
  fileprivate mutating func cut(to range: String?, of count: Int) -> Range<Int>? {
    if takesRanges { headers.append(("Accept-Ranges", "bytes")) }
    switch ByteRange(range, of: count) {
    case .whole: return 0..<count
    case .part(let part):
      status = 206
      headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"))
      return part
    case .unsatisfiable:
      status = 416
      headers.append(("Content-Range", "bytes */\(count)"))
      return nil
    }
  }
}

/// The part of a body that a request wants (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// The entire body. The request has no range, or a range that a server may ignore, such as several parts.
  case whole
  /// A part of at least one byte.
  case part(Range<Int>)
  /// A part that is outside the body.
  case unsatisfiable

  /// Parses the value of the header `Range` for a body of `count` bytes.
  init(_ header: String?, of count: Int) {
    self = .whole
    guard let header, header.hasPrefix("bytes="), !header.contains(",") else { return }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy(Self.isNumberOrEmpty) else { return }
    let (first, last) = (Int(ends[0]), Int(ends[1]))
    switch (first, last) {
    case (nil, nil): return
    case (nil, let length?):
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return }
      self =
        first < count ? .part(first..<min(last.map { $0 + 1 } ?? count, count)) : .unsatisfiable
    }
  }

  /// Returns whether a text is empty, or has only ASCII digits and fits into an `Int`.
  private static func isNumberOrEmpty(_ text: Substring) -> Bool {
    text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

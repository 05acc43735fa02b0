import Basics
import Synchronization

/// Appends the body of one response to a partial file.
final class PartialReceiver: BodyReceiver {
  /// Why a response is refused.
  enum Fault: Error, Equatable {
    /// The file at the address has another size than the published file.
    case wrongSize(String)
    /// The response is compressed, or contains another part of the file than requested.
    case wrongPart
    /// The bytes cannot be written.
    case disk(SystemError)
  }

  private struct State {
    var hasBegun = false
    var fault: Fault?
  }

  private let partial: PartialFile
  /// The position in the file of the first requested byte.
  private let offset: Int
  private let state = Mutex(State())

  init(_ partial: PartialFile, from offset: Int) { (self.partial, self.offset) = (partial, offset) }

  /// Why the response was refused, or nil if it was accepted.
  var fault: Fault? { state.withLock(\.fault) }

  func take(_ bytes: UnsafeRawBufferPointer, of head: HTTPResponse) throws(HTTPError) {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    do throws(Fault) {
      if isFirst { try begin(head) }
      guard partial.count + bytes.count <= partial.expected else {
        throw .wrongSize("it has more than \(partial.expected) bytes")
      }
      try write { () throws(SystemError) in try partial.append(bytes) }
    } catch {
      state.withLock { $0.fault = error }
      throw HTTPError.invalidAnswer("\(error)")
    }
  }

  private func begin(_ head: HTTPResponse) throws(Fault) {
    let encoding = head.headers["content-encoding"] ?? "identity"
    guard encoding == "identity" else { throw .wrongPart }
    if head.status == 206 {
      guard let range = ContentRange(head.headers["content-range"] ?? ""), range.first == offset
      else { throw .wrongPart }
      if let total = range.total { try checkSize(total) }
      partial.goOn()
    } else {
      if let length = head.headers["content-length"].flatMap(Int.init) { try checkSize(length) }
      try write { () throws(SystemError) in try partial.restart(tag: head.strongTag) }
    }
  }

  private func checkSize(_ size: Int) throws(Fault) {
    if size != partial.expected {
      throw .wrongSize("it has \(size) bytes, not \(partial.expected)")
    }
  }

  private func write(_ call: () throws(SystemError) -> Void) throws(Fault) {
    do throws(SystemError) {
      try call()
    } catch {
      throw .disk(error)
    }
  }
}

/// The part of a file in a response (RFC 9110, section 14.4): `bytes 100-199/1000`.
struct ContentRange: Equatable {
  /// The position of the first byte.
  let first: Int
  /// The size of the whole file, or nil if the server does not state it.
  let total: Int?

  /// Parses the header's value.
  ///
  /// Nil if the value is not a range of bytes.
  init?(_ value: String) {
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, let first = halves[0].split(separator: "-").first.flatMap({ Int($0) }),
      first >= 0
    else { return nil }
    total = Int(halves[1])
    if total == nil, halves[1] != "*" { return nil }
    self.first = first
  }
}

extension HTTPResponse {
  /// The entity tag if it is strong, so that it identifies exact bytes (RFC 9110, section 8.8.1).
  ///
  /// A weak tag identifies only equivalent content.
  fileprivate var strongTag: String? {
    headers["etag"].flatMap { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.count > 2 ? $0 : nil }
  }
}

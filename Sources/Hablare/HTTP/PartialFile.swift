import Basics
import Glibc
import Synchronization

/// A file during its download: the bytes so far, on disk.
/// Only one process at a time may use a partial file, so the process must hold the lock of the
/// file's folder.
final class PartialFile: Sendable {
  /// The path of the bytes so far.
  let path: String
  /// The path of the tag file.
  /// It is beside the partial file and contains the source's entity tag.
  private let tagPath: String
  /// The size of the whole file, in bytes.
  let expected: Int
  private let file: FileDescriptor
  private let state: Mutex<State>
  private let onProgress: @Sendable (Int) -> Void

  private struct State {
    var count: Int
    /// Whether the bytes may come from several responses, and so from different files.
    var isMixed: Bool
  }

  /// Opens the partial file of an earlier download, or creates an empty one.
  init(
    _ path: String, of expected: Int, onProgress: @escaping @Sendable (Int) -> Void
  ) throws(DownloadError) {
    (self.path, self.expected, self.onProgress) = (path, expected, onProgress)
    tagPath = path + ".etag"
    do throws(FileError) {
      file = try FileDescriptor(regular: path, flags: O_RDWR | O_CREAT, isOnlyName: true)
      do throws(SystemError) {
        let length = Int(try file.length())
        // A partial file longer than the whole file belongs to another file.
        if length > expected { try file.truncate(to: 0) }
        let count = length > expected ? 0 : length
        state = Mutex(State(count: count, isMixed: count > 0))
      } catch {
        throw FileError(path, .system(error))
      }
    } catch {
      throw DownloadError(error)
    }
    onProgress(count)
  }

  /// The number of bytes so far.
  var count: Int { state.withLock(\.count) }
  var isComplete: Bool { count == expected }
  /// Whether the bytes may come from several responses, and so from different files.
  var isMixed: Bool { state.withLock(\.isMixed) }

  /// The entity tag of the bytes' source, or nil if the server sent no strong tag.
  var tag: String? {
    let bytes = try? Files<FileError>.contents(of: tagPath, limit: 1 << 12)
    return bytes.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  /// Empties the file and records the entity tag of its new source.
  func restart(tag: String?) throws(SystemError) {
    try file.truncate(to: 0)
    state.withLock { $0 = State(count: 0, isMixed: false) }
    unlink(tagPath)
    guard let tag else { return }
    // A missing tag only means that the next attempt may download more than necessary.
    try? Files<FileError>.write([Array(tag.utf8)], to: tagPath, isFlushed: false)
  }

  /// Records that another response continues the file.
  func goOn() { state.withLock { $0.isMixed = true } }

  func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try file.seek(Int64(count))
    try file.write(bytes)
    onProgress(
      state.withLock { state in
        state.count += bytes.count
        return state.count
      })
  }

  /// Returns the digest of the bytes so far, computed with the algorithm of `digest`.
  /// Nil if libcrypto cannot compute it.
  func digest(like digest: FileDigest) throws(DownloadError) -> FileDigest? {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in try digest.same(of: file) }
  }

  /// Returns the SHA-256 of the bytes so far.
  func sha256() throws(DownloadError) -> String {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in
      try file.seek(0)
      return try file.sha256().hex
    }
  }

  func remove() {
    unlink(path)
    unlink(tagPath)
  }

  /// Gives the complete file its final name, replacing any existing file.
  func finish(as final: String) throws(DownloadError) {
    try Files<DownloadError>.attempt(path) { () throws(SystemError) in try file.sync() }
    try Files<DownloadError>.rename(path, to: final)
    unlink(tagPath)
    // An error is ignored here: the file exists even if the file system cannot flush the folder.
    try? Files<FileError>.flush(folder: Files<FileError>.folder(of: final))
  }
}

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

  /// The part of a file in a response (RFC 9110, section 14.4): `bytes 100-199/1000`.
  struct ContentRange: Equatable {
    /// The position of the first byte.
    let first: Int
    /// The size of the whole file, or nil if the server does not state it.
    let total: Int?

    /// Parses the header's value.
    /// Nil if the value is not a range of bytes.
    init?(_ value: String) {
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
      let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
      guard halves.count == 2,
        let first = halves[0].split(separator: "-").first.flatMap({ Int($0) }),
        first >= 0
      else { return nil }
      total = Int(halves[1])
      if total == nil, halves[1] != "*" { return nil }
      self.first = first
    }
  }
}

extension HTTPResponse {
  /// The entity tag if it is strong, so that it identifies exact bytes (RFC 9110, section 8.8.1).
  /// A weak tag identifies only equivalent content.
  fileprivate var strongTag: String? {
    headers["etag"].flatMap { $0.hasPrefix("\"") && $0.hasSuffix("\"") && $0.count > 2 ? $0 : nil }
  }
}

/// The digest that identifies a published file.
package enum FileDigest: Sendable, Hashable {
  /// SHA-256, in lower-case hexadecimal digits.
  case sha256(String)
  /// MD5, in lower-case hexadecimal digits.
  case md5(String)

  /// Creates a digest from 64 (SHA-256) or 32 (MD5) lower-case hexadecimal digits.
  /// Nil for any other text.
  package init?(hex: String) {
    guard hex.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return nil
    }
    switch hex.utf8.count {
    case 64: self = .sha256(hex)
    case 32: self = .md5(hex)
    default: return nil
    }
  }

  /// Returns the digest of the whole contents of an open file, computed with this digest's
  /// algorithm.
  /// Nil if libcrypto cannot compute it.
  func same(of file: borrowing FileDescriptor) throws(SystemError) -> FileDigest? {
    try file.seek(0)
    switch self {
    case .sha256: return .sha256(try file.sha256().hex)
    case .md5: return try file.md5().map(FileDigest.md5)
    }
  }
}

extension FileDigest: CustomStringConvertible {
  /// The kind and the digits.
  package var description: String {
    switch self {
    case .sha256(let hex): "SHA-256 \(hex)"
    case .md5(let hex): "MD5 \(hex)"
    }
  }
}

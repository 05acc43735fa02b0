import Basics

/// Downloads files.
/// A redirection to another host is followed if the new address uses TLS. No credentials are sent.
struct Downloader: Sendable {
  /// The maximum number of redirections for a file.
  static let maximumRedirections = 5
  /// The maximum number of attempts for one file, including attempts that made progress.
  static let maximumAttempts = 50

  private let client: HTTPClient
  private let clock: any Clock<Duration>
  private let policy: RetryPolicy
  private let timeouts: HTTPTimeouts

  /// Creates a downloader.
  /// `clock` measures the time between attempts.
  init(
    client: HTTPClient, clock: any Clock<Duration> = ContinuousClock(),
    timeouts: HTTPTimeouts = HTTPTimeouts(connect: 15, stall: 30, total: 7 * 86_400)
  ) {
    (self.client, self.clock, self.timeouts) = (client, clock, timeouts)
    policy = RetryPolicy()
  }

  // MARK: Small files

  /// Returns all bytes of a small file.
  /// Throws `DownloadError` and `CancellationError`.
  func bytes(at address: String, limit: InputLimit) async throws -> [UInt8] {
    var request = HTTPRequest(.get, address, timeouts: timeouts, maximumBytes: limit.maximum)
    request.isDownload = true
    let plain = request
    return try await repeating(address) { () async throws -> [UInt8] in
      let response = try await follow(plain)
      guard response.status == 200 else { throw Self.refusal(response) }
      return response.body
    }
  }

  // MARK: Large files

  /// Downloads a file and verifies its digest.
  /// If an earlier attempt left a partial file, the download continues at the end of that file. The
  /// downloaded file gets the name `path` only when `FetchedFile.place` is called.
  /// `onProgress` gets the number of bytes so far. Throws `DownloadError` and `CancellationError`.
  func fetch(
    _ file: RemoteFile, to path: String, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> FetchedFile {
    let partial = try PartialFile(
      Self.partialPath(of: path), of: file.bytes, onProgress: onProgress)
    for isSecondTry in [false, true] {
      if !partial.isComplete { try await complete(partial, file) }
      guard let fault = try Self.fault(of: partial, file) else { break }
      // Bytes of an earlier attempt may belong to another file. If so, the whole file is downloaded
      // again.
      guard partial.isMixed, !isSecondTry else {
        partial.remove()
        throw DownloadError.mismatch(address: file.address, reason: fault)
      }
      try Files<DownloadError>.attempt(partial.path) { () throws(SystemError) in
        try partial.restart(tag: nil)
      }
    }
    return try FetchedFile(partial, path: path, source: file.address)
  }

  static func partialPath(of path: String) -> String {
    let folder = Files<FileError>.folder(of: path)
    return "\(folder)/.\(path.dropFirst(folder.utf8.count + 1)).part"
  }

  private static func fault(of partial: PartialFile, _ file: RemoteFile) throws -> String? {
    guard let digest = try partial.digest(like: file.digest) else {
      throw DownloadError.disk(
        path: partial.path, reason: "libcrypto does not support the checksum \(file.digest)",
        isFull: false)
    }
    return digest == file.digest ? nil : "its checksum is \(digest), not \(file.digest)"
  }

  /// Sends requests until the file is complete.
  private func complete(_ partial: PartialFile, _ file: RemoteFile) async throws {
    try await repeating(file.address, progress: { partial.count }) {
      let offset = partial.count
      let receiver = PartialReceiver(partial, from: offset)
      do {
        let response = try await follow(request(for: file, partial, offset, receiver))
        try check(response, partial)
      } catch let error as HTTPError {
        // The file can be complete even if the response failed. `fetch` then checks the digest of
        // the file.
        if receiver.fault == nil, partial.isComplete { return }
        throw Self.meaning(of: receiver.fault, partial, file) ?? error
      }
    }
  }

  private func request(
    for file: RemoteFile, _ partial: PartialFile, _ offset: Int, _ receiver: PartialReceiver
  ) -> HTTPRequest {
    // The minimum leaves room for an error page, which may be longer than the file.
    var request = HTTPRequest(
      .get, file.address, timeouts: timeouts, maximumBytes: max(file.bytes, 1 << 20))
    request.isDownload = true
    request.receiver = receiver
    if offset > 0 {
      request.headers.append(("Range", "bytes=\(offset)-"))
      if let tag = partial.tag { request.headers.append(("If-Range", tag)) }
    }
    return request
  }

  private func check(_ response: HTTPResponse, _ partial: PartialFile) throws {
    switch response.status {
    case 200, 206:
      guard partial.isComplete else {
        throw HTTPError.interrupted("\(partial.count) of \(partial.expected) bytes arrived")
      }
    case 416:
      // The file on the server is shorter than the partial file, so the partial file belongs to
      // another file.
      try Files<DownloadError>.attempt(partial.path) { () throws(SystemError) in
        try partial.restart(tag: nil)
      }
      throw HTTPError.interrupted("the file on the server is shorter than the published file")
    default: throw Self.refusal(response)
    }
  }

  private static func meaning(
    of fault: PartialReceiver.Fault?, _ partial: PartialFile, _ file: RemoteFile
  ) -> (any Error)? {
    switch fault {
    case .wrongSize(let reason):
      partial.remove()
      return DownloadError.mismatch(address: file.address, reason: reason)
    case .disk(let error): return DownloadError(partial.path, error)
    case .wrongPart:
      // The next attempt requests the whole file, so the server cannot send a wrong part again.
      try? partial.restart(tag: nil)
      return HTTPError.interrupted("the server sent a part that was not requested")
    case nil: return nil
    }
  }

  // MARK: Attempts

  /// A server's refusal to send a file.
  /// A temporary refusal may be retried.
  private struct Refusal: Error {
    var reason: String
    var response: HTTPResponse
  }

  private static func refusal(_ response: HTTPResponse) -> Refusal {
    Refusal(reason: "the server answered with status \(response.status)", response: response)
  }

  /// Returns the value of the first successful attempt.
  /// Retries failed attempts as the policy allows.
  /// An attempt that made progress resets the count of failures.
  private func repeating<Value: Sendable>(
    _ address: String, progress: () -> Int = { 0 }, _ attempt: () async throws -> Value
  ) async throws -> Value {
    var (failures, random) = (0, SplitMix64(seed: 0))
    var furthest = progress()
    for _ in 0..<Self.maximumAttempts {
      let (error, asked): (any Error, Duration?)
      do {
        return try await attempt()
      } catch let failure as HTTPError where policy.repeats(failure) {
        (error, asked) = (Self.unreachable(address, failure.description), nil)
      } catch let failure as HTTPError {
        throw Self.unreachable(address, failure.description)
      } catch let refusal as Refusal where policy.repeats(refusal.response) {
        (error, asked) = (
          Self.unreachable(address, refusal.reason), RetryAdvice(refusal.response).wait
        )
      } catch let refusal as Refusal {
        throw Self.unreachable(address, refusal.reason)
      }
      failures = progress() > furthest ? 1 : failures + 1
      furthest = max(furthest, progress())
      guard let delay = policy.delay(after: failures, asked: asked, using: &random) else {
        throw error
      }
      try await clock.sleep(for: delay)
    }
    throw Self.unreachable(address, "the connection broke \(Self.maximumAttempts) times")
  }

  private static func unreachable(_ address: String, _ reason: String) -> DownloadError {
    .unreachable(address: address, reason: reason)
  }

  // MARK: Redirections

  /// Returns the response to a request, after following redirections.
  private func follow(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    var parts = try Self.checked(request.url, after: nil)
    for _ in 0...Self.maximumRedirections {
      let response = try await client.send(request)
      guard [301, 302, 303, 307, 308].contains(response.status) else { return response }
      guard let target = response.redirection else {
        throw HTTPError.invalidAnswer("it is a redirection without a target")
      }
      parts = try Self.checked(target, after: parts)
      request.url = target
    }
    throw HTTPError.invalidAnswer("there are more than \(Self.maximumRedirections) redirections")
  }

  /// Returns the parts of an address.
  /// An address must use TLS or be on this machine. After a redirection, an address on this machine
  /// is allowed without TLS only if the previous address was on this machine too. Throws for any
  /// other address.
  private static func checked(
    _ address: String, after former: URLParts?
  ) throws(HTTPError) -> URLParts {
    let parts = try HTTPRequest(.get, address).checked()
    if parts.scheme == "https" { return parts }
    if parts.isLoopback, former?.isLoopback ?? true { return parts }
    guard former != nil else {
      throw .invalidAddress("files can be downloaded only from https:// addresses")
    }
    throw .redirected(to: "\(parts.scheme)://\(parts.host), without TLS")
  }
}

/// Why a file was not downloaded.
package enum DownloadError: Error, Sendable, Equatable {
  /// The server cannot be reached, or has no file at the address.
  case unreachable(address: String, reason: String)
  /// The file at the address differs from the published file.
  case mismatch(address: String, reason: String)
  /// The file cannot be written.
  case disk(path: String, reason: String, isFull: Bool)

  /// Creates the error for a file that cannot be written.
  init(_ path: String, _ error: SystemError) {
    self = .disk(path: path, reason: error.reason, isFull: error.isFullDisk)
  }
}

extension DownloadError: FileErrorConvertible {
  /// Creates the error for a file that cannot be written.
  package init(_ error: FileError) {
    self = .disk(path: error.path, reason: error.reason, isFull: error.isFullDisk)
  }
}

extension DownloadError: CustomStringConvertible {
  /// What happened, with the address or the path.
  package var description: String {
    switch self {
    case .unreachable(let address, let reason): "cannot download \(address): \(reason)"
    case .mismatch(let address, let reason):
      "the file at \(address) differs from the published file: \(reason)"
    case .disk(let path, let reason, let isFull):
      "cannot write \(path): \(reason)"
        + (isFull ? "; free some disk space and run again to continue" : "")
    }
  }
}

/// A downloaded or copied file that does not have its final name yet.
struct FetchedFile: Sendable {
  /// The final path of the file.
  let path: String
  let bytes: Int
  /// The SHA-256 in hexadecimal digits.
  let sha256: String
  /// The address or path that the file came from.
  let source: String
  private let partial: PartialFile

  init(_ partial: PartialFile, path: String, source: String) throws(DownloadError) {
    (self.path, self.source, self.partial) = (path, source, partial)
    (bytes, sha256) = (partial.expected, try partial.sha256())
  }

  /// Gives the file its final name, replacing any existing file.
  func place() throws(DownloadError) { try partial.finish(as: path) }
}

/// A published file with its address, size and digest.
struct RemoteFile: Sendable, Hashable {
  var address: String
  var bytes: Int
  var digest: FileDigest

  init(address: String, bytes: Int, digest: FileDigest) {
    (self.address, self.bytes, self.digest) = (address, bytes, digest)
  }
}

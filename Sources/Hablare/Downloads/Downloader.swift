import Basics

/// Fetches files.
///
/// Files may come from another host than they were asked for: redirections are followed, as long as they stay with TLS.
/// No credentials are sent anywhere.
package struct Downloader: Sendable {
  /// The most redirections on the way to a file.
  static let mostRedirections = 5
  /// The most attempts for one file, whatever comes of each.
  static let mostAttempts = 50

  private let client: HTTPClient
  private let clock: any Clock<Duration>
  private let policy: RetryPolicy
  private let timeouts: HTTPTimeouts

  /// Makes a downloader; `clock` waits between attempts.
  package init(
    client: HTTPClient, clock: any Clock<Duration> = ContinuousClock(),
    timeouts: HTTPTimeouts = HTTPTimeouts(connect: 15, stall: 30, total: 7 * 86_400)
  ) {
    (self.client, self.clock, self.timeouts) = (client, clock, timeouts)
    policy = RetryPolicy()
  }

  // MARK: Small files

  /// All bytes of a small file; throws `DownloadError` and `CancellationError`.
  package func bytes(at address: String, limit: InputLimit) async throws -> [UInt8] {
    var request = HTTPRequest(.get, address, timeouts: timeouts, maximumBytes: limit.most)
    request.isDownload = true
    let plain = request
    return try await repeating(address) { () async throws -> [UInt8] in
      let response = try await follow(plain)
      guard response.status == 200 else { throw Self.refusal(response) }
      return response.body
    }
  }

  // MARK: Large files

  /// Fetches a file that is to have a path; goes on with what an earlier attempt has left beside it.
  ///
  /// `onProgress` gets the bytes that have come. The digest is verified; the file has no name yet. Throws
  /// `DownloadError` and `CancellationError`.
  package func fetch(
    _ file: RemoteFile, to path: String, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> FetchedFile {
    let partial = try PartialFile(
      Self.partialPath(of: path), of: file.bytes, onProgress: onProgress)
    for isSecondTry in [false, true] {
      if !partial.isComplete { try await complete(partial, file) }
      guard let fault = try Self.fault(of: partial, file) else { break }
      // What an earlier attempt has left may be of another file.
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

  /// What has come of the file that is to have a path.
  package static func partialPath(of path: String) -> String {
    let folder = Files<FileFault>.folder(of: path)
    return "\(folder)/.\(path.dropFirst(folder.utf8.count + 1)).part"
  }

  private static func fault(of partial: PartialFile, _ file: RemoteFile) throws -> String? {
    guard let digest = try partial.digest(like: file.digest) else {
      throw DownloadError.disk(
        path: partial.path, reason: "libcrypto cannot compute \(file.digest) here", isFull: false)
    }
    return digest == file.digest ? nil : "its \(digest), not \(file.digest)"
  }

  /// Asks until the last byte has come.
  private func complete(_ partial: PartialFile, _ file: RemoteFile) async throws {
    try await repeating(file.address, progress: { partial.count }) {
      let offset = partial.count
      let receiver = PartialReceiver(partial, from: offset)
      do {
        let response = try await follow(request(for: file, partial, offset, receiver))
        try check(response, partial)
      } catch let error as HTTPError {
        // The answer has no end, but the file has: its digest says whether it is the right one.
        if receiver.fault == nil, partial.isComplete { return }
        throw Self.meaning(of: receiver.fault, partial, file) ?? error
      }
    }
  }

  private func request(
    for file: RemoteFile, _ partial: PartialFile, _ offset: Int, _ receiver: PartialReceiver
  ) -> HTTPRequest {
    // A page that says why there is no file may be longer than the file.
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
        throw HTTPError.interrupted("\(partial.count) of \(partial.expected) bytes came")
      }
    case 416:
      // The server has no bytes there: what is here is of another file.
      try Files<DownloadError>.attempt(partial.path) { () throws(SystemError) in
        try partial.restart(tag: nil)
      }
      throw HTTPError.interrupted("the server has no more of the file")
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
      // Asked for the whole file, the server cannot send another part of it.
      try? partial.restart(tag: nil)
      return HTTPError.interrupted("the server sends another part than was asked for")
    case nil: return nil
    }
  }

  // MARK: Attempts

  /// Why a server sends no file; an answer that may be another one a moment later may be asked for again.
  private struct Refusal: Error {
    var reason: String
    var response: HTTPResponse
  }

  private static func refusal(_ response: HTTPResponse) -> Refusal {
    Refusal(reason: "the server answers with status \(response.status)", response: response)
  }

  /// Repeats a failed attempt as the policy says; one that brought the file further than any before does not count.
  private func repeating<Value: Sendable>(
    _ address: String, progress: () -> Int = { 0 }, _ attempt: () async throws -> Value
  ) async throws -> Value {
    var (failures, random) = (0, SplitMix64(seed: 0))
    var furthest = progress()
    for _ in 0..<Self.mostAttempts {
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
    throw Self.unreachable(address, "the connection broke \(Self.mostAttempts) times")
  }

  private static func unreachable(_ address: String, _ reason: String) -> DownloadError {
    .unreachable(address: address, reason: reason)
  }

  // MARK: Redirections

  /// The answer to a request, from wherever redirections lead.
  private func follow(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    var parts = try Self.checked(request.url, after: nil)
    for _ in 0...Self.mostRedirections {
      let response = try await client.send(request)
      guard [301, 302, 303, 307, 308].contains(response.status) else { return response }
      guard let target = response.redirection else {
        throw HTTPError.invalidAnswer("it is a redirection that leads nowhere")
      }
      parts = try Self.checked(target, after: parts)
      request.url = target
    }
    throw HTTPError.invalidAnswer("there are more than \(Self.mostRedirections) redirections")
  }

  /// Refuses an address without TLS, unless it is on this machine and so was the one before.
  private static func checked(
    _ address: String, after former: URLParts?
  ) throws(HTTPError) -> URLParts {
    let parts = try HTTPRequest(.get, address).checked()
    if parts.scheme == "https" { return parts }
    if parts.isLoopback, former?.isLoopback ?? true { return parts }
    guard former != nil else { throw .invalidAddress("files are fetched over https:// alone") }
    throw .redirected(to: "\(parts.scheme)://\(parts.host), without TLS")
  }
}

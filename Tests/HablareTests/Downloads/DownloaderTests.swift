import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Hablare

/// Tests of downloading a file from a hub that misbehaves.
@Suite(.timeLimit(.minutes(10)))
struct DownloaderTests {
  private static let file = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
  private let hub: FakeVoiceHub
  private let folder: TemporaryFolder
  private let clock = RecordingClock()

  init() throws {
    (hub, folder) = (try FakeVoiceHub(), try TemporaryFolder())
    hub.put(Self.file, at: "/a.onnx")
  }

  private var path: String { folder.path(of: "a.onnx") }
  private var partialPath: String { Downloader.partialPath(of: path) }

  private func downloader(stall: Int = 20) -> Downloader {
    Downloader(
      client: HTTPClient(), clock: clock,
      timeouts: HTTPTimeouts(connect: 20, stall: stall, total: 50))
  }

  /// Downloads the file to its final name.
  private func fetch(
    _ place: String = "/a.onnx", expecting bytes: [UInt8] = file, stall: Int = 20,
    onProgress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws {
    let file = RemoteFile(
      address: hub.address + place, bytes: bytes.count,
      digest: .sha256(SHA256.hash(bytes).hex))
    try await downloader(stall: stall).fetch(file, to: path, onProgress: onProgress).place()
  }

  private func failure(
    _ place: String = "/a.onnx", expecting bytes: [UInt8] = file
  ) async -> DownloadError? {
    await Result.of { try await fetch(place, expecting: bytes) }.failure as? DownloadError
  }

  private func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(
      [UInt8](try Data(contentsOf: URL(filePath: path))) == Self.file,
      sourceLocation: sourceLocation)
    #expect(try folder.names() == ["a.onnx"], sourceLocation: sourceLocation)
  }

  /// Waits until this many bytes have arrived.
  private func waitForPartial(bytes: Int) async throws {
    while (try? FileManager.default.attributesOfItem(atPath: partialPath)[.size] as? Int) != bytes {
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  private var ranges: [String?] { hub.requests.map { $0.headers["range"] } }

  // MARK: Complete files

  @Test func `a complete file gets its final name, and no other file is left`() async throws {
    let progress = Mutex<[Int]>([])
    try await fetch { count in progress.withLock { $0.append(count) } }
    try expectWhole()
    let counts = progress.withLock(\.self)
    #expect(counts.first == 0 && counts.last == Self.file.count)
    #expect(counts == counts.sorted())
    let headers = try #require(hub.requests.first?.headers)
    #expect(headers["accept-encoding"] == nil)
    for name in ["authorization", "cookie", "range"] { #expect(headers[name] == nil) }
  }

  @Test func `a file known by MD5 is verified too`() async throws {
    let md5 = try Program.run("md5sum", [folder.write("hello", as: "hello")]).output.prefix(32)
    hub.put(Array("hello".utf8), at: "/hello")
    hub.put(Array("hallo".utf8), at: "/hallo")
    let digest = try #require(FileDigest(hex: String(md5)))
    for (place, isRight) in [("hello", true), ("hallo", false)] {
      let file = RemoteFile(address: hub.address + "/" + place, bytes: 5, digest: digest)
      let outcome = await Result.of {
        try await downloader().fetch(file, to: folder.path(of: place))
      }
      #expect((outcome.failure == nil) == isRight)
    }
  }

  @Test(arguments: [LoopbackBehaviour.chunked(100), .slow(1000)])
  func `a file can arrive slowly, in pieces`(behaviour: LoopbackBehaviour) async throws {
    hub.fail("/a.onnx", .delivery(behaviour))
    try await fetch()
    try expectWhole()
    #expect(hub.requests.count == 1)
  }

  // MARK: Broken connections

  @Test(arguments: [
    LoopbackBehaviour.truncated(after: 4000), .reset(after: 4000), .truncated(after: 0), .close,
    .resetAtOnce, .chunkedWithoutEnd,
  ])
  func `a broken connection is continued`(behaviour: LoopbackBehaviour) async throws {
    hub.fail("/a.onnx", .delivery(behaviour), .delivery(.truncated(after: 5000)))
    try await fetch()
    try expectWhole()
    let part = ranges.dropFirst().compactMap(\.self)
    #expect(part.allSatisfy { $0.hasPrefix("bytes=") })
    if behaviour == .truncated(after: 4000) {
      #expect(ranges == [nil, "bytes=4000-", "bytes=9000-"])
      #expect(hub.requests.dropFirst().allSatisfy { $0.headers["if-range"] != nil })
    }
  }

  @Test func `a silent server gets a request for the rest`() async throws {
    hub.fail("/a.onnx", .delivery(.stalled(after: 3000)))
    try await fetch(stall: 1)
    try expectWhole()
    #expect(ranges == [nil, "bytes=3000-"])
  }

  @Test func `only attempts without progress count, and too many of them end the download`()
    async throws
  {
    let pieces = (1...6).map { _ in FakeVoiceHub.Fault.delivery(.truncated(after: 1000)) }
    for piece in pieces { hub.fail("/a.onnx", piece) }
    hub.fail("/a.onnx", .delivery(.close), .delivery(.close), .delivery(.close))
    let error = await failure()
    guard case .unreachable(let address, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(address == hub.address + "/a.onnx")
    // The attempt with the last piece was also the first of three failures in a row.
    #expect(hub.requests.count == 8)
    #expect(try folder.names() == [".a.onnx.part", ".a.onnx.part.etag"])
    // The next run continues.
    try await fetch()
    #expect(ranges.last == "bytes=6000-")
    try expectWhole()
  }

  @Test func `a cancelled download keeps what has arrived, and is continued`() async throws {
    hub.fail("/a.onnx", .delivery(.stalled(after: 7000)))
    let task = Task { try await fetch() }
    try await waitForPartial(bytes: 7000)
    task.cancel()
    let outcome = await task.result
    #expect(outcome.failure is CancellationError)
    try await fetch()
    #expect(ranges == [nil, "bytes=7000-"])
    try expectWhole()
  }

  // MARK: Parts that do not fit

  @Test func `a server without range support sends the whole file again`() async throws {
    hub.fail("/a.onnx", .delivery(.truncated(after: 4000)), .noParts)
    try await fetch()
    try expectWhole()
  }

  @Test func `a part with the wrong range is not appended`() async throws {
    hub.fail(
      "/a.onnx", .delivery(.truncated(after: 4000)),
      .headers([("Content-Range", "bytes 5000-9999/10000")]))
    try await fetch()
    #expect(ranges == [nil, "bytes=4000-", nil])
    try expectWhole()
  }

  @Test func `a file that changes during a download is downloaded again`() async throws {
    let former = Self.file.map { $0 ^ 1 }
    hub.put(former, at: "/a.onnx")
    hub.fail("/a.onnx", .delivery(.stalled(after: 4000)))
    let task = Task { try await fetch(stall: 1) }
    try await waitForPartial(bytes: 4000)
    hub.put(Self.file, at: "/a.onnx")
    try await task.value
    // The tag has changed, so the server sends the whole new file.
    #expect(ranges == [nil, "bytes=4000-"])
    try expectWhole()
  }

  @Test func `without a tag, a mixture of two files is recognized and downloaded again`()
    async throws
  {
    hub.omitTags()
    let former = Self.file.map { $0 ^ 1 }
    hub.put(former, at: "/a.onnx")
    hub.fail("/a.onnx", .delivery(.stalled(after: 4000)))
    let task = Task { try await fetch(stall: 1) }
    try await waitForPartial(bytes: 4000)
    hub.put(Self.file, at: "/a.onnx")
    try await task.value
    #expect(ranges == [nil, "bytes=4000-", nil])
    try expectWhole()
  }

  @Test func `a partial file that is too long, or of another file, is harmless`()
    async throws
  {
    try folder.write(String(repeating: "x", count: 20_000), as: ".a.onnx.part")
    try await fetch()
    try expectWhole()
    try folder.write(String(repeating: "x", count: 10_000), as: ".a.onnx.part")
    try await fetch()
    try expectWhole()
    try folder.write(String(repeating: "x", count: 9_000), as: ".a.onnx.part")
    try await fetch()
    try expectWhole()
  }

  @Test func `if the server's file is shorter than the partial one, all of it is requested`()
    async throws
  {
    try folder.write(String(repeating: "x", count: 9_999), as: ".a.onnx.part")
    hub.fail("/a.onnx", .answer(.status(416)))
    try await fetch()
    #expect(ranges == ["bytes=9999-", nil])
    try expectWhole()
  }

  // MARK: Wrong files

  @Test func `a file with another digest is refused and removed`() async throws {
    let wrong = Self.file.reversed().map { $0 }
    hub.put(wrong, at: "/a.onnx")
    let error = await failure()
    let found = SHA256.hash(wrong).hex
    let wanted = SHA256.hash(Self.file).hex
    #expect(
      error
        == .mismatch(
          address: hub.address + "/a.onnx",
          reason: "its checksum is SHA-256 \(found), not SHA-256 \(wanted)"))
    #expect(hub.requests.count == 1)
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: [LoopbackBehaviour.whole, .chunked(500)], [9_999, 10_001, 1])
  func `a file of another size is refused`(behaviour: LoopbackBehaviour, size: Int) async throws {
    hub.put([UInt8](repeating: 1, count: size), at: "/a.onnx")
    for _ in 0..<9 { hub.fail("/a.onnx", .delivery(behaviour)) }
    let error = await failure()
    if behaviour == .chunked(500), size < 10_000 {
      // Without a length, the response looks like a broken connection. A request for the rest returns
      // nothing.
      guard case .unreachable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    } else {
      guard case .mismatch(_, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("bytes"))
      #expect(try folder.names().isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a login page of the network is not the file`() async throws {
    hub.fail("/a.onnx", .answer(.html))
    guard case .mismatch = await failure() else {
      Issue.record("the file was accepted")
      return
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `a compressed file is refused`() async throws {
    for _ in 0..<3 { hub.fail("/a.onnx", .headers([("Content-Encoding", "gzip")])) }
    guard case .unreachable = await failure() else {
      Issue.record("the file was accepted")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [(404, 1), (403, 1), (401, 1), (410, 1), (500, 3), (503, 3), (429, 3)])
  func `a refusal is reported with its status`(status: Int, requests: Int) async throws {
    for _ in 0..<3 { hub.fail("/a.onnx", .answer(.status(status))) }
    let error = await failure()
    #expect(
      error
        == .unreachable(
          address: hub.address + "/a.onnx", reason: "the server answered with status \(status)"))
    #expect(hub.requests.count == requests)
  }

  @Test func `a request to retry later is followed`() async throws {
    hub.fail("/a.onnx", .answer(.retryAfter("7", status: 503)))
    try await fetch()
    #expect(clock.sleeps == [.seconds(7)])
    try expectWhole()
  }

  // MARK: Obstacles

  @Test func `a link at the path of the partial file is not followed`() async throws {
    let target = try folder.write("precious", as: "target")
    try FileManager.default.createSymbolicLink(
      atPath: partialPath, withDestinationPath: target)
    guard case .disk(let place, _, false) = await failure() else {
      Issue.record("the file was written")
      return
    }
    #expect(place == partialPath)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
  }

  @Test func `a missing folder is reported`() async throws {
    let file = RemoteFile(
      address: hub.address + "/a.onnx", bytes: 1, digest: .sha256(SHA256.hash("").hex))
    let outcome = await Result.of {
      try await downloader().fetch(file, to: folder.path(of: "none/a.onnx"))
    }
    guard case .disk(_, let reason, false) = outcome.failure as? DownloadError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason == "No such file or directory")
  }

  @Test func `an unreachable server is reported with the address`() async throws {
    hub.stop()
    guard case .unreachable(let address, let reason) = await failure() else {
      Issue.record("the server was reached")
      return
    }
    #expect(address == hub.address + "/a.onnx")
    #expect(reason.contains("cannot be reached") || reason.contains("broke"), "\(reason)")
  }
}

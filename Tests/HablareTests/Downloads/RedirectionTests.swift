import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of redirections.
///
/// Only downloads follow redirections. No redirection leads from TLS to plain HTTP.
@Suite(.timeLimit(.minutes(10)))
struct RedirectionTests {
  private static let file = Array("the file".utf8)
  private let hub: FakeVoiceHub
  private let folder: TemporaryFolder

  init() throws {
    (hub, folder) = (try FakeVoiceHub(), try TemporaryFolder())
    hub.put(Self.file, at: "/file")
  }

  private func fetch(_ place: String) async -> DownloadError? {
    let downloader = Downloader(client: HTTPClient(), clock: RecordingClock())
    let remote = RemoteFile(
      address: hub.address + place, bytes: Self.file.count,
      digest: .sha256(SHA256.hash(Self.file).hex))
    let outcome = await Result.of {
      try await downloader.fetch(remote, to: folder.path(of: "a")).place()
    }
    return outcome.failure as? DownloadError
  }

  private func chain(_ length: Int, to last: String) {
    for step in 1...length {
      let next = step == length ? last : "/step\(step + 1)"
      hub.fail("/step\(step)", .answer(.redirect(to: next)))
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `another host can have the file`(status: Int) async throws {
    let other = try FakeVoiceHub()
    other.put(Self.file, at: "/elsewhere")
    hub.fail("/step1", .answer(.redirect(to: other.otherAddress + "/elsewhere", status: status)))
    #expect(await fetch("/step1") == nil)
    #expect(try Data(contentsOf: URL(filePath: folder.path(of: "a"))) == Data(Self.file))
    let headers = try #require(other.requests.first?.headers)
    for name in ["authorization", "cookie", "referer"] { #expect(headers[name] == nil) }
  }

  @Test func `the rest of a file is requested from the other host too`() async throws {
    for _ in 0..<2 { hub.fail("/step1", .answer(.redirect(to: "/file"))) }
    hub.fail("/file", .delivery(.truncated(after: 3)))
    #expect(await fetch("/step1") == nil)
    #expect(hub.requests.map { $0.headers["range"] } == [nil, nil, "bytes=3-", "bytes=3-"])
  }

  @Test func `five redirections are followed, and a sixth is not`() async throws {
    chain(5, to: "/file")
    #expect(await fetch("/step1") == nil)
    chain(6, to: "/file")
    guard case .unreachable(let address, let reason) = await fetch("/step1") else {
      Issue.record("the file was downloaded")
      return
    }
    #expect(address == hub.address + "/step1")
    #expect(reason.contains("more than 5 redirections"))
  }

  @Test func `a circle of redirections ends`() async throws {
    for _ in 0..<10 { hub.fail("/round", .answer(.redirect(to: "/round"))) }
    guard case .unreachable = await fetch("/round") else {
      Issue.record("the file was downloaded")
      return
    }
    #expect(hub.requests.count == 6)
  }

  @Test(arguments: [
    "http://192.0.2.1/file", "http://guion.invalid/file", "ftp://127.0.0.1/file",
    "file:///etc/passwd", "https://user:secret@127.0.0.1/file", "",
  ])
  func `a redirection from TLS to plain HTTP, or to no file, is refused`(target: String)
    async throws
  {
    hub.fail("/step1", .answer(.redirect(to: target)))
    guard case .unreachable(_, let reason) = await fetch("/step1") else {
      Issue.record("the file was downloaded")
      return
    }
    #expect(!reason.contains("secret"))
    #expect(hub.requests.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "a")))
  }

  @Test func `an address without TLS is refused, except on this machine`() async throws {
    let downloader = Downloader(client: HTTPClient(), clock: RecordingClock())
    let outcome = await Result.of {
      try await downloader.bytes(at: "http://192.0.2.1/list", limit: .voiceCatalogue)
    }
    guard case .unreachable(_, let reason) = outcome.failure as? DownloadError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("https://"))
    let bytes = try await downloader.bytes(at: hub.address + "/file", limit: .voiceCatalogue)
    #expect(bytes == Self.file)
  }

  @Test func `other requests are still not redirected`() async throws {
    hub.fail("/step1", .answer(.redirect(to: "/file")))
    let outcome = await Result.of {
      try await HTTPClient().send(HTTPRequest(.get, hub.address + "/step1"))
    }
    guard case .redirected = outcome.failure as? HTTPError else {
      Issue.record("\(outcome)")
      return
    }
    #expect(hub.requests.count == 1)
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of failing installations: the exit code, the message, and the remaining files.
@Suite(.timeLimit(.minutes(5)))
struct VoiceDownloadFaultTests {
  private static let ann = "en_US-ann-medium"
  private static let place = VoiceShop.place(ann)
  private let shop: VoiceShop

  init() throws { shop = try VoiceShop() }

  private var graphPath: String { "\(shop.voices)/piper/\(Self.ann).onnx" }
  private var partial: String { "voices/piper/.\(Self.ann).onnx.part" }

  private func partialSize() -> Int {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: shop.folder.path(of: partial))
    return attributes?[.size] as? Int ?? 0
  }

  /// Checks that no voice is listed after a failure, not even an incomplete one.
  private func expectNothingInstalled(sourceLocation: SourceLocation = #_sourceLocation) {
    let names = shop.files().filter { !$0.hasPrefix(".") }
    #expect(names.isEmpty, "\(names)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [404, 403, 410])
  func `an address without the file ends with 69, with address and local path`(
    status: Int
  ) throws {
    shop.hub.fail(Self.place, .answer(.status(status)))
    let result = try shop.install(Self.ann)
    #expect(result.status == 69)
    #expect(
      result.errors.contains(
        "cannot download \(shop.hub.address)\(Self.place): the server answered with status \(status)"
      ))
    #expect(result.errors.contains("save it as \(graphPath)"), "\(result.errors)")
    expectNothingInstalled()
  }

  @Test func `an unreachable hub ends with 69`() throws {
    shop.hub.stop()
    let result = try shop.install(Self.ann)
    #expect(result.status == 69)
    #expect(result.errors.contains("\(shop.hub.address)/voices.json"))
  }

  @Test func `a file with another digest or size ends with 65 and is removed`() throws {
    for wrong in [VoiceShop.graph.reversed().map { $0 }, VoiceShop.graph + [0], [1, 2, 3]] {
      shop.hub.put(wrong, at: Self.place)
      let result = try shop.install(Self.ann)
      #expect(result.status == 65)
      #expect(result.errors.contains("differs from the published file"), "\(result.errors)")
      #expect(result.errors.contains(graphPath))
      expectNothingInstalled()
      #expect(partialSize() == 0)
    }
  }

  @Test func `a voice that fails does not prevent the others`() throws {
    shop.hub.fail(Self.place, .answer(.status(404)))
    let result = try shop.install(Self.ann, "es_ES-davefx-medium", "--json")
    #expect(result.status == 69)
    #expect(shop.files().contains("es_ES-davefx-medium.onnx"))
    #expect(result.output.contains("es_ES-davefx-medium") && !result.output.contains("ann"))
  }

  @Test func `a broken connection is continued in the same run`() throws {
    shop.hub.fail(
      Self.place, .delivery(.truncated(after: 100_000)), .delivery(.reset(after: 50_000)))
    let result = try shop.install(Self.ann)
    #expect(result.status == 0, "\(result.errors)")
    let ranges = shop.hub.requests.filter { $0.path == Self.place }.map { $0.headers["range"] }
    #expect(ranges.first == .some(nil) && ranges.count == 3)
    #expect(shop.files() == VoiceShop.files(of: Self.ann))
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGKILL, 137)] as [(Int32, Int32)])
  func `an interrupted download is continued by the next run`(signal: Int32, status: Int32) throws {
    shop.hub.fail(Self.place, .delivery(.stalled(after: 200_000)))
    let command = try RunningCommand(
      ["voices", "install", Self.ann, "--yes", "--from", shop.hub.address], in: shop.folder,
      environment: shop.environment)
    #expect(RunningCommand.eventually { partialSize() == 200_000 })
    command.send(signal)
    #expect(command.waitForEnd() == status)
    expectNothingInstalled()
    let next = try shop.install(Self.ann)
    #expect(next.status == 0, "\(next.errors)")
    #expect(shop.hub.requests.last?.headers["range"] == "bytes=200000-")
    #expect(shop.files() == VoiceShop.files(of: Self.ann))
  }

  @Test func `a file that has changed meanwhile is downloaded again`() throws {
    shop.hub.put([UInt8](repeating: 5, count: VoiceShop.graph.count), at: Self.place)
    shop.hub.fail(Self.place, .delivery(.stalled(after: 200_000)))
    let command = try RunningCommand(
      ["voices", "install", Self.ann, "--yes", "--from", shop.hub.address], in: shop.folder,
      environment: shop.environment)
    #expect(RunningCommand.eventually { partialSize() == 200_000 })
    command.send(SIGINT)
    _ = command.waitForEnd()
    shop.hub.put(VoiceShop.graph, at: Self.place)
    let next = try shop.install(Self.ann)
    #expect(next.status == 0, "\(next.errors)")
    let last = try #require(shop.hub.requests.last { $0.path == Self.place })
    #expect(last.headers["range"] == "bytes=200000-" && last.headers["if-range"] != nil)
    #expect(shop.files() == VoiceShop.files(of: Self.ann))
  }

  @Test func `two simultaneous runs download a voice once`() throws {
    shop.hub.fail(Self.place, .delivery(.slow(5_000)))
    let words = ["voices", "install", Self.ann, "--yes", "--from", shop.hub.address]
    let commands = try (0..<2).map { _ in
      try RunningCommand(words, in: shop.folder, environment: shop.environment)
    }
    for command in commands { #expect(command.waitForEnd() == 0, "\(command.errors)") }
    #expect(shop.hub.requests.count { $0.path == Self.place } == 1)
    #expect(commands.contains { $0.errors.contains("waiting for another process") })
    #expect(shop.files() == VoiceShop.files(of: Self.ann))
  }

  @Test(.enabled(if: SmallDisk.canMount, SmallDisk.refusal))
  func `a full disk ends with 73, and with free space the next run continues`() throws {
    let disk = try SmallDisk(on: shop.folder, "voices", pages: 20)
    let refused = try shop.install(Self.ann)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("not enough disk space in \(shop.voices)"), "\(refused.errors)")
    #expect(!shop.hub.requests.contains { $0.path == Self.place })
    // There is enough space at first, but another program takes it during the download.
    try disk.resize(pages: 100)
    shop.hub.fail(Self.place, .delivery(.slow(2_000)))
    let command = try RunningCommand(
      ["voices", "install", Self.ann, "--yes", "--from", shop.hub.address], in: shop.folder,
      environment: shop.environment)
    #expect(RunningCommand.eventually { partialSize() > 20_000 })
    try disk.leave(free: 2)
    #expect(command.waitForEnd() == 73, "\(command.errors)")
    #expect(command.errors.contains("No space left on device"), "\(command.errors)")
    expectNothingInstalled()
    #expect(partialSize() > 20_000)
    try disk.resize(pages: 200)
    let next = try shop.install(Self.ann)
    #expect(next.status == 0, "\(next.errors)")
    #expect(shop.hub.requests.last?.headers["range"] != nil)
  }

  @Test func `a file size limit of the shell ends with 73`() throws {
    var environment = shop.environment
    environment["PROGRAM"] = Guion2audio.path
    let result = try Program.run(
      "bash",
      [
        "-c",
        "ulimit -f 100; exec \"$PROGRAM\" voices install \(Self.ann) --yes --from \(shop.hub.address)",
      ], in: shop.folder.path, environment: environment)
    #expect(result.status == 73, "\(result.status) \(result.errors)")
    #expect(result.errors.contains(".\(Self.ann).onnx.part"), "\(result.errors)")
    expectNothingInstalled()
  }

  @Test func `an unwritable folder ends with 73`() throws {
    try shop.folder.write("a file", as: "voices")
    let result = try shop.install(Self.ann)
    #expect(result.status == 73)
    #expect(result.errors.contains(shop.voices), "\(result.errors)")
  }

  @Test func `names in a hostile list do not leave the folder`() throws {
    let digest = String(repeating: "0", count: 32)
    let names = ["../../../evil", "/tmp/evil", "..", "a/b", "a\\u001b[2J"]
    let entries = names.map { name in
      "\"\(name)\": {\"language\": {\"code\": \"en_US\"}, \"files\": {"
        + "\"x/\(name).onnx\": {\"size_bytes\": 1, \"md5_digest\": \"\(digest)\"}, "
        + "\"x/\(name).onnx.json\": {\"size_bytes\": 1, \"md5_digest\": \"\(digest)\"}}}"
    }
    shop.hub.put(Array("{\(entries.joined(separator: ","))}".utf8), at: "/voices.json")
    let listed = try shop.run("available", "--from", shop.hub.address)
    #expect(!listed.output.contains("evil") && !listed.errors.contains("\u{1B}"))
    #expect(listed.errors.contains("is skipped: its name contains characters other"))
    for name in ["../../../evil", "/tmp/evil", ".."] {
      #expect(try shop.install(name).status == 64)
    }
    #expect(try shop.folder.names().allSatisfy { ["cache", "digested", "voices"].contains($0) })
  }
}

import Foundation
import Testing
import TestSupport

@testable import Hablare

@Suite(.serialized)
struct StoreProcessTests {
  private static let needsSQLite: Comment = "needs the sqlite3 command"

  /// A running probe, whose output is read line by line.
  private struct Probe {
    let process: ChildProcess
    private let output: FileHandle
    private let errors: FileHandle

    init(_ arguments: [String]) throws {
      let (output, errors) = (try TestPipe(), try TestPipe())
      process = try ChildProcess(
        Program.built("store-probe"), arguments,
        output: .descriptor(output.writing.fileDescriptor),
        errors: .descriptor(errors.writing.fileDescriptor))
      try output.writing.close()
      try errors.writing.close()
      (self.output, self.errors) = (output.reading, errors.reading)
    }

    /// Returns the next line, or nil at the end.
    func line() -> String? {
      var bytes = Data()
      while let byte = try? output.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: bytes, as: UTF8.self) }
        bytes += byte
      }
      return nil
    }

    /// Returns the lines until the end, and the errors.
    func finish() -> (lines: [String], errors: String) {
      var lines: [String] = []
      while let line = line() { lines.append(line) }
      let errors = errors.readDataToEndOfFile()
      _ = process.wait()
      return (lines, String(decoding: errors, as: UTF8.self))
    }
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite))
  func `a hundred processes create one store simultaneously and all write to it`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "new/store.db")
    let probes = try (0..<100).map { number in
      try Probe([number % 4 == 3 ? "lines" : "records", path, "p\(number)", "5"])
    }
    var written: [String] = []
    for probe in probes {
      let (lines, errors) = probe.finish()
      #expect(errors == "")
      #expect(probe.process.status == 0)
      written += lines
    }
    #expect(written.count == 75 * 5 + 25)
    let store = try GenerationStore(at: URL(filePath: path))
    #expect(store.notices.isEmpty)
    let records = try await store.records(mimePrefix: "")
    #expect(Set(records.map(\.id)) == Set(written.filter { $0.contains("-") }))
    for record in records {
      #expect(try record.getBinary().starts(with: Data((record.id + "|").utf8)))
    }
    #expect(
      try StoreSamples.sqlite(
        path,
        "PRAGMA integrity_check; PRAGMA foreign_key_check; SELECT count(*) FROM records; "
          + "SELECT count(*) FROM lines; SELECT count(*) FROM audio WHERE file IS NOT NULL")
        == "ok\n375\n125\n75")
    #expect(try StoreSamples.files(of: store).count == 75)
  }

  @Test func `of many processes that find a database damaged, one moves it aside`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "not a database", count: 1_000), as: "store.db")
    let path = folder.path(of: "store.db")
    let probes = try (0..<30).map { try Probe(["records", path, "p\($0)", "2"]) }
    for probe in probes { #expect(probe.finish().errors == "") }
    let store = try GenerationStore(at: URL(filePath: path))
    #expect(try await store.records(mimePrefix: "").count == 60)
    #expect(try folder.names().filter { $0.contains("damaged") } == ["store.db.damaged-1"])
  }

  @Test(.enabled(if: StoreSamples.hasSQLite, needsSQLite), arguments: [1, 4, 5, 6, 17, 50])
  func `a killed writer leaves all records that it reported`(count: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let probe = try Probe(["records", path, "p", "100000"])
    var written: [String] = []
    while written.count < count, let line = probe.line() { written.append(line) }
    probe.process.send(SIGKILL)
    written += probe.finish().lines
    #expect(probe.process.status == 128 + SIGKILL)

    let store = try GenerationStore(at: URL(filePath: path))
    #expect(store.notices.isEmpty)
    let records = try await store.records(of: "p")
    #expect(Set(written).isSubset(of: records.map(\.id)))
    #expect(records.count <= written.count + 1)
    for record in records { _ = try record.getBinary() }
    try await store.save(StoreSamples.record(), audio: StoreSamples.large)
    #expect(try StoreSamples.sqlite(path, "PRAGMA integrity_check") == "ok")
  }

  @Test(arguments: [1, 3, 20])
  func `clips that a killed process reported are complete`(count: Int) async throws {
    let folder = try TemporaryFolder()
    let probe = try Probe(["clips", folder.path(of: "clips"), "p", "100000"])
    var written: [String] = []
    while written.count < count, let line = probe.line() { written.append(line) }
    probe.process.send(SIGKILL)
    written += probe.finish().lines
    let cache = ClipCache(folder: folder.path(of: "clips"))
    for text in written {
      let request = VoiceEngineRequest(text: text, voiceId: "alto", languageCode: "en")
      let key = ClipKey(providerId: "probe", providerVersion: "1", request: request)
      let clip = try #require(await cache.lookup(key))
      #expect(clip.audioData.starts(with: Data((text + "|").utf8)))
    }
    #expect(cache.notices.isEmpty)
  }

  /// Runs a probe that can only write files of up to 8 KiB, as on a full disk.
  private static func runWithoutRoom(_ arguments: [String]) throws -> ProgramResult {
    let limits = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""
    return try Program.run("bash", ["-c", limits, Program.built("store-probe")] + arguments)
  }

  @Test func `clips that find no space are still used, with one notice`() throws {
    let folder = try TemporaryFolder()
    let clips = folder.path(of: "clips")
    let result = try Self.runWithoutRoom(["clips", clips, "p", "3"])
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.prefix(3) == ["p-0", "p-1", "p-2"])
    #expect(
      lines.dropFirst(3).map { $0.hasPrefix("notice: \(clips): clips cannot be cached") } == [true])
    for shelf in try folder.names(in: "clips") where shelf != ClipLock.name {
      #expect(try folder.names(in: "clips/" + shelf).isEmpty)
    }
  }

  @Test func `a store that finds no space reports it, and keeps its contents`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "store.db")
    let store = try GenerationStore(at: URL(filePath: path))
    try await store.save(StoreSamples.record(), audio: StoreSamples.large)
    let result = try Self.runWithoutRoom(["records", path, "p", "3"])
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(path))
    #expect(try await store.records(mimePrefix: "").map(\.id) == ["r"])
    try await store.save(StoreSamples.record("2"), audio: StoreSamples.audio())
    #expect(store.notices.isEmpty)
  }

  @Test func `if many processes need the same clips, each clip is generated once`() throws {
    let folder = try TemporaryFolder()
    let arguments = ["make", folder.path(of: "new/clips"), folder.path(of: "log"), "3"]
    let probes = try (0..<8).map { _ in try Probe(arguments) }
    for probe in probes {
      let (lines, errors) = probe.finish()
      #expect(errors == "")
      #expect(lines.filter { $0 != "making" } == ["same-0", "same-1", "same-2"])
    }
    let log = try String(contentsOfFile: folder.path(of: "log"), encoding: .utf8)
    #expect(log == "same-0\nsame-1\nsame-2\n")
  }

  @Test func `a clip whose process is killed is generated by a waiting process`() throws {
    let folder = try TemporaryFolder()
    let (clips, log) = (folder.path(of: "clips"), folder.path(of: "log"))
    let maker = try Probe(["hang", clips, log])
    #expect(maker.line() == "making")
    let others = try (0..<2).map { _ in try Probe(["make", clips, log, "1"]) }
    maker.process.send(SIGKILL)
    for other in others { #expect(other.finish().lines.last == "same-0") }
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "same-0\nsame-0\n")
  }

  @Test func `many processes store the same clips simultaneously`() async throws {
    let folder = try TemporaryFolder()
    let probes = try (0..<20).map { _ in
      try Probe(["clips", folder.path(of: "clips"), "same", "10"])
    }
    for probe in probes {
      let (lines, errors) = probe.finish()
      #expect(errors == "")
      #expect(lines.count == 10)
    }
    let cache = ClipCache(folder: folder.path(of: "clips"))
    #expect(await cache.info().count == 10)
  }
}

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Hablare

/// Tests of installing voices from a hub on this machine.
@Suite(.timeLimit(.minutes(10)))
struct VoiceInstallerTests {
  private static let graph = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
  private static let description = Array(
    #"{"audio": {"sample_rate": 22050}, "language": {"code": "en_US"}}"#.utf8)
  private static let card = Array("* License: CC BY-NC 4.0\n".utf8)

  private let hub: FakeVoiceHub
  private let stage: VoiceStage

  init() throws {
    (hub, stage) = (try FakeVoiceHub(), try VoiceStage())
    hub.put(Self.graph, at: "/en/v.onnx")
    hub.put(Self.description, at: "/en/v.onnx.json")
    hub.put(Self.card, at: "/en/MODEL_CARD")
  }

  private static func file(_ name: String, _ place: String, _ bytes: [UInt8]) -> OfferedVoice.File {
    OfferedVoice.File(
      name: name, place: place, bytes: bytes.count, digest: .sha256(SHA256.hash(bytes).hex))
  }

  private static func voice(graph: [UInt8] = graph, card: [UInt8] = card) -> OfferedVoice {
    OfferedVoice(
      engine: .piper, id: "v", language: "en-US", quality: "medium",
      files: [
        file("v.onnx", "en/v.onnx", graph), file("v.onnx.json", "en/v.onnx.json", description),
        file("v.MODEL_CARD", "en/MODEL_CARD", card),
      ])
  }

  private var folders: VoiceFolders {
    VoiceFolders(own: stage.path("own"), others: [stage.path("system")])
  }

  private func installer() -> VoiceInstaller {
    VoiceInstaller(
      folders: folders,
      source: HubSource(
        hub: VoiceHub(mirror: hub.address),
        downloader: Downloader(
          client: HTTPClient(), clock: RecordingClock(),
          timeouts: HTTPTimeouts(connect: 20, stall: 1, total: 50))))
  }

  private func install(_ voice: OfferedVoice = voice()) async throws {
    let installer = installer()
    try await installer.install(try await installer.prepare(voice))
  }

  private func failure(_ voice: OfferedVoice = voice()) async -> VoiceInstallError? {
    await Result.of { try await install(voice) }.failure as? VoiceInstallError
  }

  private func names(_ folder: String = "own/piper") -> [String] {
    ((try? stage.folder.names(in: folder)) ?? []).filter { $0 != ".lock" }
  }

  private static let whole = ["v.MODEL_CARD", "v.onnx", "v.onnx.json", "v.voice.json"]

  // MARK: Installing

  @Test func `the licence is known before the installation`() async throws {
    let prepared = try await installer().prepare(Self.voice())
    #expect(prepared.licence == VoiceLicence(name: "CC-BY-NC-4.0", commercialUse: .no))
    #expect(prepared.bytes == Self.graph.count + Self.description.count + Self.card.count)
    #expect(hub.requests.map(\.path) == ["/en/MODEL_CARD"])
    #expect(!FileManager.default.fileExists(atPath: stage.path("own/piper/v.onnx")))
  }

  @Test func `an installed voice is listed with all known facts`() async throws {
    try await install()
    #expect(names() == Self.whole)
    let voice = try #require(InstalledVoices(in: folders).voice("v", of: .piper))
    #expect(voice.licence.name == "CC-BY-NC-4.0" && voice.quality == "medium")
    #expect(voice.modelSHA256 == SHA256.hash(Self.graph).hex)
    let record = try #require(voice.record)
    #expect(record.files.map(\.name) == ["v.MODEL_CARD", "v.onnx.json", "v.onnx"])
    #expect(record.files.last?.source == hub.address + "/en/v.onnx")
    #expect([UInt8](try Data(contentsOf: URL(filePath: voice.modelPath))) == Self.graph)
    #expect(installer().isInstalled(Self.voice()))
  }

  @Test func `progress counts the bytes of all files`() async throws {
    let counts = Mutex<[Int]>([])
    let installer = installer()
    try await installer.install(try await installer.prepare(Self.voice())) { event in
      if case .progress(let bytes) = event { counts.withLock { $0.append(bytes) } }
    }
    let seen = counts.withLock(\.self)
    #expect(seen == seen.sorted() && seen.first == 0)
    #expect(seen.last == Self.voice().bytes)
  }

  @Test func `an interrupted installation is continued`() async throws {
    hub.fail("/en/v.onnx", .delivery(.stalled(after: 20_000)))
    let task = Task { try await install() }
    let partial = stage.path("own/piper/.v.onnx.part")
    while (try? FileManager.default.attributesOfItem(atPath: partial)[.size] as? Int) != 20_000 {
      try await Task.sleep(for: .milliseconds(2))
    }
    task.cancel()
    #expect(await task.result.failure is CancellationError)
    #expect(InstalledVoices(in: folders).voices.isEmpty)
    try await install()
    #expect(hub.requests.last?.headers["range"] == "bytes=20000-")
    #expect(names() == Self.whole)
  }

  // MARK: Faults

  @Test func `a wrong graph is refused, with the address and the path for a manual download`()
    async throws
  {
    hub.put(Self.graph.reversed(), at: "/en/v.onnx")
    let error = try #require(await failure())
    #expect(error.kind == .wrongFile)
    #expect(error.message.contains(hub.address + "/en/v.onnx"))
    let path = stage.path("own/piper/v.onnx")
    #expect(error.message.hasSuffix("save it as \(path) and try again"))
    #expect(InstalledVoices(in: folders).voices.isEmpty)
    #expect(!names().contains("v.onnx") && !names().contains("v.voice.json"))
  }

  @Test func `a missing file is a network error`() async throws {
    for place in ["/en/v.onnx.json", "/en/MODEL_CARD", "/en/v.onnx"] {
      hub.fail(place, .answer(.status(404)))
      let error = try #require(await failure())
      #expect(error.kind == .network)
      #expect(error.message.contains(hub.address + place))
      #expect(error.message.contains("status 404"))
      #expect(error.message.contains("save it as"))
    }
  }

  @Test func `a wrong card is refused before the graph is downloaded`() async throws {
    hub.put(Array("* License: CC0 1.0      \n".utf8), at: "/en/MODEL_CARD")
    #expect(await failure()?.kind == .wrongFile)
    #expect(!hub.requests.contains { $0.path == "/en/v.onnx" })
  }

  @Test func `a folder that cannot be created is reported`() async throws {
    try stage.write("a file", "own")
    let error = try #require(await failure())
    #expect(error.kind == .disk)
    #expect(error.message.contains(stage.path("own")))
  }

  @Test func `a voice that is larger than the free space is refused before downloading`()
    async throws
  {
    var voice = Self.voice()
    let graph = OfferedVoice.File(
      name: "v.onnx", place: "en/v.onnx", bytes: 1 << 60, digest: voice.files[0].digest)
    voice = OfferedVoice(
      engine: .piper, id: "v", language: "en-US", files: [graph] + voice.files.dropFirst())
    let error = try #require(await failure(voice))
    #expect(error.kind == .disk && error.message.contains("not enough disk space"))
    #expect(hub.requests.map(\.path) == ["/en/MODEL_CARD"])
  }

  // MARK: Simultaneous installers

  /// Counts the installers that have to wait.
  private final class Waits: Sendable {
    private let counted = Mutex(0)
    var count: Int { counted.withLock(\.self) }

    func note(_ event: VoiceInstaller.Event) {
      if case .waiting = event { counted.withLock { $0 += 1 } }
    }
  }

  @Test func `two installers of one voice download it once`() async throws {
    hub.fail("/en/v.onnx", .delivery(.slow(1000)))
    let installers = (installer(), installer())
    let prepared = try await installers.0.prepare(Self.voice())
    let waits = Waits()
    async let first: Void = installers.0.install(prepared, onEvent: waits.note)
    async let second: Void = installers.1.install(prepared, onEvent: waits.note)
    _ = try await (first, second)
    #expect(hub.requests.count { $0.path == "/en/v.onnx" } == 1)
    #expect(waits.count == 1)
    #expect(names() == Self.whole)
  }

  // MARK: Kokoro

  private static let style = [UInt8](repeating: 7, count: KokoroFiles.styleBytes)

  private static func kokoro(_ name: String) -> OfferedVoice {
    OfferedVoice(
      engine: .kokoro, id: name, language: "en-US",
      licence: VoiceLicence(name: "Apache-2.0", commercialUse: .yes),
      files: [
        file("kokoro-v1.0.onnx", "kokoro.int8.onnx", graph),
        file("voices/\(name).bin", "voices/\(name).bin", style),
      ])
  }

  private func putKokoro() {
    hub.put(Self.graph, at: "/kokoro.int8.onnx")
    for name in ["af_a", "af_b"] { hub.put(Self.style, at: "/voices/\(name).bin") }
  }

  @Test func `a shared graph is downloaded once, and removed with the last of its voices`()
    async throws
  {
    putKokoro()
    try await install(Self.kokoro("af_a"))
    let second = try await installer().prepare(Self.kokoro("af_b"))
    #expect(second.bytes == Self.style.count)
    try await installer().install(second)
    #expect(hub.requests.count { $0.path == "/kokoro.int8.onnx" } == 1)
    let voices = InstalledVoices(in: folders).voices
    #expect(voices.map(\.id) == ["af_a", "af_b"])
    #expect(Set(voices.map(\.modelSHA256)) == [SHA256.hash(Self.graph).hex])
    for voice in voices {
      #expect(names("own/kokoro").contains("kokoro-v1.0.onnx"))
      try await installer().remove(voice)
    }
    #expect(names("own/kokoro") == ["voices"])
    #expect(names("own/kokoro/voices").isEmpty)
  }

  @Test func `a graph in a system folder is used`() async throws {
    putKokoro()
    try stage.write("graph", "system/kokoro/kokoro-v1.0.onnx")
    try await install(Self.kokoro("af_a"))
    #expect(!hub.requests.contains { $0.path == "/kokoro.int8.onnx" })
    #expect(installer().isInstalled(Self.kokoro("af_a")))
    let voice = try #require(InstalledVoices(in: folders).voice("af_a", of: .kokoro))
    try await installer().remove(voice)
    #expect(FileManager.default.fileExists(atPath: stage.path("system/kokoro/kokoro-v1.0.onnx")))
  }

  // MARK: Removing

  @Test func `a removed voice leaves nothing, and other files stay`() async throws {
    try await install()
    try stage.piper("mine")
    let voice = try #require(InstalledVoices(in: folders).voice("v", of: .piper))
    try await installer().remove(voice)
    #expect(names() == ["mine.onnx", "mine.onnx.json"])
    // A voice that was copied by hand is removed too.
    try await installer().remove(
      try #require(InstalledVoices(in: folders).voice("mine", of: .piper)))
    #expect(names().isEmpty)
  }

  @Test func `a system voice is not removed`() async throws {
    try stage.piper("s", in: "system")
    let voice = try #require(InstalledVoices(in: folders).voice("s", of: .piper))
    let outcome = await Result.of { try await installer().remove(voice) }
    #expect((outcome.failure as? VoiceInstallError)?.kind == .disk)
    #expect(names("system/piper") == ["s.onnx", "s.onnx.json"])
  }

  // MARK: Timbres

  @Test func `measurements are stored in the record, or in the user's own folder`() async throws {
    try await install()
    try stage.piper("s", in: "system", #""num_speakers": 2"#)
    let timbre = VoiceTimbre(fundamental: 120, centre: 900)
    let uris = ["piper://v", "piper://s/1", "piper://gone", "espeak://en-us"].compactMap {
      VoiceURI($0)
    }
    let store = VoiceTimbreStore(in: folders)
    #expect(uris.map(store.canStore) == [true, true, false, false])
    #expect(store.canStore(VoiceURI(providerId: "piper", voiceId: "v", rate: 1.1)) == false)
    try await store.store(Dictionary(uniqueKeysWithValues: uris.map { ($0, timbre) }))
    let later = VoiceTimbreStore(in: folders)
    #expect(later.timbre(of: uris[0])?.distance(to: timbre) ?? 9 < 0.01)
    #expect(later.timbre(of: uris[1])?.distance(to: timbre) ?? 9 < 0.01)
    // The licence has been kept.
    let voice = try #require(InstalledVoices(in: folders).voice("v", of: .piper))
    #expect(voice.licence.name == "CC-BY-NC-4.0")
    #expect(names("system/piper") == ["s.onnx", "s.onnx.json"])
    #expect(names().contains("s.voice.json"))
  }
}

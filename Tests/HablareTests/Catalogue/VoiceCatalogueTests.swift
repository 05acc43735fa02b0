import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Hablare

struct VoiceCatalogueTests {
  private static func offer(
    _ id: String, _ language: String, quality: String = "medium", speakers: Int = 1
  ) -> OfferedVoice {
    OfferedVoice(
      engine: .piper, id: id, aliases: ["old-\(id)"], language: language, quality: quality,
      speakers: speakers, files: [])
  }

  // MARK: Names

  @Test(arguments: [
    ("en_US-joe-medium", "piper://en_US-joe-medium"),
    ("piper://en_US-joe-medium", "piper://en_US-joe-medium"),
    ("piper://en_US-joe-medium?rate=1.2", "piper://en_US-joe-medium"),
    ("piper://en_US-joe-medium/speaker", "piper://en_US-joe-medium"),
    ("kore", "hibari://kore"), ("jf_alpha", "kokoro://jf_alpha"),
    ("kokoro://kore", nil), ("heart", nil), ("joe", nil), ("", nil),
  ])
  func `a voice is found by its name and by its URI`(name: String, uri: String?) {
    #expect(VoiceCatalogue.shipped.voice(name)?.uri.description == uri)
  }

  @Test func `earlier names count, and later lists do not replace the built-in voices`() {
    let catalogue = VoiceCatalogue(
      ShippedVoices.all + [Self.offer("en_US-joe-medium", "en-US"), Self.offer("x", "es-ES")])
    #expect(catalogue.voice("old-x")?.id == "x")
    #expect(catalogue.voice("en_US-joe-medium")?.files.count == 3)
    #expect(catalogue.names(near: "en_US-jo-medium") == ["en_US-joe-medium"])
  }

  @Test func `built-in voices have digests, sizes and licences`() {
    for voice in VoiceCatalogue.shipped.voices {
      #expect(voice.licence?.commercialUse == .yes && !voice.files.isEmpty)
      for file in voice.files {
        #expect(file.bytes > 0)
        guard case .sha256(let hex) = file.digest else {
          Issue.record("\(file.name)")
          continue
        }
        #expect(FileDigest(hex: hex) == file.digest)
        #expect(VoiceHub().address(of: file, engine: voice.engine).hasPrefix("https://"))
      }
    }
  }

  // MARK: The voice of a language

  private static let several = VoiceCatalogue([
    offer("es_ES-carlfm-x_low", "es-ES", quality: "x_low"), offer("es_ES-davefx-medium", "es-ES"),
    offer("es_MX-ald-medium", "es-MX"), offer("es_MX-claude-high", "es-MX", quality: "high"),
    offer("no_NO-talesyntese-medium", "no-NO"), offer("eo_XX-a-low", "eo", quality: "low"),
    offer("eo_XX-b-medium", "eo", speakers: 9), offer("eo_XX-c-x_low", "eo", quality: "x_low"),
  ])

  @Test(arguments: [
    ("es", "es_ES-davefx-medium"), ("es-ES", "es_ES-davefx-medium"), ("es-MX", "es_MX-ald-medium"),
    ("es-AR", "es_ES-davefx-medium"), ("ES", "es_ES-davefx-medium"),
    ("nb", "no_NO-talesyntese-medium"), ("nn-NO", "no_NO-talesyntese-medium"),
    ("eo", "eo_XX-a-low"), ("ja", nil),
  ])
  func `each language has a recommended voice`(language: String, id: String?) {
    #expect(Self.several.recommendedVoice(for: language)?.id == id)
  }

  @Test func `a recommended voice that is not offered is skipped`() {
    let catalogue = VoiceCatalogue([Self.offer("de_DE-kerstin-low", "de-DE", quality: "low")])
    #expect(catalogue.recommendedVoice(for: "de")?.id == "de_DE-kerstin-low")
    #expect(VoiceCatalogue.shipped.recommendedVoice(for: "en-GB")?.id == "emma")
    #expect(VoiceCatalogue.shipped.recommendedVoice(for: "en")?.id == "en_US-joe-medium")
  }
}

/// Tests of the list that is cached for a day.
@Suite(.timeLimit(.minutes(10)))
struct VoiceCatalogueReaderTests {
  private let hub: FakeVoiceHub
  private let folder: TemporaryFolder
  private let notes = Notes()

  private final class Notes: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock(\.self) }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  init() throws {
    (hub, folder) = (try FakeVoiceHub(), try TemporaryFolder())
    put("a")
  }

  private func put(_ name: String) {
    hub.put(Array("{\(PiperListTests.entry(name))}".utf8), at: "/voices.json")
  }

  private func names(after seconds: Int = 0) async throws -> [String] {
    let started = Int(Date().timeIntervalSince1970)
    let reader = VoiceCatalogueReader(
      hub: VoiceHub(mirror: hub.address),
      downloader: Downloader(client: HTTPClient(), clock: RecordingClock()),
      cacheFolder: folder.path, now: { started + seconds }, onNote: notes.add)
    return try await reader.catalogue().voices.filter { $0.engine == .piper }.map(\.id)
  }

  @Test func `a list is requested once a day`() async throws {
    #expect(try await names() == ["a", "en_US-joe-medium"])
    put("b")
    #expect(try await names(after: 86_000) == ["a", "en_US-joe-medium"])
    #expect(hub.requests.count == 1)
    #expect(try await names(after: 86_500) == ["b", "en_US-joe-medium"])
    // A cached list from the future comes from a wrong clock.
    #expect(try await names(after: -7200) == ["b", "en_US-joe-medium"])
    #expect(hub.requests.count == 3)
    #expect(notes.all.isEmpty)
  }

  @Test func `without a network the old list is used, with a note`() async throws {
    #expect(try await names().count == 2)
    hub.stop()
    #expect(try await names(after: 3 * 86_400) == ["a", "en_US-joe-medium"])
    #expect(notes.all.count == 1)
    #expect(notes.all.first?.hasSuffix("; using the list from 3 days ago") == true, "\(notes.all)")
  }

  @Test func `without a list there is an error with the address`() async throws {
    hub.stop()
    let outcome = await Result.of { try await names() }
    let error = try #require(outcome.failure as? VoiceInstallError)
    #expect(error.kind == .network)
    #expect(error.message.contains(hub.address + "/voices.json"))
  }

  @Test func `a page that is not a list is refused, and is not cached`() async throws {
    hub.put(Array("<html>Sign in</html>".utf8), at: "/voices.json")
    let outcome = await Result.of { try await names() }
    #expect((outcome.failure as? VoiceInstallError)?.kind == .wrongFile)
    #expect(try folder.names().isEmpty)
    put("c")
    #expect(try await names() == ["c", "en_US-joe-medium"])
  }

  @Test func `a list that was damaged on disk is downloaded again`() async throws {
    #expect(try await names().count == 2)
    let name = try #require(try folder.names().first)
    try folder.write("{", as: name)
    #expect(try await names().count == 2)
    #expect(hub.requests.count == 2)
  }

  @Test func `hostile entries are reported, but only five of them`() async throws {
    let entries = (1...9).map { PiperListTests.entry("../x\($0)") } + [PiperListTests.entry("ok")]
    hub.put(Array("{\(entries.joined(separator: ","))}".utf8), at: "/voices.json")
    #expect(try await names() == ["en_US-joe-medium", "ok"])
    #expect(notes.all.count == 5)
    #expect(notes.all.first?.hasPrefix("../x1 in ") == true)
  }
}

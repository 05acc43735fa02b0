import Audio
import Foundation
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of voice licences in checks and manifests.
@Suite struct VoiceLicenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func voice(_ id: String, _ licence: VoiceLicence?) -> Voice {
    Voice(
      id: id, name: id, providerId: "tone", language: "en-US",
      labels: licence.map {
        ["licence": $0.name, "commercialUse": $0.commercialUse.rawValue]
      } ?? [:])
  }

  private let tone = ToneVoiceProvider(
    voices: [
      voice("free", VoiceLicence(name: "CC0-1.0", commercialUse: .yes)),
      voice("barred", VoiceLicence(name: "CC-BY-NC-4.0", commercialUse: .no)),
      voice("odd", .unknown), voice("many/1", VoiceLicence(name: "MIT", commercialUse: .yes)),
      voice("silent", nil),
    ], isNatural: true)

  private func book(_ cast: String) throws -> Book {
    let path = try folder.write(
      "INT. HALL\n\nANN\nHello.\n\nBEN\nGood day.\n", as: "script.fountain")
    try folder.write(cast, as: "cast.json")
    var book = Book(
      try BookInput(path),
      speech: SpeechSetup(
        environment: [:], cache: .none,
        registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(tone)])))
    book.options.build.formats = [.wav]
    return book
  }

  private func findings(_ cast: String) async throws -> [String] {
    try await CheckReport(of: [try book(cast)]).findings
      .filter { ["non-commercial-voice", "unknown-licence"].contains($0.code) }
      .map { "\($0.position?.line ?? 0): \($0.severity.rawValue): \($0.message) [\($0.code)]" }
  }

  @Test func `check warns of non-commercial voices, with positions`()
    async throws
  {
    let found = try await findings(
      """
      { "narrator": "tone://free",
        "characters": {
          "ANN": "tone://barred?rate=1.1",
          "BEN": "tone://odd" } }
      """)
    #expect(
      found == [
        "3: warning: the licence of tone://barred does not allow commercial use (CC-BY-NC-4.0) [non-commercial-voice]",
        "4: note: it is unknown whether tone://odd may be used commercially (licence: unknown) [unknown-licence]",
      ])
  }

  @Test func `lint switches both checks, and voices without a statement are not reported`()
    async throws
  {
    let cast = #"""
      { "narrator": "tone://silent", "characters": { "ANN": "tone://barred", "BEN": "tone://odd" },
        "lint": { "non-commercial-voice": "error", "unknown-licence": "off" } }
      """#
    let found = try await findings(cast)
    #expect(found.count == 1 && found.first?.contains("error") == true, "\(found)")
  }

  @Test func `a licence does not prevent a build`() async throws {
    let outcome = try await book(
      #"{ "narrator": "tone://barred", "default": "tone://many/1" }"#
    ).build(into: folder.path(of: "out"))
    #expect(outcome.completed == 1)
    let manifest = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(filePath: folder.path(of: "out/manifest.json"))))
        as? [String: Any])
    #expect(
      manifest["licences"] as? [String: String]
        == ["tone://barred": "CC-BY-NC-4.0", "tone://many/1": "MIT"])
  }

  @Test func `a book of other voices has no licences in its manifest`() async throws {
    try folder.write(#"{ "narrator": "tone://bass" }"#, as: "cast.json")
    let path = try folder.write("INT. HALL\n\nHello.\n", as: "plain.fountain")
    var book = Book(
      try BookInput(path),
      speech: SpeechSetup(
        environment: [:], cache: .none,
        registry: VoiceProviderRegistry(descriptors: [VoiceProviderDescriptor(ToneVoiceProvider())])
      ))
    book.options.build.formats = [.wav]
    _ = try await book.build(into: folder.path(of: "other"))
    let text = try String(contentsOfFile: folder.path(of: "other/manifest.json"), encoding: .utf8)
    #expect(!text.contains("licences"))
  }
}

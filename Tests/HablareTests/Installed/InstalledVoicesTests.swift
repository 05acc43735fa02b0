import Foundation
import TestSupport
import Testing

@testable import Hablare

struct InstalledVoicesTests {
  private let stage: VoiceStage

  init() throws { stage = try VoiceStage() }

  // MARK: Piper

  @Test func `a Piper voice copied by hand is listed with an unknown licence`() throws {
    try stage.piper("en_US-joe-medium")
    let voice = try #require(stage.voices("own").voices.first)
    #expect(voice.engine == .piper && voice.id == "en_US-joe-medium" && voice.language == "en-US")
    #expect(voice.quality == "medium" && voice.sampleRate == 22_050 && voice.speakers.isEmpty)
    #expect(voice.licence == .unknown && voice.modelSHA256 == nil && voice.record == nil)
    #expect(voice.modelPath == stage.path("own/piper/en_US-joe-medium.onnx"))
    #expect(voice.descriptionPath == stage.path("own/piper/en_US-joe-medium.onnx.json"))
    #expect(voice.recordPath == stage.path("own/piper/en_US-joe-medium.voice.json"))
    #expect(voice.voices.map(\.id) == ["en_US-joe-medium"])
    #expect(voice.voices.first?.labels["licence"] == "unknown")
  }

  @Test func `the record next to a voice has licence, digest and timbre`() throws {
    try stage.piper("en_US-joe-medium")
    let record = VoiceRecord(
      id: "en_US-joe-medium", engine: .piper, language: "en-US", gender: "male", quality: "medium",
      licence: VoiceLicence(name: "CC0-1.0", commercialUse: .yes),
      files: [.init(name: "en_US-joe-medium.onnx", bytes: 3, sha256: "ab", source: "https://a/b")],
      timbres: ["": VoiceTimbre(fundamental: 110, centre: 500)])
    try stage.record(record, in: "own/piper")
    let voice = try #require(stage.voices("own").voice("en_US-joe-medium", of: .piper))
    #expect(voice.record == record)
    #expect(voice.licence.name == "CC0-1.0" && voice.licence.commercialUse == .yes)
    #expect(voice.gender == "male" && voice.modelSHA256 == "ab")
    #expect(voice.timbres[""] == VoiceTimbre(pitch: 12, brightness: 0))
    #expect(voice.voices.first?.labels["commercialUse"] == "yes")
  }

  @Test func `each speaker of a voice is listed as a voice`() throws {
    try stage.piper(
      "en_US-many-low", #""num_speakers": 3, "speaker_id_map": {"p1": 1, "p0": 0}"#)
    let voice = try #require(stage.voices("own").voices.first)
    #expect(voice.speakers.map(\.name) == ["p0", "p1", "2"])
    #expect(voice.speakers.map(\.number) == [0, 1, 2])
    let ids = voice.voices.map(\.id)
    #expect(ids == ["en_US-many-low/p0", "en_US-many-low/p1", "en_US-many-low/2"])
    #expect(stage.voices("own").voice("en_US-many-low/p1", of: .piper) == voice)
  }

  @Test func `a voice in an earlier folder hides one in a later folder`() throws {
    try stage.piper("a", in: "own")
    try stage.piper("a", in: "system")
    try stage.piper("b", in: "system")
    let voices = stage.voices("own", "system").voices
    #expect(voices.map(\.id) == ["a", "b"])
    #expect(voices.first?.modelPath == stage.path("own/piper/a.onnx"))
  }

  @Test func `measurements of a system voice are stored in the user's folder`() throws {
    try stage.piper("a", in: "system")
    let timbre = VoiceTimbre(fundamental: 220, centre: 1000)
    try stage.record(VoiceRecord(id: "a", engine: .piper, timbres: ["": timbre]), in: "own/piper")
    let voice = try #require(stage.voices("own", "system").voices.first)
    #expect(voice.timbres == ["": timbre])
    #expect(voice.modelPath == stage.path("system/piper/a.onnx"))
  }

  @Test func `unusable voices are reported, and the others are listed`() throws {
    try stage.piper("good")
    try stage.write("graph", "own/piper/alone.onnx")
    try stage.write("graph", "own/piper/odd name.onnx")
    try stage.piper("broken")
    try stage.write("{", "own/piper/broken.onnx.json")
    try stage.piper("fast", #""x": 1"#)
    try stage.write(#"{"audio": {"sample_rate": 1}}"#, "own/piper/fast.onnx.json")
    try stage.piper("other")
    try stage.record(VoiceRecord(id: "good", engine: .piper), in: "own/piper")
    try stage.write(#"{"id": "good", "engine": "piper"}"#, "own/piper/other.voice.json")
    let installed = stage.voices("own")
    #expect(installed.voices.map(\.id) == ["good"])
    let told = installed.problems.map {
      ($0.path.split(separator: "/").last.map(String.init) ?? "") + ": " + $0.reason
    }
    #expect(
      told == [
        "alone.onnx.json: it is missing",
        "broken.onnx.json: it is not the description of a Piper voice",
        "fast.onnx.json: it has an invalid sample rate, 1 Hz",
        "odd name.onnx: its name contains characters other than letters, digits and ._+-",
        "other.voice.json: it is the record of another voice",
      ])
  }

  // MARK: Kokoro

  @Test func `a Kokoro voice is a style next to the graph, in any folder`() throws {
    try stage.write("style", "own/kokoro/voices/bm_fable.bin")
    try stage.write("style", "own/kokoro/voices/af_heart.bin")
    try stage.write("style", "own/kokoro/voices/mine.bin")
    #expect(stage.voices("own", "system").voices.isEmpty)
    #expect(stage.voices("own", "system").problems.count == 1)
    try stage.write("graph", "system/kokoro/kokoro-v1.0.onnx")
    let voices = stage.voices("own", "system").voices
    #expect(voices.map(\.id) == ["af_heart", "bm_fable", "mine"])
    #expect(voices.map(\.name) == ["Heart", "Fable", "mine"])
    #expect(voices.map(\.language) == ["en-US", "en-GB", nil])
    #expect(voices.map(\.gender) == ["female", "male", nil])
    #expect(Set(voices.map(\.modelPath)) == [stage.path("system/kokoro/kokoro-v1.0.onnx")])
    #expect(voices.first?.stylePath == stage.path("own/kokoro/voices/af_heart.bin"))
  }

  @Test func `the digest of Kokoro's graph is that from its installation`() throws {
    try stage.write("style", "own/kokoro/voices/af_heart.bin")
    try stage.write("graph", "own/kokoro/kokoro-v1.0.onnx")
    #expect(stage.voices("own").voices.first?.modelSHA256 == nil)
    try stage.write(#"{"sha256": "abc"}"#, "own/kokoro/kokoro-v1.0.model.json")
    #expect(stage.voices("own").voices.first?.modelSHA256 == "abc")
  }

  // MARK: hibari

  @Test(arguments: [
    "hibari/emma.onnx", "hibari/bf_emma.int8.onnx", "emma.onnx", "bf_emma.int8.onnx",
    "emma/emma.onnx",
  ])
  func `hibari's voices are found in the folders that any version recommended`(
    place: String
  ) throws {
    try stage.write("graph", "own/" + place)
    let voice = try #require(stage.voices("own").voices.first)
    #expect(voice.engine == .hibari && voice.id == "emma" && voice.language == "en-GB")
    #expect(voice.licence.name == "Apache-2.0" && voice.licence.commercialUse == .yes)
    #expect(voice.modelPath == stage.path("own/" + place))
    #expect(voice.recordPath == stage.path("own/hibari/emma.voice.json"))
  }

  // MARK: Folders

  @Test func `folders are read in the order of the specification`() {
    let environment = [
      "GUION2AUDIO_VOICES": "/v", "XDG_DATA_HOME": "/home/data",
      "XDG_DATA_DIRS": "/one:two:/three/",
    ]
    let folders = VoiceFolders(environment: environment, program: "/opt/g/bin")
    #expect(folders.own == "/v")
    #expect(
      folders.all == [
        "/v", "/home/data/guion2audio/voices", "/one/guion2audio/voices",
        "/three/guion2audio/voices", "/opt/g/bin/../share/guion2audio/voices",
        "/opt/g/bin/../../natural",
      ])
    let usual = VoiceFolders(environment: ["HOME": "/home/x"], program: nil)
    #expect(usual.own == "/home/x/.local/share/guion2audio/voices")
    #expect(
      usual.all == [
        usual.own, "/usr/local/share/guion2audio/voices", "/usr/share/guion2audio/voices",
      ])
  }

  @Test(arguments: [
    ("en_US-joe-medium", true), ("pt_PT-tugão-medium", true), ("pt_PT-tuga\u{303}o-medium", true),
    ("..", false), (".hidden", false), ("-x", false), ("a/b", false), ("a\\b", false), ("", false),
    ("a b", false), ("a\u{0}b", false), ("a\nb", false), ("a\u{202E}b", false), ("a:b", false),
    (String(repeating: "x", count: 201), false),
  ])
  func `a name that could lead out of the folder is refused`(name: String, isSafe: Bool) {
    #expect(VoiceName.isSafe(name) == isSafe)
  }
}

import Foundation
import TestSupport
import Testing

@testable import Hablare

struct PiperListTests {
  /// Returns an entry in the form of the hub's list.
  static func entry(
    _ key: String, code: String = "en_US", files: [(String, Int, String)]? = nil,
    extra: String = ""
  ) -> String {
    let folder = "\(code.prefix(2))/\(code)/x/medium"
    let digest = String(repeating: "0f", count: 16)
    let files =
      files ?? [
        ("\(folder)/\(key).onnx", 100, digest), ("\(folder)/\(key).onnx.json", 10, digest),
        ("\(folder)/MODEL_CARD", 5, digest),
      ]
    let listed = files.map { path, size, digest in
      "\"\(path)\": {\"size_bytes\": \(size), \"md5_digest\": \"\(digest)\"}"
    }
    return """
      "\(key)": {"key": "\(key)", "name": "x", "language": {"code": "\(code)", "family": "en",
      "name_english": "English"}, "quality": "medium", "num_speakers": 1, "speaker_id_map": {},
      "files": {\(listed.joined(separator: ", "))}\(extra)}
      """
  }

  private static func list(_ entries: String...) throws -> PiperList {
    try #require(PiperList(Array("{\(entries.joined(separator: ","))}".utf8)))
  }

  @Test func `an entry is a voice`() throws {
    let list = try Self.list(
      Self.entry("en_US-a-medium", extra: #", "aliases": ["en-us-a", "../x"]"#),
      Self.entry("pt_PT-tugão-medium", code: "pt_PT"))
    #expect(list.unusable.isEmpty)
    let voice = try #require(list.voices.first)
    #expect(voice.id == "en_US-a-medium" && voice.language == "en-US" && voice.quality == "medium")
    #expect(voice.aliases == ["en-us-a"] && voice.speakers == 1 && voice.licence == nil)
    #expect(voice.bytes == 115)
    let names = ["en_US-a-medium.onnx", "en_US-a-medium.onnx.json", "en_US-a-medium.MODEL_CARD"]
    #expect(voice.files.map(\.name) == names)
    let hub = VoiceHub()
    #expect(
      list.voices.last.map { hub.address(of: $0.files[0], engine: .piper) }
        == "https://huggingface.co/rhasspy/piper-voices/resolve/main/"
        + "pt/pt_PT/x/medium/pt_PT-tug%C3%A3o-medium.onnx")
    let mirror = VoiceHub(mirror: "https://mirror.example/voices/")
    #expect(
      mirror.address(of: voice.files[2], engine: .piper)
        == "https://mirror.example/voices/en/en_US/x/medium/MODEL_CARD")
  }

  /// Entries that a hostile or broken hub could send.
  @Test func `only entries that could do harm are left out`() throws {
    let digest = String(repeating: "0f", count: 16)
    let list = try Self.list(
      Self.entry("good"),
      Self.entry("../../.bashrc"), Self.entry("/etc/passwd"), Self.entry(".hidden"),
      Self.entry("-rf"), Self.entry("a b"), Self.entry("a\\u0000b"), Self.entry("a\\nb"),
      Self.entry(
        "climbs", files: [("../../climbs.onnx", 1, digest), ("climbs.onnx.json", 1, digest)]),
      Self.entry("rooted", files: [("/rooted.onnx", 1, digest), ("rooted.onnx.json", 1, digest)]),
      Self.entry(
        "elsewhere",
        files: [
          ("https://evil.example/elsewhere.onnx", 1, digest), ("elsewhere.onnx.json", 1, digest),
        ]),
      Self.entry("query", files: [("a?x/query.onnx", 1, digest), ("query.onnx.json", 1, digest)]),
      Self.entry(
        "twice",
        files: [
          ("a/twice.onnx", 1, digest), ("b/twice.onnx", 1, digest),
          ("a/twice.onnx.json", 1, digest),
        ]),
      Self.entry("lone", files: [("a/lone.onnx", 1, digest)]),
      Self.entry("empty", files: [("a/empty.onnx", 0, digest), ("a/empty.onnx.json", 1, digest)]),
      Self.entry("minus", files: [("a/minus.onnx", -1, digest), ("a/minus.onnx.json", 1, digest)]),
      Self.entry(
        "huge",
        files: [("a/huge.onnx", 9_000_000_000_000, digest), ("a/huge.onnx.json", 1, digest)]),
      Self.entry("hash", files: [("a/hash.onnx", 1, "xyz"), ("a/hash.onnx.json", 1, digest)]),
      Self.entry("tongue", code: "../"),
      #""text": "no object""#)
    #expect(list.voices.map(\.id) == ["good"])
    #expect(list.unusable.count == 19)
    #expect(list.unusable["climbs"] == "the path of climbs.onnx leaves the voice folder")
    #expect(list.unusable["huge"] == "size or digest of huge.onnx is missing")
  }

  @Test(arguments: [
    "", "[]", "null", "{", "<html>Sign in</html>", #"{"a": 1}"#,
    String(repeating: "[", count: 100_000),
  ])
  func `text that is not a list is refused`(text: String) {
    #expect(PiperList(Array(text.utf8)) == nil)
  }
}

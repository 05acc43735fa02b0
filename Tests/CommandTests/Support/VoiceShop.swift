import Foundation
import TestSupport
import Testing

/// A hub with voices in Piper's format, and a user without any voices.
struct VoiceShop {
  let hub: FakeVoiceHub
  let folder: TemporaryFolder

  /// The bytes of a voice's graph: so many that a download can end in the middle.
  static let graph = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 3) }
  static let cards = [
    "en_US-ann-medium": "* License: CC0\n", "es_ES-davefx-medium": "* License: CC BY 4.0\n",
    "es_ES-nc-low": "* License: CC BY-NC 4.0\n", "fr_FR-odd-low": "* License: See URL\n",
  ]

  init() throws {
    (hub, folder) = (try FakeVoiceHub(), try TemporaryFolder())
    var entries: [String] = []
    for (name, card) in Self.cards { entries.append(try entry(name, card: card)) }
    hub.put(Array("{\(entries.sorted().joined(separator: ","))}".utf8), at: "/voices.json")
  }

  /// Puts a voice's files on the hub and returns its entry in the list.
  private func entry(_ name: String, card: String) throws -> String {
    let code = String(name.prefix(5))
    let quality = name.split(separator: "-").last.map(String.init) ?? ""
    let description =
      #"{"audio": {"sample_rate": 22050, "quality": "\#(quality)"}, "#
      + #""language": {"code": "\#(code)"}}"#
    let files = [
      ("\(name).onnx", Self.graph), ("\(name).onnx.json", Array(description.utf8)),
      ("MODEL_CARD", Array(card.utf8)),
    ]
    let listed = try files.map { file, bytes in
      hub.put(bytes, at: "/\(code)/\(name)/\(file)")
      return "\"\(code)/\(name)/\(file)\": {\"size_bytes\": \(bytes.count), "
        + "\"md5_digest\": \"\(try md5(bytes))\"}"
    }
    return "\"\(name)\": {\"language\": {\"code\": \"\(code)\"}, \"quality\": \"\(quality)\", "
      + "\"num_speakers\": 1, \"files\": {\(listed.joined(separator: ", "))}}"
  }

  private func md5(_ bytes: [UInt8]) throws -> String {
    let path = folder.path(of: "digested")
    try Data(bytes).write(to: URL(filePath: path))
    return String(try Program.run("md5sum", [path]).output.prefix(32))
  }

  /// Returns the path of a voice's graph on the hub.
  static func place(_ name: String) -> String { "/\(name.prefix(5))/\(name)/\(name).onnx" }

  var voices: String { folder.path(of: "voices") }
  var environment: [String: String] {
    [
      "GUION2AUDIO_VOICES": voices, "GUION2AUDIO_CACHE": folder.path(of: "cache"),
      "XDG_DATA_DIRS": folder.path(of: "system"), "XDG_DATA_HOME": folder.path(of: "data"),
    ]
  }

  /// Runs `guion2audio voices` with the hub instead of the publishers.
  func run(_ words: String...) throws -> ProgramResult {
    try Program.run(
      Guion2audio.path, ["voices"] + words, in: folder.path, environment: environment)
  }

  /// Installs voices without a prompt.
  func install(_ words: String...) throws -> ProgramResult {
    try Program.run(
      Guion2audio.path, ["voices", "install", "--yes", "--from", hub.address] + words,
      in: folder.path, environment: environment)
  }

  /// Returns the names in the folder of Piper's voices.
  func files() -> [String] { (try? folder.names(in: "voices/piper")) ?? [] }

  /// Returns the files of installed voices.
  static func files(of names: String...) -> [String] {
    names.flatMap { name in
      ["MODEL_CARD", "onnx", "onnx.json", "voice.json"].map { "\(name).\($0)" }
    }.sorted()
  }
}

import Foundation
import TestSupport

@testable import Hablare

/// Folders of voices like those of users, with small files instead of real graphs.
struct VoiceStage {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the path of a folder of voices, such as `own`.
  func path(_ place: String) -> String { folder.path(of: place) }

  /// Returns the voices in these folders, of which the first is the user's own.
  func voices(_ places: String...) -> InstalledVoices {
    InstalledVoices(in: VoiceFolders(own: path(places[0]), others: places.dropFirst().map(path)))
  }

  /// Writes a file and creates its folders.
  func write(_ text: String, _ place: String) throws {
    let path = folder.path(of: place)
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try folder.write(text, as: place)
  }

  /// Writes a Piper voice, with additional fields in its description.
  func piper(_ name: String, in place: String = "own", _ fields: String = "") throws {
    try write("graph of \(name) in \(place)", "\(place)/piper/\(name).onnx")
    try write(
      #"{"audio": {"sample_rate": 22050, "quality": "medium"}, "language": {"code": "en_US"}"#
        + (fields.isEmpty ? "" : ", \(fields)") + "}",
      "\(place)/piper/\(name).onnx.json")
  }

  /// Writes the record of a voice.
  func record(_ record: VoiceRecord, in place: String) throws {
    let text = String(decoding: record.encoded, as: UTF8.self)
    try write(text, "\(place)/\(record.id)\(VoiceRecord.ending)")
  }
}

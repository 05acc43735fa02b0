import Foundation
import TestSupport
import Testing

/// A document, pictures for it, and its output folder.
struct CoverStage {
  static let document =
    "---\ntitle: Two Rooms\nauthor: Ann Ash\n---\n\n# Hall\n\nDark.\n\n# Cellar\n\nDamp.\n"

  let folder: TemporaryFolder

  init(_ document: String = Self.document) throws {
    self.init(folder: try TemporaryFolder("b.md", document))
  }

  init(folder: TemporaryFolder) { self.folder = folder }

  /// Creates a picture with ffmpeg.
  @discardableResult
  func picture(_ name: String, _ size: String = "600x600", colour: String = "red") throws -> Data {
    let path = folder.path(of: name)
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    let made = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=\(colour):s=\(size)", "-frames:v", "1",
        path,
      ])
    try #require(made.status == 0, "\(made.errors)")
    return try Data(contentsOf: URL(filePath: path))
  }

  func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
    try Data(bytes).write(to: URL(filePath: folder.path(of: name)))
  }

  /// Builds and returns the names of the written files.
  @discardableResult
  func build(_ words: String...) throws -> [String] {
    let result = try Program.run(
      Guion2audio.path, ["b.md", "-o", "out", "--loudness", "off"] + words, in: folder.path)
    try #require(result.status == 0, "\(result.errors)")
    return result.output.lines.map { String($0.dropFirst(4)) }
  }

  /// Returns the bytes of a file in the output folder.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder.path(of: "out/" + name)))
  }

  /// Returns the picture in a book file, extracted by ffmpeg, or nil if there is no picture.
  func picture(in name: String) throws -> Data? {
    let out = folder.path(of: "taken")
    let result = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", folder.path(of: "out/" + name), "-map", "0:v", "-c", "copy",
        "-f", "image2", "-update", "1", out,
      ])
    return result.status == 0 ? try Data(contentsOf: URL(filePath: out)) : nil
  }

  /// Returns ffprobe's description of a picture in the output folder: codec, width and height.
  func probe(_ name: String) throws -> String {
    try Program.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0",
        folder.path(of: "out/" + name),
      ]
    ).output
  }

  /// Returns the manifest's entries for covers.
  func listed() throws -> [[String: String]] {
    let manifest = try folder.json(of: "out/manifest.json")
    let files = try #require(manifest["files"] as? [[String: String]])
    return files.filter { $0["role"] == "cover" }
  }
}

import Audio
import Testing

/// Pictures created by ffmpeg, and pictures as ffmpeg decodes them.
enum Picture {
  /// Creates a picture of a size in pixels: a test pattern, or one colour (`color=0x336699`).
  static func make(
    _ ending: String, _ size: String, source: String = "testsrc", in folder: TemporaryFolder
  ) throws -> [UInt8] {
    let name = "made-\(size).\(ending)"
    let separator = source.contains("=") ? ":" : "="
    let made = try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "\(source)\(separator)s=\(size)",
        "-frames:v", "1", folder.path(name),
      ])
    try #require(made.status == 0, "\(made.errors)")
    return try folder.bytes(name)
  }

  /// Returns the pixels as ffmpeg decodes them: rows of red, green and blue.
  static func pixels(of cover: Cover) throws -> [[UInt8]] {
    let folder = try TemporaryFolder()
    try folder.write(cover.bytes, to: "picture")
    let found = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", folder.path("picture"), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    try #require(found.status == 0 && found.errors.isEmpty, "\(found.errors)")
    let row = cover.width * 3
    try #require(found.output.count == row * cover.height)
    return (0..<cover.height).map { Array(found.output[$0 * row..<($0 + 1) * row]) }
  }
}

import Testing

/// The values that ffmpeg's meter prints for an audio file, rounded to tenths.
package struct HeardLoudness {
  /// Integrated loudness in LUFS.
  package let integrated: Double
  /// True peak in dBTP.
  package let truePeak: Double

  /// Measures a file.
  package init(of path: String) throws {
    let result = try Program.run(
      "ffmpeg", ["-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null", "-"])
    let summary = try #require(
      result.errors.split(separator: "Summary:").last, "\(result.errors)")
    func number(_ key: String) throws -> Double {
      let line = try #require(summary.split(separator: "\n").first { $0.contains(key) })
      return try #require(line.split(separator: " ").compactMap { Double($0) }.first)
    }
    (integrated, truePeak) = (try number(" I:"), try number("Peak:"))
  }
}

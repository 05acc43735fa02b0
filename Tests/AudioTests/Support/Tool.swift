import Foundation
import TestSupport
import Testing

/// Another program, which reads what we wrote.
///
/// A missing program is a failure, never a reason to skip: `make test` installs all of them.
enum Tool {
  struct Result {
    var status: Int32
    /// The program's standard output.
    var output: [UInt8]
    /// The program's standard error.
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a program until it ends.
  static func run(_ name: String, _ arguments: [String]) throws -> Result {
    // Files, not pipes: a full pipe would block a program that writes much.
    let folder = try TemporaryFolder()
    let status = try ChildProcess(
      name, arguments, output: .file(folder.path("output")), errors: .file(folder.path("errors"))
    ).wait()
    if status == 127 { Issue.record("\(name) is not installed") }
    return Result(
      status: status, output: try folder.bytes("output"),
      errors: String(decoding: try folder.bytes("errors"), as: UTF8.self))
  }

  /// ffprobe's description of the audio in a file.
  struct Probe: Decodable {
    struct Stream: Decodable {
      var codec_name: String
      var sample_rate: String
      var channels: Int
      var duration: String?
      var tags: [String: String]?
    }

    struct Format: Decodable {
      var duration: String
      var bit_rate: String
      var tags: [String: String]?
    }

    var streams: [Stream]
    var format: Format

    /// The tags, with names in lower case: those of the file, or in Ogg those of its stream.
    var tags: [String: String] {
      let all = (format.tags ?? [:]).merging(streams.first?.tags ?? [:]) { first, _ in first }
      return Dictionary(all.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }
  }

  static func probe(_ path: String) throws -> Probe {
    let result = try run(
      "ffprobe", ["-v", "error", "-of", "json", "-show_streams", "-show_format", path])
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Probe.self, from: Data(result.output))
  }

  /// Returns the audio as ffmpeg decodes it, interleaved.
  ///
  /// The sample rate is that of the file unless another one is given.
  static func decode(_ path: String, rate: Int? = nil) throws -> [Int16] {
    let result = try run(
      "ffmpeg",
      ["-v", "error", "-i", path] + (rate.map { ["-ar", String($0)] } ?? [])
        + ["-f", "s16le", "-"])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }
}

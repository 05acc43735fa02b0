import Foundation

/// Answers that a service may send to a request for speech: audio of every kind, encoded by another program,
/// and data that is not audio.
package enum SoundAnswer: String, CaseIterable, Sendable {
  case wav, pcm, statedPCM, mp3, flac, ogg, opus, aiff
  case aac, m4a, webm, oggFLAC
  case html, latinHTML, emptyJSON, statedError, text, nothing
  case cutWAV, cutPCM, cutMP3, cutFLAC, cutOgg, cutAIFF

  /// The media type of the answer.
  package enum Label: String, CaseIterable, Sendable {
    case right, wrong, missing
  }

  /// The sample rate of all audio, in hertz.
  package static let sampleRate = 24_000

  /// Returns the answer with a media type.
  package func answer(_ label: Label) throws -> LoopbackAnswer {
    let headers: [(name: String, value: String)] =
      switch label {
      case .right: [("Content-Type", type)]
      case .wrong: [("Content-Type", isSound ? "text/html; charset=utf-8" : "audio/wav")]
      case .missing: []
      }
    return LoopbackAnswer(headers: headers, body: try bytes())
  }

  private var isSound: Bool { !type.hasPrefix("text/") && type != "application/json" }

  private var type: String {
    switch self {
    case .wav, .cutWAV, .nothing: "audio/wav"
    case .pcm, .cutPCM: "audio/pcm"
    case .statedPCM: "audio/pcm;rate=\(Self.sampleRate)"
    case .mp3, .cutMP3: "audio/mpeg"
    case .flac, .cutFLAC: "audio/flac"
    case .ogg, .opus, .oggFLAC, .cutOgg: "audio/ogg"
    case .aiff, .cutAIFF: "audio/aiff"
    case .aac: "audio/aac"
    case .m4a: "audio/mp4"
    case .webm: "audio/webm"
    case .html, .latinHTML: "text/html"
    case .emptyJSON, .statedError: "application/json"
    case .text: "text/plain"
    }
  }

  private func bytes() throws -> [UInt8] {
    switch self {
    case .wav: try Self.encoded("wav")
    case .pcm, .statedPCM: try Self.encoded("s16le")
    case .mp3: try Self.encoded("mp3")
    case .flac: try Self.encoded("flac")
    case .ogg: try Self.encoded("ogg", codec: "libvorbis")
    case .opus: try Self.encoded("opus", codec: "libopus")
    case .aiff: try Self.encoded("aiff")
    case .aac: try Self.encoded("adts")
    case .m4a: try Self.encoded("ipod", codec: "aac")
    case .webm: try Self.encoded("webm", codec: "libopus")
    case .oggFLAC: try Self.encoded("ogg", codec: "flac")
    case .html: Array("<!DOCTYPE html><html><body>Sign in to the network</body></html>".utf8)
    case .latinHTML: Array("<html><body>caf".utf8) + [0xE9] + Array("</body></html>".utf8)
    case .emptyJSON: Array(#"{"queued":true}"#.utf8)
    case .statedError: Array(#"{"error":{"message":"the model sleeps"}}"#.utf8)
    case .text: Array("upstream connect error".utf8)
    case .nothing: []
    case .cutWAV: try SoundAnswer.wav.cut()
    case .cutPCM: try SoundAnswer.pcm.cut()
    case .cutMP3: try SoundAnswer.mp3.cut()
    case .cutFLAC: try SoundAnswer.flac.cut()
    case .cutOgg: try SoundAnswer.ogg.cut()
    case .cutAIFF: try SoundAnswer.aiff.cut()
    }
  }

  /// Returns the first two thirds of the audio, an odd number of bytes.
  private func cut() throws -> [UInt8] {
    let bytes = try bytes()
    return Array(bytes.prefix(bytes.count * 2 / 3 | 1))
  }

  /// Returns a hum of 1.2 s.
  private static func encoded(_ form: String, codec: String? = nil) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "sound")
    let result = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "sine=frequency=300:sample_rate=\(sampleRate):duration=1.2",
      ] + (codec.map { ["-c:a", $0] } ?? []) + ["-f", form, path])
    guard result.status == 0 else { throw EncodingFailure(errors: result.errors) }
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private struct EncodingFailure: Error {
    var errors: String
  }
}

extension SoundAnswer {
  /// Returns the bytes of a WAV file with labels, which editors write as cue points and a list of names.
  package static func labelled(_ wave: [UInt8], _ labels: [(frame: Int, text: String)]) -> [UInt8] {
    func little(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      let padding: [UInt8] = body.count % 2 == 0 ? [] : [0]
      return Array(name.utf8) + little(body.count) + body + padding
    }
    var (points, names) = (little(labels.count), Array("adtl".utf8))
    for (index, label) in labels.enumerated() {
      points += little(index + 1) + little(label.frame) + Array("data".utf8)
      points += little(0) + little(0) + little(label.frame)
      names += chunk("labl", little(index + 1) + Array(label.text.utf8) + [0])
    }
    var bytes = wave + chunk("cue ", points) + chunk("LIST", names)
    bytes.replaceSubrange(4..<8, with: little(bytes.count - 8))
    return bytes
  }
}

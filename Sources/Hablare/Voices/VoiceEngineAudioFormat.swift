/// The audio format in which an engine delivers its output.
public enum VoiceEngineAudioFormat: String, Codable, CaseIterable, Sendable {
  /// RIFF WAVE with PCM or floating-point samples.
  case wav
  /// Little-endian signed 16-bit samples without a header.
  case pcm16
  /// MPEG audio layer III.
  case mp3
  /// Free Lossless Audio Codec.
  case flac
  /// Vorbis in Ogg.
  case ogg
  /// Opus in Ogg.
  case opus
  /// Apple's AIFF.
  case aiff
  /// AAC in MPEG-4.
  case m4a

  /// The usual file extension, without the dot.
  public var fileExtension: String {
    switch self {
    case .pcm16: "pcm"
    case .wav, .mp3, .flac, .ogg, .opus, .aiff, .m4a: rawValue
    }
  }

  /// The MIME type under which the format is stored and sent.
  public var mimeType: String {
    switch self {
    case .wav: "audio/wav"
    case .pcm16: "audio/L16"
    case .mp3: "audio/mpeg"
    case .flac: "audio/flac"
    case .ogg, .opus: "audio/ogg"
    case .aiff: "audio/x-aiff"
    case .m4a: "audio/mp4"
    }
  }
}

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

  /// Returns the format of a MIME type, also under its other common names, such as `audio/mp3`; nil
  /// if the type is unknown.
  ///
  /// Capitals and parameters such as `; rate=8000` do not matter.
  public init?(mimeType: String) {
    let name = mimeType.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    if let format = Self.allCases.first(where: { $0.mimeType.lowercased() == name }) {
      self = format
      return
    }
    switch name {
    case "audio/mp3", "audio/mpeg3", "audio/x-mp3", "audio/x-mpeg": self = .mp3
    case "audio/x-wav", "audio/wave", "audio/vnd.wave": self = .wav
    case "audio/aac", "audio/m4a", "audio/x-m4a", "audio/mp4a-latm": self = .m4a
    case "audio/aiff", "audio/x-aifc": self = .aiff
    case "audio/x-flac": self = .flac
    case "audio/opus": self = .opus
    case "audio/vorbis", "audio/x-ogg", "application/ogg": self = .ogg
    case "audio/pcm", "audio/x-l16": self = .pcm16
    default: return nil
    }
  }
}

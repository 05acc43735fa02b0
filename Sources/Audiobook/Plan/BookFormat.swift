public import Audio

/// A format for a whole book in one file.
public enum BookFormat: String, Sendable, CaseIterable, Codable {
  /// AAC in MPEG-4, with chapters.
  case m4b
  /// MPEG layer III, with chapters in its ID3v2 tag.
  case mp3
  /// FLAC, with chapters in comments.
  case flac
  /// 16-bit PCM in RIFF/WAVE, or in RF64 above 4 GB, with cue points.
  case wav
  /// Vorbis in Ogg, with chapters in comments.
  case ogg
  /// Opus in Ogg, with chapters in comments.
  case opus

  /// The file name extension, without the dot.
  public var fileExtension: String { rawValue }

  /// The format in which each chapter is stored before the chapters are joined.
  public var stretch: SoundFormat {
    switch self {
    case .m4b: .aac
    case .mp3: .mp3
    case .flac: .flacBlocks
    case .wav: .wav
    case .ogg: .ogg
    case .opus: .opus
    }
  }

  /// The audio format of the book's file.
  public var sound: SoundFormat { SoundFormat(rawValue: rawValue) ?? stretch }
}

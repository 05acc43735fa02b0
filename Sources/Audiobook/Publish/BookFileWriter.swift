import Audio

/// Joins the stretches of a book into one file, in any format.
enum BookFileWriter {
  /// Writes a book in one file.
  ///
  /// Returns the starts of the chapters, followed by the total length, in samples at the rate
  /// `clock(_:sampleRate:)`.
  @discardableResult
  static func write(
    _ chapters: [BookChapter], as format: BookFormat, tags: BookTags, cover: Cover? = nil,
    to path: String
  ) throws(AudioError) -> [Int] {
    switch format {
    case .m4b: try M4BFile.write(chapters, tags: tags, cover: cover, to: path)
    case .mp3: try MP3Book.write(chapters, tags: tags, cover: cover, to: path)
    case .flac: try FLACBook.write(chapters, tags: tags, cover: cover, to: path)
    case .wav: try WaveBook.write(chapters, tags: tags, cover: cover, to: path)
    case .ogg: try VorbisBook.write(chapters, tags: tags, cover: cover, to: path)
    case .opus: try OpusBook.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  /// Returns the length of a stretch in its book, up to the start of the next stretch, in samples at the rate
  /// `clock(_:sampleRate:)`.
  static func length(ofStretch path: String, _ format: BookFormat) throws(AudioError) -> Int {
    switch format {
    case .m4b: try M4BFile.length(ofStretch: path)
    case .mp3: try MP3Book.length(ofStretch: path)
    case .flac: try FLACBook.length(ofStretch: path)
    case .wav: try WaveBook.length(ofStretch: path)
    case .ogg: try VorbisBook.length(ofStretch: path)
    case .opus: try OpusBook.length(ofStretch: path)
    }
  }

  /// Returns the rate, in hertz, at which a format counts samples, for audio of the given sample rate.
  static func clock(_ format: BookFormat, sampleRate: Int) -> Int {
    format == .opus ? OpusBook.sampleRate : sampleRate
  }

  /// The maximum number of samples after the audio of the last chapter.
  static func maximumPadding(_ format: BookFormat) -> Int {
    switch format {
    case .m4b: M4BFile.maximumPadding
    case .flac: FLACBook.maximumPadding
    case .mp3, .wav, .ogg, .opus: 0
    }
  }
}

/// A book in one Opus file, joined from stretches that were encoded separately.
///
/// A stretch consists of whole packets of 20 ms. All stretches begin with the same number of encoder samples. Players
/// skip these samples at the start of the book, so they find every chapter at the start of its packets. The decoder's
/// memory of the previous chapter fades in the silence at the beginning of each chapter.
public enum OpusBook {
  /// The rate, in hertz, at which Opus counts samples, regardless of the original rate (RFC 7845, section 4).
  public static let sampleRate = OggCodec.opusSampleRate

  /// Returns the samples, at 48 kHz, from a stretch's start in a book to the start of the next stretch.
  public static func length(ofStretch path: String) throws(AudioError) -> Int {
    try OggBook.length(ofStretch: path, .opus)
  }

  /// Joins stretches into a file.
  ///
  /// The same stretches always produce the same file.
  ///
  /// The chapters are in comments. After an error, an incomplete file may remain.
  ///
  /// - Returns: The start of each chapter in samples at 48 kHz, and at the end the total length.
  public static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    try OggBook.write(chapters, .opus, tags: tags, cover: cover, to: path)
  }
}

/// A book in one file of Opus, joined from stretches that were encoded one by one.
///
/// A stretch has whole packets, of 20 ms. The encoder's own samples before the sound are as many in each, so that
/// players, which leave out those of the first, find every chapter where its packets begin. What the decoder
/// still knows of the chapter before fades in the silence that chapters begin with.
public enum OpusBook {
  /// The rate, in hertz, at which Opus counts samples, whatever it was made from (RFC 7845, section 4).
  public static let sampleRate = OggCodec.opusSampleRate

  /// How many samples of 48 kHz a stretch takes up in a book, from its beginning to that of the next one.
  public static func length(ofStretch path: String) throws(AudioError) -> Int {
    try OggBook.length(ofStretch: path, .opus)
  }

  /// Joins stretches into a file; the same ones always make the same file.
  ///
  /// The chapters are in comments. After an error the file may be there unfinished.
  ///
  /// - Returns: Where each chapter begins, in samples of 48 kHz, and last the length of all.
  public static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    try OggBook.write(chapters, .opus, tags: tags, cover: cover, to: path)
  }
}

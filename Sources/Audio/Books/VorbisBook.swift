/// A book in one file of Vorbis, joined from stretches that were encoded one by one.
///
/// Two neighbouring blocks overlap, also those of two stretches: between the end of one and the beginning of the
/// next lie as many samples as the two give, which are those of the silence at both ends.
public enum VorbisBook {
  /// How many samples of each channel a stretch takes up in a book, from its beginning to that of the next one.
  public static func length(ofStretch path: String) throws(AudioError) -> Int {
    try OggBook.length(ofStretch: path, .vorbis)
  }

  /// Joins stretches into a file; the same ones always make the same file.
  ///
  /// Stretches of other settings are refused. The chapters are in comments. After an error the file may be there
  /// unfinished.
  ///
  /// - Returns: Where each chapter begins, in samples, and last the length of all.
  public static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    try OggBook.write(chapters, .vorbis, tags: tags, cover: cover, to: path)
  }
}

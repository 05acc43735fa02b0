/// A book in one Opus file, joined from stretches that were encoded separately.
/// A stretch consists of whole packets of 20 ms. Each stretch begins with the same number of extra samples from the
/// encoder. Players skip this number of samples once, at the start of the book. So the audio of each chapter starts
/// exactly where the packets of the earlier chapters end. At the start of a chapter, the decoder's state still depends
/// on the previous chapter. This effect fades in the silence at the beginning of the chapter.
package enum OpusBook {
  /// The rate, in hertz, at which Opus counts samples, regardless of the original rate (RFC 7845, section 4).
  package static let sampleRate = OggCodec.opusSampleRate

  /// Returns the number of samples, at 48 kHz, from a stretch's start in a book to the start of the next stretch.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    try OggBook.length(ofStretch: path, .opus)
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// The chapters are in comments. After an error, an incomplete file may remain.
  /// - Returns: The start of each chapter in samples at 48 kHz, followed by the total length.
  package static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    try OggBook.write(chapters, .opus, tags: tags, cover: cover, to: path)
  }
}

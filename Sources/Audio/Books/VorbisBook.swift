/// A book in one Vorbis file, joined from stretches that were encoded separately.
/// Neighbouring blocks overlap, including the two blocks at a join of two stretches. At a join, the codec makes additional
/// samples from the last block of one stretch and the first block of the next stretch. These samples are part of the
/// silence between the two chapters.
package enum VorbisBook {
  /// Returns the number of samples per channel from a stretch's start in a book to the start of the next stretch.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    try OggBook.length(ofStretch: path, .vorbis)
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// The chapters are stored as tags of the file (Vorbis comments). Throws if the settings of the stretches differ.
  /// After an error, an incomplete file may remain.
  /// - Returns: The start of each chapter in samples, followed by the total length.
  package static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    try OggBook.write(chapters, .vorbis, tags: tags, cover: cover, to: path)
  }
}

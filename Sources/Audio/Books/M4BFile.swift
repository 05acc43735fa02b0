/// A book in one file: AAC in MPEG-4 with chapters, joined from stretches that were encoded one by one.
public enum M4BFile {
  /// The most samples that a stretch has more than the sound it was made of.
  public static let longestPadding = 2 * AACEncoder.blockFrames - 1

  /// How many samples of each channel a stretch takes up in a book: those it was made of, silence up to the
  /// end of a block of 1,024, and a block of silence where it did not end with one.
  public static func length(ofStretch path: String) throws(AudioError) -> Int {
    try AACStretch.length(ofFile: path)
  }

  /// Joins stretches into a file; the same ones always make the same file.
  ///
  /// The frames are copied as they are. After an error the file may be there unfinished.
  ///
  /// - Returns: Where each chapter begins, in samples, and last the length of all.
  public static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    guard let first = chapters.first else { throw .empty(path: path) }
    var starts = [0]
    for chapter in chapters {
      starts.append(starts[starts.count - 1] + (try length(ofStretch: chapter.stretch)))
    }
    let header = try AACStretch(path: first.stretch).header
    let muxer = try M4BMuxer(
      path: path, header: header,
      marks: ChapterMark.marks(chapters, starts: starts), tags: tags, cover: cover)
    for (index, chapter) in chapters.enumerated() {
      var stretch = try AACStretch(path: chapter.stretch)
      guard stretch.header == header else {
        throw .sampleRateMismatch(
          expected: header.sampleRate, found: stretch.header.sampleRate)
      }
      let blocks = (starts[index + 1] - starts[index]) / AACEncoder.blockFrames
      var written = 0
      // The frame behind the last block belongs to the next stretch's silence, except at the very end.
      let wanted = index == chapters.count - 1 ? blocks + 1 : blocks
      while try stretch.next({ frame throws(AudioError) in
        if written < wanted { try muxer.write(frame) }
        written += 1
      }) {}
    }
    try muxer.finish()
    return starts
  }
}

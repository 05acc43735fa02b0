/// A book in one file: AAC in MPEG-4 with chapters, joined from stretches that were encoded separately.
package enum M4BFile {
  /// The maximum number of samples of silence, per channel, that a stretch adds after its audio.
  package static let maximumPadding = 2 * AACEncoder.blockFrames - 1

  /// Returns the number of samples per channel that a stretch occupies in a book.
  /// The number covers the audio, silence up to the end of a block of 1,024 samples, and one block of silence. If the
  /// audio already ends with a silent block, the block of silence is left out.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    try AACStretch.length(ofFile: path)
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// The frames are copied unchanged. After an error, an incomplete file may remain.
  /// - Returns: The start of each chapter in samples, followed by the total length.
  package static func write(
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
      // The frame after the last block is needed only at the end of the book. At a join, the first frame of the next
      // stretch takes its place.
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

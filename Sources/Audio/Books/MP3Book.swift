import Basics

/// A book in one MP3 file, joined from stretches that were encoded separately.
///
/// All audio frames are copied unchanged. One header for the whole book replaces the headers of the stretches. Each
/// stretch is independent of the stretch before it, because the bit reservoir does not cross a join.
///
/// Each stretch begins with the same number of extra samples from the encoder. Players that read the header skip this
/// number of samples once, at the start of the book. So the audio of each chapter starts exactly where the frames of
/// the earlier chapters end, and a chapter occupies all of its frames.
public enum MP3Book {
  /// Returns the number of samples per channel that a stretch occupies in a book: 1,152 for each frame, or 576 at
  /// sample rates below 32 kHz.
  ///
  /// The result is longer than the audio of the stretch by up to three frames.
  public static func length(ofStretch path: String) throws(AudioError) -> Int {
    let header = try MP3Stretch(path: path).header
    return header.frames * header.frame.samples
  }

  /// Joins stretches into a file.
  ///
  /// The same stretches always produce the same file.
  ///
  /// The chapters are in an ID3v2.4 tag, with times in milliseconds. After an error, an incomplete file may remain.
  ///
  /// - Returns: The start of each chapter in samples, followed by the total length.
  public static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    guard let first = chapters.first else { throw .empty(path: path) }
    var header = try MP3Stretch(path: first.stretch).header
    var starts = [0]
    header.frames = 0
    for chapter in chapters {
      let stretch = try MP3Stretch(path: chapter.stretch)
      guard stretch.header.fits(header) else {
        throw stretch.malformed("its audio format differs from the first chapter's")
      }
      header.frames += stretch.header.frames
      header.padding = stretch.header.padding
      starts.append(header.frames * header.frame.samples)
    }
    starts[chapters.count] = header.samples
    let marks = ChapterMark.marks(chapters, starts: starts)
    let tag = try ID3BookTag.bytes(
      tags, cover: cover, chapters: marks.map { self.mark($0, header.frame.sampleRate) }, for: path)
    try write(chapters, header, tag, to: path)
    return starts
  }

  private static func mark(_ mark: ChapterMark, _ sampleRate: Int) -> ID3BookTag.Chapter {
    func milliseconds(_ samples: Int) -> Int { (samples * 1000 + sampleRate / 2) / sampleRate }
    return ID3BookTag.Chapter(
      title: mark.title, start: milliseconds(mark.samples.lowerBound),
      end: milliseconds(mark.samples.upperBound))
  }

  private static func write(
    _ chapters: [BookChapter], _ header: LAMEHeader, _ tag: [UInt8], to path: String
  ) throws(AudioError) {
    var output = try FileOutput(creating: path)
    try output.write(tag)
    let start = output.length
    // These bytes reserve space for the header, which is written at the end.
    try output.write([UInt8](repeating: 0, count: header.frame.length))
    var (frames, checksum) = (0, UInt16(0))
    var places: [Int64] = []
    for chapter in chapters {
      var stretch = try MP3Stretch(path: chapter.stretch)
      while try stretch.next({ frame throws(AudioError) in
        while places.count < 100, places.count * header.frames <= frames * 100 {
          places.append(output.length - start)
        }
        checksum = Checksum.lame(frame, after: checksum)
        frames += 1
        try output.write(frame)
      }) {}
    }
    let length = output.length - start
    // If the book has fewer than 100 frames, the remaining positions are the end of the book.
    while places.count < 100 { places.append(length) }
    try output.finish(
      putting: header.bytes(places: places, bytes: length, checksum: checksum), at: start)
  }
}

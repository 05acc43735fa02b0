import Basics

/// A book in one MP3 file, joined from stretches that were encoded one by one.
///
/// All frames of sound are copied as they are, in place of each stretch's header there is one for the whole. The
/// encoder begins each stretch without sound of the one before (no bit reservoir reaches over a join) and with
/// the same samples of its own; the first ones are left out by players that read the header, and by the same
/// number all chapters are late. So a chapter takes up all of its frames, and its mark is their number.
public enum MP3Book {
  /// How many samples of each channel a stretch takes up in a book: 1,152 for each frame, 576 below 32 kHz.
  ///
  /// That is up to three frames more than it was made of.
  public static func length(ofStretch path: String) throws(AudioError) -> Int {
    let header = try MP3Stretch(path: path).header
    return header.frames * header.frame.samples
  }

  /// Joins stretches into a file; the same ones always make the same file.
  ///
  /// The chapters are in an ID3v2.4 tag, to the millisecond. After an error the file may be there unfinished.
  ///
  /// - Returns: Where each chapter begins, in samples, and last the length of all.
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
        throw stretch.malformed("its sound is of another form than that of the first chapter")
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
    // Its own place is kept for it.
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
    // A book of fewer frames than places.
    while places.count < 100 { places.append(length) }
    try output.finish(
      putting: header.bytes(places: places, bytes: length, checksum: checksum), at: start)
  }
}

/// A book in one WAVE file: the audio of its chapters in order, and cue points with titles.
package enum WaveBook {
  /// Returns the number of samples per channel that a stretch occupies in a book: exactly the samples of its audio.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    let source = try FileSource(path: path)
    return try length(WaveLayout(source), source)
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// A file above 4 GB is RF64. Cue points have 32 bits, so chapters that begin after sample 4,294,967,295 (54 hours at
  /// 22,050 Hz) have no cue point. After an error, an incomplete file may remain.
  /// - Returns: The start of each chapter in samples, followed by the total length.
  package static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    guard let first = chapters.first else { throw .empty(path: path) }
    var whole = try WaveLayout(FileSource(path: first.stretch))
    var starts = [0]
    var bytes: Int64 = 0
    for chapter in chapters {
      let source = try FileSource(path: chapter.stretch)
      let layout = try WaveLayout(source)
      guard layout.format == whole.format else {
        throw source.malformed("its audio format differs from the first chapter's")
      }
      starts.append(starts[starts.count - 1] + (try length(layout, source)))
      bytes += Int64(layout.sound.count)
    }
    whole.before.removeAll { $0.isListOfTags || $0.isID3 }
    whole.sound = 0..<bytes
    whole.after = try chunks(tags, cover, ChapterMark.marks(chapters, starts: starts), path)
    guard let header = whole.header() else {
      throw .malformed(
        path: first.stretch,
        reason: "its header has no space for the sizes of a book above 4 GB")
    }
    var output = try FileOutput(creating: path)
    try output.write(header)
    for chapter in chapters {
      let source = try FileSource(path: chapter.stretch)
      try output.copy(WaveLayout(source).sound, of: source)
    }
    try output.write(whole.trailer)
    try output.finish()
    return starts
  }

  private static func length(
    _ layout: WaveLayout, _ source: borrowing FileSource
  ) throws(AudioError) -> Int {
    guard layout.sound.count % layout.frameSize == 0 else {
      throw source.malformed("it ends within a sample")
    }
    return layout.sound.count / layout.frameSize
  }

  // MARK: After the audio

  private static func chunks(
    _ tags: BookTags, _ cover: Cover?, _ marks: [ChapterMark], _ path: String
  ) throws(AudioError) -> [WaveLayout.Chunk] {
    let known = marks.filter { $0.samples.lowerBound <= Int(UInt32.max) }
    return [
      .init(id: "cue ", content: cuePoints(known)),
      .init(id: "LIST", content: Array("adtl".utf8) + labels(known)),
      .list(of: tags.texts),
      .init(id: "id3 ", content: try ID3BookTag.bytes(tags, cover: cover, chapters: [], for: path)),
    ]
  }

  /// Returns the content of a cue chunk.
  /// Each point has a number, a position in the play list and a sample in the audio (Microsoft and IBM, "Multimedia
  /// Programming Interface and Data Specifications 1.0", chapter 3).
  private static func cuePoints(_ marks: [ChapterMark]) -> [UInt8] {
    var bytes = ByteOrder.little(UInt32(marks.count))
    for (index, mark) in marks.enumerated() {
      let sample = ByteOrder.little(UInt32(mark.samples.lowerBound))
      bytes += ByteOrder.little(UInt32(index + 1)) + sample + Array("data".utf8)
      bytes += [UInt8](repeating: 0, count: 8) + sample
    }
    return bytes
  }

  /// Returns the chunks with the titles of the cue points.
  /// Each title ends with a zero byte.
  private static func labels(_ marks: [ChapterMark]) -> [UInt8] {
    marks.enumerated().flatMap { index, mark in
      WaveLayout.Chunk(
        id: "labl",
        content: ByteOrder.little(UInt32(index + 1)) + Array(mark.title.utf8) + [0]
      ).bytes
    }
  }
}

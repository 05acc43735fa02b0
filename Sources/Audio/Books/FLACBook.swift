/// A book in one FLAC file, joined from stretches that were encoded separately.
/// A stretch consists of whole blocks of samples. Silence fills the last block. The frames are copied with new numbers
/// and matching checksums. The audio is not decoded, so the file has no checksum of all its audio (RFC 9639, section
/// 8.2, allows this). Each frame has its own checksum.
package enum FLACBook {
  /// The maximum number of samples of silence, per channel, that a stretch adds after its audio.
  package static let maximumPadding = SoundFileWriter.blockFrames - 1

  /// Returns the number of samples per channel that a stretch occupies in a book: its audio, and silence up to the end
  /// of a block of 4,096 samples.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    try FLACStretch(path: path).info.samples
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// The chapters are in comments, and a seek table has a point every 10 seconds. After an error, an incomplete file
  /// may remain.
  /// - Returns: The start of each chapter in samples, followed by the total length.
  package static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    guard let first = chapters.first else { throw .empty(path: path) }
    let opening = try FLACStretch(path: first.stretch)
    var info = opening.info
    var starts = [0]
    for chapter in chapters {
      let stretch = try FLACStretch(path: chapter.stretch)
      var form = stretch.info
      form.samples = info.samples
      guard form == info else {
        throw stretch.malformed("its audio format differs from the first chapter's")
      }
      starts.append(starts[starts.count - 1] + stretch.info.samples)
    }
    info.samples = starts[chapters.count]
    let comment = BookComments(
      tags: tags, marks: ChapterMark.marks(chapters, starts: starts), sampleRate: info.sampleRate)
    var rest = [
      FLACMetadata.Block(
        type: FLACMetadata.Kind.comment, content: comment.bytes(vendor: opening.vendor))
    ]
    if let cover {
      rest.append(.init(type: FLACMetadata.Kind.picture, content: PictureBlock.bytes(cover)))
    }
    guard rest.allSatisfy({ $0.content.count < FLACMetadata.Block.sizeLimit }) else {
      throw .cannotWrite(
        path: path, reason: "the cover or the chapter titles exceed 16 MB; make them smaller")
    }
    try write(chapters, info, rest, to: path)
    return starts
  }

  private static func write(
    _ chapters: [BookChapter], _ info: FLACStreamInfo, _ rest: [FLACMetadata.Block],
    to path: String
  ) throws(AudioError) {
    var output = try FileOutput(creating: path)
    var seeks = SeekTable(info)
    func header(_ frames: ClosedRange<Int>) -> [UInt8] {
      FLACMetadata.bytes(
        [
          .init(type: FLACMetadata.Kind.streamInfo, content: info.content(frames: frames)),
          .init(type: FLACMetadata.Kind.seekTable, content: seeks.bytes),
        ] + rest)
    }
    try output.write(header(0...0))
    let start = output.length
    var (number, shortest, longest) = (0, Int.max, 0)
    for chapter in chapters {
      var stretch = try FLACStretch(path: chapter.stretch)
      while true {
        let place = output.length
        guard
          try stretch.next(
            numbered: number, { bytes throws(AudioError) in try output.write(bytes) })
        else { break }
        let length = Int(output.length - place)
        (shortest, longest) = (min(shortest, length), max(longest, length))
        seeks.add(number, at: place - start)
        number += 1
      }
    }
    try output.finish(putting: header(shortest...max(shortest, longest)), at: 0)
  }

  /// The table of positions for seeking (RFC 9639, section 8.5).
  private struct SeekTable {
    /// The distance between two points in seconds.
    private static let distance = 10
    /// The maximum number of points: a point has 18 bytes, and the table must fit into one metadata block.
    private static let maximumPoints = (FLACMetadata.Block.sizeLimit - 1) / 18

    /// The distance between two points in samples.
    private let step: Int
    private let blockSize: Int
    private(set) var bytes: [UInt8]
    private let count: Int
    private var added = 0

    init(_ info: FLACStreamInfo) {
      blockSize = info.blockSize
      step = max(info.blockSize, info.sampleRate * Self.distance)
      count = min((info.samples + step - 1) / step, Self.maximumPoints)
      // The table has its final length from the beginning. Unused points remain placeholders.
      let placeholder = [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 10)
      bytes = (0..<count).flatMap { _ in placeholder }
    }

    /// Adds a point for a frame if a point is due at this frame.
    /// `number` is the number of the frame, and `place` is its position in bytes from the start of the first frame.
    mutating func add(_ number: Int, at place: Int64) {
      guard added < count, added * step / blockSize == number else { return }
      let point =
        ByteOrder.big(UInt64(number * blockSize)) + ByteOrder.big(UInt64(place))
        + ByteOrder.big(UInt16(clamping: blockSize))
      bytes.replaceSubrange(added * 18..<(added + 1) * 18, with: point)
      added += 1
    }
  }
}

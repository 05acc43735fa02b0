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

  /// The frames of a FLAC stretch, in order.
  /// A frame does not contain its length. A frame ends at the first position where the checksum matches and the header
  /// of the next frame follows.
  struct FLACStretch: ~Copyable {
    let info: FLACStreamInfo
    let vendor: VorbisComment
    /// The number of frames.
    let count: Int
    private var window: ByteWindow
    private var given = 0

    init(path: String) throws(AudioError) {
      var window = try ByteWindow(path: path)
      let metadata = try FLACMetadata(window.source)
      guard let info = FLACStreamInfo(metadata.blocks[0].content), let count = info.blocks else {
        throw window.source.malformed("it is not a FLAC stretch with blocks of equal length")
      }
      try window.source.rewind()
      let start = Int(metadata.soundStart)
      guard try window.fill(start) >= start else {
        throw window.source.malformed("it contains no audio")
      }
      window.skip(start)
      (self.info, self.count, vendor) = (info, count, metadata.vendor)
      self.window = window
    }

    /// Gives the next frame the frame number `number`, and passes the frame to `body` in pieces.
    /// Returns false after the last frame.
    mutating func next(
      numbered number: Int, _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
    ) throws(AudioError) -> Bool {
      let wanted = info.longestFrame + FLACFrameHeader.longest
      let available = try window.fill(wanted)
      guard given < count else {
        guard available == 0 else { throw malformed("there is data after its audio") }
        return false
      }
      let length = try window.bytes { bytes throws(AudioError) in
        let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(wanted))
        guard let header = FLACFrameHeader(bytes), header.number == given,
          let length = frameLength(bytes), length > header.length + 2
        else { throw malformed("one of its frames is damaged") }
        let head = header.bytes(number: number)
        let data = UnsafeBufferPointer(rebasing: bytes[header.length..<length - 2])
        let checksum = Checksum.frame(data, after: Checksum.frame(head))
        try Self.give(head, to: body)
        try body(UnsafeRawBufferPointer(data))
        try Self.give(ByteOrder.big(checksum), to: body)
        return length
      }
      window.skip(length)
      given += 1
      return true
    }

    private static func give(
      _ bytes: [UInt8], to body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
    ) throws(AudioError) {
      try bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
        try body(UnsafeRawBufferPointer(bytes))
      }
    }

    func malformed(_ reason: String) -> AudioError { window.source.malformed(reason) }

    /// Returns the length of the frame at the beginning of the bytes, or nil if the bytes do not contain its end.
    private func frameLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
      let isLast = given == count - 1
      return Checksum.end(of: bytes) { place in
        isLast
          ? place == bytes.count
          : FLACFrameHeader(UnsafeBufferPointer(rebasing: bytes[place...]))?.number == given + 1
      }
    }
  }

  /// The first block of a FLAC file (RFC 9639, section 8.2), with the properties of the audio.
  struct FLACStreamInfo: Equatable {
    /// The number of samples per channel in an audio block.
    /// All audio blocks have the same length.
    let blockSize: Int
    /// Samples per second, in hertz.
    let sampleRate: Int
    let channels: Int
    /// The number of bits per sample.
    let bits: Int
    /// The number of samples per channel.
    var samples: Int

    /// Reads the content of the metadata block.
    /// Returns nil if the audio blocks differ in length.
    init?(_ content: [UInt8]) {
      guard content.count == 34 else { return nil }
      let numbers = content.map(Int.init)
      blockSize = numbers[0] << 8 | numbers[1]
      sampleRate = numbers[10] << 12 | numbers[11] << 4 | numbers[12] >> 4
      channels = numbers[12] >> 1 & 7 + 1
      bits = (numbers[12] & 1) << 4 | numbers[13] >> 4 + 1
      samples = numbers[14..<18].reduce(numbers[13] & 15) { $0 << 8 | $1 }
      guard blockSize >= 16, blockSize == numbers[2] << 8 | numbers[3], sampleRate > 0 else {
        return nil
      }
    }

    /// The number of audio blocks, or nil if the last block is not full or the number of samples is unknown.
    var blocks: Int? { samples > 0 && samples % blockSize == 0 ? samples / blockSize : nil }

    /// The maximum length of a frame in bytes: uncompressed samples, one more bit for each sample (a side channel needs
    /// it), and 64 bytes for everything else.
    var longestFrame: Int { blockSize * channels * (bits + 1) / 8 + 64 }

    /// Returns the content of the metadata block, given the lengths in bytes of the shortest and the longest frame.
    /// The checksum of the audio is written as zero, because it is unknown. Computing it would require decoding.
    func content(frames: ClosedRange<Int>) -> [UInt8] {
      let size = ByteOrder.big(UInt16(blockSize))
      // Zero means unknown. The field has 36 bits, enough for 865 hours at 22,050 Hz.
      let samples = samples < 1 << 36 ? samples : 0
      let packed =
        UInt64(sampleRate) << 44 | UInt64(channels - 1) << 41 | UInt64(bits - 1) << 36
        | UInt64(samples)
      return size + size + ByteOrder.big(UInt32(frames.lowerBound)).dropFirst()
        + ByteOrder.big(UInt32(frames.upperBound)).dropFirst() + ByteOrder.big(packed)
        + [UInt8](repeating: 0, count: 16)
    }
  }

  /// The header of a FLAC frame in a stream with blocks of equal length (RFC 9639, section 9.1).
  struct FLACFrameHeader {
    let number: Int
    /// The length of the header in bytes.
    let length: Int
    /// The bytes before the number: the sync code and the properties of the audio.
    private let before: [UInt8]
    /// The bytes after the number, without the checksum: the block size and the sample rate if `before` has no code for
    /// them.
    private let after: [UInt8]

    /// The maximum length of a header in bytes: 4 before the number, 7 for the number, 2 for the block size, 2 for the
    /// sample rate, and 1 for the checksum.
    static let longest = 16

    /// Reads a header.
    /// Returns nil if the bytes do not begin with a header.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard bytes.count >= 6, bytes[0] == 0xFF, bytes[1] == 0xF8, bytes[3] & 1 == 0 else {
        return nil
      }
      guard let (number, numberLength) = Self.number(UnsafeBufferPointer(rebasing: bytes[4...]))
      else { return nil }
      let (size, rate) = (bytes[2] >> 4, bytes[2] & 15)
      let extra = (size == 6 ? 1 : size == 7 ? 2 : 0) + (rate == 12 ? 1 : rate > 12 ? 2 : 0)
      let end = 4 + numberLength + extra
      guard size != 0, rate != 15, end < bytes.count, Checksum.header(bytes[..<end]) == bytes[end]
      else { return nil }
      (self.number, length) = (number, end + 1)
      (before, after) = (Array(bytes[..<4]), Array(bytes[(4 + numberLength)..<end]))
    }

    func bytes(number: Int) -> [UInt8] {
      let bytes = before + Self.bytes(of: number) + after
      return bytes + [Checksum.header(bytes)]
    }

    /// Returns a number of at most 31 bits and the count of its bytes, or nil if the bytes are invalid.
    /// The number is coded like a character in UTF-8 (section 9.1.5).
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> (Int, Int)? {
      let first = bytes[0]
      if first < 0x80 { return (Int(first), 1) }
      let length = (~first).leadingZeroBitCount
      guard 2...6 ~= length, length <= bytes.count else { return nil }
      var value = Int(first) & (0x7F >> length)
      for byte in bytes[1..<length] {
        guard byte & 0xC0 == 0x80 else { return nil }
        value = value << 6 | Int(byte & 0x3F)
      }
      return (value, length)
    }

    private static func bytes(of number: Int) -> [UInt8] {
      if number < 0x80 { return [UInt8(number)] }
      // In a number of n bytes, the first byte contains 7 - n bits of the number, and each other byte contains six
      // bits.
      let length = (2...6).first { number >> (5 * $0 + 1) == 0 } ?? 6
      let mark = ~(0xFF >> length) & 0xFF
      return (0..<length).map { index in
        let bits = number >> (6 * (length - 1 - index))
        return index == 0 ? UInt8(truncatingIfNeeded: mark | bits) : UInt8(0x80 | bits & 0x3F)
      }
    }
  }
}

/// A picture in the form that FLAC and Ogg use (RFC 9639, section 8.8).
enum PictureBlock {
  private static let frontCover: UInt32 = 3
  /// The number of bits per pixel: eight each for red, green and blue.
  private static let depth: UInt32 = 24

  /// Returns the content of a block: the kind of picture, its media type, an empty description, its width, height and
  /// depth, the number of palette colours (0) and its bytes.
  static func bytes(_ cover: Cover) -> [UInt8] {
    let type = Array(cover.kind.mimeType.utf8)
    return ByteOrder.big(frontCover) + ByteOrder.big(UInt32(type.count)) + type
      + ByteOrder.big(UInt32(0)) + ByteOrder.big(UInt32(clamping: cover.width))
      + ByteOrder.big(UInt32(clamping: cover.height)) + ByteOrder.big(depth)
      + ByteOrder.big(UInt32(0)) + ByteOrder.big(UInt32(cover.bytes.count)) + cover.bytes
  }

  /// Returns the block as base64 text (RFC 4648, section 4).
  static func text(_ cover: Cover) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = bytes(cover)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let isFilled = place <= group.count
        text.append(isFilled ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}

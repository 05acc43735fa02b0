/// The common part of Opus and Vorbis books: one Ogg file, joined from stretches that were encoded separately.
/// The packets are copied unchanged to new pages. The times of the pages continue from one stretch to the next.
private enum OggBook {
  /// The part of a book that a stretch occupies.
  private struct Extent {
    var headers: OggHeaders
    /// The number of audio packets.
    var packets = 0
    /// The number of samples from the stretch's start to the start of the next stretch.
    var length = 0
    /// The end of the audio in samples, from the last page.
    var end = 0
    /// The number of samples in the first Vorbis block, or 0 for Opus.
    /// At a join, this block overlaps the last block of the previous stretch.
    var first = 0
  }

  /// Returns the number of samples from a stretch's start to the start of the next stretch.
  static func length(ofStretch path: String, _ codec: OggCodec) throws(AudioError) -> Int {
    try extent(path, codec).length
  }

  /// Joins stretches.
  /// Returns the start of each chapter in samples, followed by the total length.
  static func write(
    _ chapters: [BookChapter], _ codec: OggCodec, tags: BookTags, cover: Cover?, to path: String
  ) throws(AudioError) -> [Int] {
    let whole = try whole(chapters, codec, path)
    let marks = ChapterMark.marks(chapters, starts: whole.starts)
    let rate = codec.sampleRate(whole.headers.packets[0])
    var headers = whole.headers.packets
    let comments = BookComments(tags: tags, marks: marks, sampleRate: rate, cover: cover)
    guard let comment = codec.comment(headers[1], with: comments.bytes) else {
      throw .malformed(
        path: chapters[0].stretch, reason: "its headers are invalid")
    }
    headers[1] = comment
    // A page is about a second long at most, so that a player quickly finds a position.
    var writer = try OggBookWriter(
      path: path, headers: headers.count, clock: OggClock(whole.headers), pageSamples: rate,
      packets: whole.packets, end: whole.end)
    try writer.write(headers: headers)
    for chapter in chapters {
      let stretch = try OggStretch(path: chapter.stretch, codec: codec)
      while let packet = try stretch.next() { try writer.write(packet.bytes) }
      // A chapter begins on a new page, because players seek to pages.
      try writer.endPage()
    }
    try writer.finish()
    return whole.starts
  }

  /// The sums for all stretches together.
  private struct Whole {
    var headers: OggHeaders
    /// The start of each chapter in samples, followed by the number of samples that players play.
    var starts = [0]
    var packets = 0
    /// The end of the last stretch's audio.
    var end = 0
  }

  private static func whole(
    _ chapters: [BookChapter], _ codec: OggCodec, _ path: String
  ) throws(AudioError) -> Whole {
    guard let first = chapters.first else { throw .empty(path: path) }
    let opening = try extent(first.stretch, codec)
    let setup = codec.setup(of: opening.headers.packets)
    var whole = Whole(headers: opening.headers)
    for chapter in chapters {
      let extent = try extent(chapter.stretch, codec)
      guard codec.setup(of: extent.headers.packets) == setup, extent.first == opening.first else {
        throw .malformed(
          path: chapter.stretch,
          reason: "its audio format differs from the first chapter's")
      }
      let start = whole.starts[whole.starts.count - 1]
      whole.packets += extent.packets
      whole.end = start + extent.end
      whole.starts.append(start + extent.length)
    }
    whole.starts[chapters.count] = whole.end - codec.preSkip(opening.headers.packets[0])
    return whole
  }

  /// Reads a stretch and checks that the times of its pages match its packets.
  private static func extent(_ path: String, _ codec: OggCodec) throws(AudioError) -> Extent {
    let stretch = try OggStretch(path: path, codec: codec)
    var clock = OggClock(stretch.headers)
    var extent = Extent(headers: stretch.headers)
    var isEnded = false
    while let packet = try stretch.next() {
      guard !isEnded, clock.count(packet.bytes) else {
        throw stretch.malformed("it contains a packet that is not audio")
      }
      if extent.packets == 0 { extent.first = clock.last ?? 0 }
      extent.packets += 1
      guard let granule = packet.granule else { continue }
      // Only the last page is allowed to leave out samples at its end.
      isEnded = packet.isLast
      guard granule == clock.position || isEnded && 0...clock.position ~= granule else {
        throw stretch.malformed("the time of a page does not match its audio")
      }
      extent.end = granule
    }
    guard isEnded else { throw stretch.malformed("its end is missing") }
    extent.length = clock.position + ((clock.last ?? 0) + extent.first) / 4
    return extent
  }

  /// The packets of an Opus or Vorbis stretch, in order.
  struct OggStretch: ~Copyable {
    let headers: OggHeaders
    private let source: FileSource
    private let pages: OggPageReader
    private let stream: OggStream

    init(path: String, codec: OggCodec) throws(AudioError) {
      let source = try FileSource(path: path)
      let pages = try OggPageReader(source)
      let headers = try OggHeaders(from: pages, of: source)
      guard headers.codec == codec else {
        throw source.malformed("its audio format differs from the book's")
      }
      stream = OggStream(serialNumber: headers.serialNumber, readsFromAnyPage: true)
      self.headers = headers
      self.pages = pages
      self.source = source
    }

    /// Returns the next audio packet, or nil after the last packet.
    func next() throws(AudioError) -> OggPacket? {
      while true {
        if let packet = stream.nextPacket() { return packet }
        guard let page = try pages.next(from: source) else { return nil }
        guard stream.add(page) else { throw malformed("it contains more than one stream") }
      }
    }

    func malformed(_ reason: String) -> AudioError { source.malformed(reason) }
  }

  /// Writes the packets of a book to pages.
  struct OggBookWriter: ~Copyable {
    private var output: FileOutput
    private let stream: OggStream
    private var clock: OggClock
    private let pageSamples: Int
    private let packets: Int
    private let end: Int
    private var written = 0
    private let headers: Int
    private var pageStart = 0

    /// Begins a file with `headers` header packets and `packets` audio packets.
    /// The audio ends at the sample `end`.
    /// A page holds less than `pageSamples` samples plus one packet.
    init(
      path: String, headers: Int, clock: consuming OggClock, pageSamples: Int, packets: Int,
      end: Int
    ) throws(AudioError) {
      let output = try FileOutput(creating: path)
      self.output = output
      self.clock = clock
      stream = OggStream(serialNumber: OggStream.serialNumber)
      (self.headers, self.pageSamples, self.packets, self.end) = (
        headers, pageSamples, packets, end
      )
    }

    /// Writes the headers.
    /// Call this function before anything else is written.
    mutating func write(headers: [[UInt8]]) throws(AudioError) {
      for (index, packet) in headers.enumerated() {
        stream.add(packet, number: index)
        // The identification header has its own page, the other headers share pages, and audio begins on a new page
        // (Vorbis I, section A.2; RFC 7845, section 3).
        guard index == 0 || index == headers.count - 1 else { continue }
        try endPage()
      }
    }

    mutating func write(_ packet: [UInt8]) throws(AudioError) {
      // The packet was counted successfully before, so counting cannot fail here.
      _ = clock.count(packet)
      written += 1
      let isLast = written == packets
      stream.add(
        OggPacket(bytes: packet, granule: isLast ? end : clock.position, isLast: isLast),
        number: headers + written - 1)
      if isLast || clock.position - pageStart >= pageSamples {
        try endPage()
      } else {
        try stream.fullPages { page throws(AudioError) in
          try output.write(page.header)
          try output.write(page.body)
          pageStart = clock.position
        }
      }
    }

    mutating func endPage() throws(AudioError) {
      try stream.flush { page throws(AudioError) in
        try output.write(page.header)
        try output.write(page.body)
      }
      pageStart = clock.position
    }

    consuming func finish() throws(AudioError) {
      try output.finish()
    }
  }
}

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

/// A book in one Vorbis file, joined from stretches that were encoded separately.
/// Neighbouring blocks overlap, including the two blocks at a join of two stretches. At a join, the codec makes
/// additional samples from the last block of one stretch and the first block of the next stretch. These samples are
/// part of the silence between the two chapters.
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

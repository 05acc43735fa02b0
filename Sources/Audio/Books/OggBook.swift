/// A book in one Ogg file, joined from stretches that were encoded one by one: what Opus and Vorbis share.
///
/// The packets are copied as they are, on new pages whose times go on from one stretch to the next.
enum OggBook {
  /// What a stretch is in a book.
  private struct Extent {
    var headers: OggHeaders
    /// How many packets of sound it has.
    var packets = 0
    /// Samples from its beginning to that of the stretch behind it.
    var length = 0
    /// Where its sound ends, by its last page.
    var end = 0
    /// Samples of the first block, where blocks differ in length: the stretch before gives half of what the two
    /// have in common.
    var first = 0
  }

  /// How many samples a stretch takes up, from its beginning to that of the one behind it.
  static func length(ofStretch path: String, _ codec: OggCodec) throws(AudioError) -> Int {
    try extent(path, codec).length
  }

  /// Joins stretches; gives where each chapter begins, in samples, and last the length of all.
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
        path: chapters[0].stretch, reason: "its headers are not what they should be")
    }
    headers[1] = comment
    // A page of a second at most, so that a player soon finds a time.
    var writer = try OggBookWriter(
      path: path, headers: headers.count, clock: OggClock(whole.headers), pageSamples: rate,
      packets: whole.packets, end: whole.end)
    try writer.write(headers: headers)
    for chapter in chapters {
      let stretch = try OggStretch(path: chapter.stretch, codec: codec)
      while let packet = try stretch.next() { try writer.write(packet.bytes) }
      // A chapter begins on a page of its own, where players look for it.
      try writer.endPage()
    }
    try writer.finish()
    return whole.starts
  }

  /// What all stretches are together.
  private struct Whole {
    var headers: OggHeaders
    /// Where chapters begin, and last the length of what is heard.
    var starts = [0]
    var packets = 0
    /// Where the sound of the last stretch ends.
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
          reason: "its sound is of another form than that of the first chapter")
      }
      let start = whole.starts[whole.starts.count - 1]
      whole.packets += extent.packets
      whole.end = start + extent.end
      whole.starts.append(start + extent.length)
    }
    whole.starts[chapters.count] = whole.end - codec.preSkip(opening.headers.packets[0])
    return whole
  }

  /// Reads a stretch, and sees to it that its times are those of its packets.
  private static func extent(_ path: String, _ codec: OggCodec) throws(AudioError) -> Extent {
    let stretch = try OggStretch(path: path, codec: codec)
    var clock = OggClock(stretch.headers)
    var extent = Extent(headers: stretch.headers)
    var isEnded = false
    while let packet = try stretch.next() {
      guard !isEnded, clock.count(packet.bytes) else {
        throw stretch.malformed("a packet of it is none of sound")
      }
      if extent.packets == 0 { extent.first = clock.last ?? 0 }
      extent.packets += 1
      guard let granule = packet.granule else { continue }
      // The last page may leave out samples at the end; no other one differs.
      isEnded = packet.isLast
      guard granule == clock.position || isEnded && 0...clock.position ~= granule else {
        throw stretch.malformed("the time of a page is not that of its sound")
      }
      extent.end = granule
    }
    guard isEnded else { throw stretch.malformed("it has no end") }
    extent.length = clock.position + ((clock.last ?? 0) + extent.first) / 4
    return extent
  }
}

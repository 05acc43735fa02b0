import Testing

@testable import Hablare

/// Tests of files as other programs write them, box by box.
@Suite struct MPEG4HeaderTests {
  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = Array(content.joined())
    return big(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// Returns an `mvhd` or `mdhd` box.
  private static func clock(
    _ type: String, _ scale: Int, _ duration: Int, isLong: Bool = false
  ) -> [UInt8] {
    let word = isLong ? 8 : 4
    return box(
      type, [isLong ? 1 : 0, 0, 0, 0], big(0, 2 * word), big(scale, 4), big(duration, word),
      big(0, 4))
  }

  private static func edits(_ edits: [(length: Int, start: Int)], isLong: Bool = false) -> [UInt8] {
    let word = isLong ? 8 : 4
    let entries = edits.flatMap { big($0.length, word) + big($0.start, word) + big(0x1_0000, 4) }
    return box("edts", box("elst", [isLong ? 1 : 0, 0, 0, 0], big(edits.count, 4), entries))
  }

  private static func entry(
    channels: Int, rate: Int, version: Int = 0, more: [UInt8] = []
  ) -> [UInt8] {
    box(
      "mp4a", big(0, 6), big(1, 2), big(version, 2), big(0, 6), big(channels, 2), big(16, 2),
      big(0, 4), big(rate << 16, 4), more)
  }

  /// Returns the content of an `esds` box: AAC-LC at 44,100 Hz in one channel, with additional bytes for the
  /// decoder.
  private static func descriptors(extra: Int = 0, shortLengths: Bool = false) -> [UInt8] {
    func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      let length = content.count
      let long = [21, 14, 7].map { UInt8(0x80 | length >> $0 & 0x7F) } + [UInt8(length & 0x7F)]
      return [tag] + (shortLengths ? [UInt8(length)] : long) + content
    }
    let decoder = descriptor(5, [0x12, 0x08] + [UInt8](repeating: 0, count: extra))
    let kind = descriptor(4, [0x40, 0x15] + big(0, 11) + decoder)
    return big(0, 4) + descriptor(3, [0, 1, 0] + kind + descriptor(6, [2]))
  }

  private static func track(
    _ clock: [UInt8], edits: [UInt8] = [], handler: String = "soun",
    entry: [UInt8] = MPEG4HeaderTests.entry(channels: 2, rate: 44_100)
  ) -> [UInt8] {
    box(
      "trak", edits,
      box(
        "mdia", clock, box("hdlr", big(0, 8), Array(handler.utf8), big(0, 12)),
        box("minf", box("stbl", box("stsd", big(0, 4), big(1, 4), entry)))))
  }

  private static func file(_ tracks: [UInt8]...) -> [UInt8] {
    box("ftyp", Array("M4A ".utf8)) + box("mdat", [1, 2, 3])
      + box("moov", clock("mvhd", 1_000, 0), Array(tracks.joined()))
  }

  private static let second = clock("mdhd", 44_100, 44_100)

  @Test(
    arguments: [
      (file(track(second)), 44_100),
      (file(track(clock("mdhd", 44_100, 44_100, isLong: true))), 44_100),
      // The track has its own time scale.
      (file(track(clock("mdhd", 1_000, 1_500))), 66_150),
      // The encoder's delay is not counted. The audio ends at the end of the track or of the edit.
      (file(track(second, edits: edits([(0, 1_024)]))), 43_076),
      (file(track(second, edits: edits([(2_000, 1_024)]))), 43_076),
      (file(track(second, edits: edits([(500, 1_024)]))), 22_050),
      (file(track(second, edits: edits([(500, 1_024)], isLong: true))), 22_050),
      // A pause before the audio does not count, and two edits are played one after the other.
      (file(track(second, edits: edits([(100, 0xFFFF_FFFF), (1_000, 0)]))), 44_100),
      (file(track(second, edits: edits([(100, -1), (500, 0)], isLong: true))), 22_050),
      (file(track(second, edits: edits([(500, 0), (250, 0)]))), 33_075),
      (file(track(second, edits: edits([(1_000, 90_000)]))), 0),
      // A video track before the audio.
      (file(track(clock("mdhd", 25, 9), handler: "vide"), track(second)), 44_100),
    ] as [([UInt8], Int)])
  func `the played frames are counted`(file: [UInt8], frames: Int) throws {
    let header = try #require(MPEG4Header(file))
    #expect(header.frames == frames)
    #expect(header.rate == 44_100)
    #expect(header.channels == 2)
  }

  @Test(
    arguments: [
      file(), file(track(second, handler: "vide")), Array(file(track(second)).dropLast(60)),
      // The index does not contain the length.
      file(track(clock("mdhd", 44_100, 0))), file(track(clock("mdhd", 44_100, 0xFFFF_FFFF))),
      file(track(clock("mdhd", 44_100, -1, isLong: true))), file(track(clock("mdhd", 0, 7))),
      file(track(clock("mdhd", 1, .max, isLong: true))),
      file(track(second, entry: entry(channels: 3, rate: 1, version: 2))),
      box("moov", [0, 0, 0, 4] + Array("trak".utf8)),
      box("moov", [0, 0, 0, 1] + Array("trak".utf8)),
    ] as [[UInt8]])
  func `files without a length are refused`(file: [UInt8]) {
    #expect(MPEG4Header(file) == nil)
  }

  /// Entries with two channels, as many programs write them.
  ///
  /// The box for the decoder has one channel, which counts if the box can be read.
  private static let oddBoxes: [(what: String, entry: [UInt8], channels: Int)] = [
    ("usual", entry(channels: 2, rate: 44_100, more: box("esds", descriptors())), 1),
    (
      "lengths in one byte",
      entry(channels: 2, rate: 44_100, more: box("esds", descriptors(shortLengths: true))), 1
    ),
    (
      "300 KB for the decoder",
      entry(channels: 2, rate: 44_100, more: box("esds", descriptors(extra: 300_000))), 1
    ),
    (
      "behind boxes of other kinds",
      entry(
        channels: 2, rate: 44_100,
        more: box("btrt", big(0, 12)) + box("free") + box("esds", descriptors())), 1
    ),
    (
      "a size of 64 bits",
      entry(
        channels: 2, rate: 44_100,
        more: big(1, 4) + Array("esds".utf8) + big(16 + descriptors().count, 8) + descriptors()), 1
    ),
    (
      "a size of 0, to the end of the entry",
      entry(channels: 2, rate: 44_100, more: big(0, 4) + Array("esds".utf8) + descriptors()), 1
    ),
    (
      "QuickTime, in a box of its own",
      entry(
        channels: 2, rate: 44_100, version: 1,
        more: big(1_024, 4) + big(0, 12)
          + box("wave", box("frma", Array("mp4a".utf8)), box("esds", descriptors()))), 1
    ),
    ("none", entry(channels: 2, rate: 44_100), 2),
    ("empty", entry(channels: 2, rate: 44_100, more: box("esds")), 2),
    (
      "cut off within",
      entry(channels: 2, rate: 44_100, more: box("esds", Array(descriptors().dropLast(8)))),
      2
    ),
    (
      "longer than its entry",
      entry(channels: 2, rate: 44_100, more: big(9_999, 4) + Array("esds".utf8) + descriptors()), 2
    ),
    (
      "descriptors that say nothing",
      entry(channels: 2, rate: 44_100, more: box("esds", [UInt8](repeating: 0xFF, count: 70_000))),
      2
    ),
    (
      "the second entry's",
      entry(channels: 2, rate: 44_100) + box("esds", descriptors()), 2
    ),
  ]

  @Test func `the frames are counted, whatever the decoder's box looks like`() throws {
    for (what, entry, channels) in Self.oddBoxes {
      let edits = Self.edits([(0, 1_024)])
      let file = Self.file(Self.track(Self.second, edits: edits, entry: entry))
      let header = try #require(MPEG4Header(file), "\(what)")
      #expect(header.frames == 43_076, "\(what)")
      #expect(header.rate == 44_100, "\(what)")
      #expect(header.channels == channels, "\(what)")
    }
  }

  @Test func `a file that is cut off anywhere in that box is refused`() {
    let whole = Self.file(
      Self.track(
        Self.second,
        entry: Self.entry(channels: 2, rate: 44_100, more: Self.box("esds", Self.descriptors()))))
    for length in whole.count - 60..<whole.count {
      #expect(MPEG4Header(Array(whole.prefix(length))) == nil)
    }
  }
}

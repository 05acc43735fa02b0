import Testing

@testable import Hablare

/// Files that other programs write, box by box.
@Suite struct MPEG4HeaderTests {
  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = Array(content.joined())
    return big(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// `mvhd` or `mdhd`.
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

  private static func entry(channels: Int, rate: Int, version: Int = 0) -> [UInt8] {
    box(
      "mp4a", big(0, 6), big(1, 2), big(version, 2), big(0, 6), big(channels, 2), big(16, 2),
      big(0, 4), big(rate << 16, 4))
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
      // A clock of its own kind.
      (file(track(clock("mdhd", 1_000, 1_500))), 66_150),
      // Without the encoder's delay, to the end of the track or of the edit.
      (file(track(second, edits: edits([(0, 1_024)]))), 43_076),
      (file(track(second, edits: edits([(2_000, 1_024)]))), 43_076),
      (file(track(second, edits: edits([(500, 1_024)]))), 22_050),
      (file(track(second, edits: edits([(500, 1_024)], isLong: true))), 22_050),
      // A pause before it is no sound, and two edits are played one after the other.
      (file(track(second, edits: edits([(100, 0xFFFF_FFFF), (1_000, 0)]))), 44_100),
      (file(track(second, edits: edits([(100, -1), (500, 0)], isLong: true))), 22_050),
      (file(track(second, edits: edits([(500, 0), (250, 0)]))), 33_075),
      (file(track(second, edits: edits([(1_000, 90_000)]))), 0),
      // Pictures stand before the sound.
      (file(track(clock("mdhd", 25, 9), handler: "vide"), track(second)), 44_100),
    ] as [([UInt8], Int)])
  func `the frames that are played are counted`(file: [UInt8], frames: Int) throws {
    let header = try #require(MPEG4Header(file))
    #expect(header.frames == frames)
    #expect(header.rate == 44_100)
    #expect(header.channels == 2)
  }

  @Test(
    arguments: [
      file(), file(track(second, handler: "vide")), Array(file(track(second)).dropLast(60)),
      // A length that the index does not tell.
      file(track(clock("mdhd", 44_100, 0))), file(track(clock("mdhd", 44_100, 0xFFFF_FFFF))),
      file(track(clock("mdhd", 44_100, -1, isLong: true))), file(track(clock("mdhd", 0, 7))),
      file(track(clock("mdhd", 1, .max, isLong: true))),
      file(track(second, entry: entry(channels: 3, rate: 1, version: 2))),
      box("moov", [0, 0, 0, 4] + Array("trak".utf8)),
      box("moov", [0, 0, 0, 1] + Array("trak".utf8)),
    ] as [[UInt8]])
  func `what does not tell its length has none`(file: [UInt8]) {
    #expect(MPEG4Header(file) == nil)
  }
}

import Audio
import Testing

/// Tests of the damage check of cover files, and of padding to a square.
@Suite struct CoverDamageTests {
  @Test(arguments: ["png", "jpg"]) func `an intact picture has no damage`(ending: String) throws {
    let bytes = try Picture.make(ending, "300x200", in: try TemporaryFolder())
    #expect(try #require(Cover(bytes)).damage == nil)
    // Cameras append other data after the end of the picture.
    #expect(try #require(Cover(bytes + [0, 1, 2])).damage == nil)
  }

  @Test(arguments: ["png", "jpg"]) func `a truncated picture is reported`(ending: String) throws {
    let bytes = try Picture.make(ending, "300x200", in: try TemporaryFolder())
    for count in [bytes.count - 1, bytes.count - 3, bytes.count / 2, bytes.count * 9 / 10] {
      let cover = try #require(Cover(Array(bytes.prefix(count))))
      #expect(cover.damage == "its picture is incomplete", "\(count) of \(bytes.count)")
    }
  }

  @Test func `a checksum finds a changed byte`() throws {
    var bytes = try Picture.make("png", "300x200", in: try TemporaryFolder())
    bytes[bytes.count / 2] ^= 0x10
    #expect(try #require(Cover(bytes)).damage == "its checksums do not match its contents")
  }

  @Test func `a header alone is not a picture`() throws {
    let png = try Picture.make("png", "300x200", in: try TemporaryFolder())
    let empty = Array(png.prefix(33) + png.suffix(12))
    #expect(try #require(Cover(empty)).damage == "it contains no picture")
    let jpeg = try Picture.make("jpg", "300x200", in: try TemporaryFolder())
    let scan = try #require(zip(jpeg, jpeg.dropFirst()).enumerated().first { $1 == (0xFF, 0xDA) })
    let bare = Array(jpeg.prefix(scan.offset) + [0xFF, 0xD9])
    #expect(try #require(Cover(bare)).damage == "it contains no picture")
  }

  @Test(arguments: ["png", "jpg"], ["300x200", "200x300", "301x200", "2x90"])
  func `padding makes a square around the same picture`(ending: String, size: String) throws {
    let bytes = try Picture.make(
      ending, size, source: "color=0x336699", in: try TemporaryFolder())
    let cover = try #require(Cover(bytes))
    let padded = try cover.padded(name: "c")
    #expect(padded.isSquare && padded.kind == cover.kind && padded.damage == nil)
    #expect(padded.width == max(cover.width, cover.height))
    #expect(try cover.padded(name: "c") == padded)
    #expect(try padded.padded(name: "c") == padded)
    // The picture has one colour, so its edges have that colour and the padding is invisible.
    let near = [0x33, 0x66, 0x99]
    for row in try Picture.pixels(of: padded) {
      for (index, value) in row.enumerated() where abs(Int(value) - near[index % 3]) > 4 {
        Issue.record("\(value) at \(index)")
        return
      }
    }
  }

  @Test func `a padded PNG has the picture in its middle, pixel by pixel`() throws {
    let cover = try #require(
      Cover(try Picture.make("png", "200x320", in: try TemporaryFolder())))
    let (small, large) = (
      try Picture.pixels(of: cover), try Picture.pixels(of: try cover.padded(name: "c"))
    )
    #expect(large.map { Array($0[60 * 3..<260 * 3]) } == small)
    // Both sides have one colour.
    let edge = Array(large[0].prefix(3))
    for row in large {
      #expect(row.prefix(180).elementsEqual((0..<180).map { edge[$0 % 3] }))
      #expect(row.suffix(180).elementsEqual((0..<180).map { edge[$0 % 3] }))
    }
  }
}

import Basics
import Foundation
import Testing

@testable import Audio

@Suite("A book in one MP3 file")
struct MP3BookTests {
  private func join(
    _ sounds: [PCM], channels: Int = 1, bitrate: Int? = nil,
    titles: (Int) -> String = { "Chapter \($0 + 1)" },
    tags: BookTags = BookTags(title: "Book"), cover: Cover? = nil
  ) throws -> JoinedBook {
    try JoinedBook(
      sounds, as: .mp3, channels: channels, encoding: EncodingOptions(bitrate: bitrate),
      titles: titles, tags: tags, cover: cover
    ) { chapters, tags, cover, path throws(AudioError) in
      try MP3Book.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  struct Case: Sendable {
    var rate = 22_050
    var channels = 1
    var bitrate: Int?
  }

  @Test(arguments: [
    Case(), Case(rate: 44_100, channels: 2), Case(rate: 24_000, bitrate: 32),
    Case(rate: 48_000, bitrate: 128), Case(rate: 11_025),
  ])
  func `chapters begin at the exact sample that the starts list`(row: Case) throws {
    let lengths = [20_011, 1, 2000, 10_000]
    let sounds = ChapterSound.babble(lengths, rate: row.rate, channels: row.channels)
    let book = try join(sounds, channels: row.channels, bitrate: row.bitrate)
    let decoded = try Tool.decode(book.path)
    #expect(decoded.count == (book.starts.last ?? 0) * row.channels)
    #expect(try SoundFileReader(path: book.path).info.frames == book.starts.last)
    for (index, sound) in sounds.enumerated() {
      let start = book.starts[index] * row.channels
      // The decoded audio is that of the chapter's own file: the join adds nothing.
      let own = try Tool.decode(book.chapters[index].stretch)
      #expect(own.count == sound.samples.count)
      #expect(ChapterSound.difference(own, decoded[start..<start + own.count]) <= 1)
    }
    #expect(book.starts.last == book.starts[3] + sounds[3].samples.count / row.channels)
    try book.expectMarks(rate: row.rate)
  }

  @Test func `the header before the audio describes the whole book`() throws {
    for bitrate in [nil, 64] {
      let book = try join(ChapterSound.babble([60_000, 30_000, 50_000]), bitrate: bitrate)
      let bytes = try book.bytes
      let tag = ID3Tag.length(header: bytes)
      let first = try #require(MPEGFrame(bytes[tag...]))
      let header = try #require(LAMEHeader(Array(bytes[tag..<tag + first.length])))
      let name = bitrate == nil ? "Xing" : "Info"
      let place = tag + MPEGFrame.headerLength + first.sideLength
      #expect(bytes[place..<place + 4].elementsEqual(name.utf8))
      #expect(header.samples == book.starts.last)
      let size = bytes[(place + 12)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
      #expect(size == bytes.count - tag)
      // Entry N of the hundred in the seek table is the position after N hundredths of the frames.
      let places = frames(bytes, from: tag + first.length)
      #expect(places.count == header.frames)
      for percent in 0..<100 {
        let byte = places[(percent * header.frames + 99) / 100] - tag
        #expect(Int(bytes[place + 16 + percent]) == byte * 256 / size)
      }
      let lame = place + 120
      #expect(Checksum.lame(bytes[tag..<lame + 34]) == number(bytes[(lame + 34)...].prefix(2)))
      #expect(
        Checksum.lame(bytes[(tag + first.length)...]) == number(bytes[(lame + 32)...].prefix(2)))
    }
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { $0 << 8 | UInt16($1) }
  }

  /// Returns the positions at which frames begin.
  private func frames(_ bytes: [UInt8], from start: Int) -> [Int] {
    var places: [Int] = []
    var place = start
    while let frame = MPEGFrame(bytes[place...]) {
      places.append(place)
      place += frame.length
    }
    #expect(place == bytes.count)
    return places
  }

  /// Computes LAME's own checksums in the same way, for a file that LAME has written.
  @Test func `checksums are LAME's`() throws {
    let book = try join(ChapterSound.babble([50_000]))
    let bytes = try book.folder.bytes("0.mp3")
    let first = try #require(MPEGFrame(bytes))
    let lame = MPEGFrame.headerLength + first.sideLength + 120
    #expect(Checksum.lame(bytes[..<(lame + 34)]) == number(bytes[(lame + 34)...].prefix(2)))
    #expect(Checksum.lame(bytes[first.length...]) == number(bytes[(lame + 32)...].prefix(2)))
  }

  @Test func `above 4 GB the header leaves out only length and seek table`() throws {
    let book = try join(ChapterSound.babble([30_000]))
    let bytes = try book.folder.bytes("0.mp3")
    let first = try #require(MPEGFrame(bytes))
    let header = try #require(LAMEHeader(Array(bytes[..<first.length])))
    let large = header.bytes(places: [], bytes: 1 << 32, checksum: 0)
    #expect(large.count == first.length)
    try book.folder.write(large + bytes[first.length...], to: "large.mp3")
    #expect(try Tool.decode(book.folder.path("large.mp3")) == Tool.decode(book.chapters[0].stretch))
  }

  @Test func `other programs find tags, titles and a cover`() throws {
    let tags = BookTags(
      title: "Bücher", author: "Ann", narrator: "Ben", language: "deu", summary: "All", year: "1999"
    )
    let cover = try ChapterSound.cover(TemporaryFolder(), "jpg")
    let book = try join(
      ChapterSound.babble([5000, 6000]), titles: { ["Öde", "Ende"][$0] }, tags: tags, cover: cover)
    try book.expectMarks(rate: 22_050)
    let found = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", book.path, "-map", "0:v", "-c", "copy", "-f", "image2pipe", "-"])
    #expect(found.status == 0 && found.output == cover.bytes, "\(found.errors)")
    let probe = try Tool.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", book.path])
    for tag in [
      "title=Bücher", "artist=Ann", "album_artist=Ann", "composer=Ben", "date=1999", "language=deu",
    ] {
      #expect(probe.text.contains("TAG:\(tag)\n"), "\(tag)")
    }
  }

  @Test func `hundreds of chapters, written twice, give the same bytes`() throws {
    let sounds = ChapterSound.babble((0..<300).map { 1000 + $0 }, quiet: 0)
    let books = try [join(sounds), join(sounds)]
    #expect(try books[0].bytes == books[1].bytes)
    try books[0].expectMarks(rate: 22_050)
  }

  @Test func `other programs find thousands of chapters, and titles of any length`()
    throws
  {
    let long = String(repeating: "Öde ", count: 60)
    let cover = try ChapterSound.cover(TemporaryFolder())
    let book = try join(
      ChapterSound.babble([100], quiet: 0), titles: { _ in long }, cover: cover)
    let chapters = [BookChapter](repeating: book.chapters[0], count: 2000)
    let starts = try MP3Book.write(chapters, tags: BookTags(title: "Book"), to: book.path)
    let bytes = try book.bytes
    #expect(ID3Tag.length(header: bytes) > 300_000)
    #expect(MPEGFrame(bytes[ID3Tag.length(header: bytes)...]) != nil)
    let marks = try book.marks()
    #expect(marks.count == 2000)
    #expect(marks[1999].title == String(repeating: "Öde ", count: 24) + "Öd…")
    #expect(try Tool.decode(book.path).count == starts.last)
    // A tag has 28 bits for its length.
    let chapter = ID3BookTag.Chapter(title: "", start: 0, end: 1)
    #expect(
      throws: AudioError.cannotWrite(
        path: "a", reason: "the cover, tags and chapter list exceed 255 MB; use a smaller cover")
    ) {
      try ID3BookTag.bytes(
        BookTags(title: "Book"), cover: nil, chapters: Array(repeating: chapter, count: 1 << 20),
        for: "a")
    }
  }

  @Test func `files that are not stretches of this book are refused`() throws {
    let book = try join(ChapterSound.babble([50_000]))
    let folder = book.folder
    let whole = try folder.bytes("0.mp3")
    let length = try #require(MPEGFrame(whole)).length
    try SoundFormat.mp3.write(Signal.babble(count: 5000, rate: 24_000), to: folder.path("rate"))
    try SoundFormat.mp3.write(
      Signal.babble(count: 5000), to: folder.path("constant"),
      encoding: EncodingOptions(bitrate: 64))
    try folder.write(Array(whole[length...]), to: "headless")
    try folder.write(Array(whole.dropLast(10)), to: "cut")
    try folder.write(whole + whole[length..<length + 4], to: "long")
    // The first audio frame is removed, although the data of the second frame begins in the first one.
    let second = length + (try #require(MPEGFrame(whole[length...])).length)
    try folder.write(Array(whole[..<length] + whole[second...]), to: "dependent")
    try folder.write([], to: "empty")
    book.expectRefusal(
      of: ["rate", "constant", "headless", "cut", "long", "dependent", "empty"], by: MP3Book.write)
  }
}

import Foundation
import Testing

@testable import Audio

@Suite("A book in one Ogg file")
struct OggBookTests {
  private func join(
    _ sounds: [PCM], as format: SoundFormat, channels: Int = 1, bitrate: Int? = nil,
    titles: (Int) -> String = { "Chapter \($0 + 1)" },
    tags: BookTags = BookTags(title: "Book"), cover: Cover? = nil
  ) throws -> JoinedBook {
    try JoinedBook(
      sounds, as: format, channels: channels, encoding: EncodingOptions(bitrate: bitrate),
      titles: titles, tags: tags, cover: cover
    ) { chapters, tags, cover, path throws(AudioError) in
      format == .opus
        ? try OpusBook.write(chapters, tags: tags, cover: cover, to: path)
        : try VorbisBook.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  struct Case: Sendable {
    var format: SoundFormat
    var rate = 22_050
    var channels = 1
    var bitrate: Int?
  }

  @Test(arguments: [
    Case(format: .opus), Case(format: .opus, rate: 24_000, channels: 2, bitrate: 48),
    Case(format: .opus, rate: 16_000, bitrate: 16), Case(format: .opus, rate: 11_025),
    Case(format: .ogg), Case(format: .ogg, rate: 44_100, channels: 2),
    Case(format: .ogg, rate: 24_000, bitrate: 32), Case(format: .ogg, rate: 8000),
  ])
  func `chapters begin at the exact sample that the starts list`(row: Case) throws {
    let sounds = ChapterSound.babble(
      [20_011, 1, 2000, 10_000], rate: row.rate, channels: row.channels, quiet: row.rate / 5)
    let book = try join(sounds, as: row.format, channels: row.channels, bitrate: row.bitrate)
    let decoded = try Tool.decode(book.path)
    #expect(decoded.count == (book.starts.last ?? 0) * row.channels)
    for index in sounds.indices {
      let start = book.starts[index] * row.channels
      let own = try decode(book.chapters[index].stretch, row.format)
      try #require(start + own.count <= decoded.count)
      // The decoded audio is that of the chapter's own file, from the first sample on.
      #expect(ChapterSound.difference(own, decoded[start..<start + own.count]) <= 1)
      if row.format == .ogg { #expect(own.count == sounds[index].samples.count) }
    }
    try book.expectMarks(rate: row.format == .opus ? 48_000 : row.rate)
  }

  /// Decodes a file.
  ///
  /// Vorbis is decoded with oggdec: if a whole stretch is on one page, ffmpeg 5.1 returns another length than
  /// was written.
  private func decode(_ path: String, _ format: SoundFormat) throws -> [Int16] {
    guard format == .ogg else { return try Tool.decode(path) }
    let result = try Tool.run("oggdec", ["-Q", "-R", "-o", "-", path])
    return result.output.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  @Test(arguments: [("opusinfo", SoundFormat.opus), ("ogginfo", .ogg)])
  func `other programs report no faults`(program: String, format: SoundFormat) throws {
    let tags = BookTags(title: "Bücher", author: "Ann", narrator: "Ben", language: "deu")
    let cover = try ChapterSound.cover(TemporaryFolder(), "jpg")
    let book = try join(
      ChapterSound.babble([50_000, 6000, 60_000]), as: format, titles: { "Öde \($0)" },
      tags: tags, cover: cover)
    let info = try Tool.run(program, [book.path])
    #expect(info.status == 0, "\(info.errors)")
    for fault in ["WARNING", "ERROR", "Warning", "Error"] {
      #expect(!info.text.contains(fault) && !info.errors.contains(fault), "\(info.text)")
    }
    for line in [
      "TITLE=Bücher", "PERFORMER=Ben", "CHAPTER000=00:00:00.000", "CHAPTER002NAME=Öde 2",
    ] { #expect(info.text.contains(line), "\(line)") }
    let found = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", book.path, "-map", "0:v", "-c", "copy", "-f", "image2pipe", "-"])
    #expect(found.status == 0 && found.output == cover.bytes, "\(found.errors)")
  }

  @Test(arguments: [SoundFormat.opus, .ogg])
  func `hundreds of chapters, written twice, give the same bytes`(format: SoundFormat) throws {
    let sounds = ChapterSound.babble((0..<300).map { 100 + $0 }, quiet: 500)
    let books = try [join(sounds, as: format), join(sounds, as: format)]
    #expect(try books[0].bytes == books[1].bytes)
    try books[0].expectMarks(rate: format == .opus ? 48_000 : 22_050)
    #expect(try Tool.decode(books[0].path).count == books[0].starts.last)
  }

  @Test(arguments: [SoundFormat.opus, .ogg])
  func `files that are not stretches of this book are refused`(format: SoundFormat) throws {
    let book = try join(ChapterSound.babble([50_000]), as: format)
    let folder = book.folder
    let whole = try folder.bytes("0.\(format.fileExtension)")
    try format.write(Signal.babble(count: 5000), to: folder.path("stereo"), channels: 2)
    let other: SoundFormat = format == .opus ? .ogg : .opus
    try other.write(Signal.babble(count: 5000), to: folder.path("other"))
    try folder.write(Array(whole.dropLast(1)), to: "cut")
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    try folder.write(damaged, to: "damaged")
    try folder.write([], to: "empty")
    book.expectRefusal(
      of: ["stereo", "other", "cut", "damaged", "empty"],
      by: format == .opus ? OpusBook.write : VorbisBook.write)
  }

  @Test func `a thousand chapters are numbered with four digits`() {
    let marks = (0..<1001).map { ChapterMark(title: "", samples: $0 * 3600..<$0 * 3600 + 1) }
    let comments = BookComments(tags: BookTags(title: ""), marks: marks, sampleRate: 1)
    let text = String(decoding: comments.bytes(vendor: VorbisComment(vendor: [])), as: UTF8.self)
    for line in ["CHAPTER099=99:00:00.000", "CHAPTER999=999:00:00.000", "CHAPTER1000NAME="] {
      #expect(text.contains(line))
    }
  }
}

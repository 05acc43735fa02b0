import Foundation
import Testing

@testable import Audio

@Suite("A book in one FLAC file")
struct FLACBookTests {
  private func join(
    _ sounds: [PCM], channels: Int = 1, titles: (Int) -> String = { "Chapter \($0 + 1)" },
    tags: BookTags = BookTags(title: "Book"), cover: Cover? = nil
  ) throws -> JoinedBook {
    try JoinedBook(
      sounds, as: .flacBlocks, channels: channels, titles: titles, tags: tags, cover: cover
    ) { chapters, tags, cover, path throws(AudioError) in
      try FLACBook.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  @Test(arguments: [(1, 22_050), (2, 44_100), (1, 11_025)])
  func `the book contains the audio of its chapters, bit by bit`(channels: Int, rate: Int) throws {
    let lengths = [20_011, 1, 4096, 4097, 100_000]
    let sounds = ChapterSound.babble(lengths, rate: rate, channels: channels, quiet: 0)
    let book = try join(sounds, channels: channels)
    #expect(book.starts == [0, 20_480, 24_576, 28_672, 36_864, 139_264])
    let tested = try Tool.run("flac", ["--totally-silent", "-t", book.path])
    #expect(tested.status == 0)
    let decoded = try Tool.decode(book.path)
    #expect(decoded.count == 139_264 * channels)
    for (sound, start) in zip(sounds, book.starts) {
      #expect(decoded[(start * channels)...].starts(with: sound.samples))
    }
    try book.expectMarks(rate: rate)
    #expect(try FLACBook.length(ofStretch: book.chapters[3].stretch) == 8192)
  }

  /// Frame numbers take one byte at first, later two, then three.
  @Test func `a long book is decoded from any position`() throws {
    let silence = [Int16](repeating: 0, count: 4096 * 30 - 5000)
    let sound = PCM(samples: Signal.babble(count: 5000).samples + silence, sampleRate: 22_050)
    let book = try join([sound])
    let chapters = [BookChapter](repeating: book.chapters[0], count: 80)
    let starts = try FLACBook.write(chapters, tags: BookTags(title: ""), to: book.path)
    #expect(starts.last == 4096 * 2400)
    let tested = try Tool.run("flac", ["--totally-silent", "-t", book.path])
    #expect(tested.status == 0)
    for chapter in [1, 5, 79] {
      let part = try Tool.run(
        "flac",
        [
          "--totally-silent", "-d", "-c", "--force-raw-format", "--endian=little", "--sign=signed",
          "--skip=\(starts[chapter] + 100)", "--until=\(starts[chapter] + 5000)", book.path,
        ])
      let found = part.output.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      #expect(found == Array(sound.samples[100..<5000]))
    }
    let seeks = try Tool.run("metaflac", ["--list", "--block-type=SEEKTABLE", book.path])
    // The book takes 445.8 seconds: one seek point for each 10 seconds, and no placeholder.
    #expect(seeks.text.contains("seek points: 45\n"))
    #expect(!seeks.text.contains("PLACEHOLDER"))
    #expect(seeks.text.contains("point 44: sample_number=\(4096 * (440 * 22_050 / 4096))"))
  }

  @Test func `metaflac and ffmpeg read its metadata`() throws {
    let tags = BookTags(title: "Bücher", author: "Ann", narrator: "Ben", language: "deu")
    let cover = try ChapterSound.cover(TemporaryFolder())
    let book = try join(
      ChapterSound.babble([5000, 6000]), titles: { ["Öde", "Ende"][$0] }, tags: tags, cover: cover)
    let info = try Tool.run("metaflac", ["--list", book.path]).text
    for line in [
      "minimum blocksize: 4096 samples", "maximum blocksize: 4096 samples",
      "sample_rate: 22050 Hz", "total samples: 32768", "TITLE=Bücher", "ARTIST=Ann",
      "CHAPTER000=00:00:00.000", "CHAPTER000NAME=Öde", "CHAPTER001=00:00:00.743",
      "MIME type: image/png", "width: 300",
    ] { #expect(info.contains(line), "\(line)") }
    #expect(!info.contains("minimum framesize: 0 ") && !info.contains("maximum framesize: 0 "))
    let picture = try Tool.run("metaflac", ["--export-picture-to=-", book.path])
    #expect(picture.output == cover.bytes)
    #expect(try Tool.run("ffprobe", ["-v", "error", book.path]).errors.isEmpty)
  }

  @Test func `hundreds of chapters, written twice, give the same bytes`() throws {
    let sounds = ChapterSound.babble((0..<300).map { 100 + 20 * $0 }, quiet: 0)
    let books = try [join(sounds), join(sounds)]
    #expect(try books[0].bytes == books[1].bytes)
    try books[0].expectMarks(rate: 22_050)
  }

  @Test func `files that are not stretches of this book are refused`() throws {
    let book = try join(ChapterSound.babble([50_000]))
    let folder = book.folder
    let whole = try folder.bytes("0.flac")
    try SoundFormat.flacBlocks.write(Signal.babble(count: 9, rate: 24_000), to: folder.path("rate"))
    // The last block of this file is not full.
    try SoundFormat.flac.write(Signal.babble(count: 5000), to: folder.path("chapter"))
    try folder.write(Array(whole.dropLast(1)), to: "cut")
    try folder.write(whole + [1], to: "long")
    var damaged = whole
    damaged[whole.count / 2] ^= 1
    try folder.write(damaged, to: "damaged")
    try folder.write([], to: "empty")
    book.expectRefusal(
      of: ["rate", "chapter", "cut", "long", "damaged", "empty"], by: FLACBook.write)
    let picture = try ChapterSound.cover(folder).bytes + [UInt8](repeating: 0, count: 1 << 24)
    let large = try #require(Cover(picture))
    #expect(
      throws: AudioError.cannotWrite(
        path: book.path, reason: "the cover or the chapter titles exceed 16 MB; make them smaller")
    ) { try FLACBook.write(book.chapters, tags: BookTags(title: ""), cover: large, to: book.path) }
  }
}

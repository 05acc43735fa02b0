import Foundation
import Testing

@testable import Audio

@Suite("A book in one WAVE file")
struct WaveBookTests {
  private func join(
    _ sounds: [PCM], channels: Int = 1, titles: (Int) -> String = { "Chapter \($0 + 1)" },
    tags: BookTags = BookTags(title: "Book"), cover: Cover? = nil
  ) throws -> JoinedBook {
    try JoinedBook(
      sounds, as: .wav, channels: channels, titles: titles, tags: tags, cover: cover
    ) { chapters, tags, cover, path throws(AudioError) in
      try WaveBook.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  @Test(arguments: [1, 2])
  func `the book contains the audio of its chapters, bit by bit`(channels: Int) throws {
    let sounds = ChapterSound.babble([60_011, 1, 22_050], channels: channels, quiet: 0)
    let book = try join(sounds, channels: channels)
    #expect(book.starts == [0, 60_011, 60_012, 82_062])
    #expect(try Tool.decode(book.path) == sounds.flatMap(\.samples))
    try book.expectMarks(rate: 22_050)
    #expect(try WaveBook.length(ofStretch: book.chapters[0].stretch) == 60_011)
    // A small file, in the form that old readers know.
    #expect(try book.bytes.starts(with: "RIFF".utf8))
  }

  @Test func `other programs find tags, titles and a cover`() throws {
    let tags = BookTags(title: "Bücher", author: "Ann", narrator: "Ben", language: "deu")
    let book = try join(
      ChapterSound.babble([500, 600]), titles: { ["Öde", "Ende\u{0}\nund aus"][$0] }, tags: tags,
      cover: ChapterSound.cover(TemporaryFolder()))
    #expect(try book.marks().map(\.title) == ["Öde", "Ende  und aus"])
    let probe = try Tool.run("ffprobe", ["-v", "error", "-show_entries", "format_tags", book.path])
    for tag in ["title=Bücher", "artist=Ann", "language=deu"] {
      #expect(probe.text.contains("TAG:\(tag)\n"), "\(tag)")
    }
  }

  @Test func `three hundred chapters, written twice, give the same bytes`() throws {
    let sounds = ChapterSound.babble((0..<300).map { 100 + $0 }, quiet: 0)
    let books = try [join(sounds), join(sounds)]
    #expect(try books[0].bytes == books[1].bytes)
    #expect(try books[0].marks().count == 300)
  }

  @Test func `chapters in another format are refused`() throws {
    let book = try join(ChapterSound.babble([500]))
    let other = book.folder.path("other")
    try SoundFormat.wav.write(Signal.babble(count: 500, rate: 24_000), to: other)
    let error = #expect(throws: AudioError.self) {
      try WaveBook.write(
        book.chapters + [BookChapter(title: "", stretch: other)], tags: BookTags(title: ""),
        to: book.path)
    }
    #expect(
      error
        == .malformed(
          path: other, reason: "its audio format differs from the first chapter's"))
    #expect(throws: AudioError.empty(path: book.path)) {
      try WaveBook.write([], tags: BookTags(title: ""), to: book.path)
    }
    #expect(
      throws: AudioError.noSpace(path: "/dev/full", reason: "No space left on device")
    ) {
      try WaveBook.write(book.chapters, tags: BookTags(title: ""), to: "/dev/full")
    }
  }
}

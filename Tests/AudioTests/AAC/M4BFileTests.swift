import Audio
import Foundation
import Testing

@Suite("A book in one file of MPEG-4")
struct M4BFileTests {
  /// The stretches of a book, and the file that they are joined to.
  ///
  /// The audio of a stretch can end with sound or with silence.
  private struct Book {
    let folder: TemporaryFolder
    var sounds: [PCM] = []
    var starts: [Int] = []
    var path: String { folder.path("book: part 1.m4b") }
    var chapters: [BookChapter] = []

    init(
      _ sounds: [PCM], channels: Int = 1, tags: BookTags = BookTags(title: "Book"),
      cover: Cover? = nil
    ) throws {
      folder = try TemporaryFolder()
      self.sounds = sounds
      for (index, sound) in sounds.enumerated() {
        let path = folder.path("\(index).aac")
        try SoundFormat.aac.write(sound, to: path, channels: channels)
        chapters.append(.init(title: "Chapter \(index + 1)", stretch: path))
      }
      starts = try M4BFile.write(chapters, tags: tags, cover: cover, to: path)
    }
  }

  @Test func `chapters begin at the exact sample that the manifest lists`() throws {
    let lengths = [60_011, 1, 1024, 1023, 22_050, 300_000]
    let book = try Book(
      lengths.enumerated().map { Signal.babble(count: $1, seed: UInt64($0)) })
    let decoded = try Tool.decode(book.path)
    #expect(decoded.count == book.starts.last)
    for (sound, start) in zip(book.sounds, book.starts) {
      // The whole chapter, from its beginning: no sample is shifted or lost.
      let heard = Array(decoded[start..<start + sound.samples.count])
      #expect(ratio(of: sound.samples, to: heard) > 15 || sound.samples.count < 3000)
      #expect(start % 1024 == 0)
    }
  }

  @Test(arguments: [("png", Cover.Kind.png), ("jpg", .jpeg)])
  func `other programs find the cover as a picture`(ending: String, kind: Cover.Kind) throws {
    let folder = try TemporaryFolder()
    let picture = folder.path("cover.\(ending)")
    let made = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=300x200", "-frames:v", "1", picture])
    try #require(made.status == 0, "\(made.errors)")
    let bytes = try folder.bytes("cover.\(ending)")
    let cover = try #require(Cover(bytes))
    #expect(cover.kind == kind && cover.width == 300 && cover.height == 200)
    for length in [0, 3, 20] { #expect(Cover(Array(bytes.prefix(length))) == nil) }
    let tags = BookTags(title: "Bücher", author: "Ann", language: "deu", year: "1999")
    let book = try Book([Signal.babble(count: 50_000)], tags: tags, cover: cover)
    let found = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", book.path, "-map", "0:v", "-c", "copy", "-f", "image2pipe", "-"])
    #expect(found.status == 0 && found.output == bytes, "\(found.errors)")
    let probe = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags=language", book.path])
    for tag in ["title=Bücher", "artist=Ann", "date=1999", "language=deu"] {
      #expect(probe.text.contains("TAG:\(tag)\n"), "\(tag)")
    }
  }

  @Test func `the same stretches give the same bytes, in stereo too`() throws {
    let sounds = [40_000, 2048].map { Signal.babble(count: $0) }
    let books = try [Book(sounds, channels: 2), Book(sounds, channels: 2)]
    #expect(
      try books[0].folder.bytes("book: part 1.m4b") == books[1].folder.bytes("book: part 1.m4b"))
    #expect(try Tool.decode(books[0].path).count == 2 * (books[0].starts.last ?? 0))
  }
}

/// Returns the signal-to-noise ratio in dB.
private func ratio(of signal: [Int16], to heard: [Int16]) -> Double {
  let noise = zip(signal, heard).map { Double($0) - Double($1) }
  let power = noise.reduce(0) { $0 + $1 * $1 } / Double(max(1, noise.count))
  return 20 * log10(Signal.rms(signal) / max(1e-9, power.squareRoot()))
}

import Audio
import Foundation
import TestSupport
import Testing

@testable import Audiobook

/// A book of sample chapters with real audio.
struct SampleEPUB {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // A picture of one pixel.
    let picture = try #require(Data(base64Encoded: Self.pixel))
    try picture.write(to: URL(filePath: folder.path(of: "fish.png")))
  }

  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  /// Creates a book.
  ///
  /// The audio of each chapter has the chapter's duration.
  func book(
    _ chapters: [PageChapter], overlay: OverlayUnit = .sentence, language: String = "en-US"
  ) throws -> EPUBBook {
    let picture = Array(try Data(contentsOf: URL(filePath: folder.path(of: "fish.png"))))
    var metadata = EPUBMetadata(
      title: "Big & <Fish>", authors: ["John August", "Ann \"A\" Other"], language: language,
      generator: "guion2audio 1.0")
    metadata.narrators = ["Joe & Co", "Ann"]
    metadata.summary = "A son & his father."
    metadata.year = "2003"
    metadata.rights = "CC BY 4.0"
    metadata.sources = ["big fish.fountain"]
    var book = EPUBBook(metadata: metadata, chapters: [])
    book.cover = Cover(picture)
    try #require(book.cover != nil)
    for chapter in chapters {
      let made = EPUBChapter(chapter, language: language, overlay: overlay)
      if !made.images.isEmpty, book.images.isEmpty {
        book.images = [
          EPUBImage(file: "fish.png", content: .file(path: folder.path(of: "fish.png")))
        ]
      }
      book.chapters.append(
        EPUBBook.Chapter(
          number: chapter.number, title: chapter.title, duration: made.duration,
          page: .bytes(made.page), overlay: .bytes(made.overlay),
          sound: .file(path: try sound(chapter.number, milliseconds: chapter.duration))))
    }
    return book
  }

  private func sound(_ number: Int, milliseconds: Int) throws -> String {
    let path = folder.path(of: "\(number).mp3")
    let result = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "sine=frequency=300:sample_rate=24000", "-t",
        String(Double(milliseconds) / 1000), "-b:a", "32k", path,
      ])
    try #require(result.status == 0, "\(result.errors)")
    return path
  }
}

import Audio
import Foundation
import Testing

@Suite("A book in one file of MPEG-4")
struct M4BFileTests {
  /// Stretches of a book, each a sound that ends loud or silent, and the file that they make.
  private struct Book {
    let folder: TemporaryFolder
    var sounds: [PCM] = []
    var starts: [Int] = []
    var path: String { folder.path("book: part 1.m4b") }
    var chapters: [M4BFile.Chapter] = []

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

  @Test func `chapters begin to the sample where the manifest says`() throws {
    let lengths = [60_011, 1, 1024, 1023, 22_050, 300_000]
    let book = try Book(
      lengths.enumerated().map { Signal.babble(count: $1, seed: UInt64($0)) })
    let decoded = try Tool.decode(book.path)
    #expect(decoded.count == book.starts.last)
    for (sound, start) in zip(book.sounds, book.starts) {
      // A window around the beginning, and the whole of it: nothing is shifted or lost.
      let heard = Array(decoded[start..<start + sound.samples.count])
      #expect(ratio(of: sound.samples, to: heard) > 15 || sound.samples.count < 3000)
      #expect(start % 1024 == 0)
    }
  }
}

/// The signal-to-noise ratio in dB.
private func ratio(of signal: [Int16], to heard: [Int16]) -> Double {
  let noise = zip(signal, heard).map { Double($0) - Double($1) }
  let power = noise.reduce(0) { $0 + $1 * $1 } / Double(max(1, noise.count))
  return 20 * log10(Signal.rms(signal) / max(1e-9, power.squareRoot()))
}

import Audio
import Foundation
import Testing

/// Sounds, their encoded stretches, and the book that the stretches are joined to.
struct JoinedBook {
  typealias Joiner = ([BookChapter], BookTags, Cover?, String) throws(AudioError) -> [Int]

  let folder: TemporaryFolder
  let sounds: [PCM]
  var chapters: [BookChapter] = []
  /// The samples at which chapters begin, as the joiner returns them.
  ///
  /// The last number is the total length.
  private(set) var starts: [Int] = []
  let path: String

  /// Joins sounds.
  ///
  /// With two channels their samples are interleaved.
  init(
    _ sounds: [PCM], as format: SoundFormat, channels: Int = 1,
    encoding: EncodingOptions = .init(), titles: (Int) -> String = { "Chapter \($0 + 1)" },
    tags: BookTags = BookTags(title: "Book"), cover: Cover? = nil, by join: Joiner
  ) throws {
    folder = try TemporaryFolder()
    self.sounds = sounds
    path = folder.path("the book.\(format.fileExtension)")
    for (index, sound) in sounds.enumerated() {
      let path = folder.path("\(index).\(format.fileExtension)")
      try format.write(sound, to: path, channels: channels, encoding: encoding)
      chapters.append(BookChapter(title: titles(index), stretch: path))
    }
    starts = try join(chapters, tags, cover, path)
  }

  var bytes: [UInt8] { get throws { try folder.bytes((path as NSString).lastPathComponent) } }

  /// A chapter as ffprobe finds it.
  struct Mark: Decodable {
    var start_time: String
    var end_time: String
    var tags: [String: String]?

    var start: Double { Double(start_time) ?? -1 }
    var title: String { tags?["title"] ?? "" }
  }

  /// Returns the chapters that ffprobe finds.
  func marks() throws -> [Mark] {
    struct Probe: Decodable { var chapters: [Mark] }
    let result = try Tool.run("ffprobe", ["-v", "error", "-of", "json", "-show_chapters", path])
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Probe.self, from: Data(result.output)).chapters
  }

  /// Checks that each of these files is refused as an additional chapter, and that the error names the file.
  func expectRefusal(of names: [String], by join: Joiner) {
    for name in names {
      let more = chapters + [BookChapter(title: "", stretch: folder.path(name))]
      let error = #expect(throws: AudioError.self) {
        try join(more, BookTags(title: ""), nil, path)
      }
      guard case .malformed(let path, _) = error else {
        Issue.record("\(name): \(error as Any)")
        continue
      }
      #expect(path == folder.path(name))
    }
  }

  /// Checks that ffprobe finds all chapters at the positions that the joiner returned.
  func expectMarks(rate: Int) throws {
    let found = try marks()
    #expect(found.map(\.title) == chapters.map(\.title))
    for (mark, start) in zip(found, starts) {
      #expect(abs(mark.start - Double(start) / Double(rate)) < 0.001)
    }
  }
}

/// Sounds that begin and end with silence, as chapters do.
enum ChapterSound {
  /// Chapters of these lengths in samples, with `quiet` samples of silence at both ends.
  static func babble(
    _ lengths: [Int], rate: Int = 22_050, channels: Int = 1, quiet: Int = 4000
  ) -> [PCM] {
    lengths.enumerated().map { index, length in
      let silence = [Int16](repeating: 0, count: quiet * channels)
      let sound = Signal.babble(count: length * channels, rate: rate, seed: UInt64(index + 1))
      return PCM(samples: silence + sound.samples + silence, sampleRate: rate)
    }
  }

  /// Returns a picture of 300 × 200 pixels.
  static func cover(_ folder: TemporaryFolder, _ ending: String = "png") throws -> Cover {
    let picture = folder.path("cover.\(ending)")
    let made = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=300x200", "-frames:v", "1", picture])
    try #require(made.status == 0, "\(made.errors)")
    return try #require(Cover(try folder.bytes("cover.\(ending)")))
  }

  /// Returns the largest difference of two sounds, sample by sample.
  static func difference(_ first: [Int16], _ second: ArraySlice<Int16>) -> Int {
    zip(first, second).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}

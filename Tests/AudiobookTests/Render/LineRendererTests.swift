import Audio
import Audiobook
import Foundation
import Guion
import Hablare
import Narration
import TestSupport
import Testing

/// Tests of single lines with the real engine: their samples are those of a build.
@Suite struct LineRendererTests {
  private struct Manifest: Decodable {
    struct Chapter: Decodable { var file: String; var items: [Item] }
    struct Item: Decodable { var start: Double; var end: Double }
    var chapters: [Chapter]
  }

  private static let script = """
    Title: Tea
    Author: Somebody

    INT. KITCHEN - DAY

    Ann pours. It is *late*, and 7 of 12 cups are empty.

    ANN
    (whispering)
    The tea is ready.
    (beat)
    Or nearly.

    BEN
    At last.

    ANN
    Milk?

    BEN ^
    Sugar?

    EXT. GARDEN - DAY

    BEN (O.S.)
    There is a bird.
    """

  @Test(arguments: [1, 2])
  func `a line has the audio of a WAV build without loudness`(channels: Int) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"narrator": "espeak://en-us", "characters": {"ANN": "espeak://en-us+f2?rate=1.2&gain=-3&pan=-0.4",
       "BEN": "espeak://en-gb+m3?pitch=-2"}}
      """#, as: "cast.json")
    let input = try BookInput(try folder.write(Self.script, as: "tea.fountain"))
    let speech = SpeechSetup(cache: .none)
    var book = Book(input, speech: speech)
    book.keepsElements = true
    book.options.build.formats = [.wav]
    book.options.build.loudness = .off
    book.options.build.channels = channels
    let planned = try await book.plan()
    let out = folder.path(of: "out")
    _ = try await planned.build(into: out, speech: speech)
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: out + "/manifest.json")))
    let renderer = LineRenderer(planned, speech: speech)
    let lines = planned.lines
    #expect(lines.count == manifest.chapters.reduce(0) { $0 + $1.items.count })
    var index = 0
    for chapter in manifest.chapters {
      let samples = try SoundFileReader(path: "\(out)/\(chapter.file)").readInterleaved()
      let first = index
      for _ in chapter.items {
        let sound = try await renderer.sound(of: lines[index], temporaryFolder: folder.path)
        let rate = Double(sound.sampleRate)
        // Simultaneous lines are one sound.
        let items = chapter.items.indices.filter {
          first + $0 == index || lines[first + $0].isSimultaneous(with: lines[index])
        }.map { chapter.items[$0] }
        let start = items.map(\.start).min() ?? 0
        let end = items.map(\.end).max() ?? 0
        let place = Int((start * rate).rounded())..<Int((end * rate).rounded())
        let expected = samples[place.lowerBound * channels..<place.upperBound * channels]
        #expect(sound.samples == Array(expected), "line \(index), \(lines[index].spoken.text)")
        #expect(sound.samples.contains { $0 != 0 } && sound.channels == channels)
        index += 1
      }
    }
    // The level is that of a build with a loudness target. The level does not change the samples.
    let levels = try await Set(
      lines.indices.asyncMap {
        try await renderer.sound(of: lines[$0], temporaryFolder: folder.path).level
      })
    #expect(levels.count > 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["cast.json", "out", "tea.fountain"])
    await speech.shutdown()
  }
}

extension Range<Int> {
  fileprivate func asyncMap<Result>(_ transform: (Int) async throws -> Result) async rethrows
    -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of a service that answers with valid audio that does not fit the text.
@Suite struct BadTakeTests {
  private static let line = "Three in the attic, and nobody on the stairs saw them come."
  private static let other = "Two of a kind have gone to the cellar with a candle."
  private static let script = "INT. HALL - DAY\n\nANN\n\(line)\n\nBEN\n\(other)\n"
  private static let characters = line.count + other.count

  /// The audio of the first tenth of a line.
  private static let tenth = LoopbackAnswer.bytes(
    FakeSpeechServer.wav(
      Array(FakeSpeechServer.samples(of: line).prefix(17_000)), rate: 24_000), type: "audio/wav")

  /// Returns a stage whose server answers these requests, counted from 1, with a tenth of the line.
  private func stage(bad: ClosedRange<Int>) throws -> PricedStage {
    try PricedStage(script: Self.script, settings: #", "concurrency": 1"#) {
      bad.contains($0) ? Self.tenth : nil
    }
  }

  private func cost(_ characters: Int) -> String {
    String(format: "%.3f", Double(characters) * PricedStage.price)
  }

  @Test func `a bad take is requested once more and both takes count`() throws {
    let stage = try stage(bad: 1...1)
    // Either of the two lines can be requested first. The limit pays for a second take of either line.
    let result = try stage.render("--max-cost", cost(Self.characters + Self.line.count))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("[bad-take]"), "\(result.errors)")
    #expect(stage.spoken.count == 3)
    #expect(try stage.render("--force", "--max-cost", "0").status == 0)
    #expect(stage.spoken.count == 3)
  }

  @Test func `the second take is not requested above the limit`() throws {
    let stage = try stage(bad: 1...1)
    let result = try stage.render("-j", "1", "--max-cost", cost(Self.characters))
    #expect(result.status == 77, "\(result.errors)")
    // The other line may already have been requested, with a good take.
    #expect(Set(stage.spoken).count == stage.spoken.count)
    // The bad take is not cached. The good takes are cached.
    let kept = stage.spoken.dropFirst().map(\.count).reduce(0, +)
    #expect(try stage.planned() == Self.characters - kept)
  }

  @Test func `two bad takes fail the line with its position and are not cached`() throws {
    let stage = try PricedStage(script: Self.script, settings: #", "concurrency": 1"#) { _ in
      Self.tenth
    }
    let result = try stage.render("-j", "1")
    #expect(result.status == 1, "\(result.errors)")
    #expect(
      result.errors.contains(
        /s\.fountain:[47]:1: error: chapter 1: paid: in both takes, the voice spoke 0\.4 s of a line that needs about 3\.\d s; both takes were discarded; try again to request new takes \[chapter-failed\]/
      ), "\(result.errors)")
    // The first failing line ends the build. By then the other line may have been requested once.
    let takes = Dictionary(grouping: stage.spoken, by: \.self).values.map(\.count)
    #expect(takes.max() == 2)
    #expect(try stage.planned() == Self.characters)
  }
}

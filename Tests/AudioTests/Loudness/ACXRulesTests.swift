import Audio
import Testing

@Suite("ACX rules")
struct ACXRulesTests {
  static let good = ACXRules.Chapter(
    rms: -20, peak: -3.4, noiseFloor: -.infinity, head: 0.75, tail: 2, duration: 1200)

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout ACXRules.Chapter) -> Void
    var broken: [String] = []
  }

  static let cases = [
    Case(testDescription: "a good chapter", change: { _ in }),
    Case(testDescription: "as quiet as may be", change: { $0.rms = -22.74 }),
    Case(testDescription: "as loud as may be", change: { $0.rms = -17.96 }),
    Case(
      testDescription: "too quiet", change: { $0.rms = -22.76 },
      broken: ["the RMS after MP3 encoding is -23.1 dBFS, but must be -23 to -18 dBFS"]),
    Case(
      testDescription: "too loud", change: { $0.rms = -17.9 },
      broken: ["the RMS is -17.9 dBFS, but must be -23 to -18 dBFS"]),
    Case(
      testDescription: "silence", change: { $0.rms = -.infinity },
      broken: ["the RMS after MP3 encoding is -∞ dBFS, but must be -23 to -18 dBFS"]),
    Case(testDescription: "peak on the line", change: { $0.peak = -3 }),
    Case(
      testDescription: "peak above", change: { $0.peak = -2.9 },
      broken: ["the peak is -2.9 dBFS, but must be -3 dBFS or less"]),
    Case(testDescription: "noise on the line", change: { $0.noiseFloor = -60 }),
    Case(testDescription: "no half second", change: { $0.noiseFloor = nil }),
    Case(
      testDescription: "noise", change: { $0.noiseFloor = -59.5 },
      broken: ["the noise floor is -59.5 dBFS, but must be -60 dBFS or less"]),
    Case(testDescription: "shortest silences", change: { ($0.head, $0.tail) = (0.5, 1) }),
    Case(testDescription: "longest silences", change: { ($0.head, $0.tail) = (1, 5) }),
    Case(
      testDescription: "silences too short", change: { ($0.head, $0.tail) = (0.49, 0.99) },
      broken: [
        "the silence at the start is 0.49 s, but must be 0.5 to 1 s (the pause chapterStart)",
        "the silence at the end is 0.99 s, but must be 1 to 5 s (the pause chapterEnd)",
      ]),
    Case(
      testDescription: "silences too long", change: { ($0.head, $0.tail) = (1.01, 5.01) },
      broken: [
        "the silence at the start is 1.01 s, but must be 0.5 to 1 s (the pause chapterStart)",
        "the silence at the end is 5.01 s, but must be 1 to 5 s (the pause chapterEnd)",
      ]),
    Case(testDescription: "two hours", change: { $0.duration = 7200 }),
    Case(
      testDescription: "more than two hours", change: { $0.duration = 7230 },
      broken: ["the length is 120.5 minutes, but must be 120 or less"]),
    Case(
      testDescription: "everything at once",
      change: {
        $0 = .init(rms: -10, peak: 0, noiseFloor: -40, head: 0, tail: 0, duration: 8000)
      },
      broken: [
        "the RMS is -10.0 dBFS, but must be -23 to -18 dBFS",
        "the peak is 0.0 dBFS, but must be -3 dBFS or less",
        "the noise floor is -40.0 dBFS, but must be -60 dBFS or less",
        "the silence at the start is 0.0 s, but must be 0.5 to 1 s (the pause chapterStart)",
        "the silence at the end is 0.0 s, but must be 1 to 5 s (the pause chapterEnd)",
        "the length is 133.33 minutes, but must be 120 or less",
      ]),
  ]

  @Test(arguments: cases)
  func everyBrokenRuleIsReported(_ example: Case) {
    var chapter = Self.good
    example.change(&chapter)
    #expect(ACXRules.violations(of: chapter) == example.broken)
  }

  @Test func valuesComeFromAMeasurement() throws {
    let sound = try LoudnessMeter.measure(Signal.clicks(count: 44_100, rate: 22_050))
    let chapter = ACXRules.Chapter(sound)
    #expect(chapter.peak == sound.truePeak)
    #expect(chapter.rms == sound.rms && chapter.noiseFloor == sound.noiseFloor)
    let without = try LoudnessMeter.measure(
      Signal.clicks(count: 44_100, rate: 22_050), truePeak: false)
    #expect(ACXRules.Chapter(without).peak == without.samplePeak)
  }
}

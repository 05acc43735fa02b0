import Narration
import TestSupport
import Testing

@testable import Audiobook

/// Tests of the comparison of two versions of a book.
@Suite struct BookReportTests {
  private func plan(_ script: String) async throws -> BookReport.Version {
    let plan = try await ToneBook(script).plan()
    return BookReport.Version(plan, estimate: SpeechEstimate(for: plan))
  }

  /// Returns each scene with a difference as `NAME: -gone ~before>after +added`.
  private func changes(_ report: BookReport) -> [String] {
    report.scenes.filter(\.hasChanges).map { scene in
      let lines =
        scene.gone.map { "-\($0.text)" }
        + scene.changed.map { "~\($0.before.text)>\($0.after.text)" }
        + scene.added.map { "+\($0.text)" }
      return
        "\(scene.formerName.map { "\($0)>" } ?? "")\(scene.name): \(lines.joined(separator: " "))"
    }
  }

  private static let script = ToneBook.threeScenes

  @Test(arguments: [
    (Self.script, [String]()),
    (
      Self.script.replacing("Three.", with: "Three times."),
      ["INT. KITCHEN - DAY: ~Three.>Three times."]
    ),
    (Self.script.replacing("Three.", with: "Nobody."), ["INT. KITCHEN - DAY: -Three. +Nobody."]),
    (
      Self.script.replacing("BEN\nFour.", with: "BEN\nFour.\n\nANN\nFour and a half."),
      ["INT. KITCHEN - DAY: +Four and a half."]
    ),
    (Self.script.replacing("ANN\nFive.\n\n", with: ""), ["INT. CELLAR - NIGHT: -Five."]),
    (
      Self.script.replacing("INT. KITCHEN - DAY", with: "INT. KITCHEN - NIGHT"),
      ["INT. KITCHEN - DAY>INT. KITCHEN - NIGHT: ~INT. KITCHEN - DAY>INT. KITCHEN - NIGHT"]
    ),
    (
      Self.script.replacing("INT. KITCHEN - DAY\n\nANN\nThree.\n\nBEN\nFour.\n\n", with: ""),
      ["INT. KITCHEN - DAY: -INT. KITCHEN - DAY -Three. -Four."]
    ),
    (
      Self.script + "EXT. ROAD - DAY\n\nANN\nSeven.\n",
      ["EXT. ROAD - DAY: +EXT. ROAD - DAY +Seven."]
    ),
  ])
  func `the lines that differ are listed by scene`(_ script: String, _ expected: [String])
    async throws
  {
    let report = BookReport(try await plan(Self.script), try await plan(script))
    #expect(changes(report) == expected)
    #expect(report.hasChanges == !expected.isEmpty)
  }

  @Test func `an output folder and its script are the same book`() async throws {
    let folder = try TemporaryFolder()
    try await ToneBook(Self.script).render(into: folder.path)
    let built = try BookReport.Version(folder: folder.path)
    let report = BookReport(built, try await plan(Self.script))
    #expect(changes(report).isEmpty)
    #expect(!built.isEstimated && report.after.isEstimated)
    let lengths = report.scenes.compactMap(\.before)
    #expect(lengths.count == 3 && abs(lengths.reduce(0, +) - built.seconds) < 0.001)
    #expect(
      report.scenes.map(\.name) == ["INT. HALL - DAY", "INT. KITCHEN - DAY", "INT. CELLAR - NIGHT"])
  }

  @Test func `the lengths of scenes are those of the rendered sound`() async throws {
    let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
    try await ToneBook(Self.script) { $0.options.split = .document }.render(into: one.path)
    try await ToneBook(Self.script.replacing("Three.", with: "Three and a half.")) {
      $0.options.split = .document
    }.render(into: two.path)
    let report = BookReport(
      try BookReport.Version(folder: one.path), try BookReport.Version(folder: two.path))
    let differences = report.scenes.map { ($0.after ?? 0) - ($0.before ?? 0) }
    // Ten milliseconds of tone for each letter.
    #expect(differences.map { Int(($0 * 1000).rounded()) } == [0, 110, 0])
  }

  @Test func `lines with equal words are paired in their order`() {
    func pairs(_ old: [String], _ new: [String]) -> [String] {
      LineAlignment.pairs(
        old, new, words: (old.map(LineAlignment.words), new.map(LineAlignment.words))
      ).map { "\($0.old)\($0.new)" }
    }
    #expect(pairs(["yes", "yes", "no"], ["yes", "no", "no"]) == ["00", "22"])
    #expect(pairs(["a b", "c d", "e f"], ["e f", "a b", "c d"]) == ["01", "12"])
    #expect(pairs([], ["x"]).isEmpty)
    #expect(pairs(["one two three"], ["one two four", "x"]) == ["00"])
  }
}

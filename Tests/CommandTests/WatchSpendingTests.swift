import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of `watch` with paid voices: --max-cost is the limit for all its builds together.
@Suite struct WatchSpendingTests {
  private static let script = "INT. HALL - DAY\n\nANN\nOne for the road.\n"

  @Test func `the spending is shown, and the limit is for the whole watch`() throws {
    let stage = try PricedStage(script: Self.script)
    let watch = try WatchStage(
      ["s.fountain", "-o", "out", "--format", "wav", "--loudness", "off", "--max-cost", "0.04"],
      in: stage.folder, environment: stage.environment)
    // The line has 17 characters.
    #expect(try watch.build().last?.contains("0.0170 USD spent ->") == true)
    try watch.replace("s.fountain", with: Self.script + "\nANN\nTwo of a kind.\n")
    #expect(try watch.build().last?.contains("0.0140 USD spent (0.0310 USD so far)") == true)
    // Cached clips are not paid for again.
    try watch.replace("s.fountain", with: Self.script + "\nIt rains.\n")
    #expect(try watch.build().last?.contains("spent") == false)
    try watch.replace("s.fountain", with: Self.script + "\nANN\nThree is too much by far.\n")
    let lines = try watch.build()
    #expect(
      lines.contains { $0.contains("--max-cost") && $0.contains("earlier builds") }, "\(lines)")
    #expect(lines.last?.hasPrefix("not rendered, 1 error") == true, "\(lines)")
    try watch.replace("s.fountain", with: Self.script)
    #expect(try watch.build().last?.hasPrefix("1 chapter rendered") == true)
    #expect(watch.end() == 143)
    #expect(stage.spoken == ["One for the road.", "Two of a kind."])
  }

  @Test func `a build that pays for lines is not interrupted`() throws {
    let lines = (1...12).map { "ANN\nThis is line number \($0) of it.\n\n" }.joined()
    let stage = try PricedStage(script: "INT. HALL - DAY\n\n" + lines)
    let watch = try WatchStage(
      ["s.fountain", "-o", "out", "--format", "wav", "--loudness", "off"], in: stage.folder,
      environment: stage.environment)
    RunningCommand.eventually { !stage.spoken.isEmpty || watch.command.hasEnded }
    try watch.replace("s.fountain", with: "INT. HALL - DAY\n\n" + lines + "ANN\nThe end.\n")
    let first = try watch.build()
    #expect(first.last?.hasPrefix("1 chapter rendered") == true, "\(first)")
    #expect(try watch.build().last?.hasPrefix("1 chapter rendered") == true)
    #expect(watch.end() == 143)
    #expect(Set(stage.spoken).count == stage.spoken.count && stage.spoken.count == 13)
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// A build that is killed again and again, at any time, until it is done.
@Suite struct RandomKillTests {
  private static let kills = Strength.rounds(60)

  @Test func `a build that is killed again and again ends like one that nobody disturbs`() throws {
    var random = SeededGenerator(seed: 20_240_229)
    let script = Script.long(scenes: 40, lines: 2)
    let clean = try CleanBuild(CrashStage(script))
    var (kills, books) = (0, 0)
    // A book that is done before it was killed often enough is followed by another.
    while kills < Self.kills {
      books += 1
      try #require(books <= Self.kills, "no build could be killed")
      let stage = try CrashStage(script)
      while try cut(stage, clean, &random) {
        kills += 1
        let remains = try clean.remains(in: stage)
        #expect(remains.isEmpty, "kill \(kills)")
      }
      #expect(try stage.contents() == clean.files)
      #expect(try stage.folder.names(in: "out/.guion2audio") == ["journal", "lock"])
      let shortcomings = try clean.shortcomings(ofNextIn: stage)
      #expect(shortcomings.isEmpty)
    }
  }

  /// Builds, and kills the build at any time after it has taken up what was complete; false if it was done
  /// before.
  private func cut(
    _ stage: CrashStage, _ clean: CleanBuild, _ random: inout SeededGenerator
  ) throws -> Bool {
    let complete = try clean.completeChapters(in: stage)
    let build = try stage.start()
    // A chapter is four events, and two are in work at a time.
    let events = Int.random(in: 0...14, using: &random)
    RunningCommand.eventually { build.hasEnded || build.errors.lines.count > events }
    // Some more, less than an item takes, so that every instant has its turn.
    usleep(UInt32.random(in: 0...3_000, using: &random))
    build.send(SIGKILL)
    let status = try #require(build.waitForEnd())
    #expect(status == 128 + SIGKILL || status == 0, "\(build.errors)")
    #expect(CrashStage.Build(status: status, errors: build.errors).reused == complete)
    return status == 128 + SIGKILL
  }
}

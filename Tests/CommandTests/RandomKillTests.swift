import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a build that is killed again and again, at random times, until it is done.
@Suite struct RandomKillTests {
  private static let kills = Strength.rounds(60)

  @Test func `a build killed again and again ends like an undisturbed one`() throws {
    var random = SeededGenerator(seed: 20_240_229)
    let script = Script.long(scenes: 40, lines: 2)
    let clean = try CleanBuild(CrashStage(script))
    var (kills, books) = (0, 0)
    // If a book is done before enough kills, another one follows.
    while kills < Self.kills {
      books += 1
      try #require(books <= Self.kills, "every build ended before it was killed")
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

  /// Starts a build and kills it at a random time after it has found the complete chapters.
  ///
  /// Returns false if the build ended before the kill.
  private func cut(
    _ stage: CrashStage, _ clean: CleanBuild, _ random: inout SeededGenerator
  ) throws -> Bool {
    let complete = try clean.completeChapters(in: stage)
    let build = try stage.start()
    // A chapter has four events, and two chapters are rendered at a time.
    let events = Int.random(in: 0...14, using: &random)
    RunningCommand.eventually { build.hasEnded || build.errors.lines.count > events }
    // A random delay, shorter than an item takes, so that any point in time can be hit.
    usleep(UInt32.random(in: 0...3_000, using: &random))
    build.send(SIGKILL)
    let status = try #require(build.waitForEnd())
    #expect(status == 128 + SIGKILL || status == 0, "\(build.errors)")
    #expect(CrashStage.Build(status: status, errors: build.errors).reused == complete)
    return status == 128 + SIGKILL
  }
}

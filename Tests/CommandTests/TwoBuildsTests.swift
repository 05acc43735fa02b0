import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of several builds into one folder.
///
/// One build holds the folder, and the messages of the other builds name this build.
@Suite struct TwoBuildsTests {
  private static let scenes = 8
  private static let script = Script.long(scenes: scenes, lines: 2)
  private static let clean = Result { try CleanBuild(CrashStage(script)) }

  @Test func `of simultaneous builds one holds the folder and the others name it`() throws {
    let clean = try Self.clean.get()
    var refused = 0
    for round in 1...6 {
      let stage = try CrashStage(Self.script)
      let builds = try (1...3).map { _ in try stage.start() }
      let statuses = builds.map { $0.waitForEnd() }
      #expect(statuses.contains(0), "round \(round)")
      var reused: [Int?] = []
      for (build, status) in zip(builds, statuses) {
        if status == 0 {
          reused.append(CrashStage.Build(status: 0, errors: build.errors).reused)
          continue
        }
        refused += 1
        #expect(status == 73)
        let others = builds.map(\.pid).filter { $0 != build.pid }
        #expect(
          others.contains { build.errors.contains("/out is in use by process \($0); wait") },
          "round \(round): \(build.errors)")
      }
      // A build that found the folder free again had nothing to do.
      #expect(reused.count { $0 == 0 } == 1, "round \(round): \(reused)")
      #expect(reused.count { $0 == Self.scenes } == reused.count - 1, "round \(round): \(reused)")
      #expect(try stage.contents() == clean.files)
      #expect(try clean.remains(in: stage).isEmpty)
    }
    #expect(refused > 0)
  }

  @Test func `a killed build releases the folder`() throws {
    let clean = try Self.clean.get()
    let stage = try CrashStage(Self.script)
    let holder = try stage.start()
    RunningCommand.eventually { holder.hasEnded || !lockText(stage).isEmpty }
    holder.send(SIGSTOP)
    try #require(!holder.hasEnded)
    let second = try stage.build()
    #expect(second.status == 73)
    #expect(
      second.errors.contains("/out is in use by process \(holder.pid); wait"), "\(second.errors)")
    holder.send(SIGKILL)
    #expect(holder.waitForEnd() == 128 + SIGKILL)
    #expect(try clean.remains(in: stage).isEmpty)
    #expect(try clean.shortcomings(ofNextIn: stage).isEmpty)
  }

  /// The lock file names the last holder.
  ///
  /// A new holder that has not written its name yet must not be reported as the old holder.
  @Test func `a process that has ended is not named`() throws {
    let stage = try CrashStage(Self.script)
    #expect(try stage.build().status == 0)
    let signature = FileChange(kind: "truncate", size: 0, path: "out/.guion2audio/lock")
    let changes = try stage.build().changes
    #expect(changes.first { $0.kind == "truncate" }?.path == signature.path)
    let gone = try #require(lockText(stage).split(separator: " ").first)
    let holder = try stage.start(.signal(SIGSTOP, signature.kind, 1))
    #expect(RunningCommand.eventually { ProcessTable.entry(holder.pid)?.state == "T" })
    let second = try stage.build()
    #expect(second.status == 73)
    #expect(second.errors.contains("/out is in use by "), "\(second.errors)")
    #expect(!second.errors.contains("process \(gone)"), "\(second.errors)")
    holder.send(SIGCONT)
    #expect(holder.waitForEnd() == 0)
  }

  private func lockText(_ stage: CrashStage) -> String {
    (try? stage.folder.text(of: "out/.guion2audio/lock")) ?? ""
  }
}

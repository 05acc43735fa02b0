import Foundation
import TestSupport
import Testing

/// Tests of killing builds of shards, and assemble, at each file change.
@Suite struct ShardKillTests {
  private static let script =
    "INT. Hall\n\nHm Hall.\n\nINT. Attic\n\nHm Attic.\n\nINT. Yard\n\nHm Yard.\n\n"

  /// Returns a stage with one or two built shards.
  private func stage(shares: Int) throws -> CrashStage {
    let stage = try CrashStage(Self.script)
    for index in 1...shares {
      let build = try stage.build(command: share(index, of: stage))
      try #require(build.status == 0, "\(build.errors)")
    }
    return stage
  }

  private func share(_ index: Int, of stage: CrashStage) -> [String] {
    stage.words + ["--shard", "\(index)/2"]
  }

  private func assembling(_ stage: CrashStage) -> [String] {
    ["assemble", stage.folder.path(of: "out")]
  }

  /// Kills a command at each file change.
  ///
  /// After each kill, runs the command again and then the commands after it.
  ///
  /// Returns the changes at which the command was killed. These changes did not happen.
  private func drill(
    from prepared: CrashStage, _ command: @escaping (CrashStage) -> [String],
    then following: [(CrashStage) -> [String]]
  ) throws -> [FileChange] {
    let clean = try CleanBuild(CrashStage(Self.script))
    let stage = try CrashStage(Self.script)
    try stage.replaceOutput(by: prepared.folder)
    let changes = try stage.build(command: command(stage)).changes
    var missed: [FileChange] = []
    let points = FileChange.numbered(changes).filter { !$0.change.isSound }
    for (change, number) in Strength.sample(points, always: \.change.isRare) {
      try stage.replaceOutput(by: prepared.folder)
      let point = KillPoint.kill(change.kind, number)
      guard let build = try stage.build(to: point, command: command(stage)) else { continue }
      let last = try #require(build.changes.last)
      missed.append(last)
      #expect(build.wasKilled, "\(point): exit \(build.status)")
      let remains = try clean.remains(in: stage)
      #expect(remains.isEmpty, "\(point), \(last)")
      for next in [command] + following {
        let next = try stage.build(command: next(stage))
        #expect(next.status == 0, "\(point), \(last): \(next.errors)")
      }
      #expect(try stage.contents() == clean.files, "\(point), \(last)")
    }
    return missed
  }

  @Test func `building a shard`() throws {
    let missed = try drill(
      from: stage(shares: 1), { self.share(2, of: $0) }, then: [assembling])
    for start in ["out/0", "out/.guion2audio/part-2-of-2"] {
      #expect(missed.contains { $0.kind == "rename" && $0.path.hasPrefix(start) }, "\(start)")
    }
    #expect(missed.contains { $0.kind == "write" && $0.name == "journal-2-of-2" })
  }

  @Test func `joining the shards`() throws {
    let missed = try drill(from: stage(shares: 2), assembling, then: [])
    for name in ["manifest.json", "playlist.m3u8", "journal"] {
      #expect(missed.contains { $0.kind == "rename" && $0.name == name }, "\(name)")
    }
    #expect(missed.contains { $0.kind == "unlink" && $0.name == "journal-1-of-2" })
  }
}

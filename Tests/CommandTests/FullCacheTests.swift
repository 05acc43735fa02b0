import Foundation
import TestSupport
import Testing

/// Tests of a cache on a full disk.
///
/// Clips are not cached, but the build succeeds.
@Suite(.enabled(if: SmallDisk.canMount, SmallDisk.refusal)) struct FullCacheTests {
  /// All lines are different, so a line that is not cached is requested once per build.
  private static let script = "INT. HALL\n\nANN\nOne.\n\nINT. ATTIC\n\nBEN\nTwo.\n\n"
  private static let cast = ", \"narrator\": \"elevenlabs://\(FakeElevenLabsAccount.aria)\""

  /// The disk has space for nothing, for the list of voices without clips, or for some of the clips.
  @Test(arguments: [1, 2, 6, 20, 28])
  func `a full disk under the cache`(pages: Int) throws {
    let paid = try PaidStage()
    try paid.folder.write(Self.script, as: "s.fountain")
    func stage(_ options: String...) throws -> CrashStage {
      try CrashStage(
        in: paid.folder, options: ["--format", "wav"] + options, cast: Self.cast,
        environment: paid.environment)
    }
    let clean = try CleanBuild(stage())
    let lines = paid.service.speechRequests.count
    try stage().replaceOutput(by: nil)
    try FileManager.default.removeItem(atPath: paid.folder.path(of: "cache"))

    let disk = try SmallDisk(on: paid.folder, "cache", pages: pages)
    let build = try stage().build()
    #expect(build.status == 0, "\(build.errors)")
    #expect(try clean.remains(in: stage()).isEmpty)
    #expect(try stage().contents() == clean.files)
    #expect(paid.service.speechRequests.count == 2 * lines)
    let warnings = build.errors.lines.filter { $0.contains("full") || $0.contains("No space") }
    #expect(warnings.count == Set(warnings).count, "\(warnings)")
    #expect(!warnings.isEmpty)
    #expect(warnings.allSatisfy { $0.contains("warning") }, "\(warnings)")

    // The chapters are complete, so they need no clips. The cached clips are undamaged and used.
    try disk.resize(pages: 1000)
    #expect(try clean.shortcomings(ofNextIn: stage()).isEmpty)
    #expect(paid.service.speechRequests.count == 2 * lines)
    let kept = try clipCount(in: paid)
    let forced = try stage("--force").build()
    #expect(forced.status == 0, "\(forced.errors)")
    #expect(!forced.errors.contains("warning"), "\(forced.errors)")
    #expect(paid.service.speechRequests.count == 3 * lines - kept)
    #expect(try clipCount(in: paid) == lines)
    #expect(try stage().contents() == clean.files)
  }

  private func clipCount(in paid: PaidStage) throws -> Int {
    let folder = paid.folder.path(of: "cache/guion2audio/clips")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return paths.count { $0.contains("/") && !$0.contains("/.") }
  }
}

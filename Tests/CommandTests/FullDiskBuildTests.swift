import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a build on a full disk.
///
/// The build ends with 73 and one message, and leaves no incomplete file under a final name. When there is
/// space again, the next build continues.
@Suite struct FullDiskBuildTests {
  private static let script =
    "INT. Hall\n\nHm Hall.\n\nINT. Attic\n\nHm Attic.\n\nINT. Yard\n\nHm Yard.\n\n"

  private static let clean = Result { try CleanBuild(CrashStage(script)) }

  private static let reason = "No space left on device"

  /// Returns what is wrong about the end of a build on a full disk.
  private func faults(_ build: CrashStage.Build, _ stage: CrashStage) throws -> [String] {
    var faults = try Self.clean.get().remains(in: stage)
    if build.status != 73 { faults.append("exit \(build.status)") }
    let messages = build.errors.lines.filter { $0.contains(Self.reason) }
    if messages.count != 1 { faults.append("messages \(messages)") }
    return faults
  }

  /// For each write, one build finds no space from this write on.
  ///
  /// Half of this write still succeeds.
  @Test func `a disk that is full from a certain write on`() throws {
    let clean = try Self.clean.get()
    let stage = try CrashStage(Self.script)
    var refused: Set<String> = []
    for (change, number) in FileChange.numbered(clean.changes) {
      // Writes of audio are alike, so only every fourth is tested.
      guard change.kind == "mkdir" || change.kind == "write", !change.isSound || number % 4 == 0
      else { continue }
      try stage.replaceOutput(by: nil)
      let point = KillPoint.full(change.kind, number)
      guard let build = try stage.build(to: point) else { continue }
      let place: Comment = "\(point), \(change)"
      let faults = try faults(build, stage)
      #expect(faults.isEmpty, place)
      // No unused temporary file takes space.
      let temporary = try stage.contents().keys.filter { $0.hasPrefix(".") }
      #expect(temporary.isEmpty, place)
      for end in [".encoding", "journal", "playlist.m3u8", "manifest.json", "out"]
      where build.errors.contains(end + ": " + Self.reason) { refused.insert(end) }
      let shortcomings = try clean.shortcomings(ofNextIn: stage)
      #expect(shortcomings.isEmpty, place)
    }
    #expect(
      refused == [".encoding", "journal", "playlist.m3u8", "manifest.json", "out"])
  }

  @Test(.enabled(if: SmallDisk.canMount, SmallDisk.refusal))
  func `a small disk, from no space to enough`() throws {
    let clean = try Self.clean.get()
    let bytes = clean.files.values.map { ($0.count + SmallDisk.pageSize - 1) / SmallDisk.pageSize }
    var ends: [Int32] = []
    for pages in stride(from: 1, through: 2 * bytes.reduce(0, +), by: 5) {
      let stage = try CrashStage(Self.script)
      let disk = try SmallDisk(on: stage.folder, "out", pages: pages)
      let build = try stage.build()
      ends.append(build.status)
      if build.status == 0 { continue }
      let faults = try faults(build, stage)
      #expect(faults.isEmpty, "\(pages) pages")
      try disk.resize(pages: 1000)
      #expect(try clean.shortcomings(ofNextIn: stage).isEmpty, "\(pages) pages")
    }
    #expect(ends.first == 73)
    #expect(ends.last == 0)
  }

  /// A chapter gets its final name only after the journal lists the chapter.
  ///
  /// The disk has only one page, which the lock occupies.
  @Test(.enabled(if: SmallDisk.canMount, SmallDisk.refusal))
  func `a journal without space`() throws {
    let stage = try CrashStage(Self.script)
    let disk = try SmallDisk(on: stage.folder, "out/.guion2audio", pages: 1)
    let build = try stage.build()
    let faults = try faults(build, stage)
    #expect(faults.isEmpty)
    #expect(build.errors.contains("journal: " + Self.reason), "\(build.errors)")
    #expect(try stage.contents().isEmpty)
    try disk.resize(pages: 100)
    #expect(try Self.clean.get().shortcomings(ofNextIn: stage).isEmpty)
  }

  /// The book is complete, but there is no space for a journal without the lines of an older book.
  @Test(.enabled(if: SmallDisk.canMount, SmallDisk.refusal))
  func `a new journal without space`() throws {
    let stage = try CrashStage(Self.script.replacing("Hm Attic", with: "Ah Attic"))
    let disk = try SmallDisk(on: stage.folder, "out/.guion2audio", pages: 100)
    #expect(try stage.build().status == 0)
    try stage.folder.write(Self.script, as: "s.fountain")
    // One page for the lock, one for the journal, and none for the new journal.
    try disk.resize(pages: 2)
    let build = try stage.build()
    let faults = try faults(build, stage)
    #expect(faults.isEmpty)
    #expect(build.errors.contains("journal: " + Self.reason), "\(build.errors)")
    #expect(try stage.contents() == (try Self.clean.get().files))
    try disk.resize(pages: 100)
    #expect(try Self.clean.get().shortcomings(ofNextIn: stage).isEmpty)
  }

  /// A comment changes the manifest but no audio.
  ///
  /// The old manifest stays until the new one is complete.
  @Test(.enabled(if: SmallDisk.canMount, SmallDisk.refusal))
  func `a manifest without space`() throws {
    let stage = try CrashStage(Self.script + "/* A comment. */\n")
    let commented = try CleanBuild(stage)
    try stage.replaceOutput(by: nil)
    let disk = try SmallDisk(on: stage.folder, "out", pages: 1000)
    try stage.folder.write(Self.script, as: "s.fountain")
    #expect(try stage.build().status == 0)
    let old = try stage.contents()
    #expect(old == (try Self.clean.get().files))
    try stage.folder.write(Self.script + "/* A comment. */\n", as: "s.fountain")
    try disk.leave(free: 0)
    let build = try stage.build()
    #expect(build.status == 73, "\(build.errors)")
    #expect(build.reused == 3)
    #expect(build.errors.contains("manifest.json: " + Self.reason), "\(build.errors)")
    #expect(try stage.contents() == old)
    try disk.leave(free: 10)
    #expect(try commented.shortcomings(ofNextIn: stage).isEmpty)
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// What a watch says while it waits: for changes, and for a folder that another build holds.
@Suite struct WatchWaitTests {
  private static let voice = ["--voice", "espeak://en-us", "-o", "out"]

  @Test func `after the first build it says once that it waits`() throws {
    let stage = try WatchStage()
    _ = try stage.build()
    #expect(try stage.lines { $0 == WatchStage.rest }.count == 1)
    try stage.replace(
      "s.fountain", with: Script.twoScenes.replacing("Nobody.", with: "No one."))
    _ = try stage.build()
    stage.wait()
    #expect(stage.lines.count { $0 == WatchStage.rest } == 1)
    #expect(stage.end() == 143)
  }

  @Test(arguments: [["-q"], ["--progress", "json"]])
  func `whoever wants no words or JSON alone is told nothing`(options: [String]) throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let stage = try WatchStage(["s.fountain"] + Self.voice + options, in: folder)
    RunningCommand.eventually {
      (try? folder.text(of: "out/manifest.json")) != nil || stage.command.hasEnded
    }
    stage.wait()
    #expect(!stage.lines.contains(WatchStage.rest))
    #expect(stage.end() == 143)
  }

  @Test(arguments: [[], ["--wait"]])
  func `a folder that another build holds is waited for`(options: [String]) throws {
    let folder = try TemporaryFolder("s.fountain", Script.twoScenes)
    let lock = try HeldFolder(folder, "out")
    let stage = try WatchStage(["s.fountain"] + Self.voice + options, in: folder)
    let first = try #require(try stage.lines { $0.contains("in use by") }.last)
    #expect(first.hasPrefix("waiting for out, which is in use by "))
    // The script changes while the watch waits: the newest words are built, and no line is printed twice.
    try stage.replace(
      "s.fountain", with: Script.twoScenes.replacing("Nobody.", with: "No one."))
    stage.wait()
    lock.release()
    #expect(try stage.build() == ["3 chapters rendered, 0 reused, 0 warnings -> out"])
    #expect(try folder.text(of: "out/manifest.json").contains("No one."))
    #expect(stage.end() == 143)
  }

  @Test func `a paid build that waits is overtaken, because it has paid for nothing`() throws {
    let stage = try PricedStage(script: "INT. HALL - DAY\n\nANN\nOne for the road.\n")
    let lock = try HeldFolder(stage.folder, "out")
    let watch = try WatchStage(
      ["s.fountain", "-o", "out", "--format", "wav", "--loudness", "off"], in: stage.folder,
      environment: stage.environment)
    _ = try watch.lines { $0.contains("in use by") }
    try watch.replace("s.fountain", with: "INT. HALL - DAY\n\nANN\nTwo of a kind.\n")
    watch.wait()
    lock.release()
    #expect(try watch.build().last?.hasPrefix("1 chapter rendered") == true)
    #expect(watch.end() == 143)
    #expect(stage.spoken == ["Two of a kind."])
  }
}

/// An output folder that this process holds, as a build does.
private struct HeldFolder {
  private let file: Int32

  init(_ folder: TemporaryFolder, _ name: String) throws {
    let records = folder.path(of: name + "/.guion2audio")
    try FileManager.default.createDirectory(atPath: records, withIntermediateDirectories: true)
    file = open(records + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
  }

  func release() { close(file) }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of `watch --play` with a player that the test provides.
@Suite struct WatchPlayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("s.fountain", Script.twoScenes) }

  /// Returns a stage whose player copies the file that it gets and then runs more shell lines.
  private func stage(_ more: String = "", _ words: String...) throws -> WatchStage {
    let player = try folder.write(
      """
      #!/bin/sh
      echo $$ >> '\(folder.path)/pids'
      cp "$1" '\(folder.path)/copy' && mv '\(folder.path)/copy' "\(folder.path)/played-$(date +%s%N)"
      \(more)
      """, as: "pw-play")
    chmod(player, 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try WatchStage(
      ["s.fountain", "--voice", "espeak://en-us", "-o", "out", "--play"] + words, in: folder,
      environment: ["PATH": "\(folder.path):\(path)"])
  }

  /// Returns the sizes of the played files in bytes, in order.
  private func played() -> [Int] {
    let names = (try? folder.names().filter { $0.hasPrefix("played-") }) ?? []
    return names.compactMap {
      (try? Data(contentsOf: URL(filePath: folder.path(of: $0))))?.count
    }
  }

  @Test func `exactly the changed lines are played`() throws {
    let stage = try stage()
    #expect(try stage.build().last?.contains("plays") == false)
    // After the first build nothing is played. A moved scene is not played either.
    let script = Script.twoScenes
    let cellar = try #require(script.range(of: "INT. CELLAR"))
    try stage.replace(
      "s.fountain",
      with: "Title: Two Rooms\nAuthor: Ann Ash\n\n" + script[cellar.lowerBound...] + "\n"
        + "INT. HALL - DAY\n\nIt is dark.\n\nANN\nWho is there?\n")
    #expect(try stage.build().last?.contains("plays") == false)
    stage.wait()
    #expect(played().isEmpty)
    try stage.replace("s.fountain", with: script.replacing("Nobody.", with: "Nobody at all."))
    #expect(try stage.build().last?.contains("plays 1 line ->") == true)
    RunningCommand.eventually { played().count == 1 }
    // Between half a second and three seconds at 22,050 Hz and 16 bits.
    #expect((20_000...150_000).contains(try #require(played().first)), "\(played())")
    try stage.replace(
      "s.fountain",
      with: script.replacing("Nobody.", with: "Nobody at all.")
        .replacing("It is dark.", with: "It is dark.\n\nIt is very dark."))
    #expect(try stage.build().last?.contains("plays 1 line ->") == true)
    RunningCommand.eventually { played().count == 2 }
    #expect(stage.end() == 143)
  }

  @Test func `a new change stops playback, and so does the end`() throws {
    let stage = try stage("exec sleep 1000")
    _ = try stage.build()
    for number in 1...2 {
      try stage.replace(
        "s.fountain", with: Script.twoScenes.replacing("Nobody.", with: "Nobody \(number)."))
      _ = try stage.build()
      RunningCommand.eventually { played().count == number }
    }
    #expect(stage.end(by: SIGINT) == 130)
    let pids = try folder.text(of: "pids").lines.compactMap { pid_t($0) }
    #expect(pids.count == 2)
    #expect(RunningCommand.eventually { pids.allSatisfy { ProcessTable.entry($0) == nil } })
  }

  @Test func `a failing player ends nothing, and a minute is the limit`() throws {
    let stage = try stage("echo 'no sound card' >&2; exit 3")
    _ = try stage.build()
    let line = "And then there were many more words than anybody could ever listen to in a row.\n\n"
    try stage.replace(
      "s.fountain",
      with: Script.twoScenes
        + (1...60).map { line.replacing("many", with: "\($0 + 1)") }.joined())
    let build = try #require(try stage.build().last)
    #expect(build.contains(/plays \d+ of 60 changed lines/), "\(build)")
    #expect(
      try stage.lines { $0.contains("no sound card") }.last?.contains("warning: --play") == true)
    try stage.replace("s.fountain", with: Script.twoScenes)
    #expect(try stage.build().last?.contains("1 chapter rendered") == true)
    #expect(stage.end() == 143)
  }
}

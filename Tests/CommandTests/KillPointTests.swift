import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of a build that is killed at each call that changes files.
///
/// Files with final names are complete, and the next build continues.
@Suite struct KillPointTests {
  private static func scenes(_ places: String..., says word: String = "Hm") -> String {
    places.map { "INT. \($0)\n\n\(word) \($0).\n\n" }.joined()
  }

  /// Kills a build at each of the points, and completes it with the next build.
  ///
  /// Returns the changes at which the builds were killed. These changes did not happen.
  private func drill(
    _ points: [KillPoint], _ stage: CrashStage, _ clean: CleanBuild, over old: OldBuild? = nil,
    rendering items: Int = .max
  ) throws -> [FileChange] {
    var missed: [FileChange] = []
    for point in points {
      try stage.replaceOutput(by: old?.folder)
      guard let build = try stage.build(to: point) else { continue }
      let last = try #require(build.changes.last)
      missed.append(last)
      #expect(build.wasKilled, "\(point): exit \(build.status)")
      let remains = try clean.remains(in: stage, older: old?.files ?? [:])
      #expect(remains.isEmpty, "\(point), \(last)")
      let shortcomings = try clean.shortcomings(ofNextIn: stage, rendering: items)
      #expect(shortcomings.isEmpty, "\(point), \(last)")
    }
    #expect(missed.count >= points.count - 5)
    return missed
  }

  /// A finished build.
  ///
  /// Other builds run in its folder.
  private struct OldBuild {
    var folder: TemporaryFolder
    var files: [String: Data]

    init(_ script: String) throws {
      let stage = try CrashStage(script)
      files = try CleanBuild(stage).files
      folder = stage.folder
    }
  }

  /// Returns a kill point for each change of a build, and another one in the middle of each important write.
  private func points(
    _ changes: [FileChange], where isOfInterest: (FileChange) -> Bool = { _ in true }
  ) -> [KillPoint] {
    let chosen = FileChange.numbered(changes).filter { isOfInterest($0.change) }
    return Strength.sample(chosen, always: \.change.isRare).flatMap { change, number in
      change.kind == "write" && !change.isSound
        ? [KillPoint.kill("write", number), .tear(number)] : [.kill(change.kind, number)]
    }
  }

  /// Checks that the drill included the most important changes.
  private func expectKey(
    _ missed: [FileChange], _ keys: [(kind: String, end: String)],
    _ location: SourceLocation = #_sourceLocation
  ) {
    for key in keys {
      #expect(
        missed.contains { $0.kind == key.kind && $0.path.hasSuffix(key.end) },
        "no kill at \(key.kind) \(key.end)", sourceLocation: location)
    }
  }

  @Test func `a first build, killed at every file change`() throws {
    // The longest chapter is rendered first and the shortest last. The journal's lines are then out of order
    // and are written again.
    let script = Self.scenes("Hall", "Attic of nine rooms", "Yard where six and twenty trees stand")
    let clean = try CleanBuild(CrashStage(script))
    let missed = try drill(points(clean.changes), CrashStage(script), clean)
    #expect(missed.count >= Strength.rounds(50))
    #expect(missed.contains { $0.kind == "rename" && $0.path.hasPrefix("out/0") })
    expectKey(
      missed,
      [
        ("mkdir", "out"), ("mkdir", "out/.guion2audio"), ("write", "out/.guion2audio/lock"),
        ("write", ".encoding"), ("fsync", ".wav"), ("write", "out/.guion2audio/journal"),
        ("write", "playlist.m3u8"), ("rename", "out/playlist.m3u8"),
        ("write", "manifest.json"), ("fsync", "manifest.json"), ("rename", "out/manifest.json"),
        ("fsync", ".guion2audio-journal"), ("rename", "out/.guion2audio/journal"),
      ])
  }

  /// One line is edited, one scene removed, one inserted and one moved.
  @Test func `a build over an older one, killed at every file change`() throws {
    let old = try OldBuild(Self.scenes("Hall", "Attic", "Cellar", "Yard"))
    let script =
      Self.scenes("Hall", "Pond", "Yard") + Self.scenes("Attic", says: "Ah")
    let stage = try CrashStage(script)
    let clean = try CleanBuild(CrashStage(script))
    try stage.replaceOutput(by: old.folder)
    let second = try CleanBuild(stage)
    #expect(second.files == clean.files)
    var sounds = 0
    let chosen = points(second.changes) { change in
      // Changes of audio files are alike, and a first build has tested all of them.
      sounds += change.isSound ? 1 : 0
      return !change.isSound || sounds % 4 == 0
    }
    let missed = try drill(chosen, stage, clean, over: old)
    #expect(missed.count >= Strength.rounds(50))
    expectKey(
      missed,
      [
        ("unlink", "003 INT. Cellar.wav"), ("unlink", "004 INT. Yard.wav"),
        ("rename", "out/manifest.json"), ("rename", "out/.guion2audio/journal"),
      ])
    #expect(missed.contains { $0.kind == "rename" && $0.path.hasPrefix("out/0") })
  }

  /// Scenes with the same name use each other's files when they change places.
  ///
  /// All their audio exists at any time, so nothing is rendered again.
  @Test func `a build that swaps chapter names, killed at every file change`() throws {
    let scenes = ["One.", "Two three.", "Four five six."].map { "INT. Hall\n\n\($0)\n\n" }
    let old = try OldBuild(scenes.joined())
    let script = scenes[2] + scenes[0] + scenes[1]
    let clean = try CleanBuild(CrashStage(script))
    let stage = try CrashStage(script)
    try stage.replaceOutput(by: old.folder)
    let changes = try CleanBuild(stage).changes
    let missed = try drill(points(changes), stage, clean, over: old, rendering: 0)
    expectKey(
      missed,
      ["001", "002", "003"].map { ("rename", "out/\($0) INT. Hall.wav") }
        + [("write", "out/.guion2audio/journal")])
  }

  /// A chapter has a file in each format, and is complete when all of them have their final names.
  @Test func `a build of two formats, killed where a file is begun, ended or renamed`() throws {
    let script = Self.scenes("Hall", "Attic")
    let options = ["--format", "wav,mp3"]
    let clean = try CleanBuild(CrashStage(script, options: options))
    let chosen = points(clean.changes) { change in
      ["rename", "unlink", "fsync", "mkdir"].contains(change.kind) || change.name == "journal"
    }
    let missed = try drill(chosen, CrashStage(script, options: options), clean)
    for format in ["wav", "mp3"] {
      #expect(
        missed.contains {
          $0.kind == "rename" && $0.path.hasPrefix("out/0") && $0.path.hasSuffix(format)
        })
    }
  }

  /// The book file is joined from stretches in the records folder, which are finished one by one.
  @Test(arguments: [["m4b", "aac"], ["flac", "flac"]])
  func `a build of a book in one file, killed where a file is begun, ended or renamed`(
    formats: [String]
  ) throws {
    let (book, stretch) = (formats[0], formats[1])
    let script = Self.scenes("Hall", "Attic", "Cellar")
    let options = ["--single-file", "--format", book]
    let clean = try CleanBuild(CrashStage(script, options: options))
    let chosen = points(clean.changes) { change in
      ["rename", "unlink", "fsync", "mkdir"].contains(change.kind) || change.name == "journal"
    }
    let missed = try drill(chosen, CrashStage(script, options: options), clean)
    // The stretch that is renamed first differs from build to build.
    let stretches = missed.count {
      $0.kind == "rename" && $0.path.hasPrefix("out/.guion2audio/")
        && $0.path.hasSuffix(".\(stretch)")
    }
    #expect(stretches >= 2)
    expectKey(
      missed, [("rename", "out/s.\(book)"), ("write", "out/.guion2audio/journal")])
  }

  /// Ctrl-C, `kill` and a closed terminal leave no incomplete file, whichever file change they interrupt.
  @Test func `signals at the file changes of a build`() throws {
    let script = Self.scenes("Hall", "Attic")
    let clean = try CleanBuild(CrashStage(script))
    let stage = try CrashStage(script)
    let signals = [SIGINT, SIGTERM, SIGHUP]
    let all = FileChange.numbered(clean.changes).filter {
      ["rename", "fsync", "mkdir", "truncate"].contains($0.change.kind)
        || $0.change.name == "journal"
    }
    let chosen = Strength.sample(all, always: \.change.isRare)
    var ended = 0
    for (round, (change, number)) in chosen.enumerated() {
      try stage.replaceOutput(by: nil)
      let signal = signals[round % signals.count]
      let point = KillPoint.signal(signal, change.kind, number)
      guard let build = try stage.build(to: point) else { continue }
      if build.status == 128 + signal { ended += 1 }
      // A signal that comes while the command exits changes nothing.
      let isDone = try build.status == 0 && stage.contents() == clean.files
      #expect(build.status == 128 + signal || isDone, "\(point): \(build.errors)")
      let remains = try clean.remains(in: stage)
      #expect(remains.isEmpty, "\(point)")
      let temporary = try stage.contents().keys.filter { $0.hasPrefix(".") }
      #expect(temporary.isEmpty, "\(point)")
      let shortcomings = try clean.shortcomings(ofNextIn: stage)
      #expect(shortcomings.isEmpty, "\(point)")
    }
    #expect(ended >= (Strength.isFull ? 3 : 1) * signals.count)
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// A build that is killed at each of the calls by which it changes files: what has a name is whole, and
/// the next build goes on from there.
@Suite struct KillPointTests {
  private static func scenes(_ places: String..., says word: String = "Hm") -> String {
    places.map { "INT. \($0)\n\n\(word) \($0).\n\n" }.joined()
  }

  /// Kills builds at one instant after another, has each completed by the next, and gives what the killed
  /// ones did not come to do.
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

  /// A finished build that others are made over.
  private struct OldBuild {
    var folder: TemporaryFolder
    var files: [String: Data]

    init(_ script: String) throws {
      let stage = try CrashStage(script)
      files = try CleanBuild(stage).files
      folder = stage.folder
    }
  }

  /// Each change of a build, and once more those writes in the middle of which there is something to
  /// be lost.
  private func points(
    _ changes: [FileChange], where isOfInterest: (FileChange) -> Bool = { _ in true }
  ) -> [KillPoint] {
    let chosen = FileChange.numbered(changes).filter { isOfInterest($0.change) }
    return Strength.sample(chosen, always: \.change.isRare).flatMap { change, number in
      change.kind == "write" && !change.isSound
        ? [KillPoint.kill("write", number), .tear(number)] : [.kill(change.kind, number)]
    }
  }

  /// The changes without which a drill would have proved little.
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

  @Test func `a first build, killed at every change of a file`() throws {
    // The longest is begun first and the shortest last, so that lines of the journal are out of order
    // and it is written anew.
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
  @Test func `a build over an older one, killed at every change of a file`() throws {
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
      // They are alike, and a first build has shown every one.
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

  /// Scenes of one name take each other's files when they change places.
  ///
  /// Their sounds are all there, at any instant: nothing is spoken again.
  @Test func `a build in which chapters change names, killed at every change of a file`() throws {
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

  /// A chapter has a file of each format, and is complete when all have their names.
  @Test func `a build of two formats, killed wherever a file is begun, ended or named`() throws {
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

  /// The one file of a book is joined from stretches among the records, which are finished one by one.
  @Test(arguments: [["m4b", "aac"], ["flac", "flac"]])
  func `a build of a book in one file, killed wherever a file is begun, ended or named`(
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
    // Which of them is named first differs from build to build.
    let stretches = missed.count {
      $0.kind == "rename" && $0.path.hasPrefix("out/.guion2audio/")
        && $0.path.hasSuffix(".\(stretch)")
    }
    #expect(stretches >= 2)
    expectKey(
      missed, [("rename", "out/s.\(book)"), ("write", "out/.guion2audio/journal")])
  }

  /// Ctrl-C, `kill` and a closed terminal, wherever a file is named or recorded: nothing half-made is
  /// left at all.
  @Test func `signals at the changes of a build`() throws {
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
      // One that comes while the command is leaving changes nothing.
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

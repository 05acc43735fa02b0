import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of killing a build with a paid voice.
///
/// Clips that were paid for and cached are not paid for again, and the list of voices is complete or missing.
@Suite struct PaidKillTests {
  private static let script = """
    INT. HALL

    ANN
    One.

    INT. ATTIC

    BEN
    Two.

    """
  private static let cast = """
    , "narrator": "elevenlabs://\(FakeElevenLabsAccount.aria)",
    "characters": { "ANN": "elevenlabs://\(FakeElevenLabsAccount.aria)",
                    "BEN": "elevenlabs://\(FakeElevenLabsAccount.bruno)" }
    """
  private static let cache = "cache/guion2audio"

  private let paid: PaidStage
  private let stage: CrashStage

  /// Sends one request at a time.
  ///
  /// One service answers all builds, because its address is part of a clip's key.
  init() throws {
    paid = try PaidStage(settings: #", "concurrency": 1"#)
    try paid.folder.write(Self.script, as: "s.fountain")
    stage = try CrashStage(in: paid.folder, cast: Self.cast, environment: paid.environment)
  }

  @Test func `a build with a paid voice, killed at the list of voices, at clips and elsewhere`()
    throws
  {
    let clean = try CleanBuild(stage)
    let lines = try texts(from: 0)
    #expect(lines.count == 6)
    #expect(try clips().count == lines.count)
    var missed: [FileChange] = []
    for point in points(clean.changes) {
      try forget()
      let before = paid.service.calls.count
      guard let build = try stage.build(to: point) else { continue }
      #expect(build.wasKilled, "\(point): exit \(build.status)")
      let last = try #require(build.changes.last)
      missed.append(last)
      let place: Comment = "\(point), \(last)"
      #expect(try clean.remains(in: stage).isEmpty, place)
      // Every file with a clip's name contains a whole line. All other files have different names.
      let left = try self.clips().filter { !$0.key.hasPrefix(".") }
      let sounds = try left.values.map(samples)
      let kept = lines.filter { line in sounds.contains { $0.ends(in: line) } }
      #expect(kept.count == left.count, place)
      let hasList = try hasVoiceList()
      let asked = paid.service.calls.count
      #expect(try clean.shortcomings(ofNextIn: stage).isEmpty, place)
      // Clips that were not on disk were in flight. Only those are requested a second time.
      #expect(
        try texts(from: asked).sorted() == lines.filter { !kept.contains($0) }.sorted(), place)
      #expect(try texts(from: before).count <= 2 * lines.count - kept.count, place)
      #expect(lists(from: asked) == (hasList ? 0 : 1), place)
      #expect(try hasVoiceList(), place)
    }
    #expect(missed.count >= Strength.rounds(50))
    for (kind, end) in Self.keys {
      #expect(
        missed.contains { $0.kind == kind && $0.path.hasSuffix(end) }, "no kill at \(kind) \(end)")
    }
    #expect(
      missed.count { $0.kind == "rename" && $0.path.contains("/clips/") }
        >= (Strength.isFull ? 3 : 1))
    #expect(missed.contains { $0.kind == "write" && $0.name.hasSuffix(".tmp") })
  }

  /// The kinds and paths of changes at which at least one build must be killed.
  private static let keys = [("rename", voiceList), ("rename", "/manifest.json")]
  private static let voiceList = "/voice-lists/elevenlabs.json"

  /// Returns every flush, renaming and removal, and the middle of every fourth write and of writes of voice lists.
  private func points(_ changes: [FileChange]) -> [KillPoint] {
    let all = FileChange.numbered(changes).filter { change, number in
      ["fsync", "rename", "unlink"].contains(change.kind)
        || change.kind == "write" && (number % 4 == 0 && !change.isSound || change.isOfVoiceList)
    }
    let chosen = Strength.sample(all) { $0.change.isRare || $0.change.isOfVoiceList }
    return chosen.compactMap { change, number in
      switch change.kind {
      case "fsync", "rename", "unlink": .kill(change.kind, number)
      case "write": .tear(number)
      default: nil
      }
    }
  }

  /// Removes all results of builds.
  private func forget() throws {
    try stage.replaceOutput(by: nil)
    try FileManager.default.removeItem(atPath: paid.folder.path(of: "cache"))
  }

  // MARK: Contents of the cache

  /// Returns the texts of the speech requests after this many calls, in order.
  private func texts(from call: Int) throws -> [String] {
    struct Body: Decodable { var text: String }
    return try paid.service.server.requests.dropFirst(call)
      .filter { $0.path.hasPrefix("/v1/text-to-speech/") }
      .map { try JSONDecoder().decode(Body.self, from: Data($0.body)).text }
  }

  private func lists(from call: Int) -> Int {
    paid.service.calls.dropFirst(call).count { $0 == "GET /v2/voices" }
  }

  /// Returns the files of the clip cache, including temporary files.
  private func clips() throws -> [String: Data] {
    let folder = paid.folder.path(of: Self.cache + "/clips")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    var clips: [String: Data] = [:]
    for path in paths where path.contains("/") {
      clips[URL(filePath: path).lastPathComponent] = try Data(
        contentsOf: URL(filePath: folder + "/" + path))
    }
    return clips
  }

  /// Returns the samples of a clip.
  ///
  /// A cached clip consists of a header line and FLAC.
  private func samples(of clip: Data) throws -> Data {
    guard let start = clip.firstRange(of: Data("fLaC".utf8))?.lowerBound else { return clip }
    let folder = try TemporaryFolder()
    try clip[start...].write(to: URL(filePath: folder.path(of: "clip.flac")))
    let decoded = try Program.run(
      "ffmpeg",
      [
        "-v", "error", "-i", folder.path(of: "clip.flac"), "-f", "s16le",
        folder.path(of: "clip.raw"),
      ])
    #expect(decoded.status == 0, "\(decoded.errors)")
    return try Data(contentsOf: URL(filePath: folder.path(of: "clip.raw")))
  }

  /// Returns whether the list of voices exists; a list that exists is complete.
  private func hasVoiceList() throws -> Bool {
    let path = paid.folder.path(of: Self.cache + Self.voiceList)
    guard FileManager.default.fileExists(atPath: path) else { return false }
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let contents = try #require(json as? [String: Any])
    #expect(contents["provider"] as? String == "elevenlabs")
    return true
  }
}

extension FileChange {
  /// Whether the change affects the file of a voice list, complete or temporary.
  fileprivate var isOfVoiceList: Bool { path.contains("/voice-lists/") }
}

extension Data {
  /// Returns whether the data ends with the audio of a line from the fake service.
  fileprivate func ends(in line: String) -> Bool {
    let sound = FakeElevenLabs.samples(
      of: line, perCharacter: FakeElevenLabs.plausibleSamplesPerCharacter)
    return suffix(sound.count).elementsEqual(sound)
  }
}

import Foundation
import TestSupport
import Testing

/// Tests of `--captions` with a paid service that returns word times.
///
/// No clip is paid for twice.
@Suite struct CaptionTimesTests {
  private static let lines = [
    "The train was late again, as it always was in winter. Nobody on the platform minded it.",
    "There will be another one before the night is over. We shall wait here until it comes.",
  ]
  private static let script = """
    INT. HALL - DAY

    ANN
    \(lines[0])

    INT. CELLAR - NIGHT

    BEN
    \(lines[1])

    """
  /// The two lines and the two headings.
  private static let requests = 4
  private static let sounds = ["001 INT. HALL - DAY.wav", "002 INT. CELLAR - NIGHT.wav"]
  private static let captions = ["001 INT. HALL - DAY.vtt", "002 INT. CELLAR - NIGHT.vtt"]

  /// Returns the duration of a text, in seconds.
  private static func length(of text: String) -> Double {
    Double(text.count * FakeElevenLabs.plausibleSamplesPerCharacter) / 24_000
  }

  /// Returns when a character of a text begins, in seconds.
  ///
  /// The speech gets slower and slower, so no estimate matches it.
  private static func start(of index: Int, in text: String) -> Double {
    let part = Double(index) / Double(text.count)
    return length(of: text) * part * part
  }

  private static func alignment(of text: String) -> String {
    FakeElevenLabs.alignment(of: text, starts: (0..<text.count).map { start(of: $0, in: text) })
  }

  private func stage(
    alignment: @escaping @Sendable (String) -> String = Self.alignment, hasTimestamps: Bool = true
  ) throws -> PaidStage {
    var account = FakeElevenLabsAccount()
    account.alignment = alignment
    account.hasTimestamps = hasTimestamps
    let stage = try PaidStage(
      account, settings: #", "prices": { "perThousandCharacters": 0.5, "currency": "USD" }"#)
    try stage.folder.write(Self.script, as: "s.fountain")
    try stage.folder.write(
      """
      { "narrator": "elevenlabs://\(FakeElevenLabsAccount.bruno)",
        "default": "elevenlabs://\(FakeElevenLabsAccount.aria)", "speech": { "announce": "never" } }
      """, as: "cast.json")
    return stage
  }

  @discardableResult
  private func render(
    _ stage: PaidStage, _ more: String..., into folder: String = "out",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProgramResult {
    let result = try Program.run(
      Guion2audio.path, ["s.fountain", "-o", folder, "--format", "wav"] + more,
      in: stage.folder.path, environment: stage.environment)
    try #require(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
    return result
  }

  /// Returns the cached lines of a plan with captions, and the characters to pay for.
  private func planned(_ stage: PaidStage) throws -> [Int?] {
    let result = try stage.run(
      "plan", "s.fountain", "-o", "out", "--format", "wav", "--captions", "vtt", "--json")
    try #require(result.status == 0, "\(result.errors)")
    let plan = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    let provider = (plan?["providers"] as? [[String: Any]])?.first
    return [provider?["keptLines"] as? Int, provider?["characters"] as? Int]
  }

  /// Returns the time from the start of each line to its second sentence, in milliseconds.
  private func places(_ stage: PaidStage, in folder: String = "out") throws -> [Int] {
    let manifest = try stage.folder.json(of: "\(folder)/manifest.json")
    let chapters = try #require(manifest["chapters"] as? [[String: Any]])
    return try zip(chapters, zip(Self.lines, Self.captions)).map { chapter, names in
      let items = try #require(chapter["items"] as? [[String: Any]])
      let item = try #require(items.first { $0["text"] as? String == names.0 })
      let start = try #require(item["start"] as? Double)
      let text = try stage.folder.text(of: "\(folder)/\(names.1)")
      let sentence = try #require(names.0.components(separatedBy: ". ").last?.prefix(6))
      let cue = try #require(
        text.components(separatedBy: "\n\n").first { $0.contains(">\(sentence)") }, "\(text)")
      let time = try #require(cue.lines.first?.prefix(12))
      return milliseconds(String(time)) - Int((start * 1000).rounded())
    }
  }

  private func isSame(
    _ folder: String, _ contents: [String: Data], _ stage: PaidStage
  ) throws -> Bool {
    try stage.folder.contents(of: folder) == contents
  }

  private func milliseconds(_ text: String) -> Int {
    text.split(whereSeparator: { ":.".contains($0) }).reversed().compactMap { Int($0) }
      .enumerated().reduce(0) { $0 + $1.element * [1, 1000, 60_000, 3_600_000][$1.offset] }
  }

  /// The start times of the second sentences as the service returns them, in milliseconds.
  private static var told: [Int] {
    lines.map { line in
      let index = line.distance(
        from: line.startIndex, to: line.firstRange(of: ". ")?.upperBound ?? line.startIndex)
      return Int((start(of: index, in: line) * 1000).rounded())
    }
  }

  /// Returns whether the times are those of the service.
  ///
  /// Both values are rounded, so they may differ by one millisecond.
  private static func areTold(_ places: [Int]) -> Bool {
    zip(places, told).allSatisfy { abs($0 - $1) <= 1 } && places.count == told.count
  }

  // MARK: Times

  @Test func `captions begin at the times from the service`() throws {
    let stage = try stage()
    try render(stage, "--captions", "vtt")
    #expect(stage.service.speechRequests.count == Self.requests)
    #expect(stage.service.timedRequests.count == Self.requests)
    let places = try places(stage)
    #expect(Self.areTold(places), "\(places) \(Self.told)")
  }

  @Test func `without captions no times are requested`() throws {
    let stage = try stage()
    try render(stage)
    #expect(stage.service.speechRequests.count == Self.requests)
    #expect(stage.service.timedRequests.isEmpty)
  }

  @Test func `audition and say request no times`() throws {
    let stage = try stage()
    let config = try stage.folder.text(of: "config.json")
    try stage.folder.write(
      "{ \"defaults\": { \"captions\": [\"vtt\"] }," + config.dropFirst(), as: "config.json")
    let audition = try stage.run("audition", "s.fountain", "-o", "a.wav")
    #expect(audition.status == 0, "\(audition.errors)")
    let voice = "elevenlabs://\(FakeElevenLabsAccount.aria)"
    let said = try stage.run("say", "Hello.", "--voice", voice, "-o", "hello.wav")
    #expect(said.status == 0, "\(said.errors)")
    #expect(stage.service.speechRequests.count > 1)
    #expect(stage.service.timedRequests.isEmpty)
    // The configuration requests captions for builds.
    try render(stage)
    #expect(stage.folder.exists("out/" + Self.captions[0]))
  }

  // MARK: Costs

  @Test func `cached clips give the same bytes and cost nothing`() throws {
    let stage = try stage()
    try render(stage, "--captions", "vtt,srt")
    let first = try stage.folder.contents(of: "out")
    #expect(first.keys.count { $0.hasSuffix(".srt") } == 2)
    #expect(try render(stage, "--captions", "vtt,srt").output.isEmpty)
    try render(stage, "--captions", "vtt,srt", "--force", "--max-cost", "0")
    #expect(try isSame("out", first, stage))
    try render(stage, "--captions", "vtt,srt", "--max-cost", "0", into: "new")
    #expect(try isSame("new", first, stage))
    // A build without captions uses the same clip, with its times.
    try render(stage, "--force", "--max-cost", "0")
    let plain = try stage.folder.contents(of: "out")
    #expect(Self.sounds.allSatisfy { plain[$0] != nil && plain[$0] == first[$0] })
    #expect(Self.captions.allSatisfy { plain[$0] == nil })
    #expect(try planned(stage) == [Self.requests, 0])
    try render(stage, "--captions", "vtt,srt", "--max-cost", "0")
    #expect(try isSame("out", first, stage))
    #expect(stage.service.speechRequests.count == Self.requests)
    #expect(try stage.run("cache").output.hasPrefix("\(Self.requests) clips"))
  }

  @Test func `clips without times are not paid for again`() throws {
    let stage = try stage()
    try render(stage)
    let sound = try stage.folder.contents(of: "out")
    #expect(try planned(stage) == [Self.requests, 0])
    let result = try render(stage, "-v", "--captions", "vtt", "--max-cost", "0")
    #expect(
      result.errors.contains("captions or read-along text were requested"), "\(result.errors)")
    #expect(stage.service.speechRequests.count == Self.requests)
    let captioned = try stage.folder.contents(of: "out")
    #expect(Self.sounds.allSatisfy { captioned[$0] == sound[$0] })
    // The times are estimated: the duration of a line is divided in proportion to the width of its text.
    let estimated = try places(stage)
    #expect(zip(estimated, Self.told).allSatisfy { $0 - $1 > 500 }, "\(estimated) \(Self.told)")
    // A new take of a line includes its times.
    try render(stage, "--captions", "vtt", "--retake", "ANN")
    #expect(stage.service.timedRequests.count == 1)
    #expect(stage.service.speechRequests.count == Self.requests + 1)
    let retaken = try places(stage)
    #expect(abs(retaken[0] - Self.told[0]) <= 1 && retaken[1] == estimated[1], "\(retaken)")
    let built = try stage.folder.contents(of: "out")
    try render(stage, "--captions", "vtt", "--force", "--max-cost", "0")
    #expect(try isSame("out", built, stage))
  }

  @Test func `shards and assemble give the same files as one build`() throws {
    let stage = try stage()
    for shard in ["1/2", "2/2"] {
      try render(stage, "--captions", "vtt", "--shard", shard)
    }
    #expect(stage.service.timedRequests.count == Self.requests)
    let assembled = try stage.run("assemble", "out", "-q")
    #expect(assembled.status == 0, "\(assembled.errors)")
    try render(stage, "--captions", "vtt", "--max-cost", "0", into: "one")
    #expect(try isSame("out", stage.folder.contents(of: "one"), stage))
    #expect(Self.areTold(try places(stage)))
    let verified = try stage.run("verify", "out")
    #expect(verified.status == 0, "\(verified.output)")
  }

  // MARK: Bad answers

  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var alignment: @Sendable (String) -> String
    var testDescription: String { name }
  }

  static let faults = [
    Fault(name: "none") { _ in "null" },
    Fault(name: "times are missing") { text in
      FakeElevenLabs.alignment(of: text, starts: [0, 0.1])
    },
    Fault(name: "going back") { text in
      FakeElevenLabs.alignment(
        of: text, starts: (0..<text.count).reversed().map { start(of: $0, in: text) })
    },
    Fault(name: "negative") { text in
      FakeElevenLabs.alignment(
        of: text, starts: (0..<text.count).map { start(of: $0, in: text) - 1 })
    },
    Fault(name: "beyond the sound") { text in
      FakeElevenLabs.alignment(
        of: text, starts: (0..<text.count).map { start(of: $0, in: text) + 60 })
    },
    Fault(name: "another text") { text in alignment(of: String(text.reversed())) },
  ]

  @Test(arguments: faults) func `bad times are dropped, and the audio is used`(fault: Fault) throws
  {
    var stage = try stage(alignment: fault.alignment)
    let result = try render(stage, "--captions", "vtt")
    #expect(result.errors.contains("0 warnings"), "\(result.errors)")
    #expect(stage.service.timedRequests.count == Self.requests)
    #expect(stage.service.speechRequests.count == Self.requests)
    try render(stage, "--captions", "vtt", "--force", "--max-cost", "0")
    #expect(stage.service.speechRequests.count == Self.requests)
    // The user cached the lines before requesting captions.
    stage.environment["XDG_CACHE_HOME"] = stage.folder.path(of: "other")
    try render(stage, into: "plain")
    try render(stage, "--captions", "vtt", into: "plain")
    #expect(try isSame("out", stage.folder.contents(of: "plain"), stage))
  }

  @Test func `a service without times is asked for times only once`() throws {
    let stage = try stage(hasTimestamps: false)
    try render(stage, "--captions", "vtt")
    #expect(stage.service.timedRequests.count == 1)
    #expect(stage.service.speechRequests.count == Self.requests + 1)
    #expect(stage.folder.exists("out/" + Self.captions[0]))
    try render(stage, "--captions", "vtt", "--force", "--max-cost", "0")
    #expect(stage.service.speechRequests.count == Self.requests + 1)
  }
}

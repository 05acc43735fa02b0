import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that a run never costs more than the user agreed to.
///
/// A server with a price counts its requests.
@Suite struct SpendingTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    One for the road.

    BEN
    Two of a kind.

    INT. ATTIC - NIGHT

    ANN
    One for the road.

    BEN
    Three in the attic, and nobody saw them come.

    """
  /// The texts that are paid for.
  ///
  /// The repeated line counts once.
  private static let texts: Set<String> = [
    "One for the road.", "Two of a kind.", "Three in the attic, and nobody saw them come.",
  ]
  private static let characters = texts.reduce(0) { $0 + $1.count }
  /// The exact cost of these texts.
  private static let cost = String(format: "%.3f", Double(characters) * PricedStage.price)

  @Test func `a build requests exactly its lines`() throws {
    let stage = try PricedStage(script: Self.script)
    #expect(try stage.planned() == Self.characters)
    let result = try stage.render("--max-cost", Self.cost)
    #expect(result.status == 0, "\(result.errors)")
    #expect(stage.spoken.count == Self.texts.count)
    #expect(Set(stage.spoken) == Self.texts)
    // With all clips cached, nothing is left to pay for, even if the levels are unknown.
    try? FileManager.default.removeItem(atPath: stage.folder.path(of: "cache/guion2audio/levels"))
    #expect(try stage.planned("--force") == 0)
    let again = try stage.render("--force", "--max-cost", "0")
    #expect(again.status == 0, "\(again.errors)")
    #expect(stage.spoken.count == Self.texts.count)
  }

  @Test func `a program with a price speaks exactly its lines`() throws {
    let stage = try PricedStage(script: Self.script)
    let program = stage.folder.path(of: "speak")
    try stage.folder.write(
      """
      #!/bin/sh
      tee -a "\(stage.folder.path(of: "spoken"))" | espeak-ng --stdin -w "$1"
      """, as: "speak")
    chmod(program, 0o755)
    try stage.folder.write(
      """
      { "providers": { "paid": { "type": "command", "command": ["\(program)", "{output}", "{voice}"],
        "voices": [ { "id": "v1" }, { "id": "v2" } ], "concurrency": 1,
        "prices": { "perThousandCharacters": 1, "currency": "USD" } } } }
      """, as: "config.json")
    #expect(try stage.planned() == Self.characters)
    let short = try stage.render("--max-cost", "0.01")
    #expect(short.status == 77, "\(short.errors)")
    #expect(!stage.folder.exists("spoken"))
    let result = try stage.render("--max-cost", Self.cost)
    #expect(result.status == 0, "\(result.errors)")
    let spoken = try stage.folder.text(of: "spoken").split(separator: "\n").map(String.init)
    #expect(spoken.count == Self.texts.count)
    #expect(Set(spoken) == Self.texts)
  }

  @Test func `without a cache a repeated line is paid for once`() throws {
    let stage = try PricedStage(script: Self.script)
    let result = try stage.render("--no-cache", "--max-cost", Self.cost)
    #expect(result.status == 0, "\(result.errors)")
    #expect(stage.spoken.count == Self.texts.count)
    #expect(!stage.folder.exists("cache"))
  }

  @Test func `if clips cannot be cached, a line is paid for once per run`() throws {
    let stage = try PricedStage(script: Self.script)
    try FileManager.default.createDirectory(
      atPath: stage.folder.path(of: "cache/guion2audio"), withIntermediateDirectories: true)
    try stage.folder.write("in the way", as: "cache/guion2audio/clips")
    let result = try stage.render("--max-cost", Self.cost)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("clips cannot be cached"), "\(result.errors)")
    #expect(stage.spoken.count == Self.texts.count)
  }

  enum Damage: CaseIterable { case cut, flipped, emptied }

  @Test(arguments: Damage.allCases)
  func `the plan checks clips as thoroughly as the build`(damage: Damage) throws {
    let stage = try PricedStage(script: Self.script)
    #expect(try stage.render().status == 0)
    let clips = stage.folder.path(of: "cache/guion2audio/clips")
    let names = try FileManager.default.subpathsOfDirectory(atPath: clips)
      .filter { $0.utf8.count > 60 }
    #expect(names.count == Self.texts.count)
    for name in names {
      let file = URL(filePath: "\(clips)/\(name)")
      var bytes = try Data(contentsOf: file)
      switch damage {
      case .cut: bytes = bytes.dropLast(100)
      case .flipped: bytes[bytes.count - 200] ^= 1
      case .emptied: bytes = Data()
      }
      try bytes.write(to: file)
    }
    #expect(try stage.planned("--force") == Self.characters)
    let refused = try stage.render("--force", "--max-cost", "0.01")
    #expect(refused.status == 77, "\(refused.errors)")
    #expect(stage.spoken.count == Self.texts.count)
  }

  /// The first line of the second scene gets an incomplete answer, which may have been charged.
  ///
  /// Another attempt could exceed the limit.
  @Test func `the limit applies to every request and finished chapters stay`() throws {
    let script = Self.script.replacing(
      "ANN\nOne for the road.\n\nBEN\nThree", with: "BEN\nThree")
    let cut = LoopbackAnswer.bytes(
      [UInt8](repeating: 1, count: 900), type: "audio/wav", behaviour: .truncated(after: 400))
    let stage = try PricedStage(script: script, settings: #", "concurrency": 1"#) {
      $0 == 3 ? cut : nil
    }
    let result = try stage.render("--max-cost", Self.cost, "-j", "1", "--split", "scene")
    #expect(result.status == 77, "\(result.errors)")
    #expect(result.errors.contains("the cost limit is reached"), "\(result.errors)")
    #expect(stage.spoken.count == 3)
    let rest = try stage.render("--max-cost", Self.cost, "--split", "scene")
    #expect(rest.status == 0, "\(rest.errors)")
    #expect(stage.spoken.count == 4)
  }

  @Test func `cast listens to priced voices only if they are named`() throws {
    let stage = try PricedStage(script: Self.script, voices: 12)
    try stage.folder.write(#"{ "narrator": "espeak://en-us" }"#, as: "cast.json")
    let cast = ["cast", "s.fountain", "--provider", "paid", "-o"]
    let silent = try stage.run(cast + ["one.json"])
    #expect(silent.status == 0, "\(silent.errors)")
    #expect(stage.spoken.isEmpty)
    #expect(
      silent.errors.contains(
        "12 voices of paid were not measured; --listen paid measures them, for "),
      "\(silent.errors)")
    #expect(silent.errors.contains(" USD)"), "\(silent.errors)")
    let limited = try stage.run(
      cast + ["two.json", "--listen", "paid", "--max-cost", "0.5"])
    #expect(limited.status == 77, "\(limited.errors)")
    #expect(stage.spoken.isEmpty)
    let heard = try stage.run(cast + ["three.json", "--listen", "paid", "--max-cost", "5"])
    #expect(heard.status == 0, "\(heard.errors)")
    #expect(stage.spoken.count == 12)
    // The samples that `cast` listened to are cached.
    let again = try stage.run(cast + ["four.json", "--listen", "paid", "--max-cost", "0"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(stage.spoken.count == 12)
    #expect(
      try stage.folder.text(of: "three.json") == stage.folder.text(of: "four.json"))
  }

  @Test(arguments: [false, true])
  func `an interrupted run reports what may have been charged`(isJSON: Bool) throws {
    let stage = try PricedStage(script: Self.script, settings: #", "concurrency": 2"#) { _ in
      .bytes([1, 2, 3], type: "audio/wav", behaviour: .stalled(after: 1))
    }
    let command = try RunningCommand(
      ["s.fountain", "-o", "out", "--format", "wav"] + (isJSON ? ["--progress", "json"] : []),
      in: stage.folder, environment: stage.environment)
    #expect(RunningCommand.eventually { stage.spoken.count == 2 })
    command.send(SIGINT)
    #expect(command.waitForEnd() == 130)
    let last = try #require(command.errors.split(separator: "\n").last)
    if isJSON {
      #expect(last.contains(#""event":"interrupted""#) || last.contains(#""event": "interrupted""#))
      #expect(last.contains(#""lost""#) && last.contains("2"), "\(last)")
    } else {
      #expect(
        last.contains("interrupted: ")
          && last.contains(", 2 without usable audio (may be charged)"),
        "\(last)")
    }
  }
}

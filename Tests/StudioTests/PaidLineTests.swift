import Audiobook
import Foundation
import Guion
import Hablare
import Narration
import TestSupport
import Testing

@testable import Studio

/// Tests of lines that cost money.
///
/// No line is requested without the user's consent.
@Suite struct PaidLineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let program = try folder.write(
      """
      #!/bin/sh
      tee -a "\(folder.path(of: "spoken"))" | espeak-ng --stdin -w "$1"
      """, as: "speak")
    chmod(program, 0o755)
    try FileManager.default.createDirectory(
      atPath: folder.path(of: "guion2audio"), withIntermediateDirectories: false)
    try folder.write(
      """
      { "providers": { "paid": { "type": "command", "command": ["\(program)", "{output}", "{voice}"],
        "voices": [ { "id": "v1" }, { "id": "v2" } ],
        "prices": { "perThousandCharacters": 1, "currency": "USD" } } } }
      """, as: "guion2audio/config.json")
    try folder.write(
      #"{"narrator": "espeak://en-us", "characters": {"ANN": "paid://v1"}}"#, as: "cast.json")
    try folder.write(
      "INT. HALL - DAY\n\nANN\nOne for the road.\n\nBEN\nTwo of a kind.\n\nANN\nThree.\n",
      as: "script.fountain")
  }

  private func desk(maximumCost: Double? = nil) throws -> StudioDesk {
    let environment = [
      "XDG_CONFIG_HOME": folder.path, "HOME": folder.path, "PATH": "/usr/bin:/bin",
    ]
    let reader = UserConfigurationReader.read(environment: environment, options: [])
    try #require(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    let speech = SpeechSetup(
      configuration: reader.configuration, environment: environment,
      cache: .folder(folder.path(of: "cache")), maximumCost: maximumCost)
    let input = try BookInput(folder.path(of: "script.fountain"))
    return StudioDesk(
      StudioSettings(
        book: Book(input, speech: speech), folder: folder.path(of: "out"), maximumCost: maximumCost,
        temporaryFolder: folder.path, program: "tests"))
  }

  private var spoken: String {
    ((try? String(contentsOfFile: folder.path(of: "spoken"), encoding: .utf8)) ?? "")
      .replacing("\n", with: "")
  }

  private func cost(_ error: (any Error)?) throws -> StudioError.Cost {
    guard case .paid(let cost) = error as? StudioError else {
      throw StudioError.missing("\(String(describing: error))")
    }
    return cost
  }

  @Test func `a paid line needs consent, and is free after it has been paid for`() async throws {
    let desk = try desk()
    await desk.load()
    let view = try #require(await desk.view)
    let line = try #require(view.lines.firstIndex { $0.spoken.text.contains("One for") })
    let refusal = await #expect(throws: StudioError.self) {
      try await desk.hear(line, plan: view.number, with: [], pays: false)
    }
    let cost = try cost(refusal)
    #expect(cost.characters == "One for the road.".count)
    #expect(cost.words.contains("17 characters of paid") && cost.words.contains("0.017"))
    #expect(spoken.isEmpty)
    _ = try await desk.hear(line, plan: view.number, with: [], pays: true)
    #expect(spoken == "One for the road.")
    _ = try await desk.hear(line, plan: view.number, with: [], pays: false)
    #expect(spoken == "One for the road.")
    // Another voice needs another clip. Roles with free voices cost nothing.
    let other = CastEdit.voice(role: "ANN", try #require(VoiceURI("paid://v2")))
    let second = await #expect(throws: StudioError.self) {
      try await desk.hear(line, plan: view.number, with: [other], pays: false)
    }
    #expect(try self.cost(second).characters == "One for the road.".count)
    let free = try #require(view.lines.firstIndex { $0.role == "BEN" })
    _ = try await desk.hear(free, plan: view.number, with: [], pays: false)
    let effect = try await desk.effect(of: [other])
    #expect(effect.affected.count == 2)
    #expect(effect.cost?.characters == "One for the road.Three.".count)
  }

  @Test func `another take of a line is paid for once, and other lines keep their clips`()
    async throws
  {
    let desk = try desk()
    await desk.load()
    let view = try #require(await desk.view)
    let lines = view.lines.indices.filter { view.lines[$0].role == "ANN" }
    _ = try await desk.hear(lines[0], plan: view.number, with: [], pays: true)
    var wish = LineSettings()
    wish.take = 2
    let refusal = await #expect(throws: StudioError.self) {
      try await desk.hear(lines[0], plan: view.number, with: [], as: wish, pays: false)
    }
    #expect(try cost(refusal).characters == "One for the road.".count)
    #expect(spoken == "One for the road.")
    _ = try await desk.hear(lines[0], plan: view.number, with: [], as: wish, pays: true)
    #expect(spoken == "One for the road.One for the road.")
    let effect = try await desk.shape(lines[0], plan: view.number, as: wish, page: nil)
    #expect(effect.affected == [lines[0]] && effect.cost == nil)
    // The setting is in the file: another studio hears the same take, and pays nothing.
    let other = try self.desk()
    await other.load()
    let planned = try #require(await other.view)
    #expect(planned.shape(of: planned.lines[lines[0]])?.settings.take == 2)
    _ = try await other.hear(lines[0], plan: planned.number, with: [], pays: false)
    #expect(spoken == "One for the road.One for the road.")
    _ = try await desk.undo(digest: desk.file.digest)
    let first = try #require(await desk.view)
    _ = try await desk.hear(lines[0], plan: first.number, with: [], pays: false)
    // A voice of this machine says a line the same way each time.
    let free = try #require(first.lines.firstIndex { $0.role == "BEN" })
    let before = first.lines[free].spoken.spans.map(\.take)
    let same = try await desk.shape(free, plan: first.number, as: wish, page: nil)
    #expect(same.cost == nil)
    let after = try #require(await desk.view)
    #expect(after.lines[free].spoken.spans.map(\.take) == before)
  }

  @Test func `a render needs consent for the unpaid lines`() async throws {
    let desk = try desk()
    await desk.load()
    let refusal = await #expect(throws: StudioError.self) {
      try await desk.startRender(pays: false)
    }
    #expect(try cost(refusal).characters == "One for the road.Three.".count)
    #expect(!desk.render.isRunning && spoken.isEmpty)
    try await desk.startRender(pays: true)
    await desk.render.ended()
    #expect(desk.render.progress.failed.isEmpty)
    #expect(spoken.count == "One for the road.Three.".count)
  }

  @Test func `played lines count against the limit`() async throws {
    let desk = try desk(maximumCost: 0.018)
    await desk.load()
    let view = try #require(await desk.view)
    let lines = view.lines.indices.filter { view.lines[$0].role == "ANN" }
    _ = try await desk.hear(lines[0], plan: view.number, with: [], pays: true)
    // A line that is too expensive is refused, with and without the user's consent.
    for pays in [false, true] {
      let words =
        "This costs 0.0060 USD. --max-cost allows 0.0180 USD, and 0.0170 USD is already spent."
      await #expect(throws: StudioError.impossible(words)) {
        try await desk.hear(lines[1], plan: view.number, with: [], pays: pays)
      }
      // The rest of the book alone is within the limit. Together with the played lines it is not.
      await #expect(throws: StudioError.impossible(words)) {
        try await desk.startRender(pays: pays)
      }
    }
    #expect(!desk.render.isRunning && spoken == "One for the road.")
    // A line that was paid for stays free.
    _ = try await desk.hear(lines[0], plan: view.number, with: [], pays: false)
  }
}

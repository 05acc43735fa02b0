import Foundation
import TestSupport
import Testing

/// Tests of `plan`, `render --dry-run` and `--max-cost`, with a paid service that counts its requests.
@Suite struct PlanTests {
  private static let script = """
    INT. HALL - DAY

    ANN
    One for the road.

    BEN
    Two of a kind.

    INT. CELLAR - NIGHT

    ANN
    Three is a crowd.

    """
  /// The characters of the paid voices' lines: 17 + 14 + 17.
  private static let characters = 48

  private func stage(
    prices: String? = "0.5", account: FakeElevenLabsAccount = FakeElevenLabsAccount()
  ) throws -> PaidStage {
    let settings = prices.map {
      #", "prices": { "perThousandCharacters": \#($0), "currency": "USD" }"#
    }
    let stage = try PaidStage(account, settings: settings ?? "")
    try stage.folder.write(Self.script, as: "script.fountain")
    try stage.folder.write(
      """
      { "narrator": "espeak://en-us",
        "characters": { "ANN": "elevenlabs://\(FakeElevenLabsAccount.aria)",
                        "BEN": "elevenlabs://\(FakeElevenLabsAccount.bruno)" } }
      """, as: "cast.json")
    return stage
  }

  private func run(_ stage: PaidStage, _ words: String...) throws -> ProgramResult {
    try Program.run(
      Guion2audio.path, ["-o", "out", "--format", "wav"] + words, in: stage.folder.path,
      environment: stage.environment)
  }

  private func json(_ result: ProgramResult) throws -> [String: Any] {
    try #require(result.status == 0, "\(result.errors)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func rows(_ plan: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require(plan[key] as? [[String: Any]])
  }

  @Test func `a plan shows the cost and requests no speech`() throws {
    let stage = try stage()
    let plan = try json(try run(stage, "plan", "script.fountain", "--json"))
    #expect(stage.service.speechRequests.isEmpty)
    #expect(!stage.folder.exists("out"))
    let provider = try #require(try rows(plan, "providers").first)
    #expect(provider["provider"] as? String == "elevenlabs")
    #expect(provider["characters"] as? Int == Self.characters)
    #expect(provider["lines"] as? Int == 3)
    #expect(provider["keptLines"] as? Int == 0)
    #expect(provider["cost"] as? Double == 0.024)
    #expect(provider["currency"] as? String == "USD")
    #expect(provider["quotaLeft"] as? Int == 9_000)
    #expect(provider["quotaLimit"] as? Int == 10_000)
    let costs = try rows(plan, "costs")
    #expect(costs.map { $0["cost"] as? Double } == [0.024])
    let (chapters, roles) = (try rows(plan, "chapters"), try rows(plan, "roles"))
    #expect(chapters.map { $0["index"] as? Int } == [1, 2])
    #expect(roles.map { $0["name"] as? String } == ["", "ANN", "BEN"])
    #expect(roles.map { $0["words"] as? Int } == [12, 8, 4])
    for key in ["lines", "words", "characters"] {
      let sums = [chapters, roles].map { $0.reduce(0) { $0 + ($1[key] as? Int ?? 0) } }
      #expect(sums == [plan[key] as? Int, plan[key] as? Int])
    }
    #expect(plan["folder"] as? String == "out")
    #expect(plan["builtSeconds"] == nil)
  }

  @Test func `keys are sorted and a dry run prints the same`() throws {
    let stage = try stage()
    let plan = try run(stage, "plan", "script.fountain", "--json")
    #expect(try run(stage, "script.fountain", "--dry-run", "--json").output == plan.output)
    let text = try run(stage, "plan", "script.fountain")
    #expect(text.status == 0)
    #expect(try run(stage, "render", "--dry-run", "script.fountain").output == text.output)
    let keys = plan.output.lines.compactMap { $0.wholeMatch(of: #/  "(\w+)": .*/#)?.1 }
    #expect(keys == keys.sorted())
    #expect(keys.count == 11)
    for words in ["(narrator)", "elevenlabs", "0.0240 USD", "9000", "INT. CELLAR - NIGHT"] {
      #expect(text.output.contains(words), "\(text.output)")
    }
    #expect(try run(stage, "script.fountain", "--json").status == 64)
    #expect(stage.service.speechRequests.isEmpty)
  }

  @Test func `help describes both`() throws {
    let folder = try TemporaryFolder()
    let plan = try Guion2audio.run("help", "plan", in: folder, exits: 0).output
    #expect(plan.hasPrefix("usage: guion2audio plan INPUT"))
    #expect(try Guion2audio.run("plan", "-h", in: folder, exits: 0).output == plan)
    #expect(plan.contains("--json") && plan.contains("--max-cost X"))
    let render = try Guion2audio.run("help", "render", in: folder, exits: 0).output
    #expect(render.contains("--dry-run") && render.contains("--max-cost X"))
    #expect(try Guion2audio.run("plan", in: folder).status == 64)
  }

  @Test func `cached and built lines are not paid for again`() throws {
    let stage = try stage()
    #expect(try run(stage, "script.fountain", "--only", "1").status == 0)
    let spoken = stage.service.speechRequests.count
    #expect(spoken == 2)
    let half = try json(try run(stage, "plan", "script.fountain", "--json"))
    #expect(try rows(half, "providers").map { $0["characters"] as? Int } == [17])
    #expect(try rows(half, "providers").map { $0["keptCharacters"] as? Int } == [0])
    #expect(try rows(half, "chapters").map { $0["builtSeconds"] != nil } == [true, false])
    let forced = try json(try run(stage, "plan", "script.fountain", "--json", "--force"))
    let kept = try #require(try rows(forced, "providers").first)
    #expect(kept["characters"] as? Int == 17)
    #expect(kept["keptCharacters"] as? Int == 31)
    #expect(kept["keptLines"] as? Int == 2)
    #expect(kept["savedCost"] as? Double == 0.0155)
    let first = try json(
      try run(stage, "plan", "script.fountain", "--json", "--force", "--only", "1"))
    #expect(try rows(first, "providers").map { $0["cost"] as? Double } == [0])
    let uncached = try json(
      try run(stage, "plan", "script.fountain", "--json", "--force", "--no-cache"))
    #expect(
      try rows(uncached, "providers").map { $0["characters"] as? Int } == [Self.characters])
    #expect(stage.service.speechRequests.count == spoken)
  }

  struct Limit: Sendable, CustomTestStringConvertible {
    var prices: String?
    var limit: String
    var status: Int32
    var says = ""
    var testDescription: String { "\(limit) at \(prices ?? "no price")" }
  }

  @Test(arguments: [
    Limit(prices: "0.5", limit: "0.024", status: 0), Limit(prices: "0.5", limit: "7", status: 0),
    Limit(prices: "0", limit: "0", status: 0),
    Limit(
      prices: "0.5", limit: "0.0239", status: 77,
      says: "--max-cost: the run would cost 0.0240 USD, more than the limit of 0.0239 USD"),
    Limit(prices: "0.5", limit: "0", status: 77, says: "more than the limit of 0.00 USD"),
    Limit(prices: nil, limit: "100", status: 77, says: "the price of elevenlabs is unknown"),
  ])
  func `a run above the limit stops before the first request`(_ limit: Limit) throws {
    let stage = try stage(prices: limit.prices)
    let dry = try run(stage, "plan", "script.fountain", "--max-cost", limit.limit)
    #expect(dry.status == limit.status, "\(dry.errors)")
    #expect(dry.output.contains("elevenlabs"))
    #expect(stage.service.speechRequests.isEmpty)
    let result = try run(stage, "script.fountain", "--max-cost", limit.limit)
    #expect(result.status == limit.status, "\(result.errors)")
    #expect(limit.says.isEmpty || result.errors.contains(limit.says), "\(result.errors)")
    #expect(stage.service.speechRequests.count == (limit.status == 0 ? 3 : 0))
    #expect(stage.folder.exists("out") == (limit.status == 0))
    guard limit.status == 0 else { return }
    // Existing chapters cost nothing.
    let again = try run(stage, "script.fountain", "--max-cost", "0")
    #expect(again.status == 0, "\(again.errors)")
  }

  @Test(arguments: ["", "much", "-1", "nan", "inf", "1e999", "0,5"])
  func `a limit is a number`(_ limit: String) throws {
    let folder = try TemporaryFolder("s.fountain", "Words.")
    let result = try Guion2audio.run("s.fountain", "--max-cost", limit, in: folder)
    #expect(result.status == 64)
    #expect(
      result.errors.contains("--max-cost \(limit): expected a number of 0 or more"),
      "\(result.errors)")
    #expect(try folder.names() == ["s.fountain"])
  }

  /// Free voices need no limit.
  ///
  /// The settings of the user can contain a limit.
  @Test func `a configured limit does not affect free voices`() throws {
    let stage = try stage()
    let entry = #"{ "elevenlabs": { "baseURL": "\#(stage.service.address)" } }"#
    try stage.folder.write(
      #"{ "providers": \#(entry), "defaults": { "max-cost": 0 } }"#, as: "config.json")
    #expect(try run(stage, "script.fountain").status == 77)
    try stage.folder.write("INT. HALL - DAY\n\nIt rains.\n", as: "free.fountain")
    try stage.folder.write("{}", as: "cast.json")
    #expect(try run(stage, "free.fountain").status == 0)
    #expect(stage.service.speechRequests.isEmpty)
  }

  /// Each book alone is within the limit, but both together are not.
  ///
  /// A line in both books is paid for once.
  @Test func `the limit is that of the whole run`() throws {
    let stage = try stage()
    let other = Self.script.replacing("One for", with: "Five for")
    try stage.folder.write(other, as: "other.fountain")
    let both = ["script.fountain", "other.fountain"]
    let dry = try run(stage, "plan", both[0], both[1], "--json")
    let plans = try #require(
      try JSONSerialization.jsonObject(with: Data(dry.output.utf8)) as? [[String: Any]])
    #expect(plans.map { $0["folder"] as? String } == ["out/script", "out/other"])
    // 48 characters, and 18 for the line that differs.
    #expect(try run(stage, both[0], both[1], "--max-cost", "0.03").status == 77)
    #expect(stage.service.speechRequests.isEmpty)
    #expect(try run(stage, both[0], both[1], "--max-cost", "0.033").status == 0)
    #expect(stage.service.speechRequests.count == 4)
  }

  @Test func `a quota that is too small is reported, and an error with strict`() throws {
    let stage = try stage(account: .poor)
    let plan = try run(stage, "plan", "script.fountain")
    #expect(plan.status == 0)
    #expect(plan.errors.contains("[quota]"), "\(plan.errors)")
    #expect(try run(stage, "plan", "script.fountain", "--strict").status == 77)
    #expect(stage.service.speechRequests.isEmpty)
  }

  /// A server without a price is free.
  ///
  /// A server with a price costs what the user configured.
  @Test(arguments: [
    (#", "prices": { "perThousandCharacters": 2, "currency": "EUR" }"#, 0.04), ("", nil),
  ])
  func `the user's own server costs what the user configured`(_ prices: String, _ cost: Double?)
    throws
  {
    let server = try FakeSpeechServer(.kokoro)
    let stage = try PaidStage()
    try stage.folder.write(
      """
      { "providers": { "kokoro": { "type": "openai", "baseURL": "\(server.address)"\(prices) } } }
      """, as: "config.json")
    try stage.folder.write(
      #"{ "characters": { "ANN": "kokoro://af_bella" } }"#, as: "cast.json")
    try stage.folder.write("INT. HALL - DAY\n\nANN\nHurry up, will you?!\n", as: "a.fountain")
    let plan = try json(try run(stage, "plan", "a.fountain", "--json"))
    #expect(try rows(plan, "providers").map { $0["cost"] as? Double } == (cost.map { [$0] } ?? []))
    #expect(server.speeches.isEmpty)
    #expect(try run(stage, "a.fountain", "--max-cost", "0.01").status == (cost == nil ? 0 : 77))
  }
}

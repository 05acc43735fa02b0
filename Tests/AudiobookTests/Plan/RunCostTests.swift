import Audiobook
import Hablare
import HablareTesting
import Narration
import Testing

/// Tests of what a run costs, and of when it is refused.
@Suite struct RunCostTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The characters to pay for, by provider.
    var due: [String: Int]
    var limit: Double
    var refusal: RunCost.Refusal?
    var testDescription: String { "\(due.sorted { $0.key < $1.key }) for \(limit)" }

    init(_ due: [String: Int], _ limit: Double, _ refusal: RunCost.Refusal? = nil) {
      (self.due, self.limit, self.refusal) = (due, limit, refusal)
    }
  }

  private static let prices = [
    "a": ProviderPrices(perThousandCharacters: 0.3, currency: "USD"),
    "b": ProviderPrices(perThousandCharacters: 0.1, currency: "USD"),
    "e": ProviderPrices(perThousandCharacters: 1, currency: "EUR"),
    "free": ProviderPrices(perThousandCharacters: 0, currency: "GBP"),
  ]

  @Test(arguments: [
    Row([:], 0), Row(["a": 0], 0), Row(["a": 10_000], 3),
    Row(["a": 10_001], 3, .above(cost: 3.0003, limit: 3, currency: "USD")),
    Row(["a": 1], 0, .above(cost: 0.0003, limit: 0, currency: "USD")),
    Row(["a": 1_000, "b": 1_000], 0.4),
    Row(["a": 1_000, "b": 2_000], 0.4, .above(cost: 0.5, limit: 0.4, currency: "USD")),
    // Without a price the cost is unknown, so the limit cannot be checked.
    Row(["x": 1, "a": 1, "y": 1], 100, .unpriced(["x", "y"])),
    Row(["x": 0], 0),
    Row(["a": 1, "e": 1], 100, .currencies(["EUR", "USD"])),
    Row(["a": 1, "e": 0], 100),
    Row(["free": 1_000_000], 0),
  ]) func `a run costs no more than its limit`(_ row: Row) {
    let work = row.due.map { PaidWork(providerId: $0, characters: $1) }
      .sorted { $0.providerId < $1.providerId }
    let refusal = RunCost(work, prices: Self.prices).refusal(above: row.limit)
    guard case .above(let cost, _, _) = row.refusal else {
      #expect(refusal == row.refusal)
      return
    }
    guard case .above(let found, row.limit, "USD") = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(abs(found - cost) < 1e-9)
  }

  @Test func `sums are by currency and include the savings`() {
    let cost = RunCost(
      [
        PaidWork(providerId: "a", characters: 1_000, cachedCharacters: 2_000),
        PaidWork(providerId: "b", characters: 5_000), PaidWork(providerId: "e", characters: 500),
        PaidWork(providerId: "x", characters: 7),
      ], prices: Self.prices, quotas: ["a": VoiceQuota(remaining: 12)])
    #expect(cost.totals.map(\.currency) == ["EUR", "USD"])
    #expect(cost.totals.map(\.cost) == [0.5, 0.8])
    #expect(cost.entries.map(\.cost) == [0.3, 0.5, 0.5, nil])
    #expect(cost.entries.map(\.savedCost) == [0.6, 0, 0, nil])
    #expect(cost.entries.map(\.quota?.remaining) == [12, nil, nil, nil])
  }

  /// A program on this machine is free unless the user sets a price.
  @Test func `a price makes any provider a paid provider`() async throws {
    let tone = ToneVoiceProvider()
    let book = ToneBook(ToneBook.threeScenes, provider: tone)
    let (plan, directory) = (try await book.plan(), VoiceDirectory([tone]))
    var free = PaidBill()
    #expect(!free.concerns(plan, directory))
    await free.add(plan.chapters, of: plan, directory: directory, cache: nil)
    #expect(free.work.isEmpty)
    var priced = PaidBill()
    let paying = VoiceDirectory([tone], priced: ["tone"])
    await priced.add(plan.chapters, of: plan, directory: paying, cache: nil)
    let texts = Set(plan.chapters.flatMap { $0.read.texts })
    #expect(priced.work.map(\.characters) == [texts.reduce(0) { $0 + $1.unicodeScalars.count }])
    // The same lines in another book are paid for only once.
    await priced.add(plan.chapters, of: plan, directory: paying, cache: nil)
    #expect(priced.work.map(\.lines) == [texts.count])
  }
}

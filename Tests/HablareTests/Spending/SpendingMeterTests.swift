import TestSupport
import Testing

@testable import Hablare

/// Tests of the meter that counts all costs and stops a run at its limit.
@Suite struct SpendingMeterTests {
  private static let prices = [
    "a": ProviderPrices(perThousandCharacters: 0.5, currency: "USD"),
    "b": ProviderPrices(perThousandCharacters: 2, currency: "USD"),
    "e": ProviderPrices(perThousandCharacters: 1, currency: "EUR"),
  ]

  private func meter(_ limit: Double?) -> SpendingMeter {
    SpendingMeter(limit: limit, prices: Self.prices)
  }

  private func reason(_ meter: SpendingMeter, _ id: String, _ characters: Double) -> String? {
    do throws(VoiceProviderError) {
      _ = try meter.account(of: id).reserve(characters)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `requests are allowed up to exactly the limit`() throws {
    let meter = meter(0.1)
    for _ in 0..<10 { try meter.account(of: "a").reserve(20).settle(as: .charged) }
    #expect(meter.spending["a"]?.charged == .init(requests: 10, characters: 200))
    #expect(!meter.isLimitReached)
    #expect(
      reason(meter, "a", 1)
        == "the cost limit is reached: the next request would cost 0.0005 USD; the run has used "
        + "0.10 USD of 0.10 USD")
    #expect(meter.isLimitReached)
    // Free requests are not stopped.
    #expect(reason(meter, "a", 0) == nil)
  }

  @Test func `requests in flight and lost ones count, refused ones do not`() throws {
    let meter = meter(0.05)
    let account = meter.account(of: "a")
    let first = try account.reserve(60)
    #expect(reason(meter, "a", 60) != nil)
    first.settle(as: .free)
    try account.reserve(60).settle(as: .lost)
    #expect(reason(meter, "a", 60) != nil)
    #expect(reason(meter, "a", 40) == nil)
    #expect(meter.spending["a"]?.lost == .init(requests: 1, characters: 60))
    #expect(meter.spending["a"]?.inFlight == .init(requests: 1, characters: 40))
  }

  @Test func `providers share the limit`() throws {
    let meter = meter(0.2)
    try meter.account(of: "a").reserve(200).settle(as: .charged)
    #expect(reason(meter, "b", 51)?.contains("has used 0.10 USD of 0.20 USD") == true)
    #expect(reason(meter, "b", 50) == nil)
  }

  @Test func `costs that cannot be compared with the limit stop the run`() throws {
    #expect(reason(meter(1), "unknown", 1)?.contains("the price of unknown is unknown") == true)
    let both = meter(1)
    try both.account(of: "a").reserve(1).settle(as: .charged)
    #expect(reason(both, "e", 1)?.contains("pays in USD and EUR") == true)
    #expect(reason(meter(nil), "unknown", 1_000_000) == nil)
  }

  @Test(arguments: [
    (VoiceProviderError.voiceNotFound(nearest: []), 0), (.engineUnavailable("gone"), 0),
    (.engineCrashed(reason: "signal 11"), 1), (.timedOut(seconds: 1), 1),
  ])
  func `a program that failed after it began may have charged`(
    error: VoiceProviderError, lost: Int
  ) async throws {
    let meter = meter(1)
    await #expect(throws: error) {
      try await meter.account(of: "a").paying(for: 10) { throw error }
    }
    #expect(meter.spending["a"]?.lost.requests == lost)
    #expect(meter.spending["a"]?.inFlight == .init())
  }
}

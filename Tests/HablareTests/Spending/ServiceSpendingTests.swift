import TestSupport
import Testing

@testable import Hablare

/// Tests that the cost of each attempt is reserved before it is sent, whatever the answer.
@Suite(.timeLimit(.minutes(1)))
struct ServiceSpendingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: LoopbackAnswer
    /// The number of requests at the server.
    ///
    /// Three are allowed, but the limit pays for two attempts.
    var sent: Int
    var charged = 0
    var lost = 0
    var isLimit = false
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "an answer", answer: .bytes([7]), sent: 1, charged: 1),
    Row(name: "a refusal", answer: .status(401), sent: 1),
    Row(name: "a server that fails", answer: .status(503), sent: 3),
    Row(
      name: "an answer of no use", answer: .bytes([]), sent: 2, lost: 2, isLimit: true),
    Row(
      name: "a connection that is closed", answer: LoopbackAnswer(behaviour: .close), sent: 2,
      lost: 2, isLimit: true),
    Row(
      name: "an answer that is cut off",
      answer: .bytes([7, 8, 9], behaviour: .truncated(after: 1)), sent: 2, lost: 2, isLimit: true),
  ]

  @Test(arguments: rows)
  func `costs that may be charged count, and no attempt exceeds the limit`(row: Row) async throws {
    let server = try LoopbackServer { _ in row.answer }
    let prices = ["s": ProviderPrices(perThousandCharacters: 1, currency: "USD")]
    let meter = SpendingMeter(limit: 0.2, prices: prices)
    let service = ServiceClient(
      client: HTTPClient(), concurrency: 1, spending: meter.account(of: "s"),
      clock: RecordingClock())
    var request = HTTPRequest(.post, server.address, body: [1])
    request.charge = 100
    let sending = request
    let result = await Result.of {
      try await service.send(sending) {
        $0.isSuccess && $0.body.isEmpty ? .invalid("it is empty") : .byStatus
      }
    }
    #expect(server.requests.count == row.sent)
    let spending = try #require(meter.spending["s"])
    #expect(spending.charged.requests == row.charged)
    #expect(spending.lost.requests == row.lost)
    #expect(spending.inFlight == .init())
    let isLimit =
      if case .costLimit? = result.failure as? VoiceProviderError { true } else { false }
    #expect(isLimit == row.isLimit)
  }

  /// Many simultaneous callers share the remaining limit.
  @Test func `all requests in flight together stay within the limit`() async throws {
    let server = try LoopbackServer { _ in .bytes([7]) }
    let prices = ["s": ProviderPrices(perThousandCharacters: 1, currency: "USD")]
    let meter = SpendingMeter(limit: 0.5, prices: prices)
    let service = ServiceClient(
      client: HTTPClient(), concurrency: 8, spending: meter.account(of: "s"),
      clock: RecordingClock())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          var request = HTTPRequest(.post, server.address, body: [1])
          request.charge = 100
          _ = try? await service.send(request)
        }
      }
    }
    #expect(server.requests.count == 5)
    #expect(meter.spending["s"]?.charged == .init(requests: 5, characters: 500))
  }
}

/// Fetches something when it is first wanted, once for all who want it, and keeps it.
///
/// A fetch that failed is made again for the next who asks. It is given up when nobody waits for it
/// any more.
actor FetchOnce<Value: Sendable> {
  private let fetch: @Sendable () async throws -> Value
  private let flights = SingleFlight<Int, Value>()
  /// What was fetched, once it was.
  private(set) var kept: Value?

  init(_ fetch: @escaping @Sendable () async throws -> Value) { self.fetch = fetch }

  /// What was fetched, or set.
  func value() async throws -> Value {
    try Task.checkCancellation()
    if let kept { return kept }
    return try await flights.value(for: 0) { try await self.fetched() }
  }

  /// Fetches, and keeps the value before the flight ends: who comes later finds one or the other.
  private func fetched() async throws -> Value {
    if let kept { return kept }
    let value = try await fetch()
    kept = kept ?? value
    return value
  }

  /// Sets what would otherwise be fetched.
  func set(_ value: Value) { kept = value }
}

/// Fetches a value on first use, once for all callers, and caches it.
/// After a failed fetch, the next caller starts a new fetch. A fetch is cancelled when no caller
/// waits for it any more.
actor FetchOnce<Value: Sendable> {
  private let fetch: @Sendable () async throws -> Value
  private let flights = SingleFlight<Int, Value>()
  /// The cached value, once it has been fetched.
  private(set) var cached: Value?

  init(_ fetch: @escaping @Sendable () async throws -> Value) { self.fetch = fetch }

  /// Returns the fetched value, or the value that was set.
  func value() async throws -> Value {
    try Task.checkCancellation()
    if let cached { return cached }
    return try await flights.value(for: 0) { try await self.fetched() }
  }

  /// Fetches the value, and caches the value before the shared fetch (`Flight`) ends.
  /// Therefore a later caller finds either the running fetch or the cached value.
  private func fetched() async throws -> Value {
    if let cached { return cached }
    let value = try await fetch()
    cached = cached ?? value
    return value
  }

  /// Sets the value instead of fetching it.
  func set(_ value: Value) { cached = value }
}

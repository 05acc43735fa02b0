/// Makes a value once for all who ask for it at the same time.
actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private var flights: [Key: Flight<Value>] = [:]

  /// The value of a key: the one that is being made, or what `make` makes.
  ///
  /// A cancelled caller leaves at once; what is under way is cancelled only when all its callers have
  /// left.
  func value(
    for key: Key, make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let flight = flights[key] ?? begin(key, make)
    return try await flight.value { [weak self] in
      Task { await self?.forget(flight, of: key) }
    }
  }

  private func begin(
    _ key: Key, _ make: @escaping @Sendable () async throws -> Value
  ) -> Flight<Value> {
    let flight = Flight<Value>()
    flights[key] = flight
    flight.start(make) { await self.forget(flight, of: key) }
    return flight
  }

  private func forget(_ flight: Flight<Value>, of key: Key) {
    if flights[key] === flight { flights[key] = nil }
  }
}

/// Computes a value once for all callers that ask for it at the same time.
actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private var flights: [Key: Flight<Value>] = [:]

  /// Returns the value of a key: from the running computation, or else from `make`.
  ///
  /// A cancelled caller leaves at once. The computation is cancelled only when all its callers have
  /// left.
  func value(
    for key: Key, make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    if let flight = flights[key], let seat = flight.join() {
      return try await flight.value(seat: seat)
    }
    let flight = Flight<Value>()
    guard let seat = flight.join() else { throw CancellationError() }
    flights[key] = flight
    flight.start(make) { await self.forget(flight, of: key) }
    return try await flight.value(seat: seat)
  }

  /// Returns the number of callers that wait for a value.
  ///
  /// For tests.
  func callers(of key: Key) -> Int { flights[key]?.callers ?? 0 }

  /// Waits until no computation is running, including computations without callers.
  func settle() async {
    while let flight = flights.values.first {
      await flight.settle()
      flights = flights.filter { $0.value !== flight }
    }
  }

  private func forget(_ flight: Flight<Value>, of key: Key) {
    if flights[key] === flight { flights[key] = nil }
  }
}

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
    if let flight = flights[key], let seat = flight.join() {
      return try await flight.value(seat: seat)
    }
    let flight = Flight<Value>()
    guard let seat = flight.join() else { throw CancellationError() }
    flights[key] = flight
    flight.start(make) { await self.forget(flight, of: key) }
    return try await flight.value(seat: seat)
  }

  /// How many callers wait for a value; for tests.
  func callers(of key: Key) -> Int { flights[key]?.callers ?? 0 }

  /// Waits until nothing is under way any more, also what nobody waits for.
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

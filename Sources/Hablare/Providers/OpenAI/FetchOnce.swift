/// Fetches something when it is first wanted, once for all who want it.
///
/// A fetch that failed is made again for the next who asks. It is given up when nobody waits for it
/// any more.
actor FetchOnce<Value: Sendable> {
  private let fetch: @Sendable () async throws -> Value
  private var request: Task<Value, any Error>?
  private var waiting = 0

  init(_ fetch: @escaping @Sendable () async throws -> Value) { self.fetch = fetch }

  /// What was fetched.
  func value() async throws -> Value {
    try Task.checkCancellation()
    let request = current()
    waiting += 1
    do {
      return try await withTaskCancellationHandler {
        try await request.value
      } onCancel: {
        Task { await self.leave(request) }
      }
    } catch {
      if self.request == request { self.request = nil }
      throw error
    }
  }

  private func current() -> Task<Value, any Error> {
    if let request { return request }
    // A task of its own, so that no caller's cancellation is everyone's.
    let started = Task { [fetch] in try await fetch() }
    request = started
    waiting = 0
    return started
  }

  private func leave(_ request: Task<Value, any Error>) {
    guard self.request == request else { return }
    waiting -= 1
    guard waiting <= 0 else { return }
    request.cancel()
    // Who asks now has not given up.
    self.request = nil
  }
}

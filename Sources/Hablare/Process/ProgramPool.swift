/// Keeps programs running for those who ask them, each under a key that says what it was started with.
///
/// A program is asked by one task at a time. Which of those with the same key answers does not matter.
actor ProgramPool<Key: Hashable & Sendable> {
  private nonisolated let turns: TurnQueue
  private let maximum: Int
  private let start: @Sendable (Key) throws -> ProgramSession
  /// The longest unused first.
  private var idle: [(key: Key, session: ProgramSession)] = []
  private var busy: [ObjectIdentifier: ProgramSession] = [:]

  /// Makes a pool in which `concurrency` programs work at once and `maximum` run, at least as many.
  init(
    concurrency: Int, maximum: Int, start: @escaping @Sendable (Key) throws -> ProgramSession
  ) {
    turns = TurnQueue(count: concurrency)
    self.maximum = max(maximum, concurrency)
    self.start = start
  }

  /// Calls `body` with a program of this key when it is the caller's turn.
  ///
  /// A program for which `body` throws is ended: where its protocol stands then is not known.
  nonisolated func withSession<Result: Sendable>(
    _ key: Key, _ body: @Sendable (ProgramSession) async throws -> Result
  ) async throws -> Result {
    try await turns.perform {
      let session = try await self.checkOut(key)
      do {
        let result = try await body(session)
        await self.checkIn(session, key: key)
        return result
      } catch {
        await self.discard(session)
        throw error
      }
    }
  }

  /// Ends all programs, and returns when they have ended; later requests start others.
  func shutdown() async {
    let sessions = idle.map(\.session) + busy.values
    idle = []
    for session in sessions { session.end() }
    for session in sessions { await session.waitForEnd() }
  }

  /// How many programs run; for tests.
  var count: Int { idle.count + busy.count }

  private func checkOut(_ key: Key) throws -> ProgramSession {
    idle.removeAll { $0.session.hasEnded }
    let session: ProgramSession
    if let index = idle.lastIndex(where: { $0.key == key }) {
      session = idle.remove(at: index).session
    } else {
      while !idle.isEmpty, idle.count + busy.count >= maximum {
        idle.removeFirst().session.end()
      }
      session = try start(key)
    }
    busy[ObjectIdentifier(session)] = session
    return session
  }

  private func checkIn(_ session: ProgramSession, key: Key) {
    busy[ObjectIdentifier(session)] = nil
    if !session.hasEnded { idle.append((key, session)) }
  }

  private func discard(_ session: ProgramSession) {
    session.end()
    busy[ObjectIdentifier(session)] = nil
  }
}

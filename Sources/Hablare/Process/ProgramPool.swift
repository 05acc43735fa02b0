/// A pool of running programs.
///
/// The key of a program contains the values that the program was started with. Programs with the
/// same key are interchangeable.
///
/// Only one task at a time uses a program.
actor ProgramPool<Key: Hashable & Sendable> {
  private nonisolated let turns: TurnQueue
  private let maximum: Int
  private let start: @Sendable (Key) throws -> ProgramSession
  /// The idle programs, the least recently used first.
  private var idle: [(key: Key, session: ProgramSession)] = []
  private var busy: [ObjectIdentifier: ProgramSession] = [:]

  /// Creates a pool with at most `concurrency` busy programs and `maximum` running programs.
  ///
  /// If `maximum` is less than `concurrency`, `concurrency` is used instead.
  init(
    concurrency: Int, maximum: Int, start: @escaping @Sendable (Key) throws -> ProgramSession
  ) {
    turns = TurnQueue(count: concurrency)
    self.maximum = max(maximum, concurrency)
    self.start = start
  }

  /// Waits for the caller's turn, and calls `body` with a program for this key.
  ///
  /// If `body` throws, the program is ended, because its next answer could belong to the failed
  /// request.
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

  /// Ends all programs, and returns when they have ended.
  ///
  /// Later requests start new programs.
  func shutdown() async {
    let sessions = idle.map(\.session) + busy.values
    idle = []
    for session in sessions { session.end() }
    for session in sessions { await session.waitForEnd() }
  }

  /// The number of running programs.
  ///
  /// For tests.
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

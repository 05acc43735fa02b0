import CChild

/// Threads for loops that wait in the system, which must not hold one of the few of Swift's pool.
enum LoopThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Does `body` on a new thread.
  ///
  /// It gets no signals: they are for the program's own threads; and with SIGPIPE blocked, a write to
  /// a pipe whose other end is closed is an error that can be read.
  static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = Unmanaged.passRetained(Work(body))
    let error = g2a_thread_without_signals(
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    guard error != 0 else { return }
    context.release()
    throw SystemError(error)
  }
}

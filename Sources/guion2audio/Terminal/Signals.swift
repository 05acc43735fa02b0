import Dispatch
import Glibc
import Synchronization

/// Cancels the work on the first hang-up, interrupt or termination signal.
/// A second signal ends the process at once.
@MainActor
final class Signals {
  private let received = Received()
  private var sources: [any DispatchSourceSignal] = []

  private final class Received: Sendable {
    let number = Mutex<Int32>(0)
  }

  /// The last signal received, or 0 if there was none.
  var number: Int32 { received.number.withLock { $0 } }

  /// Calls `cancel` on the first signal.
  func watch(cancel: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      // A shell starts background jobs and `nohup` with some of these signals ignored. These signals stay
      // ignored.
      var action = sigaction()
      sigaction(number, nil, &action)
      if isIgnored(action) { continue }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The handler must be Sendable. Otherwise it would belong to the main actor and crash on the global queue.
      source.setEventHandler { @Sendable [received] in
        let isFirst = received.number.withLock { received in
          defer { received = number }
          return received == 0
        }
        guard isFirst else {
          ClosingLine.shared.print()
          _exit(128 + number)
        }
        cancel()
        // A call that ignores cancellation may never return, for example a read from a pipe without a writer. So the
        // process ends after 5 seconds at the latest.
        DispatchQueue.global().asyncAfter(deadline: .now() + 5) {
          ClosingLine.shared.print()
          _exit(128 + number)
        }
      }
      source.activate()
      sources.append(source)
    }
  }

  private func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

import Dispatch
import Glibc
import Synchronization

/// Turns the first hang-up, interrupt or termination into a cancellation; a second one ends at once.
@MainActor
final class Signals {
  private let received = Received()
  private var sources: [any DispatchSourceSignal] = []

  private final class Received: Sendable {
    let number = Mutex<Int32>(0)
  }

  /// The signal that ended the work; 0 if none did.
  var number: Int32 { received.number.withLock { $0 } }

  /// Calls `cancel` on the first signal.
  func watch(cancel: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGHUP, SIGINT, SIGTERM] {
      // A shell starts background jobs and `nohup` with some of these ignored: they stay so.
      var action = sigaction()
      sigaction(number, nil, &action)
      if isIgnored(action) { continue }
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // Sendable, or it would be the main actor's and trap on the queue that calls it.
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
        // What waits in a call that knows nothing of cancellation (a pipe that nobody writes to) is
        // not waited for.
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

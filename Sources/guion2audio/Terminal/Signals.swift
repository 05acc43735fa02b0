import Basics
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

/// Reports which shell limit ended the program.
/// The system itself only sends a signal.
enum LimitSignals {
  /// The message for a signal.
  /// It is created in advance, because a signal handler must not allocate memory.
  private struct Note {
    var text: UnsafeMutablePointer<CChar>
    var count: Int
  }

  nonisolated(unsafe) private static var time: Note?
  nonisolated(unsafe) private static var memory: Note?

  /// Installs handlers for the limits that are set.
  static func watch() {
    if let limit = ShellLimit.current(.processorTime) {
      time = note("guion2audio: out of processor time: \(limit.sentence)")
      signal(SIGXCPU) { number in LimitSignals.end(LimitSignals.time, 128 + number) }
    }
    // A crash under a memory limit is nearly always a failed allocation.
    if let limit = ShellLimit.current(.memory) {
      memory = note("guion2audio: out of memory: \(limit.sentence)")
      for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
        signal(number) { _ in LimitSignals.end(LimitSignals.memory, 71) }
      }
    }
  }

  private static func note(_ sentence: String) -> Note? {
    strdup(sentence + "\n").map { Note(text: $0, count: strlen($0)) }
  }

  private static func end(_ note: Note?, _ status: Int32) {
    if let note { _ = write(STDERR_FILENO, note.text, note.count) }
    _exit(status)
  }
}

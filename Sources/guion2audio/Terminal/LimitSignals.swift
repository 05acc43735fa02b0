import Glibc
import Basics

/// Says which limit of the shell has ended the program, where the system only sends a signal.
enum LimitSignals {
  /// What is written for a signal: made before, because a handler may not allocate.
  private struct Note {
    var text: UnsafeMutablePointer<CChar>
    var count: Int
  }

  nonisolated(unsafe) private static var time: Note?
  nonisolated(unsafe) private static var memory: Note?

  /// Watches the limits that there are.
  static func watch() {
    if let limit = ShellLimit.current(.processorTime) {
      time = note("guion2audio: the processor time is used up: \(limit.sentence)")
      signal(SIGXCPU) { number in LimitSignals.end(LimitSignals.time, 128 + number) }
    }
    // A crash under a limit of memory is nearly always an allocation that failed.
    if let limit = ShellLimit.current(.memory) {
      memory = note("guion2audio: there is no memory left: \(limit.sentence)")
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

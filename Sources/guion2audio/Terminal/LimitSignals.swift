import Glibc
import Basics

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

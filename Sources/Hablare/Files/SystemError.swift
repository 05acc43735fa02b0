import Glibc
import Limits

/// An error of the operating system's.
package struct SystemError: Error, Equatable {
  /// Its number (errno(3)).
  package var code: Int32

  /// The error of that number; by default that of the call that failed last on this thread.
  init(_ code: Int32 = errno) { self.code = code }

  /// What the number means, in words.
  package var reason: String { SystemReason.text(code) }

  /// What the number means where a process or a thread could not be started.
  var startReason: String { SystemReason.text(code, isStart: true) }
}

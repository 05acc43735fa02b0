import Glibc

package struct SystemError: Error, Equatable {
  /// The error number (errno(3)).
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The error of the most recent failed call on this thread.
  package static var last: SystemError { SystemError(errno) }

  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

  /// The system's message for the error.
  package var reason: String { SystemReason.text(code) }

  /// The message for the error when a process or a thread could not be started.
  package var startReason: String { SystemReason.text(code, isStart: true) }
}

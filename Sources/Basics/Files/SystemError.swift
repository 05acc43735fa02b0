import Glibc

/// An error of the operating system.
package struct SystemError: Error, Equatable {
  /// Its number (errno(3)).
  package var code: Int32

  /// The error with this number.
  package init(_ code: Int32) { self.code = code }

  /// The error of the call that failed last on this thread.
  package static var last: SystemError { SystemError(errno) }

  /// Whether the disk, or the user's share of it, is full.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

  /// What the number means, in words.
  package var reason: String { SystemReason.text(code) }

  /// What the number means where a process or a thread could not be started.
  package var startReason: String { SystemReason.text(code, isStart: true) }
}

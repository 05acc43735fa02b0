import CChild
import Glibc

/// A pipe that lets any thread wake a thread that waits in poll(2).
final class WakePipe: Sendable {
  /// The descriptor to poll.
  ///
  /// The descriptor becomes readable when a thread has called `wake`.
  let descriptor: Int32
  private let writing: Int32

  /// Creates a pipe.
  ///
  /// Throws if no descriptors are left.
  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard g2a_pipe(&ends) == 0 else { throw SystemError.last }
    (descriptor, writing) = (ends[0], ends[1])
    ChildPipe.makeNonBlocking(descriptor)
    ChildPipe.makeNonBlocking(writing)
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Wakes the thread.
  func wake() {
    // If the pipe is full, the thread has a wake-up signal already. Writing cannot cause SIGPIPE,
    // because the read end stays open as long as this object exists.
    var byte: UInt8 = 0
    _ = Glibc.write(writing, &byte, 1)
  }

  /// Clears the wake-up signal.
  ///
  /// Only the waiting thread calls this.
  func clear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(descriptor, &bytes, 16) == 16 {}
  }
}

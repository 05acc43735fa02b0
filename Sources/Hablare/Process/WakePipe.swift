import CChild
import Glibc

/// A pipe by which any thread wakes one that waits in poll(2).
final class WakePipe: Sendable {
  /// Becomes readable when somebody has woken the thread.
  let descriptor: Int32
  private let writing: Int32

  /// Makes a pipe; throws if there are no descriptors left.
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
    // A full pipe wakes the thread as well; and the end that is read is never closed before this one.
    var byte: UInt8 = 0
    _ = Glibc.write(writing, &byte, 1)
  }

  /// Forgets that the thread was woken; for the thread.
  func quieten() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(descriptor, &bytes, 16) == 16 {}
  }
}

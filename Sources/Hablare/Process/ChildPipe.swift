import CChild
import Glibc

/// This process's end of a pipe to a child.
///
/// Reads and writes never block. The end is closed when the value is destroyed.
struct ChildPipe: ~Copyable {
  /// The outcome of an attempt to read or write.
  enum Outcome: Equatable {
    /// This number of bytes was transferred.
    case bytes(Int)
    /// No bytes can be transferred now.
    case wouldBlock
    /// The other end is closed, or there is a permanent error.
    case closed
  }

  /// The descriptor.
  let descriptor: Int32

  /// Takes over a descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Creates a pipe.
  ///
  /// Returns this process's end and the child's end.
  static func make(ourEndReads: Bool) throws(SystemError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    guard g2a_pipe(&ends) == 0 else { throw SystemError.last }
    let (ours, theirs) = ourEndReads ? (ends[0], ends[1]) : (ends[1], ends[0])
    // Only this process's end is non-blocking: a child expects blocking standard streams.
    makeNonBlocking(ours)
    return (ours, theirs)
  }

  /// Makes reads and writes of a descriptor return immediately.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Reads the available bytes, up to the buffer's size.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Writes as many bytes as possible.
  ///
  /// The calling thread must block SIGPIPE.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    outcome { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
  }

  private func outcome(of attempt: () -> Int) -> Outcome {
    while true {
      let count = attempt()
      if count > 0 { return .bytes(count) }
      if count == 0 { return .closed }
      if errno == EAGAIN { return .wouldBlock }
      if errno != EINTR { return .closed }
    }
  }
}

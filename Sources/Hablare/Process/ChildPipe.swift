import CChild
import Glibc

/// One of this process's ends of the pipes to a child, which never blocks and is closed with it.
struct ChildPipe: ~Copyable {
  /// What an attempt to read or write came to.
  enum Outcome: Equatable {
    /// So many bytes went through.
    case bytes(Int)
    /// Nothing can go through now.
    case wouldBlock
    /// The other side has closed, or there is an error that will not pass.
    case closed
  }

  /// The descriptor.
  let descriptor: Int32

  /// Takes over a descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// A pipe: our end, and the child's.
  static func make(ourEndReads: Bool) throws(SystemError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    guard g2a_pipe(&ends) == 0 else { throw SystemError.last }
    let (ours, theirs) = ourEndReads ? (ends[0], ends[1]) : (ends[1], ends[0])
    // Of our end alone: a child does not expect that its standard streams do not wait.
    makeNonBlocking(ours)
    return (ours, theirs)
  }

  /// Makes reads and writes of a descriptor return at once.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Reads what there is, up to the buffer's size.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Writes what can be written; the calling thread must have SIGPIPE blocked.
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

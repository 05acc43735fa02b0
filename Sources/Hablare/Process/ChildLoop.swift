import CChild
import Glibc
import Synchronization

/// The loop of a `ChildProgram`'s thread, with one turn for each event.
struct ChildLoop: ~Copyable {
  /// The number of bytes to read at a time: the capacity of a pipe (pipe(7)).
  private static let chunk = 65_536
  /// The maximum number of reads from the pipe of an ended program.
  /// Reading the largest pipe (1 MiB) needs fewer reads. The number is limited because a process
  /// that has left the process group may continue to write.
  private static let remainingReads = 256

  private let program: ChildProgram
  private let pid: pid_t
  /// The process's descriptor (pidfd_open(2)), which becomes readable when the program has ended.
  private let ending: ChildPipe
  private var input: ChildPipe?
  private var output: ChildPipe?
  private var errors: ChildPipe?
  private var pending: [UInt8] = []
  private var written = 0
  private var killTime: Milliseconds?
  private var wasKilled = false
  private var tail = ErrorTail()
  private let buffer: UnsafeMutableRawBufferPointer

  /// Starts the program, runs until the program has ended, and returns how it ended.
  static func run(_ program: ChildProgram) -> ChildEnd {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 16)
    defer { buffer.deallocate() }
    do throws(SystemError) {
      var loop = try start(program, buffer: buffer)
      while loop.turn() {}
      return loop.reap()
    } catch {
      return ChildEnd(status: .notStarted(error.startReason))
    }
  }

  private static func start(
    _ program: ChildProgram, buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> ChildLoop {
    let input = try ChildPipe.make(ourEndReads: false)
    let ourInput = ChildPipe(descriptor: input.ours)
    defer { close(input.theirs) }
    let output = try ChildPipe.make(ourEndReads: true)
    let ourOutput = ChildPipe(descriptor: output.ours)
    defer { close(output.theirs) }
    let errors = try ChildPipe.make(ourEndReads: true)
    let ourErrors = ChildPipe(descriptor: errors.ours)
    defer { close(errors.theirs) }
    let pid = try ChildSpawn.start(
      program.command, descriptors: [input.theirs, output.theirs, errors.theirs])
    let descriptor = g2a_child_descriptor(pid)
    guard descriptor >= 0 else {
      let failure = SystemError.last
      kill(-pid, SIGKILL)
      waitpid(pid, nil, 0)
      throw failure
    }
    return ChildLoop(
      program: program, pid: pid, ending: ChildPipe(descriptor: descriptor), input: ourInput,
      output: ourOutput, errors: ourErrors, buffer: buffer)
  }

  /// Waits for an event, and then reads and writes what is ready.
  /// Returns false when the program has ended.
  private mutating func turn() -> Bool {
    let time = takeOrders()
    var waits = [
      pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: program.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      // poll(2) ignores negative descriptors.
      pollfd(fd: output?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: written < pending.count ? input?.descriptor ?? -1 : -1, events: Int16(POLLOUT),
        revents: 0),
    ]
    if poll(&waits, nfds_t(waits.count), time) <= 0 { return true }
    if waits[1].revents != 0 { program.clearWake() }
    if waits[2].revents != 0 { _ = readOutput() }
    if waits[3].revents != 0 { _ = readErrors() }
    if waits[4].revents != 0 { writeInput() }
    return waits[0].revents == 0
  }

  /// Accepts new orders.
  /// Returns the maximum time to wait for the next event, in milliseconds; -1 means no limit.
  private mutating func takeOrders() -> Int32 {
    let now = Milliseconds.now
    let (stop, deadline, endsInput) = program.orders.withLock { orders in
      if let deadline = orders.deadline, deadline.time <= now {
        orders.stop = orders.stop ?? .timedOut(deadline.seconds)
      }
      if input != nil, !orders.input.isEmpty {
        pending.removeFirst(written)
        written = 0
        pending += orders.input
      }
      orders.input = []
      return (orders.stop, orders.deadline?.time, orders.endsInput)
    }
    if endsInput, written == pending.count { input = nil }
    if stop != nil { askToEnd(now) }
    let next = stop == nil ? deadline : wasKilled ? nil : killTime
    return next.map { Int32(clamping: max($0 - now, 0)) } ?? -1
  }

  private mutating func askToEnd(_ now: Milliseconds) {
    if let killTime {
      if !wasKilled, now >= killTime {
        kill(-pid, SIGKILL)
        wasKilled = true
      }
    } else {
      kill(-pid, SIGTERM)
      killTime = now + ChildProgram.grace
    }
  }

  private mutating func readOutput() -> ChildPipe.Outcome {
    let outcome = output?.read(into: buffer) ?? .closed
    if case .bytes(let count) = outcome {
      program.pass(UnsafeRawBufferPointer(rebasing: buffer[..<count]), of: .output)
    } else if outcome == .closed {
      output = nil
    }
    return outcome
  }

  private mutating func readErrors() -> ChildPipe.Outcome {
    let outcome = errors?.read(into: buffer) ?? .closed
    if case .bytes(let count) = outcome {
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      tail.append(bytes)
      program.pass(bytes, of: .errors)
    } else if outcome == .closed {
      errors = nil
    }
    return outcome
  }

  private mutating func writeInput() {
    let outcome = pending.withUnsafeBytes { bytes in
      input?.write(UnsafeRawBufferPointer(rebasing: bytes[written...])) ?? .closed
    }
    switch outcome {
    case .bytes(let count): written += count
    case .wouldBlock: break
    case .closed:
      // The program reads no more input. The program's exit status will show whether this is a
      // failure.
      (pending, written) = ([], 0)
      input = nil
    }
  }

  /// Kills the program's remaining processes, reads its remaining output, and collects its exit
  /// status.
  private mutating func reap() -> ChildEnd {
    // No other process group can get this number before waitpid returns.
    kill(-pid, SIGKILL)
    for _ in 0..<Self.remainingReads {
      guard case .bytes = readOutput() else { break }
    }
    for _ in 0..<Self.remainingReads {
      guard case .bytes = readErrors() else { break }
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    // wait(2): the low seven bits are the signal, and the next byte is the exit status.
    let signal = status & 0x7F
    return ChildEnd(
      status: signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal),
      lastError: tail.lastLine)
  }
}

/// This process's end of a pipe to a child.
/// Reads and writes never block. The end is closed when the value is destroyed.
private struct ChildPipe: ~Copyable {
  /// The outcome of an attempt to read or write.
  enum Outcome: Equatable {
    /// This number of bytes was transferred.
    case bytes(Int)
    /// No bytes can be transferred now.
    case wouldBlock
    /// The other end is closed, or there is a permanent error.
    case closed
  }

  let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Creates a pipe.
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

/// A pipe that lets any thread wake a thread that waits in poll(2).
final class WakePipe: Sendable {
  /// The descriptor to poll.
  /// The descriptor becomes readable when a thread has called `wake`.
  let descriptor: Int32
  private let writing: Int32

  /// Creates a pipe.
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
  /// Only the waiting thread calls this.
  func clear() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(descriptor, &bytes, 16) == 16 {}
  }
}

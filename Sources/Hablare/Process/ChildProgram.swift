import Glibc
import Synchronization

/// A running program, and the thread that moves the program's input and output.
///
/// The thread starts the program. Therefore the program is killed when the thread ends, for example
/// because this process ends. The thread reads and writes without blocking, checks the time limit,
/// and collects the program's exit status, so that no zombie remains. No thread of Swift's pool
/// ever blocks.
final class ChildProgram: Sendable {
  /// The streams that a program writes.
  enum Stream: Sendable {
    case output
    case errors
  }

  /// What to do after the program has written something.
  enum Verdict: Sendable {
    /// Continue.
    case goOn
    /// The request is answered.
    ///
    /// The time limit is cleared before `tell` is called. After `tell`, the caller may send the
    /// next request at once, and this request has its own time limit.
    case answered(tell: @Sendable () -> Void)
    /// End the program for this reason.
    case end(ChildEnd.Stop)
  }

  /// Receives the program's output, on the program's thread.
  typealias Receiver = @Sendable (Stream, UnsafeRawBufferPointer) -> Verdict

  /// The orders for the thread.
  struct Orders: Sendable {
    /// The bytes that are not yet sent to standard input.
    var input: [UInt8] = []
    /// Whether standard input ends after `input`.
    var endsInput = false
    /// The deadline for the answer, and the time limit that it is based on.
    var deadline: (time: Milliseconds, seconds: Int)?
    /// Why the program must end.
    var stop: ChildEnd.Stop?
    /// How the program ended.
    var end: ChildEnd?
  }

  /// The time between SIGTERM and SIGKILL.
  static let grace: Milliseconds = 1000

  let command: ChildCommand
  let orders = Mutex(Orders())
  /// Wakes the thread; nil if there is no thread.
  private let wake: WakePipe?
  private let receive: Receiver
  private let onEnd: @Sendable (ChildEnd) -> Void

  /// Starts a program.
  ///
  /// `onEnd` is called once, on the program's thread, even if the program could not be started.
  init(
    _ command: ChildCommand, receive: @escaping Receiver,
    onEnd: @escaping @Sendable (ChildEnd) -> Void
  ) {
    self.command = command
    self.receive = receive
    self.onEnd = onEnd
    let pipe = Result { () throws(SystemError) in try WakePipe() }
    wake = try? pipe.get()
    switch pipe {
    case .success: startThread()
    case .failure(let error): finish(ChildEnd(status: .notStarted(error.reason)))
    }
  }

  /// How the program ended, or nil while it is running.
  var end: ChildEnd? { orders.withLock { $0.end } }

  /// Sends bytes to standard input.
  ///
  /// If `isLast` is true, closes standard input afterwards.
  func write(_ bytes: [UInt8], isLast: Bool) {
    change {
      $0.input += bytes
      $0.endsInput = isLast
    }
  }

  /// Sets a time limit in seconds from now.
  ///
  /// Nil means no limit.
  func setTimeLimit(seconds: Int?) {
    change { orders in
      orders.deadline = seconds.map { (Milliseconds.now + Milliseconds($0) * 1000, $0) }
    }
  }

  /// Ends the program and the processes that it has started.
  ///
  /// SIGTERM is sent first, and SIGKILL after `grace`.
  ///
  /// If this is called several times, only the first reason is reported.
  func stop(_ reason: ChildEnd.Stop) {
    change { $0.stop = $0.stop ?? reason }
  }

  /// Passes the program's output to the receiver.
  ///
  /// Only the program's thread calls this.
  func pass(_ bytes: UnsafeRawBufferPointer, of stream: Stream) {
    switch receive(stream, bytes) {
    case .goOn: break
    case .answered(let tell):
      setTimeLimit(seconds: nil)
      tell()
    case .end(let reason): stop(reason)
    }
  }

  /// Clears the wake-up signal.
  ///
  /// Only the program's thread calls this.
  func clearWake() { wake?.clear() }

  /// The descriptor that becomes readable when the orders have changed.
  var wakeDescriptor: Int32 { wake?.descriptor ?? -1 }

  private func change(_ body: (inout sending Orders) -> Void) {
    orders.withLock { body(&$0) }
    wake?.wake()
  }

  private func startThread() {
    do {
      try LoopThread.start { [self] in finish(ChildLoop.run(self)) }
    } catch {
      finish(ChildEnd(status: .notStarted("cannot start a thread: \(error.startReason)")))
    }
  }

  private func finish(_ end: ChildEnd) {
    let end = orders.withLock { orders in
      var end = end
      end.stop = orders.stop
      end.fileSizeLimit = command.fileSizeLimit
      orders.end = end
      return end
    }
    onEnd(end)
  }
}

/// A time or a duration in milliseconds, of a clock that stops while the machine sleeps.
typealias Milliseconds = Int64

extension Milliseconds {
  /// The time since an arbitrary start (clock_gettime(2), `CLOCK_MONOTONIC`).
  static var now: Milliseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Milliseconds(time.tv_sec) * 1000 + Milliseconds(time.tv_nsec) / 1_000_000
  }
}

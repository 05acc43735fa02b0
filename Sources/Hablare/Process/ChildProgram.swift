import Glibc
import Synchronization

/// A running program, fed and read by a thread of its own until it has ended.
///
/// The thread starts the program, so that the program is killed when the thread ends, with this
/// process if need be; it moves bytes both ways without waiting for either, looks at the clock, and
/// takes note of the program's end, lest a zombie stays. No thread of Swift's pool ever blocks.
final class ChildProgram: Sendable {
  /// The streams a program writes.
  enum Stream: Sendable {
    case output
    case errors
  }

  /// What follows from something that a program wrote.
  enum Verdict: Sendable {
    /// Nothing.
    case goOn
    /// It has done what was asked; its time no longer runs when whoever asked is told, for they may
    /// come to ask again at once, or only much later.
    case answered(tell: @Sendable () -> Void)
    /// It is to end.
    case end(ChildEnd.Stop)
  }

  /// What is to be done with what the program writes, on its thread.
  typealias Receiver = @Sendable (Stream, UnsafeRawBufferPointer) -> Verdict

  /// What the thread is told from outside.
  struct Orders: Sendable {
    /// What the program has yet to be given on standard input.
    var input: [UInt8] = []
    /// Whether standard input ends with that.
    var endsInput = false
    /// When the program is to have answered, and how long it has had then.
    var deadline: (time: Milliseconds, seconds: Int)?
    /// Why it is to end.
    var stop: ChildEnd.Stop?
    /// How it ended.
    var end: ChildEnd?
  }

  /// How long a program has between being asked to end and being killed.
  static let grace: Milliseconds = 1000

  let command: ChildCommand
  let orders = Mutex(Orders())
  /// Wakes the thread; nil if there is none.
  private let wake: WakePipe?
  private let receive: Receiver
  private let onEnd: @Sendable (ChildEnd) -> Void

  /// Starts a program; `onEnd` is called once, on its thread, also if it could not be started.
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

  /// How the program ended; nil while it runs.
  var end: ChildEnd? { orders.withLock { $0.end } }

  /// Gives the program more on standard input, and says whether that was all.
  func write(_ bytes: [UInt8], isLast: Bool) {
    change {
      $0.input += bytes
      $0.endsInput = isLast
    }
  }

  /// Gives the program so many seconds from now; nil for as long as it likes.
  func setTimeLimit(seconds: Int?) {
    change { orders in
      orders.deadline = seconds.map { (Milliseconds.now + Milliseconds($0) * 1000, $0) }
    }
  }

  /// Makes the program end, first by SIGTERM and after `grace` by SIGKILL, with all it has started.
  ///
  /// The first reason counts.
  func stop(_ reason: ChildEnd.Stop) {
    change { $0.stop = $0.stop ?? reason }
  }

  /// Passes on what the program has written; for the thread.
  func pass(_ bytes: UnsafeRawBufferPointer, of stream: Stream) {
    switch receive(stream, bytes) {
    case .goOn: break
    case .answered(let tell):
      setTimeLimit(seconds: nil)
      tell()
    case .end(let reason): stop(reason)
    }
  }

  /// Forgets that the thread was woken; for the thread.
  func quieten() { wake?.quieten() }

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
      finish(ChildEnd(status: .notStarted("no thread: \(error.startReason)")))
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

/// Milliseconds of the clock that stands still while the machine sleeps.
typealias Milliseconds = Int64

extension Milliseconds {
  /// The time since some start (clock_gettime(2), `CLOCK_MONOTONIC`).
  static var now: Milliseconds {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Milliseconds(time.tv_sec) * 1000 + Milliseconds(time.tv_nsec) / 1_000_000
  }
}

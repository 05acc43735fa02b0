import Basics
import Glibc
import Synchronization

/// A running program, and the thread that moves the program's input and output.
/// The thread starts the program. Therefore the program is killed when the thread ends, for example
/// because this process ends. The thread reads and writes without blocking, checks the time limit,
/// and collects the program's exit status, so that no zombie remains. No thread of Swift's pool
/// ever blocks.
final class ChildProgram: Sendable {
  enum Stream: Sendable {
    case output
    case errors
  }

  /// What to do after the program has written something.
  enum Verdict: Sendable {
    /// Continue.
    case goOn
    /// The request is answered.
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

  /// Sends bytes to standard input.
  /// If `isLast` is true, closes standard input afterwards.
  func write(_ bytes: [UInt8], isLast: Bool) {
    change {
      $0.input += bytes
      $0.endsInput = isLast
    }
  }

  /// Sets a time limit in seconds from now.
  /// Nil means no limit.
  func setTimeLimit(seconds: Int?) {
    change { orders in
      orders.deadline = seconds.map { (Milliseconds.now + Milliseconds($0) * 1000, $0) }
    }
  }

  /// Ends the program and the processes that it has started.
  /// SIGTERM is sent first, and SIGKILL after `grace`.
  /// If this is called several times, only the first reason is reported.
  func stop(_ reason: ChildEnd.Stop) {
    change { $0.stop = $0.stop ?? reason }
  }

  /// Passes the program's output to the receiver.
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

/// A program with everything that is needed to start it, without a shell and without a search on
/// the PATH.
struct ChildCommand: Sendable {
  /// The absolute path of the program's file.
  var path: String
  /// The arguments, without the program's own name.
  var arguments: [String]
  /// The program's environment variables, as `NAME=value`.
  var environment: [String] = ChildEnvironment.inherited
  /// The program's working folder, or nil for the working folder of this process.
  var folder: String?
  /// The maximum size of a file that the program may write, in bytes.
  /// Nil means no limit.
  var fileSizeLimit: Int?

  /// The program's name for messages.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// How a program ended.
struct ChildEnd: Sendable {
  /// The system's report on the end of the program.
  enum Status: Sendable, Equatable {
    case exited(Int32)
    /// A signal with this number ended the program.
    case signalled(Int32)
    /// The program was not started, for this reason.
    case notStarted(String)
  }

  /// Why this process stopped the program.
  enum Stop: Sendable, Equatable {
    /// The program did not answer within this time, in seconds.
    case timedOut(Int)
    /// The program wrote more than this number of bytes.
    case tooMuch(Int)
    /// The program wrote an answer without a request.
    case outOfTurn
    /// The program was no longer needed.
    case dismissed
  }

  var status: Status
  var stop: Stop?
  /// The last line of standard error.
  var lastError: String?
  /// The maximum size of a file that the program could write, in bytes.
  var fileSizeLimit: Int?

  /// Returns the error for a program that failed, or nil if the program exited on its own with
  /// status 0.
  func failure(of name: String) -> (any Error)? {
    switch stop {
    case .timedOut(let seconds): return VoiceProviderError.timedOut(seconds: seconds)
    case .tooMuch(let limit): return crashed("\(name) wrote more than \(limit) bytes")
    case .outOfTurn:
      return crashed("\(name) wrote an answer without a request" + quotedError(of: name))
    case .dismissed: return CancellationError()
    case nil: break
    }
    switch status {
    case .exited(0): return nil
    case .exited(let code):
      return crashed("\(name) ended with exit status \(code)" + quotedError(of: name))
    case .signalled(let signal) where limit(endingBy: signal) != nil:
      let sentence = limit(endingBy: signal)?.sentence ?? ""
      return VoiceProviderError.engineUnavailable(
        "\(name) was ended by signal \(signal): \(sentence)")
    case .signalled(SIGXFSZ):
      return crashed("\(name) wrote a file of more than \(fileSizeLimit ?? 0) bytes")
    case .signalled(let signal):
      return crashed("\(name) was ended by signal \(signal)" + quotedError(of: name))
    case .notStarted(let reason): return VoiceProviderError.engineUnavailable("\(name): \(reason)")
    }
  }

  /// Returns the shell's limit (see `ulimit`) that ended the program, or nil if no limit ended the
  /// program.
  /// Only SIGXFSZ and SIGXCPU show that a limit was reached. Other signals can come from a crash.
  private func limit(endingBy signal: Int32) -> ShellLimit? {
    guard signal == SIGXFSZ || signal == SIGXCPU else { return nil }
    guard let limit = ShellLimit.reached(bySignal: signal) else { return nil }
    if let own = fileSizeLimit, signal == SIGXFSZ, limit.value >= UInt64(own) { return nil }
    return limit
  }

  /// Returns a colon and the last line of standard error.
  /// If the line begins with the program's name, the name is removed.
  /// Empty if standard error has no line to quote.
  func quotedError(of name: String) -> String {
    guard let lastError else { return "" }
    let own = "\(name): "
    return ": \(lastError.hasPrefix(own) ? lastError.dropFirst(own.count) : lastError[...])"
  }

  private func crashed(_ reason: String) -> VoiceProviderError { .engineCrashed(reason: reason) }
}

/// Lets tasks wait for the end of a program.
final class EndPromise: Sendable {
  private struct State {
    var end: ChildEnd?
    var waiting: [CheckedContinuation<ChildEnd, Never>] = []
  }

  private let state = Mutex(State())

  /// How the program ended; waits until the program has ended.
  var value: ChildEnd {
    get async {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiting.append(continuation) }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    }
  }

  /// Sets the end, and resumes all waiters.
  func fulfil(_ end: ChildEnd) {
    let waiting = state.withLock { state in
      state.end = end
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: end) }
  }
}

/// The last bytes that a program has written to standard error.
struct ErrorTail: Sendable {
  /// The number of bytes to keep: enough for the last lines of a traceback, and small enough for
  /// thousands of children.
  static let capacity = 4096
  /// The maximum number of characters of a quoted line.
  private static let lineLimit = 300

  private var bytes: [UInt8] = []

  /// Adds bytes.
  /// Only the last `capacity` bytes are stored.
  mutating func append(_ new: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: new.suffix(Self.capacity))
    if bytes.count > Self.capacity { bytes.removeFirst(bytes.count - Self.capacity) }
  }

  /// The last line that is not blank, without control characters, ready to quote in a message.
  /// Nil if there is no such line.
  var lastLine: String? {
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      let text = String(decoding: line, as: UTF8.self).unicodeScalars.filter {
        $0.properties.generalCategory != .control
      }
      let trimmed = String(String.UnicodeScalarView(text)).trimmed
      if !trimmed.isEmpty { return String(trimmed.prefix(Self.lineLimit)) }
    }
    return nil
  }
}

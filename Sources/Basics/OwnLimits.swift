import Glibc
import Synchronization

/// The resource limits of this process, and its preparations for working within them.
package enum OwnLimits {
  /// The soft limit on open files before `prepare` raised it; 0 if `prepare` did not raise it.
  private static let original = Mutex<UInt64>(0)

  /// Adapts the limits of this process.
  /// - Raises the soft limit on open files to the hard limit, but at most to `maximumOpenFiles`.
  /// - Lowers the soft limit on processor time, so that a signal comes one second before the time is
  ///   used up.
  /// - Turns the signal for a file that is too large into an error.
  package static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    if let (soft, hard) = ShellLimit.bounds(of: .openFiles), soft < hard {
      original.withLock { $0 = soft }
      ShellLimit.setSoft(.openFiles, to: min(hard, maximumOpenFiles), hard: hard)
    }
    // At the hard limit, the system kills the process without a message.
    if let (soft, hard) = ShellLimit.bounds(of: .processorTime), soft == hard, hard != .max,
      hard > 1
    {
      ShellLimit.setSoft(.processorTime, to: hard - 1, hard: hard)
    }
  }

  /// The soft limit on open files for programs that this process starts; 0 for the limit of this
  /// process.
  package static var openFilesOfPrograms: UInt64 { original.withLock { $0 } }

  /// The maximum number of open files, which is more than 1,024 jobs need.
  private static let maximumOpenFiles: UInt64 = 65_536

  /// The message about a limit that is too low; nil if the program can run.
  package static var limitError: String? {
    for (kind, least, words) in [
      (ShellLimit.Kind.openFiles, leastOpenFiles, "\(leastOpenFiles)"),
      (.memory, leastMemory, "\(leastMemory >> 20) MiB"),
      (.processorTime, leastSeconds, "\(leastSeconds) s"),
    ] {
      guard let limit = ShellLimit.current(kind), limit.value < least else { continue }
      return limit.sentence(needing: words)
    }
    if let limit = ShellLimit.current(.processes), limit.value < manyProcesses, !canStartThreads() {
      return limit.sentence(needing: "\(threads) more")
    }
    return nil
  }

  /// The minimum limit on open files.
  /// Measured: a build with one job and one format has 21 open files.
  private static let leastOpenFiles: UInt64 = 24
  /// The minimum limit on memory, in bytes.
  /// Measured: a small build has 216 MiB of address space, mostly unused stacks.
  private static let leastMemory: UInt64 = 256 << 20
  /// The minimum limit on processor time, in seconds.
  /// With one second, there is no time left for a warning.
  private static let leastSeconds: UInt64 = 2
  /// The limit on processes below which the program tests whether threads can be started.
  /// Few users have this many processes.
  private static let manyProcesses: UInt64 = 4_096
  /// The number of threads that the test starts.
  /// Measured: a build with two jobs has six threads.
  private static let threads = 8

  /// Whether threads can be started.
  /// libdispatch waits forever for threads that it cannot get.
  private static func canStartThreads() -> Bool {
    var started: [pthread_t] = []
    for _ in 0..<threads {
      var thread = pthread_t()
      let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        usleep(1_000)
        return nil
      }
      guard pthread_create(&thread, nil, body, nil) == 0 else { break }
      started.append(thread)
    }
    for thread in started { pthread_join(thread, nil) }
    return started.count == threads
  }

  /// Returns how many of the jobs fit the shell's limit on open files, at least one.
  /// Measured: a build needs 16 files, and each chapter in progress needs two files plus one file per format.
  /// One more chapter than jobs is in progress.
  package static func jobs(_ jobs: Int, formats: Int) -> Int {
    guard let limit = ShellLimit.current(.openFiles) else { return jobs }
    let room = Int(clamping: limit.value) - 16 - spareFiles
    return max(1, min(jobs, room / (2 + formats) - 1))
  }

  /// Returns how many of a provider's programs can run at the same time within the shell's limit on open files, at
  /// least one.
  /// A program needs nine files while it is started, and six while it runs.
  package static func programs(_ programs: Int) -> Int {
    guard let limit = ShellLimit.current(.openFiles) else { return programs }
    return max(1, min(programs, (Int(clamping: limit.value) - 22) / 9))
  }

  /// The number of files reserved for files that are open only briefly and for connections to a
  /// service.
  private static let spareFiles = 8
}

/// A limit that the shell sets for its programs (`ulimit` of sh(1), getrlimit(2)).
package struct ShellLimit: Sendable, Equatable {
  /// The resource of a limit.
  /// The numbers are those of Linux (asm-generic/resource.h); Swift does not import all of the names.
  package enum Kind: Int32, Sendable, CaseIterable {
    case processorTime = 0
    case fileSize = 1
    case processes = 6
    case openFiles = 7
    case memory = 9
  }

  package let kind: Kind
  /// The limit: seconds, bytes, or a number of processes or files.
  package let value: UInt64

  package init(_ kind: Kind, _ value: UInt64) { (self.kind, self.value) = (kind, value) }

  /// Returns the current limit of this process; nil if there is no limit.
  package static func current(_ kind: Kind) -> ShellLimit? {
    guard let (soft, hard) = bounds(of: kind), soft != .max else { return nil }
    // If the limits differ by one second, `OwnLimits.prepare` has subtracted this second.
    return ShellLimit(kind, kind == .processorTime && soft + 1 == hard ? hard : soft)
  }

  /// Returns the limit that causes an error number of a system call; nil for other errors.
  package static func reached(by code: Int32) -> ShellLimit? {
    switch code {
    case EMFILE: current(.openFiles)
    case EFBIG: current(.fileSize)
    case ENOMEM: current(.memory)
    default: nil
    }
  }

  /// Returns the limit that probably ended a program with a signal; nil for other signals.
  package static func reached(bySignal signal: Int32) -> ShellLimit? {
    switch signal {
    case SIGXFSZ: current(.fileSize)
    // SIGKILL follows SIGXCPU if the program continues.
    case SIGXCPU, SIGKILL: current(.processorTime)
    case SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP: current(.memory)
    default: nil
    }
  }

  /// The limit and how to raise it, as part of a sentence.
  package var sentence: String { "\(allowance); \(advice)" }

  /// Returns the limit, what the program needs and how to raise the limit, as part of a sentence.
  func sentence(needing least: String) -> String {
    "\(allowance), but the program needs at least \(least); \(advice)"
  }

  private var advice: String { "raise the limit with ulimit -\(letter)" }

  private var allowance: String {
    switch kind {
    case .processorTime: "the shell allows \(value) s of processor time"
    case .fileSize: "the shell allows files of at most \(value) bytes"
    case .processes: "the shell allows \(value) processes and threads of this user"
    case .openFiles: "the shell allows \(value) open files"
    case .memory: "the shell allows \(value / 1_048_576) MiB of memory"
    }
  }

  private var letter: String {
    switch kind {
    case .processorTime: "t"
    case .fileSize: "f"
    case .processes: "u"
    case .openFiles: "n"
    case .memory: "v"
    }
  }

  /// Returns the soft and the hard limit; nil if the system does not report them.
  static func bounds(of kind: Kind) -> (soft: UInt64, hard: UInt64)? {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(kind.rawValue), &limits) == 0 else { return nil }
    return (UInt64(limits.rlim_cur), UInt64(limits.rlim_max))
  }

  static func setSoft(_ kind: Kind, to value: UInt64, hard: UInt64) {
    var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(hard))
    _ = setrlimit(__rlimit_resource_t(kind.rawValue), &limits)
  }
}

/// The messages for error numbers of the system.
package enum SystemReason {
  /// Returns the message for an error number (strerror(3)), with the shell's limit if one was reached.
  /// `isStart` is true if a process or thread could not be started. Then EAGAIN means that a limit was
  /// reached.
  package static func text(_ code: Int32, isStart: Bool = false) -> String {
    let limit =
      isStart && code == EAGAIN ? ShellLimit.current(.processes) : ShellLimit.reached(by: code)
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return limit.map { "\(words): \($0.sentence)" } ?? words
  }
}

import Glibc

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

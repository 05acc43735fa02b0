import Glibc

/// A limit that the shell sets for its programs (`ulimit` of sh(1), getrlimit(2)).
package struct ShellLimit: Sendable, Equatable {
  /// What a limit is about.
  ///
  /// The numbers are those of Linux (asm-generic/resource.h), of which Swift does not see all names.
  package enum Kind: Int32, Sendable, CaseIterable {
    case processorTime = 0
    case fileSize = 1
    case processes = 6
    case openFiles = 7
    case memory = 9
  }

  /// What the limit is about.
  package let kind: Kind
  /// The limit: seconds, bytes, or a number of processes or files.
  package let value: UInt64

  /// Makes a limit.
  package init(_ kind: Kind, _ value: UInt64) { (self.kind, self.value) = (kind, value) }

  /// The limit that holds for this process now; nil if there is none.
  package static func current(_ kind: Kind) -> ShellLimit? {
    guard let (soft, hard) = bounds(of: kind), soft != .max else { return nil }
    // `OwnLimits.prepare` has taken a second off.
    return ShellLimit(kind, kind == .processorTime && soft + 1 == hard ? hard : soft)
  }

  /// The limit that an error number of a system call tells of; nil if it tells of none.
  package static func met(by code: Int32) -> ShellLimit? {
    switch code {
    case EMFILE: current(.openFiles)
    case EFBIG: current(.fileSize)
    case ENOMEM: current(.memory)
    default: nil
    }
  }

  /// The limit that ends a program with a signal; nil if no limit is likely to have done it.
  package static func met(bySignal signal: Int32) -> ShellLimit? {
    switch signal {
    case SIGXFSZ: current(.fileSize)
    // SIGKILL follows SIGXCPU where a program goes on.
    case SIGXCPU, SIGKILL: current(.processorTime)
    case SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGTRAP: current(.memory)
    default: nil
    }
  }

  /// What the shell allows and how to raise it, as part of a sentence.
  package var sentence: String { "\(allowance); \(advice)" }

  /// The same for a program that needs more.
  func sentence(needing least: String) -> String {
    "\(allowance), and at least \(least) are needed; \(advice)"
  }

  private var advice: String { "raise the limit with ulimit -\(letter)" }

  private var allowance: String {
    switch kind {
    case .processorTime: "the shell allows \(value) s of processor time"
    case .fileSize: "the shell allows files of \(value) bytes"
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

  /// The soft and the hard limit; nil if the system does not say.
  static func bounds(of kind: Kind) -> (soft: UInt64, hard: UInt64)? {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(kind.rawValue), &limits) == 0 else { return nil }
    return (UInt64(limits.rlim_cur), UInt64(limits.rlim_max))
  }

  /// Sets the soft limit of this process.
  static func setSoft(_ kind: Kind, to value: UInt64, hard: UInt64) {
    var limits = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(hard))
    _ = setrlimit(__rlimit_resource_t(kind.rawValue), &limits)
  }
}

/// The words for an error number of the system.
package enum SystemReason {
  /// What a number means (strerror(3)), with the limit of the shell that was met.
  ///
  /// `isStart` says that a process or a thread was to be started, where EAGAIN tells of a limit.
  package static func text(_ code: Int32, isStart: Bool = false) -> String {
    let limit =
      isStart && code == EAGAIN ? ShellLimit.current(.processes) : ShellLimit.met(by: code)
    let words = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    return limit.map { "\(words): \($0.sentence)" } ?? words
  }
}

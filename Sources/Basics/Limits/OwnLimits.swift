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

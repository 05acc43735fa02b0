import Glibc
import Synchronization

/// The resource limits of this process, and its preparations for working within them.
package enum OwnLimits {
  /// The default number of open files that the shell allows, before `prepare` raised it; 0 if it was not
  /// raised.
  private static let original = Mutex<UInt64>(0)

  /// Adapts the limits of this process: as many open files as the hard limit allows, a signal one second
  /// before the processor time is used up, and an error instead of a signal for a file that is too large.
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

  /// The default number of open files for programs that this process starts; 0 for the same number as this
  /// process.
  package static var openFilesOfPrograms: UInt64 { original.withLock { $0 } }

  /// More than 1,024 jobs need.
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

  /// Measured: a build with one job and one format has 21 open files.
  private static let leastOpenFiles: UInt64 = 24
  /// Measured: a small build has 216 MiB of address space, most of it unused stacks.
  private static let leastMemory: UInt64 = 256 << 20
  /// With one second, there is no time left for a warning.
  private static let leastSeconds: UInt64 = 2
  /// Few users have this many processes.
  ///
  /// Below this limit, the program tests whether threads can be started.
  private static let manyProcesses: UInt64 = 4_096
  /// Measured: a build with two jobs has six threads.
  private static let threads = 8

  /// Whether threads can be started.
  ///
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
  ///
  /// Measured: a build needs 16 files. For each job, and for one more chapter in progress, it needs two
  /// files and one per format.
  package static func jobs(_ jobs: Int, formats: Int) -> Int {
    guard let limit = ShellLimit.current(.openFiles) else { return jobs }
    let room = Int(clamping: limit.value) - 16 - spareFiles
    return max(1, min(jobs, room / (2 + formats) - 1))
  }

  /// Returns how many of the programs for simultaneous speech fit the shell's limit on open files, at least
  /// one.
  ///
  /// A program needs nine files while it is started, and six while it runs.
  package static func programs(_ programs: Int) -> Int {
    guard let limit = ShellLimit.current(.openFiles) else { return programs }
    return max(1, min(programs, (Int(clamping: limit.value) - 22) / 9))
  }

  /// Files that are open only briefly, and connections to a service.
  private static let spareFiles = 8
}

import Glibc
import Synchronization

/// The limits of this process, and what it does to work within them.
package enum OwnLimits {
  /// The number of open files that the shell allows by default, before `prepare` raised it; 0 if it was
  /// not raised.
  private static let original = Mutex<UInt64>(0)

  /// Takes what the shell allows: as many open files as its hard limit has, a signal one second before the
  /// processor time is used up, and an error in place of a signal for a file that is too large.
  package static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    if let (soft, hard) = ShellLimit.bounds(of: .openFiles), soft < hard {
      original.withLock { $0 = soft }
      ShellLimit.setSoft(.openFiles, to: min(hard, mostOpenFiles), hard: hard)
    }
    // At the hard limit the system kills without a word.
    if let (soft, hard) = ShellLimit.bounds(of: .processorTime), soft == hard, hard != .max,
      hard > 1
    {
      ShellLimit.setSoft(.processorTime, to: hard - 1, hard: hard)
    }
  }

  /// The number of open files that programs started by this one are to have by default; 0 for the same as
  /// this process.
  package static var openFilesOfPrograms: UInt64 { original.withLock { $0 } }

  /// More than 1,024 jobs need.
  private static let mostOpenFiles: UInt64 = 65_536

  /// What is wrong with the limits; nil if the program can run within them.
  package static var complaint: String? {
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
  /// Measured: a small build has 216 MiB of address space, most of it stacks that are not used.
  private static let leastMemory: UInt64 = 256 << 20
  /// Of one second nothing is left for a warning.
  private static let leastSeconds: UInt64 = 2
  /// As many as a user seldom has: up to here it is tried whether threads can be started.
  private static let manyProcesses: UInt64 = 4_096
  /// Measured: a build with two jobs has six threads.
  private static let threads = 8

  /// Whether threads can be started: libdispatch waits for ever for those that it cannot have.
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

  /// How many of so many jobs fit the open files that the shell allows, at least one.
  ///
  /// Measured: 16 files, and for each job and one more chapter in work two and one for each format.
  package static func jobs(_ jobs: Int, formats: Int) -> Int {
    guard let limit = ShellLimit.current(.openFiles) else { return jobs }
    let room = Int(clamping: limit.value) - 16 - spareFiles
    return max(1, min(jobs, room / (2 + formats) - 1))
  }

  /// How many of so many programs that speak at once fit the open files that the shell allows, at least one.
  ///
  /// A program takes nine files while it is started, and six while it runs.
  package static func programs(_ programs: Int) -> Int {
    guard let limit = ShellLimit.current(.openFiles) else { return programs }
    return max(1, min(programs, (Int(clamping: limit.value) - 22) / 9))
  }

  /// Files that are open for a moment, and connections to a service.
  private static let spareFiles = 8
}

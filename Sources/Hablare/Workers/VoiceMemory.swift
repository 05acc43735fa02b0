import Basics
import Glibc

/// How much memory the program may take with the models of natural voices.
///
/// A model stays loaded while there is room for it. Among more voices than fit, the model that is unused for longest makes
/// room, and is loaded again when it is needed. What is spoken does not depend on it.
public struct VoiceMemory: Hashable, Sendable {
  /// All of the program, workers included, in bytes.
  public var bytes: Int

  /// What the program and the worker of espeak take beside the models, in bytes (measured: a build of a screenplay).
  public static let reserve = 128 << 20

  /// Makes a limit; a quarter of the machine's memory if no size is given.
  public init(bytes: Int = Self.machine / 4) { self.bytes = bytes }

  /// What the models may take.
  ///
  /// It is never 0, which means no limit to the worker. A model that is larger by itself speaks alone.
  var forModels: Int { max(1, bytes - Self.reserve) }

  /// The memory that this process may use: the machine's, or less if its control group has a limit.
  public static var machine: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    return files.compactMap(number).reduce(machine, min)
  }

  /// The number in a file; nil if there is no file, or no number in it, as with `max`.
  private static func number(in path: String) -> Int? {
    guard
      let bytes = try? Files<FileFault>.contents(of: path, limit: 1 << 16, followingLinks: true)
    else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
    return Int(digits).flatMap { $0 > 0 ? $0 : nil }
  }
}

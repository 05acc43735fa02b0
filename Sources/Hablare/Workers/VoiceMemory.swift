import Basics
import Glibc

/// The limit of the program's memory.
///
/// The limit decides how many models of natural voices stay loaded.
///
/// A model stays loaded as long as there is room. If there is no room for another model, the least
/// recently used model is unloaded. An unloaded model is loaded again when a line needs it. The
/// audio does not depend on the limit.
public struct VoiceMemory: Hashable, Sendable {
  /// The limit for the whole program including its workers, in bytes.
  public var bytes: Int

  /// The memory that the program and espeak's worker need in addition to the models, in bytes
  /// (measured in a build of a screenplay).
  package static let reserve = 128 << 20

  /// Creates a limit.
  ///
  /// The default is a quarter of the machine's memory.
  public init(bytes: Int = Self.machine / 4) { self.bytes = bytes }

  /// The limit of the memory for models, in bytes.
  /// The limit is never 0, because the worker reads 0 as "no limit". If a single model exceeds the
  /// limit, it speaks while no other model is loaded.
  var forModels: Int { max(1, bytes - Self.reserve) }

  /// The memory that this process may use, in bytes.
  ///
  /// This is the machine's memory, or the limit of the process's control group if that limit is
  /// lower.
  public static var machine: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    return files.compactMap(number).reduce(machine, min)
  }

  /// Returns the number in a file.
  /// Nil if the file does not exist, or if it contains text such as `max` instead of a number.
  private static func number(in path: String) -> Int? {
    guard
      let bytes = try? Files<FileError>.contents(of: path, limit: 1 << 16, followingLinks: true)
    else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
    return Int(digits).flatMap { $0 > 0 ? $0 : nil }
  }
}

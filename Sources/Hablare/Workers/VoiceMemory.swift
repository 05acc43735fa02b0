import Basics
import Glibc

/// The limit for the memory that the program uses for the models of natural voices.
///
/// A model stays loaded while there is room. If more voices are needed than fit, the least recently
/// used model is unloaded, and loaded again when it is needed. The audio does not depend on the
/// limit.
public struct VoiceMemory: Hashable, Sendable {
  /// The limit for the whole program including its workers, in bytes.
  public var bytes: Int

  /// The memory of the program and of espeak's worker besides the models, in bytes (measured: a
  /// build of a screenplay).
  public static let reserve = 128 << 20

  /// Creates a limit.
  ///
  /// The default is a quarter of the machine's memory.
  public init(bytes: Int = Self.machine / 4) { self.bytes = bytes }

  /// The limit for the models.
  ///
  /// It is never 0, because the worker reads 0 as no limit. A model that exceeds the limit speaks
  /// alone.
  var forModels: Int { max(1, bytes - Self.reserve) }

  /// The memory that this process may use: the machine's, or less if its control group has a limit.
  public static var machine: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
    return files.compactMap(number).reduce(machine, min)
  }

  /// Returns the number in a file.
  ///
  /// Nil if there is no file, or no number in it, as with `max`.
  private static func number(in path: String) -> Int? {
    guard
      let bytes = try? Files<FileFault>.contents(of: path, limit: 1 << 16, followingLinks: true)
    else { return nil }
    let digits = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
    return Int(digits).flatMap { $0 > 0 ? $0 : nil }
  }
}

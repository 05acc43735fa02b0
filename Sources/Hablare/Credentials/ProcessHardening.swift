import CSecret

/// Keeps secrets from leaving the process's memory.
public enum ProcessHardening {
  // The protection is applied once and lasts.
  private static let isDone = g2a_forgo_dumps() == 0

  /// Turns core dumps off (RLIMIT_CORE) and denies access to debuggers and other programs of the same
  /// user (PR_SET_DUMPABLE).
  ///
  /// Returns true if the kernel accepted both settings. A credential store calls this function when it reads its first
  /// key. Code that reads a key itself, such as from a prompt, must call this function before it reads the key.
  /// Programs that are started later write no core dumps either, but debuggers can attach to them as usual. The process
  /// itself still sees all of `/proc/self`.
  @discardableResult public static func apply() -> Bool { isDone }
}

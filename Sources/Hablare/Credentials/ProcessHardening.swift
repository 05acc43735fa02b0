import CSecret

/// Keeps what the process holds in memory from getting out of it.
public enum ProcessHardening {
  // Once done it stays done.
  private static let isDone = g2a_forgo_dumps() == 0

  /// Turns core dumps off (RLIMIT_CORE) and closes the process to debuggers and other programs of the
  /// same user (PR_SET_DUMPABLE); true where the kernel did both.
  ///
  /// A credential store does this with the first key it reads; who reads a key on his own, such as
  /// from a prompt, does it before. Programs that are started later dump no core either, but are open
  /// to debuggers as usual; the process itself still sees all of `/proc/self`.
  @discardableResult public static func apply() -> Bool { isDone }
}

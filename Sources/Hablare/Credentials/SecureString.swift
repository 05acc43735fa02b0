import CSecret
import Glibc

/// A secret in its own memory, which is wiped when the last reference is released.
///
/// A `SecureString` prints as dots, so that interpolation cannot leak the secret into a log.
public final class SecureString: Sendable {
  // The bytes never change after init, and deinit runs when no other reference exists.
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  /// Stores a copy of bytes; the caller must wipe the original bytes.
  public init(bytes source: some Collection<UInt8>) {
    bytes = .allocate(byteCount: source.count, alignment: 1)
    bytes.copyBytes(from: source)
  }

  /// Stores a copy of a text's UTF-8.
  ///
  /// The text itself stays wherever Swift has stored it.
  public convenience init(_ text: String) { self.init(bytes: text.utf8) }

  deinit {
    bytes.wipe()
    bytes.deallocate()
  }

  /// Whether the secret is empty.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// Calls `body` with the bytes, which must not be used afterwards.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(bytes))
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites all bytes with zeros in a way that the compiler cannot optimise away.
  func wipe() {
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }
}

extension SecureString {
  /// Stores a copy of a C string.
  convenience init(cString: UnsafePointer<CChar>) {
    self.init(bytes: UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
  }

  /// Calls `body` with the bytes and a final zero, in memory that is wiped afterwards.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
    defer {
      explicit_bzero(copy, count + 1)
      copy.deallocate()
    }
    copy.initialize(repeating: 0, count: count + 1)
    withBytes { bytes in
      UnsafeMutableRawBufferPointer(start: copy, count: count).copyMemory(from: bytes)
    }
    return body(copy)
  }
}

extension SecureString: CustomStringConvertible, CustomReflectable {
  /// Dots, whatever the secret is.
  public var description: String { "••••" }

  /// An empty mirror, so that `dump` and debuggers show nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

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

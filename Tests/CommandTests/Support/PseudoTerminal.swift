import Foundation
import Glibc

/// A terminal whose other end is the test, instead of a window or a connection.
final class PseudoTerminal {
  /// The path that programs open.
  let path: String
  private var window: Int32

  init() throws {
    // Other programs that a test starts must not keep the window open.
    window = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard window >= 0, ioctl(window, Self.setLock, &lock) == 0,
      ioctl(window, Self.getNumber, &number) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    path = "/dev/pts/\(number)"
  }

  /// TIOCSPTLCK and TIOCGPTN (asm-generic/ioctls.h).
  ///
  /// Glibc's module has no functions for them.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  deinit { close() }

  /// Returns what has been written to the terminal since the last call.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(window, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Types a text into the terminal.
  func type(_ text: String) { _ = text.withCString { Glibc.write(window, $0, strlen($0)) } }

  /// Closes the window, which hangs up the programs in it.
  func close() {
    if window >= 0 { Glibc.close(window) }
    window = -1
  }
}

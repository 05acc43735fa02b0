import Glibc
import Hablare
import Basics

/// Asks for a key without showing it.
/// Keys are never arguments, because other users can see the arguments of programs.
enum KeyPrompt {
  /// Returns the key that the user types.
  /// If standard input is not a terminal, returns its first line.
  static func read(for name: String) throws -> SecureString {
    ProcessHardening.apply()
    let isTerminal = isatty(STDIN_FILENO) == 1
    if isTerminal { Streams.error("key for \(name): ") }
    let echo = isTerminal ? HiddenInput() : nil
    defer {
      echo?.end()
      if isTerminal { Streams.error("\n") }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(longest)
    defer {
      bytes.withUnsafeMutableBytes {
        if let start = $0.baseAddress { explicit_bzero(start, $0.count) }
      }
    }
    var byte: UInt8 = 0
    while true {
      // After an interrupt, this call throws, so that `defer` makes the terminal show typed text again.
      try Question.waitForInput()
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n") else { break }
      // The array must not grow: its old storage would keep a part of the key in memory.
      guard bytes.count < longest else { throw CommandFailure(.badInput, InputLimit.key.message) }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty else { throw CommandFailure(.badInput, "no key was entered") }
    return SecureString(bytes: bytes)
  }

  private static let longest = InputLimit.key.maximum
}

/// A terminal that hides typed text until `end`.
private struct HiddenInput {
  private var before = termios()

  init?() {
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // Text that the user has already typed was visible, so it is discarded (TCSAFLUSH).
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else { return nil }
  }

  func end() {
    var before = before
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
  }
}

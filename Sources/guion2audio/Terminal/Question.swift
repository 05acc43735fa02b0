import Basics
import Foundation
import Glibc
import Hablare

/// Asks yes-or-no questions on the terminal.
enum Question {
  /// Whether both standard input and standard error are terminals, so that the user can be asked.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && Streams.errorIsTerminal }

  /// Asks a question and reads a line.
  /// Returns true only if the answer is `y` or `yes`.
  static func isAnsweredYes(_ question: String) throws -> Bool {
    Streams.error("\(question) [y/N] ")
    let answer = try line()?.lowercased() ?? ""
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace })
  }

  /// The bytes of a line after which nobody answers any more.
  private static let longest = 100_000

  /// Reads a line of standard input and returns its first 100 bytes; nil at the end of the input, and for a line without
  /// an end.
  static func line() throws -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    for _ in 0..<longest {
      try waitForInput()
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      guard byte != UInt8(ascii: "\n") else { return String(decoding: bytes, as: UTF8.self) }
      if bytes.count < 100 { bytes.append(byte) }
    }
    return nil
  }

  /// Waits for a byte or the end of input.
  /// Throws within 0.1 seconds after an interrupt.
  static func waitForInput() throws {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 100) <= 0 { try Task.checkCancellation() }
  }
}

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
}

/// Opens an address in the user's browser if there is a desktop.
enum BrowserOpener {
  /// Starts `xdg-open`.
  /// Does nothing if `xdg-open` is not installed or there is no desktop.
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false })
    else { return }
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    guard let program = folders.map({ $0 + "/xdg-open" }).first(where: { access($0, X_OK) == 0 })
    else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [address]
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}

import Glibc

/// Asks yes-or-no questions on the terminal.
enum Question {
  /// Whether both standard input and standard error are terminals, so that the user can be asked.
  static var canBeAsked: Bool { isatty(STDIN_FILENO) == 1 && Streams.errorIsTerminal }

  /// Asks a question and reads a line.
  /// Returns true only if the answer is `y` or `yes`.
  static func isAnsweredYes(_ question: String) throws -> Bool {
    Streams.error("\(question) [y/N] ")
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      try waitForInput()
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != UInt8(ascii: "\n"), bytes.count < 100 else { break }
      bytes.append(byte)
    }
    let answer = String(decoding: bytes, as: UTF8.self).lowercased()
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace })
  }

  /// Waits for a byte or the end of input.
  /// Throws within 0.1 seconds after an interrupt.
  static func waitForInput() throws {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&input, 1, 100) <= 0 { try Task.checkCancellation() }
  }
}

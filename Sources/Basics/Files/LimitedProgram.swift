import CLimited
import Glibc

/// A program of another package that reads a document for us, under limits.
/// The document comes from strangers, and such programs have had many faults. Therefore the program gets no environment,
/// no network address, no file of ours, an empty working folder, and no right to write a file.
package struct LimitedProgram: Sendable, Hashable {
  /// The program's name, which is searched on the PATH.
  package var name: String
  /// The arguments. The document is the file `/dev/stdin`.
  package var arguments: [String]

  package init(_ name: String, _ arguments: [String]) {
    (self.name, self.arguments) = (name, arguments)
  }

  package enum End: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
    /// The program used more time or wrote more than it may.
    case tookTooLong, wroteTooMuch
    case missing
    /// The program was not started, for this reason.
    case failed(String)
  }

  package struct Outcome: Sendable, Hashable {
    package var end: End
    package var output: [UInt8] = []
    /// The first 4 KiB of standard error.
    package var errors = ""

    package init(_ end: End, output: [UInt8] = [], errors: String = "") {
      (self.end, self.output, self.errors) = (end, output, errors)
    }
  }

  private static let processorSeconds: UInt64 = 60
  private static let seconds = 120
  /// Measured: the largest of 98 real PDFs needed 14 MB.
  private static let memory: UInt64 = 512 << 20
  private static let outputLimit = 64_000_000
  private static let errorLimit = 4096

  /// Runs the program until it ends.
  /// The calling thread waits: parsing is synchronous, and a program reads 128 pages in about a second.
  package func run(_ input: [UInt8]) -> Outcome {
    guard let path = Self.path(of: name) else { return Outcome(.missing) }
    let folder = Self.emptyFolder()
    var (pid, output, errors): (Int32, Int32, Int32) = (0, -1, -1)
    let arguments = ([name] + arguments).map { strdup($0) }
    defer { for copy in arguments { free(copy) } }
    let error = input.withUnsafeBytes { bytes in
      (arguments + [nil]).withUnsafeBufferPointer { list in
        path.withCString { path in
          (folder ?? "/").withCString { directory in
            var program = g2a_limited()
            (program.path, program.arguments) = (path, list.baseAddress)
            program.directory = directory
            (program.input, program.input_size) = (bytes.baseAddress, bytes.count)
            (program.processor_seconds, program.memory) = (Self.processorSeconds, Self.memory)
            return g2a_limited_start(&program, &pid, &output, &errors)
          }
        }
      }
    }
    // The program is already in its folder. Without a name, the folder can contain nothing, even if we are killed.
    if let folder { rmdir(folder) }
    if error != 0 { return Outcome(.failed(SystemError(error).reason)) }
    return Self.finish(
      pid, output: FileDescriptor(owning: output), errors: FileDescriptor(owning: errors))
  }

  /// Reads everything that the program writes, and waits for its end.
  private static func finish(
    _ pid: Int32, output: borrowing FileDescriptor, errors: borrowing FileDescriptor
  ) -> Outcome {
    var outcome = Outcome(.exited(0))
    var (text, stopped): ([UInt8], End?) = ([], nil)
    var open = [output.number, errors.number]
    let deadline = now() + seconds * 1000
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while open != [-1, -1], stopped == nil {
      var waits = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let left = deadline - now()
      if left <= 0 { stopped = .tookTooLong }
      if poll(&waits, 2, Int32(clamping: max(0, left))) <= 0 { continue }
      for place in 0..<2 where waits[place].revents != 0 {
        let count = read(open[place], &buffer, buffer.count)
        if count == 0 || count < 0 && errno != EINTR { open[place] = -1 }
        guard count > 0 else { continue }
        if place == 0 { outcome.output += buffer[..<count] }
        if place == 1 { text += buffer[..<count].prefix(errorLimit - text.count) }
      }
      if outcome.output.count > outputLimit { stopped = .wroteTooMuch }
    }
    var status: Int32 = 0
    while true {
      // A program can close its pipes and go on.
      if now() > deadline { stopped = stopped ?? .tookTooLong }
      if stopped != nil { kill(-pid, SIGKILL) }
      let ended = waitpid(pid, &status, stopped == nil ? WNOHANG : 0)
      if ended == 0 { usleep(1000) }
      if ended > 0 || ended < 0 && errno != EINTR { break }
    }
    outcome.errors = String(decoding: text, as: UTF8.self)
    // wait(2): the low seven bits are the signal, and the next byte is the exit status.
    let signal = status & 0x7F
    let end = signal == 0 ? End.exited((status >> 8) & 0xFF) : .signalled(signal)
    outcome.end = stopped ?? (end == .signalled(SIGXCPU) ? .tookTooLong : end)
    return outcome
  }

  /// The milliseconds since an arbitrary start.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Returns the file of a program in the absolute folders of the PATH.
  private static func path(of name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { FileStatus($0, followingLinks: true)?.isFile == true && access($0, X_OK) == 0 }
  }

  /// Creates an empty folder; nil if no folder can be created, for example because the disk is full.
  private static func emptyFolder() -> String? {
    var template = Array("/tmp/guion2audio-XXXXXX".utf8CString)
    return template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
  }
}

import Foundation

/// A running probe, whose output is read line by line.
package struct StoreProbe {
  /// The process of the probe.
  package let process: ChildProcess
  private let output: FileHandle
  private let errors: FileHandle

  /// Starts a probe.
  package init(_ arguments: [String]) throws {
    let (output, errors) = (try TestPipe(), try TestPipe())
    process = try ChildProcess(
      Program.built("store-probe"), arguments,
      output: .descriptor(output.writing.fileDescriptor),
      errors: .descriptor(errors.writing.fileDescriptor))
    try output.writing.close()
    try errors.writing.close()
    (self.output, self.errors) = (output.reading, errors.reading)
  }

  /// Returns the next line, or nil at the end.
  package func line() -> String? {
    var bytes = Data()
    while let byte = try? output.read(upToCount: 1), !byte.isEmpty {
      if byte == Data("\n".utf8) { return String(decoding: bytes, as: UTF8.self) }
      bytes += byte
    }
    return nil
  }

  /// Returns the lines until the end, and the errors.
  package func finish() -> (lines: [String], errors: String) {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    let errors = errors.readDataToEndOfFile()
    _ = process.wait()
    return (lines, String(decoding: errors, as: UTF8.self))
  }

  /// Runs a probe that can only write files of up to 8 KiB, as on a full disk.
  package static func runWithoutRoom(_ arguments: [String]) throws -> ProgramResult {
    let limits = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""
    return try Program.run("bash", ["-c", limits, Program.built("store-probe")] + arguments)
  }
}

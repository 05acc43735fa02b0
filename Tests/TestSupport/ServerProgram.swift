import Foundation

/// A server that is a separate program.
///
/// It prints its port on the first line, and ends when its standard input ends, so that it never outlives the
/// test.
package final class ServerProgram: Sendable {
  /// The port of the server.
  package let port: Int
  private let process: ChildProcess
  private let input: FileHandle

  /// Starts a program found on the PATH and waits for its port.
  package init(_ name: String, _ arguments: [String]) throws {
    let (input, output) = (try TestPipe(), try TestPipe())
    process = try ChildProcess(
      name, arguments, input: .descriptor(input.reading.fileDescriptor),
      output: .descriptor(output.writing.fileDescriptor))
    try input.reading.close()
    try output.writing.close()
    self.input = input.writing
    var line = Data()
    while !line.contains(0x0A) {
      let more = output.reading.availableData
      guard !more.isEmpty else { throw LoopbackError(reason: "\(name) printed no port") }
      line += more
    }
    let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let port = Int(text) else { throw LoopbackError(reason: "\(name) said \(text)") }
    self.port = port
  }

  deinit { try? input.close() }

  /// Returns whether a program exists and succeeds with these arguments.
  package static func works(_ name: String, _ arguments: [String]) -> Bool {
    (try? Program.run(name, arguments).status) == 0
  }
}

/// A certificate of a test, with its key.
package struct TestCertificate: Sendable {
  /// The path of the certificate, which is also its own authority.
  package let path: String
  /// The path of the key.
  package let keyPath: String
  private let folder: TemporaryFolder

  /// Whether certificates can be created on this machine.
  package static let isAvailable = ServerProgram.works("openssl", ["version"])

  /// Creates a certificate for a host.
  package init(host: String) throws {
    folder = try TemporaryFolder()
    (path, keyPath) = (folder.path(of: "certificate.pem"), folder.path(of: "key.pem"))
    let result = try Program.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)",
        "-keyout", keyPath, "-out", path,
      ])
    guard result.status == 0 else { throw LoopbackError(reason: "openssl: \(result.errors)") }
  }
}
